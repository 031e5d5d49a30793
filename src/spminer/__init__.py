"""spminer finds the frequent patterns (network motifs) of graphs, with true frequencies."""

from spminer.counting import CountResult, count
from spminer.errors import InputError, NothingFoundError, SpminerError, UsageError
from spminer.graphs import GraphCollection
from spminer.patterns import Pattern
from spminer.results import Frequency, Motif, MotifSet

__version__ = "0.1.0"

__all__ = [
    "CountResult",
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
    "count",
]
