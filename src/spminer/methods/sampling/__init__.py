"""Methods that sample subgraphs and count what they meet."""
