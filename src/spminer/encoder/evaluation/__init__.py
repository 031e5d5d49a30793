"""Evaluation of the encoder against exact answers."""
