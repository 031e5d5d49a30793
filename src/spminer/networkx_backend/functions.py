"""Functions of networkx by the native core: each has the arguments and results of its namesake.

A graph of networkx is converted once; networkx keeps the converted one until the graph changes. Multigraphs are
refused. Self-loops are dropped, as the namesakes ignore them; for isomorphism they are colors of nodes.

Cost of a conversion: O(nodes + edges), about 100 ns an edge.
"""

from __future__ import annotations

import inspect
from collections import Counter
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from networkx.algorithms.triads import TRIAD_NAMES, TRICODE_TO_NAME

from spminer import _core
from spminer.networkx_backend import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["BackendGraph", "can_run", "convert_from_nx", "convert_to_nx", "should_run"]

_FEWEST = 500  # nodes and edges: with fewer, networkx is done before a graph is converted
_BATCH = 1 << 16  # nodes of cliques that are found before the first is handed on


class BackendGraph:
    """A simple graph as the core sees it, with the nodes of the networkx graph that it stands for.

    Attributes
    ----------
    nodes
        The node objects, in the order of the graph.
    indptr, indices
        Rows of neighbors, of successors if directed, without self-loops.
    loops
        Whether each node has a self-loop.
    attributes
        Values of node attributes, by name of the attribute.
    """

    __networkx_backend__ = "spminer"

    def __init__(self, graph: Any, node_attrs: dict[str, Any] | None = None) -> None:
        self.nodes = list(graph)
        self.directed = bool(graph.is_directed())
        rows = graph._adj
        lengths = np.fromiter(map(len, rows.values()), dtype=np.int64, count=len(self.nodes))
        ends: Any = chain.from_iterable(rows.values())
        if not self.numbered:
            ends = map(self.index.__getitem__, ends)
        targets = np.fromiter(ends, dtype=np.int32, count=int(lengths.sum()))
        sources = np.repeat(np.arange(len(self.nodes), dtype=np.int32), lengths)
        csr = _core.build_csr(sources, targets, nodes=len(self.nodes), directed=True)  # edges are in both rows already
        self.indptr: NDArray[np.int64] = csr["indptr"]
        self.indices: NDArray[np.int32] = csr["indices"]
        self.loops = np.zeros(len(self.nodes), dtype=np.bool_)
        self.loops[sources[sources == targets]] = True
        self.attributes = {
            name: [data.get(name, default) for data in graph._node.values()]
            for name, default in (node_attrs or {}).items()
        }

    @cached_property
    def index(self) -> dict[Any, int]:
        """The number of each node."""
        return {node: number for number, node in enumerate(self.nodes)}

    @cached_property
    def numbered(self) -> bool:
        """Whether the nodes are 0, 1, .. in this order."""
        return all(map(int.__instancecheck__, self.nodes)) and self.nodes == list(range(len(self.nodes)))

    @cached_property
    def target(self) -> _core.Target:
        """The native graph."""
        return _core.Target(self.indptr, self.indices, directed=self.directed)

    @cached_property
    def named(self) -> NDArray[np.object_]:
        """The nodes as an array of objects."""
        nodes = np.empty(len(self.nodes), dtype=object)
        nodes[:] = self.nodes
        return nodes

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    def __contains__(self, node: Any) -> bool:
        try:
            return node in self.index
        except TypeError:  # a container of nodes
            return False

    def is_directed(self) -> bool:
        """Whether edges have a direction."""
        return self.directed

    def is_multigraph(self) -> bool:
        """False."""
        return False

    def names_of(self, numbers: NDArray[np.int32]) -> list[Any]:
        """The nodes with these numbers, in lists of the same shape."""
        names: list[Any] = (numbers if self.numbered else self.named[numbers]).tolist()
        return names


def convert_from_nx(graph: Any, *, node_attrs: dict[str, Any] | None = None, **_: Any) -> BackendGraph:
    """The graph with these attributes of nodes, by name with default values; other attributes are left out."""
    if graph.is_multigraph():
        raise NotImplementedError("multigraphs are not supported")
    return BackendGraph(graph, node_attrs)


