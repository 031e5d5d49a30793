"""Long runs: a monitor, states on disk, files that are whole or absent."""
