"""Frequencies of a given pattern: exact, sampled, per graph."""