def convert_to_nx(result: Any, **_: Any) -> Any:
    """A graph of networkx for one of the backend; other results stay as they are."""
    if not isinstance(result, BackendGraph):
        return result
    graph = nx.DiGraph() if result.directed else nx.Graph()
    graph.add_nodes_from(result.nodes)
    sources = np.repeat(np.arange(len(result), dtype=np.int32), np.diff(result.indptr))
    graph.add_edges_from(zip(result.names_of(sources), result.names_of(result.indices), strict=True))
    graph.add_edges_from((node, node) for node in result.named[result.loops])
    for name, values in result.attributes.items():
        nx.set_node_attributes(graph, dict(zip(result.nodes, values, strict=True)), name)
    return graph


_BOTH_DIRECTIONS = {name for name in FUNCTIONS if "iso" in name} | {"average_clustering", "clustering"}
_UNSUPPORTED = {  # arguments that a function has to be called without
    "average_clustering": ["weight"],
    "clustering": ["weight"],
    "find_cliques": ["nodes"],
    "find_cliques_recursive": ["nodes"],
    "is_isomorphic": ["node_match", "edge_match"],
}


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether the result is that of networkx, or why not."""
    arguments = inspect.signature(globals()[name]).bind(*args, **kwargs).arguments
    graphs = _graphs(arguments)
    if any(graph.is_multigraph() for graph in graphs):
        return "multigraphs are not supported"
    directions = {bool(graph.is_directed()) for graph in graphs}
    if len(directions) > 1:
        return "one graph is directed and the other is not"
    if name not in _BOTH_DIRECTIONS and directions != {name == "triadic_census"}:
        return "the direction of the graph is not supported"
    unsupported = [option for option in _UNSUPPORTED.get(name, []) if arguments.get(option) is not None]
    return f"not supported with {unsupported[0]}" if unsupported else True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether this is faster than networkx, with the time to convert what is not converted yet, or why not."""
    arguments = inspect.signature(globals()[name]).bind(*args, **kwargs).arguments
    if any(arguments.get(option) is not None for option in ("nodes", "nbunch")):
        return "networkx looks at the given nodes only"
    fresh = [graph for graph in _graphs(arguments) if not _is_converted(graph)]
    if fresh and sum(map(len, fresh)) + sum(graph.number_of_edges() for graph in fresh) < _FEWEST:
        return "the graph is too small to convert it"
    return True


def _graphs(arguments: dict[str, Any]) -> list[Any]:
    return [arguments[key] for key in ("G", "G1", "G2") if key in arguments]


def _is_converted(graph: Any) -> bool:
    return isinstance(graph, BackendGraph) or "spminer" in (graph.__networkx_cache__ or {}).get("backends", {})


# Triangles and squares


def _chosen(G: BackendGraph, nodes: Any) -> list[int]:
    """Numbers of some nodes, as networkx takes them: all for None, and none that the graph does not have."""
    if nodes is None:
        return list(range(len(G)))
    if nodes in G:
        return [G.index[nodes]]
    try:
        return [G.index[node] for node in nodes if node in G]
    except TypeError:
        raise nx.NetworkXError(f"Node {nodes} is not in the graph.") from None


def _answer(G: BackendGraph, nodes: Any, values: list[Any]) -> Any:
    """The value of one node, or of each of some nodes."""
    chosen = _chosen(G, nodes)
    if nodes is not None and nodes in G:
        return values[chosen[0]]
    return {G.nodes[number]: values[number] for number in chosen}


def _row_sums(G: BackendGraph, values: NDArray[Any]) -> NDArray[np.int64]:
    upto = np.concatenate([[0], np.cumsum(values, dtype=np.int64)])
    return np.asarray(upto[G.indptr[1:]] - upto[G.indptr[:-1]])


def _triangle_ends(G: BackendGraph) -> NDArray[np.int64]:
    """Twice the number of triangles of each node."""
    return _row_sums(G, _core.edge_triangles(G.target))


