"""The method ``beam``: several patterns of every size go on, by default chosen by exact counts.

The verified beam (``confirm=True``) holds patterns with one occurrence for each sampled anchor that they have. A level:

1. The chosen occurrences of all patterns are expanded by one node (:mod:`spminer.methods.walks`).
2. Two sources propose ``checks * width`` patterns: the best by score, and the best by how many occurrences lead to
   them. Their shares follow how many of their proposals went on at the size before, between 10 and 90 %.
3. Each proposal is counted at the sampled anchors. The anchors of a pattern are among those of the pattern that it grew
   from, so counting extends known occurrences, and searches where one does not extend.
4. The ``width`` patterns with the most anchors go on.

With ``confirm=False`` the scores choose, in one beam for all walks or in one beam per seed (``scope``).

Invariants: in the verified beam a pattern's score is its share of the sampled anchors, a lower bound where a search
used up its steps. Results do not depend on the number of threads.

Time limit: a run that is stopped has the pools of the sizes that it finished, and is incomplete.

Reference: the beam search of Ying and others, "Representation Learning for Frequent Subgraph Mining", 2024; exact
counts during the search are an addition of this package.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from spminer._util.options import option
from spminer.errors import UsageError
from spminer.methods.base import Method, SearchResult, Task
from spminer.methods.walks import (
    PAPER,
    Expansion,
    Occurrences,
    Pool,
    Rank,
    State,
    WalkEngine,
    Walks,
    WalkSettings,
    best_first,
    result_of,
    run_walks,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor

Scope = Literal["global", "seed"]


@dataclass(frozen=True, slots=True)
class BeamSettings(WalkSettings):
    """Settings of beam search."""

    walks: int = option(
        1000, "Occurrences that are grown at each size; the beam's patterns have equal shares of them.", minimum=1
    )
    width: int = option(100, "Patterns that go on at each size.", minimum=1)
    scope: Scope = option(
        "global", '``"global"``: one beam for all walks. ``"seed"``: a beam of this width for each of ``walks`` starts.'
    )
    confirm: bool = option(
        True,
        "Count before choosing: the ``checks * width`` patterns with the best scores are counted at the "
        "sampled anchors, and the counts decide. Otherwise the scores do. Needs the global scope.",
    )
    checks: int = option(4, "Patterns counted for each one that goes on.", minimum=1)
    rank: Rank = option(
        "score",
        'Without ``confirm``: ``"score"`` proposes the best of all patterns scored on the way; ``"visits"`` those that '
        "most walks went through, as in the paper.",
    )

    def __post_init__(self) -> None:
        WalkSettings.__post_init__(self)  # not super(), which slots break
        if self.confirm and self.scope == "seed":
            raise UsageError("confirm steers one beam for all walks; use scope='global' or confirm=False")
        if self.confirm and self.rank == "visits":
            raise UsageError("confirm ranks by counts; use rank='score' or confirm=False")


def search(task: Task, settings: BeamSettings, monitor: Monitor) -> SearchResult:
    """Grow the beam node by node up to the largest size; every size on the way is recorded."""
    engine = WalkEngine(task, settings, monitor)
    name, levels = ("steered", _levels_verified) if settings.confirm else ("beam", _levels_by_score)
    pools = run_walks(engine, name, max(task.request.sizes), partial(levels, engine, settings))
    return result_of(engine, pools, walks=settings.walks, verified=settings.confirm)


_VERIFIED_LOT_STREAM = 4
# Patterns that are scored for each candidate, by their occurrences.
SCORED = 4
# Each source of proposals keeps a share: it may be the better one at the next size.
TRUST_RANGE = (0.1, 0.9)


def _levels_verified(
    engine: WalkEngine, settings: BeamSettings, state: State
) -> Iterator[tuple[Pool, float, State | None]]:
    """One size after the other, by shares of the sampled anchors."""
    beam = Occurrences(state["rows"], state["offset"], state["nodes"]) if state else _single_nodes(engine)
    trust = float(state["trust"]) if state else 0.5
    while True:
        size = beam.rows.shape[1] + 1
        random = np.random.default_rng([engine.task.request.seed, _VERIFIED_LOT_STREAM, size])
        beam = beam.choose(settings.walks, random)
        expansion = engine.grow(beam.walks())
        count = settings.checks * settings.width
        candidates = None if expansion is None else _propose(engine, expansion, beam, count, trust)
        if expansion is None or candidates is None:
            return
        found = engine.confirm(beam, expansion, expansion.first_steps()[candidates.patterns])
        if found is None:
            return
        order = np.argsort(-found.counts, kind="stable")
        order = order[found.counts[order] > 0]
        pool = _pool(engine, expansion, candidates.patterns[order], found.counts[order])
        kept = order[: settings.width]
        beam, trust = found.take(kept), candidates.new_trust(kept)
        yield (
            pool,
            float(pool.scores.max(initial=0)),
            {"rows": beam.rows, "offset": beam.offset, "nodes": beam.nodes, "trust": np.array(trust)},
        )


def _single_nodes(engine: WalkEngine) -> Occurrences:
    """The sampled anchors as occurrences of the patterns of one node, one for each label."""
    graphs = engine.task.graphs
    labels = np.zeros(graphs.num_nodes, np.int32) if graphs.node_labels is None else graphs.node_labels
    own = labels[engine.anchors]
    order = np.argsort(own, kind="stable")
    counts = np.unique(own, return_counts=True)[1]
    offset = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return Occurrences(np.zeros((len(counts), 1), np.uint64), offset, engine.anchors[order].reshape(-1, 1))


def _propose(
    engine: WalkEngine, expansion: Expansion, beam: Occurrences, count: int, trust: float
) -> _Candidates | None:
    """The patterns to count: the best by score and the best by how many occurrences lead to them.

    Above about 12 nodes the learned scores of rare patterns are too high. The number of occurrences that lead to a
    pattern is an unbiased but coarse estimate.
    """
    expected = _expected_counts(expansion, beam)
    by_occurrence = np.argsort(-expected, kind="stable")[: SCORED * count]
    if engine.score(expansion, by_occurrence) is None:
        return None
    by_score = by_occurrence[np.argsort(-expansion.scores[by_occurrence], kind="stable")]
    scored = by_score[: round(trust * count)]
    others = by_occurrence[~np.isin(by_occurrence, scored)][: count - len(scored)]
    patterns = np.concatenate([scored, others])
    return _Candidates(patterns, np.isin(patterns, scored), np.isin(patterns, by_occurrence[: len(others)]))


def _expected_counts(expansion: Expansion, beam: Occurrences) -> NDArray[np.float64]:
    """Estimated anchors of each pattern: by the share of a parent's chosen occurrences that lead to it."""
    parent_of_walk = beam.pattern_of_walks()
    chosen = np.bincount(parent_of_walk, minlength=len(beam.rows))
    pairs = np.unique(expansion.walk * len(expansion.keys) + expansion.pattern)
    walk, pattern = np.divmod(pairs, len(expansion.keys))
    family, reached = np.unique(pattern * len(beam.rows) + parent_of_walk[walk], return_counts=True)
    pattern, parent = np.divmod(family, len(beam.rows))
    expected = np.zeros(len(expansion.keys))
    np.maximum.at(expected, pattern, reached * beam.counts[parent] / chosen[parent])
    return expected


