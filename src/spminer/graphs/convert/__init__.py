"""Converters from and to the graph types of other libraries, each imported only when used."""

from spminer.graphs.convert.arrays import from_edges, from_scipy, to_edges, to_scipy
from spminer.graphs.convert.igraph import from_igraph, to_igraph
from spminer.graphs.convert.networkx import from_networkx, to_networkx
from spminer.graphs.convert.pyg import from_pyg, to_pyg
from spminer.graphs.convert.tables import from_pandas, to_pandas

__all__ = [
    "from_edges",
    "from_igraph",
    "from_networkx",
    "from_pandas",
    "from_pyg",
    "from_scipy",
    "to_edges",
    "to_igraph",
    "to_networkx",
    "to_pandas",
    "to_pyg",
    "to_scipy",
]
