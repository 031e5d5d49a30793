"""Every pattern of a size, counted by class."""
