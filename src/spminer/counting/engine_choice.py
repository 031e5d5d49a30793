"""Variety of subgraphs: how many classes those of a size have, estimated from a sample.

Where classes are many, they cost more than the subgraphs: each needs a canonical form and a place in the tables. A
sample meets a part of them only; how fast new ones come up in it, and how that slows down, tells how many there are.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.errors import UsageError
from spminer.results.frequency import Frequency
from spminer.results.request import Work

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
    "enumeration_work",
    "enumeration_works",
    "estimate_subgraphs",
    "subgraphs_to_visit",
]


MAX_ENUMERATION_SIZE = 16
CENSUS_SIZES = range(3, 6)
# Below this many subgraphs visiting them all takes about a second; above, the census of small sizes is worth its
# fixed cost (benchmarks/bench_census.py).
CENSUS_FROM = 20_000_000
# Bytes that a census takes for each node (a number for each rooted pattern) and each edge, by size
# (benchmarks/bench_census.py).
_CENSUS_BYTES = {3: (64, 5), 4: (164, 9), 5: (660, 70)}


def choose_engine(graphs: GraphCollection, size: int, subgraphs: Frequency, memory_limit: int | None = None) -> Engine:
    """The census or not, for about this many subgraphs, or for more than could be estimated."""
    many = subgraphs.kind != "estimate" or subgraphs.value > CENSUS_FROM
    if not many or not census_possible(graphs, size):
        return "esu"
    return "census" if memory_limit is None or census_bytes(graphs, size) <= memory_limit else "esu"


def census_bytes(graphs: GraphCollection, size: int) -> int:
    """About how much memory a census takes besides the graphs.

    >>> from spminer.datasets import example
    >>> census_bytes(example(), 5)  # of 34 nodes and 78 edges
    27900
    """
    per_node, per_edge = _CENSUS_BYTES[size]
    return per_node * graphs.num_nodes + per_edge * graphs.num_edges


def can_use_engine(graphs: GraphCollection, size: int, engine: Engine) -> bool:
    """Whether an engine can count these graphs.

    >>> import spminer
    >>> arc = spminer.from_edges([(0, 1)], directed=True)
    >>> [can_use_engine(arc, 3, engine) for engine in ("esu", "census", "tally")]
    [True, False, True]
    """
    if engine == "census":
        return census_possible(graphs, size)
    return engine != "tally" or _core.can_tally(graphs.target(), size)


def census_possible(graphs: GraphCollection, size: int) -> bool:
    """Whether the census can count these graphs: plain ones, of small sizes, whose counts fit."""
    plain = not graphs.directed and graphs.node_labels is None and graphs.edge_labels is None
    if not plain or size not in CENSUS_SIZES:
        return False
    largest_degree = int(np.diff(graphs.indptr).max(initial=0))
    return bool(largest_degree ** (size - 1) < 2**64)


def check_size(size: int) -> None:
    """Refuse a size that no engine takes."""
    if not 2 <= size <= MAX_ENUMERATION_SIZE:
        raise UsageError(f"size must be 2 to {MAX_ENUMERATION_SIZE}, not {size}")


_SAMPLES = 16_000
_WALKS = 2  # the fewest that the sampler makes
_PART = 4  # samples are looked at in whole, and in parts that are each this many times smaller


def estimate_classes(
    graphs: GraphCollection,
    size: int,
    subgraphs: float,
    *,
    seed: int = 0,
    steps: int | None = None,
    time_limit: float | None = None,
) -> float | None:
    """Estimate how many classes (patterns without an anchor) about so many subgraphs of a size have.

    Within a factor of about 4, which is enough to tell seconds from hours; ``None`` if the steps (neighbors to look at)
    or the time ran out.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> round(estimate_classes(example(), 4, 2400))  # every class of 4 nodes is there
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
        threads=1,
        max_steps=steps or 0,
    )
    return classes_in(np.asarray(sampled.hits), subgraphs) if complete else None


