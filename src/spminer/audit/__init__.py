"""Audit of results: every claim of a result checked again by separate, simple code."""
