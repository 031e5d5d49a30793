"""Synthetic graphs: the mix of the encoder's training, and collections with a planted pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import numpy as np

from spminer import _core
from spminer.errors import UsageError
from spminer.graphs.build import MOST_NODES, build_collection
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["GraphKind", "PlantKind", "Planted", "plant", "synthetic"]

_T = TypeVar("_T")

GraphKind = Literal["er", "ba", "plc", "ws", "mixed", "sparse"]
PlantKind = Literal["star", "clique", "molecule", "random"]

_GRAPH_KINDS = {
    "er": _core.GraphKind.ERDOS_RENYI,
    "ba": _core.GraphKind.BARABASI_ALBERT,
    "plc": _core.GraphKind.POWER_LAW_CLUSTER,
    "ws": _core.GraphKind.WATTS_STROGATZ,
    "mixed": _core.GraphKind.MIXED,
    "sparse": _core.GraphKind.SPARSE,
}
_PLANT_KINDS = {
    "star": _core.PlantKind.STAR,
    "clique": _core.PlantKind.CLIQUE,
    "molecule": _core.PlantKind.MOLECULE,
    "random": _core.PlantKind.RANDOM,
}


class Planted(NamedTuple):
    """A collection and the pattern that every graph of it contains.

    Attributes
    ----------
    graphs
        The collection; the first ten nodes of each graph are those of the pattern, in its order.
    pattern
        The pattern, anchored at a node of highest degree.
    """

    graphs: GraphCollection
    pattern: Pattern


def synthetic(
    graphs: int = 100,
    nodes: int | tuple[int, int] = (20, 30),
    *,
    kind: GraphKind = "mixed",
    seed: int = 0,
    threads: int = 0,
) -> GraphCollection:
    """Connected random graphs, each with random parameters.

    Parameters
    ----------
    graphs
        Number of graphs.
    nodes
        Nodes of each graph: a number, or the least and the most (uniform between them).
    kind
        ``er`` (Erdős-Rényi), ``ba`` (extended Barabási-Albert), ``plc`` (power-law cluster, Holme and Kim), ``ws``
        (Watts-Strogatz), ``mixed``: any of the four; or ``sparse``: trees with short cycles, like molecules.
    seed
        Seed of all draws. A collection of more graphs starts with those of a smaller one.
    threads
        Number of threads; 0 means every core. The graphs do not depend on it.

    Notes
    -----
    For n nodes, the edge probability of ``er`` and the share k/n of ``ws`` are from Beta(1.3, 1.3 n/log2 n - 1.3),
    whose mean is log2 n / n; k is at least 2, and edges are rewired with a probability from Beta(2, 2). A new node of
    ``ba`` and ``plc`` has 1 to 2 log2 n edges; ``ba`` adds and rewires edges with probabilities from Exp(20), at
    most 0.2; ``plc`` closes triangles with a probability of up to 0.5. A graph that is not connected is drawn again
    with other parameters.

    Examples
    --------
    >>> synthetic(3, 12, seed=1)
    GraphCollection(3 undirected graphs, 36 nodes, 67 edges)
    """
    low, high = (nodes, nodes) if isinstance(nodes, int) else nodes
    if graphs < 1 or not 1 <= low <= high:
        raise UsageError(
            "invalid graphs or nodes; give at least one graph, and sizes of at least 1, the lower one first"
        )
    if graphs * high > MOST_NODES:
        raise UsageError(f"the graphs may have more than {MOST_NODES:,} nodes, the most that fit; give fewer")
    native = _core.generate_graphs(
        _find_kind(kind, _GRAPH_KINDS), graphs=graphs, low=low, high=high, seed=seed, threads=threads
    )
    return _collection(*native, source=f"synthetic {kind}")


def plant(kind: PlantKind, *, graphs: int = 1000, base_nodes: int = 10, attachments: int = 1, seed: int = 0) -> Planted:
    """Random graphs, each attached to a copy of the same pattern of ten nodes.

    Parameters
    ----------
    kind
        ``star`` (9 edges), ``clique`` (45), ``molecule`` (naphthalene: two hexagons with a common side, 11) or
        ``random`` (a connected graph of 28 edges, drawn with the seed).
    graphs
        Number of graphs.
    base_nodes
        Nodes of each random graph, from the mix of :func:`synthetic`.
    attachments
        Number of edges between random nodes of pattern and base graph.
    seed
        Seed of all draws.

    Examples
    --------
    >>> planted = plant("star", graphs=100)
    >>> planted.graphs
    GraphCollection(100 undirected graphs, 2,000 nodes, 2,865 edges)
    >>> print(planted.pattern)
    0-1,0-2,0-3,0-4,0-5,0-6,0-7,0-8,0-9@0
    """
    if graphs < 1 or base_nodes < 1 or attachments < 1:
        raise UsageError("graphs, base_nodes and attachments must be at least 1")
    if attachments > 10 * base_nodes:
        raise UsageError(f"{attachments} attachments are more than pairs of pattern and base nodes; give fewer")
    if graphs * (10 + base_nodes) > MOST_NODES:
        raise UsageError(f"the graphs have more than {MOST_NODES:,} nodes, the most that fit; give fewer")
    pattern, sizes, edges = _core.plant(
        _find_kind(kind, _PLANT_KINDS), graphs=graphs, base_nodes=base_nodes, attachments=attachments, seed=seed
    )
    return Planted(_collection(sizes, edges, source=f"planted {kind}"), Pattern.from_core(pattern))


def _find_kind(kind: str, kinds: dict[str, _T]) -> _T:
    if kind not in kinds:
        raise UsageError(f"unknown kind {kind!r}; choose one of {', '.join(kinds)}")
    return kinds[kind]


def _collection(sizes: NDArray[np.int64], edges: NDArray[np.int32], *, source: str) -> GraphCollection:
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return build_collection(
        edges[:, 0], edges[:, 1], nodes=int(offsets[-1]), directed=False, graph_offsets=offsets, source=source
    )
