"""Store: graphs in one file that is mapped into memory, not read."""
