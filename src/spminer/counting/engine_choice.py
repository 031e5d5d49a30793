"""Choice of the engine that counts, by estimates of the work.

One pattern, any frequency:
    The matcher at all anchors, if ``nodes * 100`` steps are within the effort (``matching.affords_all_nodes``).
The same in a larger target, in verification:
    The matcher at a growing sample of the anchors, at least 2,000 (:mod:`spminer.counting.sequential`).
The same in each of many null samples:
    The matcher at all or 800 anchors, fewer for hard patterns, with a quarter of the effort
    (:mod:`spminer.significance.reference_counts`).
All patterns of a size (:func:`choose_engine`, :func:`enumeration_cost`):
    ``census``: no labels, counts that fit 64 bits. Undirected: size 3 to 5, more than 20 million subgraphs. Directed:
    size 3, always.
    ``tally``: labels or direction, size 2 to 6, cheaper than ``esu`` by estimate.
    ``esu``: otherwise; by an executor in parts, if there is one.
Positions of all nodes (:mod:`spminer.counting.profile`):
    The census: a motif without labels, induced, size 3 to 5 (directed: 3), all nodes asked for, counts that fit.
Enumerate or search:
    Enumerate if 20 seconds of one thread suffice in all (:mod:`spminer.mining.plan`, with a comparison
    :mod:`spminer.methods.contrast`).

The work of a size is estimated in two steps:

1. :func:`estimate_subgraphs`: random populations go down the enumeration tree of ESU.
2. :func:`estimate_classes`: each class needs a canonical form and a place in the tables, so many classes cost more than
   their subgraphs. A sample (Rand-ESU) meets only a part of them; how the number of new classes slows down within the
   sample is extrapolated (:func:`classes_in`), within a factor of about 4.

Invariants: estimates end after a number of steps, not by the clock, so that equal runs have equal plans. A run with a
time limit may also end an estimate by the clock. Where an estimate ran out of steps, the work counts as infinite, or
each subgraph as a class of its own.

References: Wernicke, "Efficient detection of network motifs", IEEE/ACM Transactions on Computational Biology and
Bioinformatics 2006 (ESU and Rand-ESU). ``benchmarks/bench_enumerate.py`` and ``benchmarks/bench_plans.py`` have the
measured speeds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.validation import validate_arguments
from spminer.errors import UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.results.frequency import Frequency
from spminer.results.request import EnumerationCost

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.results.request import Engine

__all__ = [
    "MAX_ENUMERATION_SIZE",
    "can_use_engine",
    "check_size",
    "choose_engine",
    "enumeration_cost",
    "enumeration_costs",
    "estimate_subgraphs",
    "is_quick_to_visit",
    "most_subgraphs",
    "subgraphs_to_visit",
]

MAX_ENUMERATION_SIZE = 16
CENSUS_SIZES = {False: range(3, 6), True: range(3, 4)}  # undirected, directed
# Below this many subgraphs visiting them all takes about a second; above, the census of small undirected sizes is worth
# its fixed cost. The census of a directed graph is faster than visiting 100 subgraphs (benchmarks/bench_enumerate.py).
CENSUS_FROM = 20_000_000
# Bytes that a census takes for each node (a number for each rooted pattern) and each edge, by size
# (benchmarks/bench_enumerate.py).
_CENSUS_BYTES = {3: (64, 5), 4: (164, 9), 5: (660, 70)}
_DIRECTED_CENSUS_BYTES = (156, 5)
# Rough speed of one thread, and its time for each new class (a canonical form and places in tables) per node
# (benchmarks/bench_plans.py). They distinguish seconds from days, not 4 seconds from 5.
SUBGRAPHS_PER_SECOND = 2.5e7
_CLASS_S_PER_NODE = 2e-6
# Speed of a tally, which visits each subgraph twice; the classes that it tables; its time to start.
_TALLIED_PER_SECOND, _TALLY_CLASSES, _TALLY_S = 6e6, 2**16, 5e-3
# Below and above these numbers of subgraphs the classes need not be estimated: all cheap, or too many in any case.
_FEW, _HOPELESS = 2000.0, 1e11
# Speed of a census per thread, in squares of degrees (benchmarks/bench_enumerate.py).
_SQUARES_PER_SECOND = {3: 1e9, 4: 1e8, 5: 2e7}
# Entries of rows that an estimate looks at in a second on an ordinary machine. Estimates are limited by them and not by
# the clock, so that equal runs have equal plans on any machine.
_STEPS_PER_SECOND = 4e8
# Seconds for the estimate of one size, and the share of a time limit for the estimates of all sizes.
_ESTIMATE_S, _ESTIMATE_SHARE = 0.5, 0.1


def enumeration_costs(
    graphs: GraphCollection,
    sizes: Iterable[int],
    monitor: Monitor,
    *,
    known: Mapping[int, EnumerationCost] | None = None,
    memory_limit: int | None = None,
    threads: int = 0,
) -> dict[int, EnumerationCost]:
    """The work of several sizes: known already, or a quick estimate that takes a tenth of the time left at most.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> costs = enumeration_costs(example(), (3, 4), Monitor())
    >>> enumeration_costs(example(), (4, 5), Monitor(), known=costs)[4] is costs[4]
    True
    """
    known, sizes, left = known or {}, tuple(sizes), monitor.remaining
    limit = None if left is None else _ESTIMATE_SHARE * left / len(sizes)
    return {
        size: known.get(size)
        or enumeration_cost(
            graphs, size, estimate_s=_ESTIMATE_S, time_limit=limit, memory_limit=memory_limit, threads=threads
        )
        for size in sizes
    }


def enumeration_cost(
    graphs: GraphCollection,
    size: int,
    *,
    seed: int = 0,
    estimate_s: float = 2.0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int = 0,
) -> EnumerationCost:
    """Estimate the work of enumerating one size, by the cheapest engine that fits the memory limit.

    The estimates of subgraphs and of classes take as many steps each as an ordinary machine takes in ``estimate_s``
    seconds. ``time_limit`` may end them earlier; ``threads`` (0: every core) do not change them.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    >>> enumeration_cost(ring, 6).engine
    'esu'
    """
    steps = max(int(estimate_s * _STEPS_PER_SECOND), 1)
    number = estimate_subgraphs(graphs, size, seed=seed, steps=steps, time_limit=time_limit, threads=threads)
    engine = choose_engine(graphs, size, number, memory_limit)
    if engine == "census":
        squares = float((graphs.target().degrees().astype(np.float64) ** 2).sum())
        return EnumerationCost(number, engine, squares / _SQUARES_PER_SECOND[size])
    if number.kind != "estimate":
        return EnumerationCost(number, engine, float("inf"))
    classes = _classes(graphs, size, number.value, seed, steps, time_limit, threads)
    return _cheapest_visit(graphs, size, number, classes)


_BOUNDED_SIZES = range(2, 6)
_QUICK_VISITS = 1_000_000  # at most: an estimate takes as long as visiting a third of them


def is_quick_to_visit(graphs: GraphCollection, size: int) -> bool:
    """Whether visiting all subgraphs of a size takes some milliseconds at most, by a bound that takes less.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> [is_quick_to_visit(example(), size) for size in (3, 5, 6)]
    [True, True, False]
    """
    if size not in _BOUNDED_SIZES or graphs.num_edges > _QUICK_VISITS:
        return False
    # Few subgraphs have few classes, whatever the labels; direction alone makes no more classes than a table holds.
    labeled = graphs.node_labels is not None or graphs.edge_labels is not None
    return most_subgraphs(graphs, size) <= (_FEW if labeled else _QUICK_VISITS)


def most_subgraphs(graphs: GraphCollection, size: int) -> float:
    """An upper bound of the number of connected subgraphs of 2 to 5 nodes, in time O(edges).

    Every connected set of nodes has a spanning tree, which can be rooted at each of its nodes. So there are at most as
    many sets as maps of rooted trees of this size, divided by it. Maps of a tree are counted by its branches at the
    root, those of a branch by the maps of a smaller tree at the neighbors.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> round(most_subgraphs(example(), 3))  # there are 438
    606
    """
    out = np.diff(graphs.indptr)

    def at_neighbors(trees: NDArray[np.float64]) -> NDArray[np.float64]:
        sums: NDArray[np.float64] = np.concatenate([[0.0], np.cumsum(trees[graphs.indices])])
        found: NDArray[np.float64] = sums[graphs.indptr[1:]] - sums[graphs.indptr[:-1]]
        if graphs.directed:  # arcs into a node, too; the two of a mutual pair count twice
            found += np.bincount(graphs.indices, np.repeat(trees, out), minlength=len(out))
        return found

    degree = at_neighbors(np.ones(len(out)))

    # Rooted trees of 2, 3, ... nodes. Branches of equal size at a root come in any order.
    trees = degree
    if size >= 3:
        second = at_neighbors(degree)  # branches of two nodes
        trees = second + degree**2 / 2
    if size >= 4:
        third = at_neighbors(trees)
        trees = third + second * degree + degree**3 / 6
    if size >= 5:
        fourth = at_neighbors(trees)
        trees = fourth + third * degree + second**2 / 2 + second * degree**2 / 2 + degree**4 / 24
    return float(trees.sum() / size)


_CHEAP_CENSUS = 4  # up to this size a census takes less time than visiting, however few subgraphs there are


def choose_engine(
    graphs: GraphCollection, size: int, subgraphs: Frequency | None, memory_limit: int | None = None
) -> Engine:
    """``"census"`` or ``"esu"``, for about this many subgraphs, for more than could be estimated, or (None) for few."""
    few = subgraphs is None or (subgraphs.kind == "estimate" and subgraphs.value <= CENSUS_FROM)
    if (few and size > _CHEAP_CENSUS) or not census_possible(graphs, size):
        return "esu"
    return "census" if memory_limit is None or census_bytes(graphs, size) <= memory_limit else "esu"


def _cheapest_visit(graphs: GraphCollection, size: int, subgraphs: Frequency, classes: float) -> EnumerationCost:
    """``"esu"``, or ``"tally"`` where labels or direction make it cheaper."""
    number, class_s = subgraphs.value, size * _CLASS_S_PER_NODE
    visit = EnumerationCost(subgraphs, "esu", number / SUBGRAPHS_PER_SECOND + classes * class_s)
    tally_s = number / _TALLIED_PER_SECOND + min(classes, _TALLY_CLASSES) * class_s + _TALLY_S
    tally = EnumerationCost(subgraphs, "tally", tally_s)
    if graphs.is_plain or visit.seconds <= tally.seconds or not can_use_engine(graphs, size, "tally"):
        return visit
    return tally


def _classes(
    graphs: GraphCollection, size: int, subgraphs: float, seed: int, steps: int, time_limit: float | None, threads: int
) -> float:
    """Estimated classes; the number of subgraphs if the estimate ran out of steps."""
    if not _FEW < subgraphs < _HOPELESS:
        return min(subgraphs, _FEW)
    classes = estimate_classes(graphs, size, subgraphs, seed=seed, steps=steps, time_limit=time_limit, threads=threads)
    return subgraphs if classes is None else classes


def can_use_engine(graphs: GraphCollection, size: int, engine: Engine) -> bool:
    """Whether an engine can count these graphs.

    >>> import spminer
    >>> arc = spminer.from_edges([(0, 1)], directed=True)
    >>> [can_use_engine(arc, 3, engine) for engine in ("esu", "census", "tally")]
    [True, True, True]
    """
    if engine == "census":
        return census_possible(graphs, size)
    return engine != "tally" or _core.can_tally(graphs.target(), size)


def census_possible(graphs: GraphCollection, size: int) -> bool:
    """Whether the census can count these graphs: no labels, a small size, and counts of 64 bits."""
    if graphs.node_labels is not None or graphs.edge_labels is not None or size not in CENSUS_SIZES[graphs.directed]:
        return False
    largest_degree = int(np.diff(graphs.indptr).max(initial=0))
    return bool(largest_degree ** (size - 1) < 2**64)  # of 3 nodes always


def census_bytes(graphs: GraphCollection, size: int) -> int:
    """Approximate bytes that a census takes besides the graphs.

    >>> from spminer.datasets import example
    >>> census_bytes(example(), 5)  # of 34 nodes and 78 edges
    27900
    """
    per_node, per_edge = _DIRECTED_CENSUS_BYTES if graphs.directed else _CENSUS_BYTES[size]
    return per_node * graphs.num_nodes + per_edge * graphs.num_edges


def check_size(size: int) -> None:
    """Raise ``UsageError`` for a size that no engine takes."""
    if not 2 <= size <= MAX_ENUMERATION_SIZE:
        raise UsageError(f"size must be 2 to {MAX_ENUMERATION_SIZE}, not {size}")


def subgraphs_to_visit(costs: Iterable[EnumerationCost]) -> int:
    """Subgraphs of all sizes, as units of progress; at least 1 of each size, since estimates may be 0."""
    return sum(max(int(work.subgraphs.value), 1) for work in costs)


@validate_arguments
def estimate_subgraphs(
    graph: Any,
    size: int,
    *,
    probes: int = 20_000,
    seed: int = 0,
    steps: int | None = None,
    time_limit: float | None = None,
    threads: int = 0,
) -> Frequency:
    """Estimate how many connected subgraphs of one size there are, without enumerating them.

    Parameters
    ----------
    graph
        The target.
    size
        Number of nodes of the subgraphs.
    probes
        Random nodes of the enumeration tree to visit at each of its levels.
    seed
        Seed of the choices.
    steps
        Neighbors to look at before the estimate ends, the same on any machine; by default as many as the probes take.
    time_limit
        Seconds after which the estimate ends.
    threads
        Number of threads; 0 for every core. It does not change the result.

    Returns
    -------
    Frequency
        The estimate with its 95 % interval (normal approximation), or the lower bound 0 if it ended too early.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    >>> round(spminer.estimate_subgraphs(ring, 4).value)  # there are 50
    50
    """
    graph = as_collection(graph)
    check_size(size)
    if steps is not None and steps < 1:
        raise UsageError(f"steps must be 1 or more, or None: {steps}")
    control = _core.Control(time_limit=time_limit)
    skeleton = graph.target(direction=False, node_labels=False, edge_labels=False)
    value, error, made = _core.estimate_subgraphs(
        skeleton, size, control, probes=probes, seed=seed, max_steps=steps or 0, threads=threads
    )
    if made == 0 and graph.num_nodes > 0:
        return Frequency(0.0, "lower_bound", 0.0, None)
    return Frequency(value, "estimate", max(value - 1.96 * error, 0.0), value + 1.96 * error)


_SAMPLES = 16_000
_WALKS = 2  # the fewest that the sampler makes
_PART = 4  # the sample is compared with parts of it that are each this many times smaller


def estimate_classes(
    graphs: GraphCollection,
    size: int,
    subgraphs: float,
    *,
    seed: int = 0,
    steps: int | None = None,
    time_limit: float | None = None,
    threads: int = 0,
) -> float | None:
    """Estimate how many classes (patterns without an anchor) this many subgraphs of a size have.

    The estimate is within a factor of about 4, which distinguishes seconds from hours. It is ``None`` if the steps
    (neighbors to look at) or the time ran out.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> round(estimate_classes(example(), 4, 2400))  # every class of 4 nodes occurs
    6
    """
    if subgraphs <= 0:
        return 0.0
    control = _core.Control(time_limit=time_limit)
    [sampled], _, complete = _core.sample_rand_esu(
        graphs.target(),
        [size],
        control,
        tau=_tau(size, subgraphs),
        repetitions=_WALKS,
        seed=seed,
        threads=threads,
        max_steps=steps or 0,
    )
    return classes_in(np.asarray(sampled.hits), subgraphs) if complete else None


def _tau(size: int, subgraphs: float) -> float:
    """The ``tau`` of Rand-ESU with which a walk meets its part of the samples."""
    share = _SAMPLES / _WALKS / subgraphs
    return 0.0 if share >= 1 else math.log(share) / math.log(_core.rand_esu_chance(size, size, 1.0))


def classes_in(hits: NDArray[np.integer], subgraphs: float) -> float:
    """Extrapolate the number of classes of all subgraphs from the hits of each class in a sample.

    On logarithmic scales, the number of classes over the number of subgraphs is a curve that bends down. It is drawn
    through a sixteenth of the sample, a quarter and the whole, and continued with the same bend until it is level.

    >>> import numpy as np
    >>> classes_in(np.full(10, 500), 1e9)  # every class was met often
    10.0
    >>> classes_in(np.ones(1000), 1e6)  # no class was met twice
    1000000.0
    """
    hits = hits[hits > 0].astype(np.float64)
    if len(hits) == 0:
        return 0.0
    sixteenth, quarter, whole = (float((1 - (1 - part) ** hits).sum()) for part in (_PART**-2, 1 / _PART, 1.0))
    slope = math.log(whole / quarter, _PART)
    bend = max(math.log(quarter / sixteenth, _PART) - slope, 0.0)
    steps = max(math.log(subgraphs / hits.sum(), _PART), 0.0)
    if bend > 0:
        steps = min(steps, max(slope / bend - 0.5, 0.0))
    growth = steps * (slope - bend * (1 + steps) / 2)
    return float(min(round(whole * _PART**growth, 6), max(subgraphs, whole)))
