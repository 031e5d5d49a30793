"""Training of the encoder."""