@dataclass(frozen=True, eq=False)
class _Candidates:
    """Patterns to count, and which of them each source proposed."""

    patterns: NDArray[np.intp]
    by_score: NDArray[np.bool_]
    by_occurrence: NDArray[np.bool_]

    def new_trust(self, kept: NDArray[np.integer]) -> float:
        """The share of the next candidates that scores propose, by the rates at which proposals were kept."""
        score, occurrence = self.by_score[kept].sum() + 1, self.by_occurrence[kept].sum() + 1
        per_proposal = score / (self.by_score.sum() + 1), occurrence / (self.by_occurrence.sum() + 1)
        return float(np.clip(per_proposal[0] / sum(per_proposal), *TRUST_RANGE))


def _pool(engine: WalkEngine, expansion: Expansion, patterns: NDArray[np.integer], counts: NDArray[Any]) -> Pool:
    scores = np.zeros(len(expansion.keys))
    scores[patterns] = counts / max(len(engine.anchors), 1)
    return Pool.of(expansion, patterns[: engine.task.request.max_candidates], scores)


LOT_STREAM = 3


def _levels_by_score(
    engine: WalkEngine, settings: BeamSettings, state: State
) -> Iterator[tuple[Pool, float, State | None]]:
    """One size after the other, by scores alone."""
    walks = Walks(state["nodes"], state["rows"]) if state else engine.seeds(settings.walks)
    owner: NDArray[Any] = state["owner"] if state else np.arange(len(walks)) * (settings.scope == "seed")
    while (expansion := engine.expand(walks)) is not None:
        steps = _going(expansion, owner, settings, engine.task.request.seed)
        visits = expansion.steps_per_pattern()
        if settings.rank == "visits":
            visits = np.bincount(expansion.pattern[steps], minlength=len(expansion.keys))
        order = best_first(expansion, visits, settings.rank, engine.task.request.max_estimated_candidates)
        pool = Pool.of(expansion, *order)
        walks, owner = expansion.grown(steps), owner[expansion.walk[steps]]
        state = {"nodes": walks.nodes, "rows": walks.rows, "owner": owner}
        yield pool, float(expansion.scores.max(initial=0)), state


def _going(expansion: Expansion, owner: NDArray[np.int64], settings: BeamSettings, seed: int) -> NDArray[np.intp]:
    """Steps to the best patterns of every owner: equally many to each pattern, drawn at random."""
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
    # The paper gives no width; five options a walk keep the work within five greedy searches.
    presets={"paper": {**PAPER, "confirm": False, "scope": "seed", "width": 5, "walks": 1000}},
)
