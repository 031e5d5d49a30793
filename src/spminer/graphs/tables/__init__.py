"""Tables of edges and nodes, whatever they are stored in: which column is what."""
