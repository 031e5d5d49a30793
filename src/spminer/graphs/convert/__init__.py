"""Converters from and to the graph types of other libraries, each imported only when used."""

from spminer.graphs.convert.arrays import from_edges

__all__ = ["from_edges"]
