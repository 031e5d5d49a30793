"""Census of a graph without labels: all connected induced subgraphs of 3, 4 or 5 nodes, without visiting each.

At each node the core counts maps of small patterns that keep edges but may send two nodes to one. A linear combination
of these counts leaves the numbers of embeddings, for each node and orbit (``core/include/spminer/census/census.hh``).
Directed graphs have a census of 3 nodes: triangles of each kind, and products of the numbers of neighbors of each kind
less the pairs that triangles join (``core/src/census/triads.cc``).

With an executor, nodes are cut into pieces of about equally many walks of two steps, the longest part of a census of 4
or 5 nodes. This process does the rest meanwhile. The result is the same for any number of workers and threads.

Cost: memory O(nodes * orbits + edges), about 600 bytes for a node and 68 for an edge at size 5, 140 and 8 at size 4.
Size 4 is not slowed down by hubs; size 5 looks at all nodes within two steps of each node.

Invariants: counts are exact, modulo 2**64 inside. Graphs whose largest degree to the power ``size - 1`` exceeds 64 bits
raise ``OverflowError``.

Time or memory limit: :func:`census_table` has the orbits that are certain, and lower bounds of the others from a census
of 300 nodes around the largest hub (:func:`local_census`).
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from spminer import _core
from spminer._util.arrays import pack_words, split_by_weight, unpack_words
from spminer.counting.class_table import ClassTable
from spminer.counting.engine_choice import census_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer._util.executor import Executor
    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection

__all__ = ["count_census", "local_census"]


def census_table(graphs: GraphCollection, size: int, monitor: Monitor, threads: int, memory_limit: int) -> ClassTable:
    """All classes; of a stopped census those that are certain, and lower bounds of others from a local census."""
    control, reason = monitor.control(), None
    orbits: list[tuple[_core.CensusOrbit, bool]] = []
    if memory_limit and census_bytes(graphs, size) > memory_limit:
        reason = "memory limit"
    else:
        result = count_census(graphs, size, monitor, control, threads=threads, directed=graphs.directed)
        orbits = [(orbit, True) for orbit in result.orbits]
        if not result.complete:
            reason = monitor.stop_reason or control.stop_reason
    if reason is not None:
        known = {(orbit.graph_class, tuple(orbit.edges)) for orbit, _ in orbits}
        seen = local_census(graphs, size).orbits
        orbits += [(orbit, False) for orbit in seen if (orbit.graph_class, tuple(orbit.edges)) not in known]
    orbits = [(orbit, certain) for orbit, certain in orbits if orbit.anchored_frequency]

    def pattern(entry: int, anchored: bool) -> _core.Pattern:
        orbit, _ = orbits[entry]
        edges = np.array(orbit.edges, dtype=np.int32)
        return _core.Pattern(size, edges, anchor=orbit.anchor if anchored else -1, directed=graphs.directed)

    return ClassTable(
        reason,
        np.array([orbit.graph_class for orbit, _ in orbits], dtype=np.int64),
        np.array([orbit.anchored_frequency for orbit, _ in orbits], dtype=np.int64),
        np.array([orbit.graph_frequency for orbit, _ in orbits], dtype=np.uint64),
        len({orbit.graph_class for orbit, _ in orbits}),
        pattern,
        np.array([certain for _, certain in orbits], dtype=np.bool_),
    )


_SHARED_SIZES = (4, 5)  # size 3 is too little work
_STEPS = 200_000_000  # of a piece: a few seconds
_CHUNK = 1 << 22  # arcs in one array operation


def count_census(
    graphs: GraphCollection,
    size: int,
    monitor: Monitor,
    control: _core.Control,
    *,
    threads: int,
    per_node: bool = False,
    directed: bool = False,
) -> _core.CensusResult:
    """The census of one size; labels of the graphs are ignored, and direction unless it is ``directed``.

    An executor counts the walks of two steps, if there are many; this process counts the rest meanwhile. Raises
    ``OverflowError`` where counts may exceed 64 bits.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> found = count_census(example(), 3, Monitor(), _core.Control(), threads=1)
    >>> [orbit.graph_frequency for orbit in found.orbits]
    [393, 393, 45]
    """
    target = graphs.target(direction=directed, node_labels=False, edge_labels=False)

    def here() -> _core.CensusResult:
        return _core.census(target, control, size=size, threads=threads, per_node=per_node)

    def there(executor: Executor) -> _core.CensusResult:
        pieces, done = _pieces(graphs, size), 0
        if len(pieces) < 2:
            return here()
        shared = _core.SharedCensus(target, control, size=size, threads=threads, per_node=per_node)
        with ThreadPoolExecutor(1, thread_name_prefix="spminer-census") as pool:
            rest = pool.submit(shared.count_here)
            try:
                for words in executor.map(count_walks, graphs, pieces, monitor, stage="census"):
                    shared.absorb(unpack_words(words))
                    done += 1
                    monitor.follow(done, len(pieces))
            except BaseException:
                control.cancel()
                raise
            rest.result()
        if done < len(pieces):
            control.cancel()
        return shared.result(done == len(pieces))

    return monitor.executor.run(here, there, worth=size in _SHARED_SIZES)


@dataclass(frozen=True, slots=True)
class CensusPiece:
    """Nodes whose walks of two steps are to be counted.

    Attributes
    ----------
    size
        Nodes of the subgraphs.
    first, last
        The first node, and the one after the last.
    """

    size: int
    first: int
    last: int


def _pieces(graphs: GraphCollection, size: int) -> list[CensusPiece]:
    """All nodes in pieces of about equally many steps; they depend on the graph alone."""
    upto = np.cumsum(_steps(graphs))
    marks = np.arange(_STEPS, int(upto[-1]) if len(upto) else 0, _STEPS)
    return [CensusPiece(size, first, last) for first, last in split_by_weight(upto, marks)]


def _steps(graphs: GraphCollection) -> NDArray[np.int64]:
    """Number of walks of two steps from each node (along arcs in directed graphs), plus one."""
    indptr, indices = graphs.indptr, graphs.indices
    degrees = np.diff(indptr)
    steps = np.ones(len(degrees), dtype=np.int64)
    first = 0
    while first < len(degrees):
        last = max(int(np.searchsorted(indptr, indptr[first] + _CHUNK)) - 1, first + 1)
        upto = np.concatenate([[0], np.cumsum(degrees[indices[indptr[first] : indptr[last]]])])
        bounds = indptr[first : last + 1] - indptr[first]
        steps[first:last] += upto[bounds[1:]] - upto[bounds[:-1]]
        first = last
    return steps


def count_walks(graphs: GraphCollection, piece: CensusPiece, monitor: Monitor) -> bytes:
    """The piece's part of the census, compressed."""
    return pack_words(_parts(graphs, piece.size).count(piece.first, piece.last, monitor.control()))


