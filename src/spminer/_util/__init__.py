"""Tools without domain knowledge: long runs and their states, files, locks, text, checks of values."""
