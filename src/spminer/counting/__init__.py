"""Counting: how often a given pattern occurs, exactly, from a sample, and in each graph."""
