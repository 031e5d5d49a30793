"""Beam search: the best patterns of a level go on, and exact counts can say which these are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from spminer.search.engine import Matches, WalkEngine
from spminer.search.pool import Pool, States, pool_size, result_of
from spminer.search.settings import WalkSettings, check_choice, check_positive
from spminer.search.task import Method, SearchResult, Task
from spminer.search.walks import Level, Walks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.monitor import Monitor

__all__ = ["METHOD", "BeamSettings", "Scope", "search"]

Scope = Literal["global", "seed"]
LOT_STREAM = 3


@dataclass(frozen=True, slots=True)
class BeamSettings(WalkSettings):
    """Settings of beam search.

    Attributes
    ----------
    walks
        Random nodes to start from; in a global beam also the number of occurrences that are grown at each level,
        shared out evenly among the beam's patterns.
    width
        Patterns that go on at each level.
    scope
        ``"global"``: one beam for all walks. ``"seed"``: a beam of this width for each start.
    verify
        Count before choosing: the ``checks * width`` patterns with the best scores are matched exactly at the sample
        of anchors where their parents were found, and the true shares decide. Otherwise the scores do.
    checks
        Patterns counted for each place in the beam.
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


@dataclass(frozen=True, eq=False)
class Beam:
    """Walks that go on, the start (owner) that each belongs to, and the anchors of each walk's pattern."""

    walks: Walks
    owner: NDArray[np.int64]
    slot: NDArray[np.int64]
    matches: Matches


def search(task: Task, settings: BeamSettings, monitor: Monitor) -> SearchResult:
    """Grow the beam level by level up to the largest size; every size on the way is recorded."""
    engine = WalkEngine(task, settings, monitor)
    states = States(task, "beam")
    pools, state = states.resume()
    beam = _loaded(state) if state else _start(engine, settings)
    for size in range(beam.walks.size + 1, max(task.sizes) + 1):
        monitor.update(stage="search", size=size, done=size - 2, total=max(task.sizes) - 1)
        level = None if monitor.stopped else engine.expand(beam.walks)
        ranked = None if level is None else _ranked(engine, level, beam, settings)
        if level is None or ranked is None:
            break
        pools[size] = Pool.of(level, ranked.order[: pool_size(task)], ranked.scores)
        beam = _next_beam(level, beam, ranked, settings, task.seed)
        states.save(size, pools[size], **_arrays(beam))
        best = float(ranked.scores.max(initial=0)) * task.graphs.num_nodes
        monitor.update(patterns=engine.patterns, best=best)
    return result_of(engine, pools, walks=settings.walks, verified=settings.verify)


@dataclass(frozen=True, eq=False)
class _Ranked:
    """Patterns of a level that may go on, best first; scores of all (-1 where not); and the anchors of ``order``."""

    order: NDArray[np.intp]
    scores: NDArray[np.float64]
    matches: Matches


def _ranked(engine: WalkEngine, level: Level, beam: Beam, settings: BeamSettings) -> _Ranked | None:
    popular = level.steps_per_pattern()
    order = np.lexsort((-popular, -level.scores))
    if not settings.verify:
        return _Ranked(order, level.scores, Matches.same(engine.anchors[:0], len(order)))
    chosen = _best_of_owners(level, beam.owner, level.scores, settings.checks * settings.width)
    checked = order[np.isin(order, level.pattern[chosen])]
    first = level.first_steps()[checked]
    # A pattern's anchors are anchors of its parent: nowhere else can it be.
    found = engine.match(level.grown(first), beam.matches.take(beam.slot[level.walk[first]]))
    if found is None:
        return None
    scores = np.full(len(level.keys), -1.0)
    scores[checked] = found.counts / max(len(engine.anchors), 1)
    by_count = np.argsort(-found.counts, kind="stable")
    by_count = by_count[found.counts[by_count] > 0]
    return _Ranked(checked[by_count], scores, found.take(by_count))


def _next_beam(level: Level, beam: Beam, ranked: _Ranked, settings: BeamSettings, seed: int) -> Beam:
    """Occurrences of the patterns that go on: equally many of each, drawn by lot."""
    scores = np.full(len(level.keys), -np.inf)
    scores[ranked.order] = ranked.scores[ranked.order]
    kept = _best_of_owners(level, beam.owner, scores, settings.width)
    pair = _pairs(level, beam.owner)
    going = np.flatnonzero(np.isin(pair, pair[kept]))
    lot = np.random.default_rng([seed, LOT_STREAM, level.size]).random(len(going))
    going = going[np.lexsort((lot, pair[going]))]
    _, start, count = np.unique(pair[going], return_index=True, return_counts=True)
    place = np.arange(len(going)) - np.repeat(start, count)
    going = going[place < max(settings.walks // max(len(start), 1), 1)]
    slots, slot = np.unique(level.pattern[going], return_inverse=True)
    rank_of = np.zeros(len(level.keys), dtype=np.int64)
    rank_of[ranked.order] = np.arange(len(ranked.order))
    return Beam(level.grown(going), beam.owner[level.walk[going]], slot, ranked.matches.take(rank_of[slots]))


def _pairs(level: Level, owner: NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for the owner and the pattern of each step."""
    return owner[level.walk] * len(level.keys) + level.pattern


def _best_of_owners(
    level: Level, owner: NDArray[np.int64], scores: NDArray[np.float64], width: int
) -> NDArray[np.intp]:
    """One step to each of the ``width`` best patterns of every owner; scores of -inf are out."""
    _, step = np.unique(_pairs(level, owner), return_index=True)
    step = step[scores[level.pattern[step]] > -np.inf]
    owners = owner[level.walk[step]]
    order = np.lexsort((level.pattern[step], -scores[level.pattern[step]], owners))
    _, start, count = np.unique(owners[order], return_index=True, return_counts=True)
    place = np.arange(len(order)) - np.repeat(start, count)
    return step[order[place < width]]


def _start(engine: WalkEngine, settings: BeamSettings) -> Beam:
    walks = engine.seeds(settings.walks)
    owner = np.arange(len(walks)) if settings.scope == "seed" else np.zeros(len(walks), dtype=np.int64)
    return Beam(walks, owner, np.zeros(len(walks), dtype=np.int64), Matches.same(engine.anchors, 1))


def _arrays(beam: Beam) -> dict[str, NDArray[np.generic]]:
    return {
        "nodes": beam.walks.nodes,
        "rows": beam.walks.rows,
        "owner": beam.owner,
        "slot": beam.slot,
        "offset": beam.matches.offset,
        "anchors": beam.matches.anchors,
        "undecided": beam.matches.undecided,
    }


def _loaded(state: dict[str, NDArray[np.generic]]) -> Beam:
    return Beam(
        Walks(state["nodes"], state["rows"]),
        state["owner"],
        state["slot"],
        Matches(state["offset"], state["anchors"], state["undecided"]),
    )


METHOD = Method("beam", "the best patterns of every size go on, confirmed by exact counts", BeamSettings, search)
