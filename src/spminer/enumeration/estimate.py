"""Estimates of what enumerating a size will cost, made once before the work starts and carried to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.enumeration.engines import check_size, engine_possible, planned_engine
from spminer.enumeration.variety import estimate_classes
from spminer.errors import UsageError
from spminer.results.frequency import Frequency
from spminer.results.request import Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection

__all__ = [
    "SUBGRAPHS_PER_SECOND",
    "enumeration_work",
    "enumeration_works",
    "estimate_subgraphs",
    "subgraphs_to_visit",
]

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
    engine = planned_engine(graphs, size, number, memory_limit)
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
    if plain or visit.seconds <= tally.seconds or not engine_possible(graphs, size, "tally"):
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