def classes_in(hits: NDArray[np.integer], subgraphs: float) -> float:
    """How many classes there are among all subgraphs, by how often each was met in a sample of them.

    In logarithms, the number of classes over the number of subgraphs is a line that bends down: it is drawn through a
    sixteenth of the sample, a quarter and the whole, and followed with the same bend until it is level.

    >>> import numpy as np
    >>> classes_in(np.full(10, 500), 1e9)  # nothing new came up for long
    10.0
    >>> classes_in(np.ones(1000), 1e6)  # nothing came up twice
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


def _tau(size: int, subgraphs: float) -> float:
    """How fast a walk of the sampler must thin out to meet its part of the samples."""
    share = _SAMPLES / _WALKS / subgraphs
    return 0.0 if share >= 1 else math.log(share) / math.log(_core.rand_esu_chance(size, size, 1.0))


# Rough speed of one thread, and its time for each new class: a canonical form and places in tables, dearer the more
# nodes it has (benchmarks/bench_plans.py). They tell seconds from days, not 4 seconds from 5.
SUBGRAPHS_PER_SECOND = 2.5e7
_CLASS_S_PER_NODE = 2e-6
# The speed of a tally, which visits each subgraph twice, how many classes it tables, and what it takes to start.
_TALLIED_PER_SECOND, _TALLY_CLASSES, _TALLY_S = 6e6, 2**16, 5e-3
# Subgraphs whose classes need not be estimated: few enough for any number of classes, or hopeless anyway.
_FEW, _HOPELESS = 2000.0, 1e11
# What a census does per second and thread, in squares of degrees (benchmarks/bench_census.py).
_SQUARES_PER_SECOND = {3: 1e9, 4: 1e8, 5: 2e7}
# Entries of rows that an estimate looks at in a second on an ordinary machine: patience is counted in them, so that
# equal runs estimate, and plan, the same on busy machines and slow ones.
_STEPS_PER_SECOND = 4e8
# Seconds for the estimate of one size, and the share of a time limit that those of all sizes may take.
_PATIENCE_S, _PATIENCE_SHARE = 0.5, 0.1


def estimate_subgraphs(
    graphs: GraphCollection,
    size: int,
    *,
    probes: int = 20_000,
    seed: int = 0,
    steps: int | None = None,
    time_limit: float | None = None,
) -> Frequency:
    """Estimate how many connected subgraphs of one size there are, without enumerating them.

    Parameters
    ----------
    graphs
        The target.
    size
        Number of nodes of the subgraphs.
    probes
        Random nodes of the enumeration tree to visit at each of its levels.
    seed
        Seed of the choices.
    steps
        Neighbors to look at, after which what has been seen must do, the same on any machine; unless said, as many as
        the probes take.
    time_limit
        Seconds after which what has been seen must do, wherever that is.

    Returns
    -------
    Frequency
        The estimate with its 95 % interval (normal approximation), or the lower bound 0 if nothing was seen by then.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    >>> round(spminer.estimate_subgraphs(ring, 4).value)  # there are 50
    50
    """
    check_size(size)
    if steps is not None and steps < 1:
        raise UsageError(f"steps must be 1 or more, or None: {steps}")
    control = _core.Control(time_limit=time_limit)
    skeleton = graphs.target(direction=False, node_labels=False, edge_labels=False)
    value, error, made = _core.estimate_subgraphs(
        skeleton, size, control, probes=probes, seed=seed, max_steps=steps or 0
    )
    if made == 0 and graphs.num_nodes > 0:
        return Frequency(0.0, "lower_bound", 0.0, None)
    return Frequency(value, "estimate", max(value - 1.96 * error, 0.0), value + 1.96 * error)


def enumeration_work(
    graphs: GraphCollection,
    size: int,
    *,
    seed: int = 0,
    patience: float = 2.0,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Work:
    """Estimate the work of enumerating one size, by an engine whose memory stays within a limit from the start.

    The estimate takes as many steps as an ordinary machine takes in ``patience`` seconds, for what it counts first and
    again for classes, so that equal runs have equal plans; a run with a limit may end it by the clock too.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    >>> enumeration_work(ring, 4).engine
    'esu'
    """
    steps = max(int(patience * _STEPS_PER_SECOND), 1)
    number = estimate_subgraphs(graphs, size, seed=seed, steps=steps, time_limit=time_limit)
    engine = choose_engine(graphs, size, number, memory_limit)
    if engine == "census":
        squares = float((np.diff(graphs.indptr).astype(np.float64) ** 2).sum())
        return Work(number, engine, squares / _SQUARES_PER_SECOND[size])
    if number.kind != "estimate":
        return Work(number, engine, float("inf"))
    classes = _classes(graphs, size, number.value, seed, steps, time_limit)
    return _cheapest_visit(graphs, size, number, classes)


def _cheapest_visit(graphs: GraphCollection, size: int, subgraphs: Frequency, classes: float) -> Work:
    """The engine for subgraphs of about so many classes: a tally where labels make more of them than can be tabled."""
    number, class_s = subgraphs.value, size * _CLASS_S_PER_NODE
    visit = Work(subgraphs, "esu", number / SUBGRAPHS_PER_SECOND + classes * class_s)
    tally_s = number / _TALLIED_PER_SECOND + min(classes, _TALLY_CLASSES) * class_s + _TALLY_S
    tally = Work(subgraphs, "tally", tally_s)
    plain = not graphs.directed and graphs.node_labels is None and graphs.edge_labels is None
    if plain or visit.seconds <= tally.seconds or not can_use_engine(graphs, size, "tally"):
        return visit
    return tally


def _classes(
    graphs: GraphCollection, size: int, subgraphs: float, seed: int, steps: int, time_limit: float | None
) -> float:
    """Classes of the subgraphs; where that cannot be estimated in time, each may be one of its own."""
    if not _FEW < subgraphs < _HOPELESS:
        return min(subgraphs, _FEW)
    classes = estimate_classes(graphs, size, subgraphs, seed=seed, steps=steps, time_limit=time_limit)
    return subgraphs if classes is None else classes


def enumeration_works(
    graphs: GraphCollection,
    sizes: Iterable[int],
    monitor: Monitor,
    *,
    known: Mapping[int, Work] | None = None,
    memory_limit: int | None = None,
) -> dict[int, Work]:
    """The work of several sizes: what is known already, else a quick estimate that leaves the run most of its time.

    Examples
    --------
    >>> from spminer import Monitor
    >>> from spminer.datasets import example
    >>> works = enumeration_works(example(), (3, 4), Monitor())
    >>> enumeration_works(example(), (4, 5), Monitor(), known=works)[4] is works[4]
    True
    """
    known, sizes, left = known or {}, tuple(sizes), monitor.remaining
    limit = None if left is None else _PATIENCE_SHARE * left / len(sizes)
    return {
        size: known.get(size)
        or enumeration_work(graphs, size, patience=_PATIENCE_S, time_limit=limit, memory_limit=memory_limit)
        for size in sizes
    }


def subgraphs_to_visit(works: Iterable[Work]) -> int:
    """Subgraphs of all sizes, as units of progress; 1 at least of each, so that what is unknown is not done at once."""
    return sum(max(int(work.subgraphs.value), 1) for work in works)
