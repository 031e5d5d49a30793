"""The classical methods, behind the same interface as the neural search."""
