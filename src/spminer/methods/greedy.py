"""The methods ``greedy`` and ``mlp``: walks that always take the step to the best pattern.

A walk starts at a random node and adds one adjacent node at each step. All walks have the same number of nodes and go
on together, so that each distinct pattern of a size is scored once (:mod:`spminer.methods.walks`). The score is the
share of penalty that is left over all neighborhoods, which stands for the paper's total penalty. Ties are drawn at
random from the seed. Every pattern that was scored on the way is a candidate of its size; with the preset ``paper``,
those that most walks went to are, in that order, and the score is the total penalty itself.

Anchored frequency only falls along a walk, so walks to the largest size answer all smaller sizes too. A few sizes
beyond it are searched as well: parts of larger finds compete with what the walks to the largest size found.

``mlp`` is the same search with a perceptron in place of the order embedding. It needs a forward pass for each pair of
pattern and neighborhood, so its defaults are smaller.

Time limit: each size gets an equal share of the time that is left. If it does not suffice for all walks, those at the
best patterns go on, and the result is incomplete with the stop reason ``"time limit"``.

Reference: Ying, Fu, Wang, You, Wang and Leskovec, "Representation Learning for Frequent Subgraph Mining" (SPMiner),
arXiv 2402.14367, 2024.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.options import option
from spminer.methods.base import Method, SearchResult, Task
from spminer.methods.walks import (
    PAPER,
    Expansion,
    Pool,
    Rank,
    State,
    WalkEngine,
    Walks,
    WalkSettings,
    best_first,
    extra_sizes,
    result_of,
    run_walks,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor


@dataclass(frozen=True, slots=True)
class GreedySettings(WalkSettings):
    """Settings of greedy walks."""

    anchors: int = option(
        200,
        'As in :class:`WalkSettings`; ``"matched"`` looks at few anchors and finds far better patterns above '
        "12 nodes in the same time (benchmarks/bench_methods.py).",
        minimum=1,
    )
    steps: int = option(200, "Matching steps per anchor before it counts as no match.", minimum=1)
    walks: int = option(1000, "Walks, each from its own random node.", minimum=1)
    rank: Rank = option(
        "score",
        '``"score"`` proposes the best of all patterns scored on the way; ``"visits"`` those that most walks '
        "went through, as in the paper, which ranks patterns above 12 nodes poorly.",
    )
    beyond: int = option(
        4,
        "Sizes beyond the largest one asked for that are searched too, since parts of the motifs found there "
        "compete with what the walks to the largest size found.",
        minimum=0,
    )


@dataclass(frozen=True, slots=True)
class MlpSettings(GreedySettings):
    """Settings of the perceptron baseline: those of greedy walks with smaller defaults."""

    model: str = option("mlp", "A model whose output is a perceptron.")
    neighborhoods: int = option(1000, "How many neighborhoods estimate frequencies.", minimum=1)
    walks: int = option(200, "Walks, each from its own random node.", minimum=1)


def search(task: Task, settings: GreedySettings, monitor: Monitor) -> SearchResult:
    """Grow all walks together up to the largest size; every size on the way is recorded."""
    request = task.request
    engine = WalkEngine(task, settings, monitor)
    last = max((*request.sizes, *extra_sizes(task, settings.beyond)))
    budget = WalkBudget(monitor, max(request.sizes))

    def levels(state: State) -> Iterator[tuple[Pool, float, State | None]]:
        walks = Walks(state["nodes"], state["rows"]) if state else engine.seeds(settings.walks)
        scores = np.zeros(len(walks))
        while True:
            size = walks.size + 1
            engine.prepare(size)
            best = np.argsort(-scores, kind="stable")[: budget.affordable(len(walks), size)]
            walks = walks.take(np.sort(best))
            with budget.timed(len(walks)):
                expansion = engine.expand(walks)
            if expansion is None:
                return
            steps = best_steps(expansion, request.seed)
            visits = np.bincount(expansion.pattern[steps], minlength=len(expansion.keys))
            pool = Pool.of(expansion, *best_first(expansion, visits, settings.rank, request.max_estimated_candidates))
            walks, scores = expansion.grown(steps), expansion.scores[expansion.pattern[steps]]
            # A run that is resumed has all of its walks.
            kept = None if budget.thinned else {"nodes": walks.nodes, "rows": walks.rows}
            yield pool, float(expansion.scores.max(initial=0)), kept

    pools = run_walks(engine, "greedy", last, levels)
    # Sizes beyond those asked for belong to the search: their parts may be among the best of a size asked for.
    found = result_of(engine, pools, complete=last in pools, walks=settings.walks)
    return replace(found, complete=False, stop_reason="time limit") if budget.thinned else found


_SLOWER = 1.1  # assumed ratio of the time of a walk to that at the size before
_FEWEST = 10  # walks that always go on


class WalkBudget:
    """Number of walks that may go on at each size.

    Parameters
    ----------
    monitor
        The monitor of the search; without a time limit all walks go on.
    last
        The largest size asked for. Larger ones have the time that is left.

    Attributes
    ----------
    thinned
        Whether walks were dropped, so that the result differs from that without a limit.
    """

    def __init__(self, monitor: Monitor, last: int) -> None:
        self._monitor = monitor
        self._last = last
        self._seconds = 0.0  # that one walk took at the latest size
        self.thinned = False

    def affordable(self, walks: int, size: int) -> int:
        """Number of walks that an equal share of the time left suffices for.

        >>> from spminer._util.monitor import Monitor
        >>> WalkBudget(Monitor(), last=20).affordable(1000, 5)
        1000
        """
        left = self._monitor.remaining
        if left is None or size > self._last or not self._seconds:
            return walks
        share = left / (self._last - size + 1)
        affordable = max(int(share / (_SLOWER * self._seconds)), min(_FEWEST, walks))
        self.thinned |= affordable < walks
        return min(affordable, walks)

    @contextmanager
    def timed(self, walks: int) -> Iterator[None]:
        """Measure the time of a size."""
        started = time.perf_counter()
        yield
        self._seconds = (time.perf_counter() - started) / max(walks, 1)


TIE_STREAM = 2


def best_steps(expansion: Expansion, seed: int) -> NDArray[np.intp]:
    """For each walk that can go on, its step to the pattern with the best score; ties are drawn at random."""
    lot = np.random.default_rng([seed, TIE_STREAM, expansion.size]).random(len(expansion.pattern))
    order = np.lexsort((lot, -expansion.scores[expansion.pattern], expansion.walk))
    return order[np.unique(expansion.walk[order], return_index=True)[1]]


METHOD = Method(
    name="greedy",
    summary="walks that always take the best step (the paper's default)",
    settings=GreedySettings,
    search=search,
    embeds=True,
    estimates=True,
    presets={"paper": {**PAPER, "beyond": 0}},
)
MLP_METHOD = Method(
    name="mlp",
    summary="greedy walks scored by a perceptron (the paper's neural baseline)",
    settings=MlpSettings,
    search=search,
    embeds=True,
    estimates=True,
    presets={"paper": {**PAPER, "model": "mlp", "score": "soft", "neighborhoods": 10_000, "walks": 1000, "beyond": 0}},
)
