"""The verified beam: scores propose, exact counts at a sample of anchors decide who goes on.

Every pattern of the beam carries an occurrence for each sampled anchor it has. A larger pattern can only have anchors
of the one it grew from, so counting it means extending these occurrences, and searching where one does not extend.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.methods.walk.pool import Pool, SizeStates
from spminer.methods.walk.walks import Occurrences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.methods.walk.engine import WalkEngine
    from spminer.methods.walk.walks import Expansion

__all__ = ["search_verified"]

STATES = "steered"  # what checkpoints call them
LOT_STREAM = 4
# Patterns that are scored for each candidate, by their occurrences.
SCORED = 4
# Neither source of proposals is ever silenced: it may be right again at the next size.
TRUST_RANGE = (0.1, 0.9)


def search_verified(engine: WalkEngine, *, walks: int, width: int, checks: int) -> dict[int, Pool]:
    """Pools of every size up to the largest, by true shares of the sampled anchors.

    Parameters
    ----------
    engine
        The walks of a task.
    walks, width, checks
        As in :class:`spminer.methods.walk.beam.BeamSettings`.
    """
    task, monitor = engine.task, engine.monitor
    states = SizeStates(task, STATES)
    pools, state = states.resume()
    beam = Occurrences(state["rows"], state["offset"], state["nodes"]) if state else _single_nodes(engine)
    trust = float(state["trust"]) if state else 0.5
    for size in range(beam.rows.shape[1] + 1, max(task.sizes) + 1):
        monitor.update(stage="search", size=size, done=size - 2, total=max(task.sizes) - 1)
        beam = beam.choose(walks, np.random.default_rng([task.seed, LOT_STREAM, size]))
        expansion = None if monitor.stopped else engine.grow(beam.walks())
        candidates = None if expansion is None else _propose(engine, expansion, beam, checks * width, trust)
        if expansion is None or candidates is None:
            break
        found = engine.confirm(beam, expansion, expansion.first_steps()[candidates.patterns])
        if found is None:
            break
        order = np.argsort(-found.counts, kind="stable")
        order = order[found.counts[order] > 0]
        pools[size] = _pool(engine, expansion, candidates.patterns[order], found.counts[order])
        kept = order[:width]
        beam, trust = found.take(kept), candidates.new_trust(kept)
        states.keep(size, pools[size], rows=beam.rows, offset=beam.offset, nodes=beam.nodes, trust=np.array(trust))
        share = float(pools[size].scores.max(initial=0))
        monitor.update(patterns=engine.patterns, best=share * task.graphs.num_nodes)
    return pools


@dataclass(frozen=True, eq=False)
class _Candidates:
    """Patterns to count, and which of them the scores and the occurrences alone would have proposed."""

    patterns: NDArray[np.intp]
    by_score: NDArray[np.bool_]
    by_occurrence: NDArray[np.bool_]

    def new_trust(self, kept: NDArray[np.integer]) -> float:
        """The part of the next candidates that scores propose: as their proposals fared among these."""
        score, occurrence = self.by_score[kept].sum() + 1, self.by_occurrence[kept].sum() + 1
        per_proposal = score / (self.by_score.sum() + 1), occurrence / (self.by_occurrence.sum() + 1)
        return float(np.clip(per_proposal[0] / sum(per_proposal), *TRUST_RANGE))


def _propose(
    engine: WalkEngine, expansion: Expansion, beam: Occurrences, count: int, trust: float
) -> _Candidates | None:
    """The patterns worth counting: the best by score and the best by how many occurrences lead to them.

    Above 12 nodes or so the learned scores of rare patterns are too good; what the chosen occurrences extend to is an
    unbiased, if coarse, estimate. Neither is best everywhere, so each proposes a part of the candidates.
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
    """How many anchors each pattern has, judged by the part of a parent's chosen occurrences that lead to it."""
    parent_of_walk = beam.pattern_of_walks()
    chosen = np.bincount(parent_of_walk, minlength=len(beam.rows))
    pairs = np.unique(expansion.walk * len(expansion.keys) + expansion.pattern)
    walk, pattern = np.divmod(pairs, len(expansion.keys))
    family, reached = np.unique(pattern * len(beam.rows) + parent_of_walk[walk], return_counts=True)
    pattern, parent = np.divmod(family, len(beam.rows))
    expected = np.zeros(len(expansion.keys))
    np.maximum.at(expected, pattern, reached * beam.counts[parent] / chosen[parent])
    return expected


def _single_nodes(engine: WalkEngine) -> Occurrences:
    """The sampled anchors as occurrences of the patterns of one node, which labels tell apart."""
    graphs = engine.task.graphs
    labels = np.zeros(graphs.num_nodes, np.int32) if graphs.node_labels is None else graphs.node_labels
    own = labels[engine.anchors]
    order = np.argsort(own, kind="stable")
    counts = np.unique(own, return_counts=True)[1]
    offset = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return Occurrences(np.zeros((len(counts), 1), np.uint64), offset, engine.anchors[order].reshape(-1, 1))


def _pool(engine: WalkEngine, expansion: Expansion, patterns: NDArray[np.integer], counts: NDArray[Any]) -> Pool:
    scores = np.zeros(len(expansion.keys))
    scores[patterns] = counts / max(len(engine.anchors), 1)
    return Pool.of(expansion, patterns[: engine.task.proposals], scores)
