"""Sharing of verification: trials of anchors that a crew makes ahead, and patterns that are counted side by side.

Which trials are made, and how far they go, depends on those before. A crew makes them ahead by what is known when they
are sent; what it asked is told, and the trials themselves are then made here, with these answers, as if without it.
"""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from spminer.counting.matching import Query
from spminer.counting.sequential import AnchorTrial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.counting.sequential import Asked
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["TrialPiece", "counted_by", "foreseen", "make_trial", "node_order"]

# Streams of random numbers: no method draws the same, and the nodes that choose motifs are not those that they are
# reported from.
_ORDER_STREAM, _REPORT_STREAM = 0x0DE4, 0x4EF0
_SIDE_BY_SIDE = 8  # patterns whose pieces are under way together

_One = TypeVar("_One")
_Count = TypeVar("_Count")


@dataclass(frozen=True, slots=True)
class TrialPiece:
    """A trial to be made ahead; the attributes are what :class:`spminer.counting.sequential.AnchorTrial` is given."""

    pattern: Pattern
    induced: bool
    seed: int
    excluded: NDArray[np.int32]
    floor: float
    effort: int


def node_order(graphs: GraphCollection, seed: int, *, reported: bool = False) -> NDArray[np.int32]:
    """All nodes in random order, the same for all patterns; for those that are ``reported`` an independent one."""
    return _order(graphs.num_nodes, seed, _REPORT_STREAM if reported else _ORDER_STREAM)


@lru_cache(maxsize=3)
def _order(nodes: int, seed: int, stream: int) -> NDArray[np.int32]:
    order = np.random.default_rng([seed, stream]).permutation(nodes).astype(np.int32)
    order.flags.writeable = False
    return order


def foreseen(graphs: GraphCollection, pieces: Iterable[TrialPiece], monitor: Monitor) -> Iterator[Sequence[Asked]]:
    """What trials will ask, as far as a crew has made them ahead; nothing without one, and once the run is stopped."""
    made: Iterable[Sequence[Asked]] = ()
    if monitor.crew is not None:
        made = monitor.crew.results(make_trial, graphs, pieces, monitor, stage="verify")
    return itertools.chain(made, itertools.repeat(()))


def make_trial(graphs: GraphCollection, piece: TrialPiece, monitor: Monitor) -> list[Asked]:
    """Do a piece: all that a trial asks, with the answers."""
    query = Query.make(piece.pattern, graphs, induced=piece.induced, threads=1)
    trial = AnchorTrial(query, node_order(graphs, piece.seed), piece.excluded)
    trial.begin(monitor)
    trial.finish(monitor, piece.floor, effort=piece.effort)
    return trial.asked


def counted_by(
    count: Callable[[_One, Monitor], _Count], patterns: Iterable[_One], monitor: Monitor
) -> Iterator[tuple[_One, _Count]]:
    """What a function counts of each; several at a time where a crew has the work of each."""
    if monitor.crew is None:
        for one in patterns:
            yield one, count(one, monitor)
        return
    asked = list(patterns)
    with ThreadPoolExecutor(_SIDE_BY_SIDE, thread_name_prefix="spminer-count") as pool:
        yield from zip(asked, pool.map(lambda one: count(one, monitor.part()), asked), strict=True)
