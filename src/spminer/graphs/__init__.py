"""Graphs in and out: the collection type, readers, writers and converters."""

from spminer.graphs.collection import GraphCollection
from spminer.graphs.convert import (
    from_edges,
    from_igraph,
    from_networkx,
    from_pandas,
    from_pyg,
    from_scipy,
    to_edges,
    to_igraph,
    to_networkx,
    to_pandas,
    to_pyg,
    to_scipy,
)
from spminer.graphs.dropped import Dropped
from spminer.graphs.formats.registry import FORMATS, Format, read, write
from spminer.graphs.stats import GraphInfo, describe

__all__ = [
    "FORMATS",
    "Dropped",
    "Format",
    "GraphCollection",
    "GraphInfo",
    "describe",
    "from_edges",
    "from_igraph",
    "from_networkx",
    "from_pandas",
    "from_pyg",
    "from_scipy",
    "read",
    "to_edges",
    "to_igraph",
    "to_networkx",
    "to_pandas",
    "to_pyg",
    "to_scipy",
    "write",
]
