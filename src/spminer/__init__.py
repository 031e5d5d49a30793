"""spminer finds the frequent patterns (network motifs) of graphs, with true frequencies."""

from spminer.running.starting import end_at_interrupt

end_at_interrupt()  # before anything that takes time

from spminer import generate
from spminer.audit import Audit, Claim, verify
from spminer.counting.count import CountResult, find_examples
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.nodes import NodePoints, embed_nodes
from spminer.encoder.runtime import encode
from spminer.enumeration.estimate import estimate_subgraphs
from spminer.errors import InputError, NothingFoundError, SpminerError, UsageError
from spminer.frequencies import Frequency
from spminer.graphs import (
    GraphCollection,
    GraphInfo,
    describe,
    from_edges,
    from_igraph,
    from_networkx,
    from_pandas,
    from_pyg,
    from_scipy,
    read,
    to_edges,
    to_igraph,
    to_networkx,
    to_pandas,
    to_pyg,
    to_scipy,
    write,
)
from spminer.graphs.formats.conversion import convert
from spminer.mining.count import count
from spminer.mining.enumerate import enumerate_motifs as enumerate  # noqa: A004
from spminer.mining.mine import mine
from spminer.nulls import Mixing, NullModel, randomize
from spminer.patterns import Pattern
from spminer.profiles import Participation, Profile, profile
from spminer.request import Verification
from spminer.results import Contrast, Motif, MotifSet
from spminer.running.monitor import Monitor
from spminer.version import __version__

__all__ = [
    "AnchoredBatch",
    "Audit",
    "Claim",
    "Contrast",
    "CountResult",
    "Frequency",
    "GraphCollection",
    "GraphInfo",
    "InputError",
    "Mixing",
    "Monitor",
    "Motif",
    "MotifSet",
    "NodePoints",
    "NothingFoundError",
    "NullModel",
    "Participation",
    "Pattern",
    "Profile",
    "SpminerError",
    "UsageError",
    "Verification",
    "__version__",
    "convert",
    "count",
    "describe",
    "embed_nodes",
    "encode",
    "enumerate",
    "estimate_subgraphs",
    "find_examples",
    "from_edges",
    "from_igraph",
    "from_networkx",
    "from_pandas",
    "from_pyg",
    "from_scipy",
    "generate",
    "mine",
    "profile",
    "randomize",
    "read",
    "to_edges",
    "to_igraph",
    "to_networkx",
    "to_pandas",
    "to_pyg",
    "to_scipy",
    "verify",
    "write",
]
