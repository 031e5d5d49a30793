"""Estimates of what enumerating a size will cost, made before the work starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer.enumeration.enumerate import estimate_subgraphs, planned_engine
from spminer.request import Work

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection

__all__ = ["SUBGRAPHS_PER_SECOND", "enumeration_work"]

# Rough speed of one thread: it tells seconds from days, not 4 seconds from 5.
SUBGRAPHS_PER_SECOND = 1e7
# What a census does per second and thread, in squares of degrees (benchmarks/bench_census.py).
_SQUARES_PER_SECOND = {3: 1e9, 4: 1e8, 5: 2e7}


def enumeration_work(graphs: GraphCollection, size: int, *, seed: int = 0, time_limit: float = 2.0) -> Work:
    """Estimate the work of enumerating one size, with at most ``time_limit`` seconds for the estimate.

    Examples
    --------
    >>> import spminer
    >>> ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)])
    >>> enumeration_work(ring, 4).engine
    'esu'
    """
    number = estimate_subgraphs(graphs, size, seed=seed, time_limit=time_limit)
    engine = planned_engine(graphs, size, number)
    if engine == "census":
        squares = float((np.diff(graphs.indptr).astype(np.float64) ** 2).sum())
        return Work(number, engine, squares / _SQUARES_PER_SECOND[size])
    seconds = number.value / SUBGRAPHS_PER_SECOND if number.kind == "estimate" else float("inf")
    return Work(number, engine, seconds)
