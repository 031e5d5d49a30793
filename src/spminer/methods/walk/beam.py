"""Beam search: the best patterns of every size go on; by default exact counts say which these are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from spminer._util.validation import check_choice, check_positive
from spminer.errors import UsageError
from spminer.methods.base import Method, SearchResult, Task
from spminer.methods.walk.engine import WalkEngine
from spminer.methods.walk.pool import Pool, SizeStates, best_first, result_of
from spminer.methods.walk.settings import WalkSettings
from spminer.methods.walk.verified_beam import search_verified
from spminer.methods.walk.walks import Expansion, Walks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor

__all__ = ["METHOD", "BeamSettings", "Scope", "search"]

Scope = Literal["global", "seed"]
LOT_STREAM = 3


@dataclass(frozen=True, slots=True)
class BeamSettings(WalkSettings):
    """Settings of beam search.

    Attributes
    ----------
    walks
        Occurrences that are grown at each size; the beam's patterns have equal shares of them.
    width
        Patterns that go on at each size.
    scope
        ``"global"``: one beam for all walks. ``"seed"``: a beam of this width for each of ``walks`` starts.
    verify
        Count before choosing: the ``checks * width`` patterns with the best scores are counted at the sampled anchors,
        and the counts decide. Otherwise the scores do. Needs the global scope.
    checks
        Patterns counted for each one that goes on.
    """

    walks: int = 1000
    width: int = 100
    scope: Scope = "global"
    verify: bool = True
    checks: int = 4

    def __post_init__(self) -> None:
        WalkSettings.__post_init__(self)
        check_positive(self, "walks", "width", "checks")
        check_choice(self, "scope", Scope)
        if self.verify and self.scope == "seed":
            raise UsageError("verify steers one beam for all walks; use scope='global' or verify=False")


def search(task: Task, settings: BeamSettings, monitor: Monitor) -> SearchResult:
    """Grow the beam node by node up to the largest size; every size on the way is recorded."""
    engine = WalkEngine(task, settings, monitor)
    if settings.verify:
        pools = search_verified(engine, walks=settings.walks, width=settings.width, checks=settings.checks)
    else:
        pools = _search_by_score(engine, settings)
    return result_of(engine, pools, walks=settings.walks, verified=settings.verify)


def _search_by_score(engine: WalkEngine, settings: BeamSettings) -> dict[int, Pool]:
    task, monitor = engine.task, engine.monitor
    states = SizeStates(task, "beam")
    pools, state = states.resume()
    walks = Walks(state["nodes"], state["rows"]) if state else engine.seeds(settings.walks)
    owner: NDArray[Any] = state["owner"] if state else np.arange(len(walks)) * (settings.scope == "seed")
    for size in range(walks.size + 1, max(task.sizes) + 1):
        monitor.update(stage="search", size=size, done=size - 2, total=max(task.sizes) - 1)
        expansion = None if monitor.stopped else engine.expand(walks)
        if expansion is None:
            break
        pools[size] = Pool.of(expansion, *best_first(expansion, expansion.steps_per_pattern(), "score", task.trials))
        steps = _going(expansion, owner, settings, task.seed)
        walks, owner = expansion.grown(steps), owner[expansion.walk[steps]]
        states.keep(size, pools[size], nodes=walks.nodes, rows=walks.rows, owner=owner)
        monitor.update(patterns=engine.patterns, best=float(expansion.scores.max(initial=0)) * task.graphs.num_nodes)
    return pools


def _going(expansion: Expansion, owner: NDArray[np.int64], settings: BeamSettings, seed: int) -> NDArray[np.intp]:
    """Steps to the best patterns of every owner: equally many to each, drawn by lot."""
    pair = owner[expansion.walk] * len(expansion.keys) + expansion.pattern
    lot = np.random.default_rng([seed, LOT_STREAM, expansion.size]).random(len(pair))
    kept = np.isin(pair, pair[_best_of_owners(expansion, owner, pair, settings.width)])
    steps = np.flatnonzero(kept)
    steps = steps[np.lexsort((lot[steps], pair[steps]))]
    each = max(settings.walks // max(len(np.unique(pair[steps])), 1), 1)
    return steps[_rank_within(pair[steps]) < each]


def _best_of_owners(
    expansion: Expansion, owner: NDArray[np.int64], pair: NDArray[np.int64], width: int
) -> NDArray[np.intp]:
    """A step to each of the ``width`` best patterns of every owner."""
    _, step = np.unique(pair, return_index=True)
    owners = owner[expansion.walk[step]]
    order = np.lexsort((expansion.pattern[step], -expansion.scores[expansion.pattern[step]], owners))
    return step[order[_rank_within(owners[order]) < width]]


def _rank_within(groups: NDArray[np.integer]) -> NDArray[np.int64]:
    """For sorted group numbers, the rank of each entry in its group.

    >>> _rank_within(np.array([3, 3, 5, 5, 5])).tolist()
    [0, 1, 0, 1, 2]
    """
    _, start, count = np.unique(groups, return_index=True, return_counts=True)
    rank: NDArray[np.int64] = np.arange(len(groups)) - np.repeat(start, count)
    return rank


METHOD = Method(
    name="beam",
    summary="the best patterns of every size go on, confirmed by exact counts",
    settings=BeamSettings,
    search=search,
    embeds=True,
)
