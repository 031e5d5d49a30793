"""spminer finds the frequent patterns (network motifs) of graphs, with true frequencies.

Names are loaded when they are first used: a program that only asks for the version, or for help, waits for nothing.
"""

from __future__ import annotations

from spminer._util.startup import set_default_sigint

set_default_sigint()  # before anything that takes time

from importlib import import_module
from typing import TYPE_CHECKING, Any

from spminer.version import __version__

if TYPE_CHECKING:
    from spminer import generate
    from spminer._util.monitor import Monitor
    from spminer.audit.claims import Audit
    from spminer.audit.verify import verify
    from spminer.counting.copies import copies_by_node
    from spminer.counting.count import CountResult, find_examples
    from spminer.counting.engine_choice import estimate_subgraphs
    from spminer.counting.profile import profile
    from spminer.counting.profile_table import Profile
    from spminer.encoder.inference import embed_patterns
    from spminer.encoder.nodes import embed_nodes
    from spminer.errors import InputError, LimitError, NothingFoundError, SpminerError, UsageError
    from spminer.graphs import (
        GraphCollection,
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
    from spminer.graphs.files import convert
    from spminer.mining.count import count
    from spminer.mining.enumerate import enumerate_motifs as enumerate  # noqa: A004
    from spminer.mining.mine import mine
    from spminer.patterns import Pattern
    from spminer.results import Contrast, Motif, MotifSet
    from spminer.results.frequency import Frequency
    from spminer.results.motif_set import load
    from spminer.results.request import Verification
    from spminer.significance.null_models import NullModel, randomize

__all__ = [
    "Audit",
    "Contrast",
    "CountResult",
    "Frequency",
    "GraphCollection",
    "InputError",
    "LimitError",
    "Monitor",
    "Motif",
    "MotifSet",
    "NothingFoundError",
    "NullModel",
    "Pattern",
    "Profile",
    "SpminerError",
    "UsageError",
    "Verification",
    "__version__",
    "convert",
    "copies_by_node",
    "count",
    "describe",
    "embed_nodes",
    "embed_patterns",
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
    "load",
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

# Where the names above come from; a test compares this with what type checkers see.
_HOMES = {
    "spminer._util.monitor": ["Monitor"],
    "spminer.audit.claims": ["Audit"],
    "spminer.audit.verify": ["verify"],
    "spminer.counting.copies": ["copies_by_node"],
    "spminer.counting.count": ["CountResult", "find_examples"],
    "spminer.counting.engine_choice": ["estimate_subgraphs"],
    "spminer.counting.profile": ["profile"],
    "spminer.counting.profile_table": ["Profile"],
    "spminer.encoder.inference": ["embed_patterns"],
    "spminer.encoder.nodes": ["embed_nodes"],
    "spminer.errors": ["InputError", "LimitError", "NothingFoundError", "SpminerError", "UsageError"],
    "spminer.graphs": [
        "GraphCollection",
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
    ],
    "spminer.graphs.files": ["convert"],
    "spminer.mining.count": ["count"],
    "spminer.mining.mine": ["mine"],
    "spminer.patterns": ["Pattern"],
    "spminer.results": ["Contrast", "Motif", "MotifSet"],
    "spminer.results.frequency": ["Frequency"],
    "spminer.results.motif_set": ["load"],
    "spminer.results.request": ["Verification"],
    "spminer.significance.null_models": ["NullModel", "randomize"],
}
_HOME_OF = {name: (module, name) for module, names in _HOMES.items() for name in names}
_HOME_OF["enumerate"] = ("spminer.mining.enumerate", "enumerate_motifs")
_MODULES = ("analysis", "datasets", "errors", "features", "generate", "sklearn")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _HOME_OF[name]
    value = getattr(import_module(module), there)
    globals()[name] = value  # the next time it is found at once
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES})
