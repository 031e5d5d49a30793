"""Graphs in and out: the collection type, readers, writers and converters."""

from typing import TYPE_CHECKING

from spminer._util.imports import lazy_names

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.convert.arrays import from_edges, from_scipy, to_edges, to_scipy
    from spminer.graphs.convert.igraph import from_igraph, to_igraph
    from spminer.graphs.convert.networkx import from_networkx, to_networkx
    from spminer.graphs.convert.pyg import from_pyg, to_pyg
    from spminer.graphs.convert.tables import from_pandas, to_pandas
    from spminer.graphs.files import read, write
    from spminer.graphs.formats.format import Format
    from spminer.graphs.formats.registry import FORMATS
    from spminer.graphs.reading import Dropped
    from spminer.graphs.statistics import GraphInfo, describe

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

__getattr__ = lazy_names(
    __name__,
    {
        "spminer.graphs.collection": "GraphCollection",
        "spminer.graphs.convert.arrays": "from_edges from_scipy to_edges to_scipy",
        "spminer.graphs.convert.igraph": "from_igraph to_igraph",
        "spminer.graphs.convert.networkx": "from_networkx to_networkx",
        "spminer.graphs.convert.pyg": "from_pyg to_pyg",
        "spminer.graphs.convert.tables": "from_pandas to_pandas",
        "spminer.graphs.files": "read write",
        "spminer.graphs.formats.format": "Format",
        "spminer.graphs.formats.registry": "FORMATS",
        "spminer.graphs.reading": "Dropped",
        "spminer.graphs.statistics": "GraphInfo describe",
    },
)
