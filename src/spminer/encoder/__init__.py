"""The encoder: order embeddings of anchored graphs, learned once on synthetic graphs."""
