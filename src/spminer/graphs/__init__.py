"""Graphs in and out: the collection type, readers, writers and converters."""

from spminer.graphs.collection import Dropped, GraphCollection

__all__ = ["Dropped", "GraphCollection"]
