"""The method ``contrast``: patterns that are far more, or far less, frequent than on another side."""
