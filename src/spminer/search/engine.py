"""The walk engine: grows many walks together and scores each distinct pattern once per run.

A strategy decides which steps are taken; everything that costs time is here or below, in arrays::

    engine = WalkEngine(task, settings, monitor)
    walks = engine.seeds(1000)
    level = engine.expand(walks)          # every way to go on, scored; None if the run must end
    walks = level.grown(chosen_steps)
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer.errors import UsageError
from spminer.patterns import MAX_PATTERN_NODES
from spminer.search.scores import NeuralScores, anchor_sample
from spminer.search.walks import Level, Walks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from spminer.monitor import Monitor
    from spminer.search.settings import WalkSettings
    from spminer.search.task import Task

__all__ = ["Matches", "WalkEngine"]

# Patterns that are scored in one native call; the monitor is asked in between.
CHUNK = 4096
SEED_STREAM = 1


@dataclass(frozen=True, eq=False)
class Matches:
    """Where walks' patterns occur: anchors of walk ``w`` are ``anchors[offset[w]:offset[w + 1]]``."""

    offset: NDArray[np.int64]
    anchors: NDArray[np.int32]
    undecided: NDArray[np.int64]

    @classmethod
    def same(cls, anchors: NDArray[np.int32], count: int) -> Matches:
        """The same anchors for each of ``count`` walks."""
        offset = np.arange(count + 1, dtype=np.int64) * len(anchors)
        return cls(offset, np.tile(anchors, count), np.zeros(count, dtype=np.int64))

    @property
    def counts(self) -> NDArray[np.int64]:
        """Matching anchors of each walk."""
        return np.diff(self.offset)

    def take(self, chosen: NDArray[np.integer]) -> Matches:
        """The anchors of some of the walks."""
        counts = self.counts[chosen]
        offset = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        place = np.arange(offset[-1]) + np.repeat(self.offset[:-1][chosen] - offset[:-1], counts)
        return Matches(offset, self.anchors[place], self.undecided[chosen])


class WalkEngine:
    """Walks of one task. Scores are shares of the nodes, larger is better, and kept for the whole run."""

    def __init__(self, task: Task, settings: WalkSettings, monitor: Monitor) -> None:
        if not task.sizes or not 2 <= min(task.sizes) <= max(task.sizes) <= MAX_PATTERN_NODES:
            raise UsageError(f"walks find patterns of 2 to {MAX_PATTERN_NODES} nodes; sizes are {task.sizes}")
        self.task = task
        self.settings = settings
        self.monitor = monitor
        self.timing_s: dict[str, float] = {"embed": 0.0, "search": 0.0}
        self.anchors = anchor_sample(task, settings.anchors)
        self._target = task.graphs.target()
        self._scores: dict[int, dict[bytes, float]] = {}
        self._neural: NeuralScores | None = None

    @property
    def patterns(self) -> int:
        """Distinct patterns (or structures, where the score sees no labels) that were scored."""
        return sum(len(scores) for scores in self._scores.values())

    @property
    def neural(self) -> NeuralScores:
        """The model and its neighbourhoods."""
        if self._neural is None:
            self._neural = NeuralScores(self.task, self.settings)
        return self._neural

    def seeds(self, count: int) -> Walks:
        """Walks of one node: random nodes, hence graphs in proportion to their nodes, none twice while they last."""
        random = np.random.default_rng([self.task.seed, SEED_STREAM])
        nodes = self.task.graphs.num_nodes
        rounds = [random.permutation(nodes) for _ in range(-(-count // max(nodes, 1)))]
        return Walks.at(np.concatenate(rounds)[:count] if nodes else np.empty(0, np.int32))

    def expand(self, walks: Walks, *, stream: int = 0) -> Level | None:
        """Grow walks by every adjacent node and score what is new; ``None`` if the run must end."""
        with self._timed("search"):
            steps = _core.expand_walks(
                self._target,
                walks.nodes,
                walks.rows,
                self.monitor.control(),
                induced=self.task.induced,
                frontier=self.settings.frontier,
                seed=int(np.random.default_rng([self.task.seed, walks.size, stream]).integers(2**63)),
                threads=self.task.threads,
            )
        if not steps.complete:
            return None
        offset, node, mask, pattern = steps.take_steps()
        walk = np.repeat(np.arange(len(walks)), np.diff(offset))
        level = Level(walks, walk, node, mask, pattern, steps.keys(), np.zeros(len(steps.keys())))
        scores = self._matched(level) if self.settings.score == "matched" else self._embedded(steps, walks.size + 1)
        if scores is None:
            return None
        level.scores[:] = scores
        return level

    def match(self, walks: Walks, candidates: Matches) -> Matches | None:
        """Those candidate anchors that each walk's pattern matches in the target; ``None`` if the run must end."""
        with self._timed("search"):
            offset, anchors, undecided, complete = _core.count_walks(
                self._target,
                self.task.graphs.match_index(),
                walks.nodes,
                walks.rows,
                candidates.offset,
                candidates.anchors,
                self.monitor.control(),
                induced=self.task.induced,
                steps=self.settings.steps,
                threads=self.task.threads,
            )
        return Matches(offset, anchors, undecided) if complete else None

    def _embedded(self, steps: _core.WalkSteps, size: int) -> NDArray[np.float64] | None:
        structure, rows = steps.take_structures(size)
        keys = steps.structure_keys()
        known = self._scores.setdefault(size, {})
        fresh = [number for number, key in enumerate(keys) if key not in known]
        with self._timed("embed"):
            for start in range(0, len(fresh), CHUNK):
                if self.monitor.stopped:
                    return None
                chunk = fresh[start : start + CHUNK]
                values = self.neural.score(rows[chunk])
                known.update(zip((keys[number] for number in chunk), values.tolist(), strict=True))
                self.monitor.update(stage="search", size=size, patterns=self.patterns)
        return np.array([known[key] for key in keys], dtype=np.float64)[structure]

    def _matched(self, level: Level) -> NDArray[np.float64] | None:
        known = self._scores.setdefault(level.size, {})
        fresh = np.array([number for number, key in enumerate(level.keys) if key not in known], dtype=np.int64)
        first = level.first_steps()
        for start in range(0, len(fresh), CHUNK):
            chunk = fresh[start : start + CHUNK]
            found = self.match(level.grown(first[chunk]), Matches.same(self.anchors, len(chunk)))
            if found is None:
                return None
            shares = (found.counts / max(len(self.anchors), 1)).tolist()
            known.update(zip((level.keys[number] for number in chunk), shares, strict=True))
            self.monitor.update(stage="search", size=level.size, patterns=self.patterns)
        return np.array([known[key] for key in level.keys], dtype=np.float64)

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.timing_s[stage] += time.perf_counter() - start
