"""The version of the package, for those below the package's own door."""

__all__ = ["__version__"]

__version__ = "0.1.0"
