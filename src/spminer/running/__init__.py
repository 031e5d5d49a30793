"""What every long run needs: a monitor, states on disk, files that are whole or absent."""