def _plain(graphs: GraphCollection) -> _core.Target:
    return graphs.target(direction=False, node_labels=False, edge_labels=False)


# Native data that pieces of the same graphs share, as long as the graphs exist.
_prepared: WeakKeyDictionary[GraphCollection, dict[int, _core.CensusParts]] = WeakKeyDictionary()
_preparing = threading.Lock()


def _parts(graphs: GraphCollection, size: int) -> _core.CensusParts:
    with _preparing:
        known = _prepared.setdefault(graphs, {})
        if size not in known:
            known[size] = _core.CensusParts(_plain(graphs), size, _core.Control(), threads=1)
        return known[size]


_NODES = 300
_PER_NODE = 12  # neighbors followed from each, so that a hub does not fill the part


def local_census(graphs: GraphCollection, size: int) -> _core.CensusResult:
    """The census of an induced subgraph of up to 300 nodes around the largest hub (of arcs from it), in milliseconds.

    Subgraphs that are induced in an induced part are induced in the whole, so that every number is a lower bound.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> [orbit.graph_frequency for orbit in local_census(example(), 3).orbits]  # the whole graph, since it is small
    [393, 393, 45]
    """
    nodes = _around_the_hub(graphs)
    place = np.full(graphs.num_nodes, -1, dtype=np.int32)
    place[nodes] = np.arange(len(nodes), dtype=np.int32)
    rows = [place[graphs.indices[graphs.indptr[u] : graphs.indptr[u + 1]]] for u in nodes]
    rows = [row[row >= 0] for row in rows]  # nodes are ascending, and so are their places
    indptr = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    indices = np.concatenate(rows, dtype=np.int32) if rows else np.empty(0, dtype=np.int32)
    target = _core.Target(indptr, indices, directed=graphs.directed)
    return _core.census(target, _core.Control(), size=size, threads=1)


def _around_the_hub(graphs: GraphCollection) -> NDArray[np.int64]:
    """The first nodes of a breadth-first search from the largest hub, ascending."""
    if not graphs.num_nodes:
        return np.empty(0, dtype=np.int64)
    found = {int(np.diff(graphs.indptr).argmax()): None}
    for node in (queue := list(found)):
        row = graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]]
        fresh = [other for other in row[: _PER_NODE + _NODES].tolist() if other not in found][:_PER_NODE]
        found.update(dict.fromkeys(fresh))
        queue += fresh
        if len(found) >= _NODES:
            break
    return np.sort(np.fromiter(found, dtype=np.int64))