def triangles(G: BackendGraph, nodes: Any = None) -> Any:
    """Number of triangles of nodes."""
    return _answer(G, nodes, (_triangle_ends(G) // 2).tolist())


def transitivity(G: BackendGraph) -> float:
    """Share of the pairs of neighbors that are joined, over all nodes."""
    degrees = np.diff(G.indptr)
    closed = int(_triangle_ends(G).sum())
    return closed / int((degrees * (degrees - 1)).sum()) if closed else 0


def clustering(G: BackendGraph, nodes: Any = None, weight: None = None) -> Any:  # noqa: ARG001
    """Share of the pairs of neighbors that are joined, of nodes."""
    if G.directed:
        closed, pairs = _directed_triangles(G)
    else:
        degrees = np.diff(G.indptr)
        closed, pairs = _triangle_ends(G), degrees * (degrees - 1)
    shares = [part / whole if part else 0 for part, whole in zip(closed.tolist(), pairs.tolist(), strict=True)]
    return _answer(G, nodes, shares)


def average_clustering(
    G: BackendGraph,
    nodes: Any = None,
    weight: None = None,
    count_zeros: bool = True,
) -> float:
    """Mean of the clustering of nodes."""
    values = list(clustering(G, nodes, weight).values())
    if not count_zeros:
        values = [value for value in values if value]
    return float(sum(values) / len(values))


def _node_census(G: BackendGraph, size: int) -> tuple[list[_core.CensusOrbit], NDArray[np.int64]]:
    """The orbits of connected graphs of a size, and how often each node is in each."""
    census = _core.census(G.target, _core.Control(), size=size, per_node=True)
    counts = census.take_counts()
    if counts is None:  # no nodes
        return census.orbits, np.zeros((0, len(census.orbits)), dtype=np.int64)
    return census.orbits, counts.astype(np.int64)


def _directed_triangles(G: BackendGraph) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Twice the number of directed triangles of each node, and the number there might be."""
    orbits, counts = _node_census(G, 3)
    ways = np.zeros(counts.shape[1], dtype=np.int64)
    for column, orbit in enumerate(orbits):
        arcs = Counter(frozenset(arc) for arc in orbit.edges)
        if len(arcs) == 3:
            ways[column] = np.prod(list(arcs.values()))
    total = np.diff(G.indptr) + np.bincount(G.indices, minlength=len(G))
    mutual = total - G.target.degrees()
    return 2 * (counts @ ways), 2 * (total * (total - 1) - 2 * mutual)


def generalized_degree(G: BackendGraph, nodes: Any = None) -> Any:
    """How many edges of nodes are in how many triangles."""
    of_edges = _core.edge_triangles(G.target).tolist()
    bounds = G.indptr.tolist()
    chosen = _chosen(G, nodes)
    found = {G.nodes[number]: Counter(of_edges[bounds[number] : bounds[number + 1]]) for number in chosen}
    return found[nodes] if nodes is not None and nodes in G else found


def square_clustering(G: BackendGraph, nodes: Any = None) -> Any:
    """Share of the possible squares that exist, of nodes."""
    orbits, counts = _node_census(G, 4)
    squares = np.zeros(len(G), dtype=np.int64)
    for column, orbit in enumerate(orbits):
        ends = Counter(chain.from_iterable(orbit.edges))
        if min(ends.values()) >= 2:  # a square, one with a diagonal, or the clique, which has three squares
            squares += counts[:, column] * (3 if len(orbit.edges) == 6 else 1)
    degrees = np.diff(G.indptr)
    around = _row_sums(G, degrees[G.indices])
    possible = (degrees - 1) * (around - degrees) - _triangle_ends(G) - squares
    shares = [part / whole if part else 0 for part, whole in zip(squares.tolist(), possible.tolist(), strict=True)]
    return _answer(G, nodes, shares)


# Triads


def triadic_census(G: BackendGraph, nodelist: Any = None) -> dict[str, int]:
    """Number of triads of each of 16 kinds; with a list of nodes, of those that have one of them."""
    counts = _triads(G.target, G.indptr, G.indices)
    if nodelist is None:
        return counts
    chosen = _chosen(G, nodelist)
    if len(set(chosen)) != len(nodelist):
        raise ValueError("nodelist includes duplicate nodes or nodes not in G")
    number = np.ones(len(G), dtype=np.int32)
    number[chosen] = 0
    kept = number > 0
    number = np.cumsum(number, dtype=np.int32) - 1
    sources = np.repeat(np.arange(len(G)), np.diff(G.indptr))
    both = kept[sources] & kept[G.indices]
    rest = _core.build_csr(number[sources[both]], number[G.indices[both]], nodes=int(kept.sum()), directed=True)
    target = _core.Target(rest["indptr"], rest["indices"], directed=True)
    others = _triads(target, rest["indptr"], rest["indices"])
    return {name: counts[name] - others[name] for name in TRIAD_NAMES}


_TRIAD_BITS = {(0, 1): 1, (1, 0): 2, (0, 2): 4, (2, 0): 8, (1, 2): 16, (2, 1): 32}


def _triads(target: _core.Target, indptr: NDArray[np.int64], indices: NDArray[np.int32]) -> dict[str, int]:
    """Connected triads by the census; the others are pairs with a third node, less those in connected triads."""
    nodes = len(indptr) - 1
    counts = dict.fromkeys(TRIAD_NAMES, 0)
    mutual = len(indices) - target.edges
    left = {"102": mutual * (nodes - 2), "012": (target.edges - mutual) * (nodes - 2)}
    for orbit in {orbit.graph_class: orbit for orbit in _core.census(target, _core.Control(), size=3).orbits}.values():
        counts[TRICODE_TO_NAME[sum(_TRIAD_BITS[arc] for arc in orbit.edges)]] = orbit.graph_frequency
        for arcs in Counter(frozenset(arc) for arc in orbit.edges).values():
            left["102" if arcs == 2 else "012"] -= orbit.graph_frequency
    counts.update(left if nodes > 2 else {})
    counts["003"] = nodes * (nodes - 1) * (nodes - 2) // 6 - sum(counts.values())
    return counts


# Cliques


def all_triangles(G: BackendGraph, nbunch: Any = None) -> Iterator[tuple[Any, Any, Any]]:
    """All triangles; with an `nbunch`, those that have one of its nodes."""
    wanted = np.zeros(len(G), dtype=np.bool_)
    wanted[_chosen(G, nbunch)] = True
    for found in _cliques(G, 3):
        chosen = found[wanted[found].any(axis=1)]
        yield from zip(*(G.names_of(column) for column in chosen.T), strict=True)


def enumerate_all_cliques(G: BackendGraph) -> Iterator[list[Any]]:
    """All cliques, smaller ones first."""
    size, more = 0, True
    while more:
        size, more = size + 1, False
        for found in _cliques(G, size):
            more = True
            yield from G.names_of(found)


def _cliques(G: BackendGraph, size: int) -> Iterator[NDArray[np.int32]]:
    search = _core.CliquesOfSize(G.target, size)
    while len(found := search.next(_BATCH)):
        yield found.reshape(-1, size)


def find_cliques(G: BackendGraph, nodes: None = None) -> Iterator[list[Any]]:  # noqa: ARG001
    """All maximal cliques."""
    search = _core.MaximalCliques(G.target)
    while True:
        found, ends = search.next(_BATCH)
        if not len(ends):
            return
        names, begin = G.names_of(found), 0
        for end in ends.tolist():
            yield names[begin:end]
            begin = end


find_cliques_recursive = find_cliques


# Isomorphism


def vf2pp_all_isomorphisms(
    G1: BackendGraph,
    G2: BackendGraph,
    node_label: str | None = None,
    default_label: Any = None,  # noqa: ARG001 (converted graphs have it)
) -> Iterator[dict[Any, Any]]:
    """All isomorphisms of the first graph to the second; none of graphs without nodes, as networkx has it."""
    if not len(G1):
        return
    codes: dict[Any, int] = {}
    colors = [
        np.fromiter(
            (
                codes.setdefault(color, len(codes))
                for color in zip(
                    graph.loops.tolist(),
                    graph.attributes[node_label] if node_label is not None else [None] * len(graph),
                    strict=True,
                )
            ),
            dtype=np.int32,
            count=len(graph),
        )
        for graph in (G1, G2)
    ]
    search = _core.Isomorphisms(G1.target, G2.target, first_colors=colors[0], second_colors=colors[1])
    while (images := search.next()) is not None:
        yield dict(zip(G1.nodes, G2.names_of(images), strict=True))


def vf2pp_isomorphism(
    G1: BackendGraph,
    G2: BackendGraph,
    node_label: str | None = None,
    default_label: Any = None,
) -> dict[Any, Any] | None:
    """An isomorphism of the first graph to the second, or None."""
    return next(vf2pp_all_isomorphisms(G1, G2, node_label, default_label), None)


def vf2pp_is_isomorphic(
    G1: BackendGraph,
    G2: BackendGraph,
    node_label: str | None = None,
    default_label: Any = None,
) -> bool:
    """Whether there is an isomorphism; not of graphs without nodes, as networkx has it."""
    return vf2pp_isomorphism(G1, G2, node_label, default_label) is not None


def is_isomorphic(G1: BackendGraph, G2: BackendGraph, node_match: None = None, edge_match: None = None) -> bool:  # noqa: ARG001
    """Whether there is an isomorphism."""
    return len(G1) == len(G2) == 0 or vf2pp_is_isomorphic(G1, G2)
