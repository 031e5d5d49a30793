"""spminer finds the frequent patterns (network motifs) of graphs, with true frequencies."""

from spminer.enumeration import enumerate_motifs as enumerate  # noqa: A004
from spminer.enumeration import estimate_subgraphs
from spminer.errors import InputError, NothingFoundError, SpminerError, UsageError
from spminer.graphs import GraphCollection, from_edges, read, write
from spminer.patterns import Pattern
from spminer.results import Frequency, Motif, MotifSet

__version__ = "0.1.0"

__all__ = [
    "Frequency",
    "GraphCollection",
    "InputError",
    "Motif",
    "MotifSet",
    "NothingFoundError",
    "Pattern",
    "SpminerError",
    "UsageError",
    "__version__",
    "enumerate",
    "estimate_subgraphs",
    "from_edges",
    "read",
    "write",
]
