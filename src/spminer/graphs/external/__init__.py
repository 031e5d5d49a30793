"""Graphs that are larger than memory on their way into a store: edges spilled to disk, sorted there, and merged."""
