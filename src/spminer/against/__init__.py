"""Comparisons: what frequencies are compared with, and what the comparison says."""
