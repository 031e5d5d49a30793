"""Patterns: small graphs as values, their text, names and parts."""

from spminer.patterns.pattern import MAX_PATTERN_NODES, Pattern

__all__ = ["MAX_PATTERN_NODES", "Pattern"]
