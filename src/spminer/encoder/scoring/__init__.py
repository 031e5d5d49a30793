"""Scores of patterns: how many neighborhoods contain them, as a model sees it."""
