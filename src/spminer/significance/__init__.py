"""Significance: null models, comparisons with graphs and classes, and their statistics."""
