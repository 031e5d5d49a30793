"""The methods ``greedy`` and ``mlp``: walks that always take the step to the best pattern.

A walk starts at a random node and adds one adjacent node at each step. All walks have the same number of nodes and go
on together, so that each distinct pattern of a size is scored once (:mod:`spminer.methods.walks`). The score is the
share of penalty that is left over all neighborhoods, which stands for the paper's total penalty. Ties are drawn at
random from the seed. Every pattern that was scored on the way is a candidate of its size.

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

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.validation import check_at_least, check_choice, check_positive
from spminer.methods.base import Method, SearchResult, Task
from spminer.methods.pace import WalkPace
from spminer.methods.walks import (
    Expansion,
    Pool,
    Rank,
    SizeStates,
    WalkEngine,
    Walks,
    WalkSettings,
    best_first,
    extra_sizes,
    result_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor


@dataclass(frozen=True, slots=True)
class GreedySettings(WalkSettings):
    """Settings of greedy walks.

    Attributes
    ----------
    walks
        Walks, each from its own random node.
    score, anchors, steps
        As in :class:`WalkSettings`; ``"soft"`` is the paper's total penalty. ``"matched"`` looks at few anchors and
        finds far better patterns above 12 nodes in the same time (benchmarks/bench_methods.py).
    rank
        ``"score"`` proposes the best of all patterns scored on the way; ``"visits"`` those that most walks went
        through, as in the paper, which tells little of patterns above 12 nodes.
    beyond
        Sizes beyond the largest one asked for that are searched too, since parts of the motifs found there compete
        with what the walks to the largest size found.
    """

    anchors: int = 200
    steps: int = 200
    walks: int = 1000
    rank: Rank = "score"
    beyond: int = 4

    def __post_init__(self) -> None:
        # Not super(): slots make a new class, which the zero-argument form does not find.
        WalkSettings.__post_init__(self)
        check_positive(self, "walks")
        check_at_least(self, beyond=0)
        check_choice(self, "rank", Rank)


@dataclass(frozen=True, slots=True)
class MlpSettings(GreedySettings):
    """Settings of the perceptron baseline: those of greedy walks with smaller defaults.

    Attributes
    ----------
    model
        A model whose output is a perceptron.
    neighborhoods, walks
        As in :class:`spminer.methods.greedy.GreedySettings`.
    """

    model: str = "mlp"
    neighborhoods: int = 1000
    walks: int = 200


def search(task: Task, settings: GreedySettings, monitor: Monitor) -> SearchResult:
    """Grow all walks together up to the largest size; every size on the way is recorded."""
    engine = WalkEngine(task, settings, monitor)
    last = max((*task.sizes, *extra_sizes(task, settings.beyond)))
    states = SizeStates(task, "greedy", last)
    pools, state = states.resume()
    walks = Walks(state["nodes"], state["rows"]) if state else engine.seeds(settings.walks)
    scores, pace = np.zeros(len(walks)), WalkPace(monitor, max(task.sizes))
    for size in range(walks.size + 1, last + 1):
        monitor.update(stage="search", size=size, done=size - 2, total=last - 1)
        if monitor.stopped:
            break
        engine.prepare(size)
        best = np.argsort(-scores, kind="stable")[: pace.affordable(len(walks), size)]
        walks = walks.take(np.sort(best))
        with pace.timed(len(walks)):
            expansion = engine.expand(walks)
        if expansion is None:
            break
        steps = best_steps(expansion, task.seed)
        visits = np.bincount(expansion.pattern[steps], minlength=len(expansion.keys))
        pools[size] = Pool.of(expansion, *best_first(expansion, visits, settings.rank, task.trials))
        walks, scores = expansion.grown(steps), expansion.scores[expansion.pattern[steps]]
        if not pace.thinned:  # a run that is resumed has all of its walks
            states.keep(size, pools[size], nodes=walks.nodes, rows=walks.rows)
        monitor.update(patterns=engine.patterns, best=float(expansion.scores.max(initial=0)) * task.graphs.num_nodes)
    # Sizes beyond those asked for belong to the search: their parts may be among the best of a size asked for.
    found = result_of(engine, pools, complete=last in pools, walks=settings.walks)
    return replace(found, complete=False, stop_reason="time limit") if pace.thinned else found


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
)
MLP_METHOD = Method(
    name="mlp",
    summary="greedy walks scored by a perceptron (the paper's neural baseline)",
    settings=MlpSettings,
    search=search,
    embeds=True,
    estimates=True,
)
