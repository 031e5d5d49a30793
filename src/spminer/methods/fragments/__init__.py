"""Frequent edge-induced patterns: gSpan and Gaston."""
