"""Graphs in and out: the collection type, readers, writers and converters."""

from spminer.graphs.collection import Dropped, GraphCollection
from spminer.graphs.convert import from_edges
from spminer.graphs.registry import FORMATS, Format, read, write

__all__ = ["FORMATS", "Dropped", "Format", "GraphCollection", "from_edges", "read", "write"]
