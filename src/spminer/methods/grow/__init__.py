"""Growth: patterns extended node by node from lists of their occurrences."""
