"""Comparison with shuffled copies of the target: a null model.

Each copy is made, counted and dropped by one thread. Those that a search looks at (scouts) are not those that judge.
"""

from __future__ import annotations

import hashlib
import math
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from spminer.against.counts import NullCounter, middle
from spminer.against.description import Description
from spminer.against.samples import use_samples
from spminer.against.significance import judge
from spminer.against.surprise import surprise
from spminer.counting.query import Query
from spminer.errors import UsageError
from spminer.frequencies import Frequency
from spminer.nulls import NullModel
from spminer.running.states import Codec, States

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.against.comparison import CountAll, JudgedAll
    from spminer.against.samples import Use
    from spminer.against.terms import Terms
    from spminer.graphs import GraphCollection
    from spminer.nulls import ModelName
    from spminer.patterns import Pattern
    from spminer.results.contrast import Contrast
    from spminer.running.monitor import Monitor

__all__ = ["NullComparison"]

T = TypeVar("T")

# Bits are told by occurrences at so many random nodes, the first of a few at each that shares no node with another.
_PLACES, _TRIES, _STEPS = 600, 4, 1000
_PLACES_STREAM = 0xB175  # of random numbers, so that no other part draws the same
_SCOUTS = 2  # graphs that a search looks at
_SCOUT_OFFSET = 1 << 30  # their numbers, beyond those of all samples that judge
_JUDGED_PER_MOTIF = 1.5
_LEAST_SAMPLES = 2  # without two there is no spread
_KEEP_EVERY_S = 5.0
_ROWS = Codec["NDArray[Any]"](pack=lambda rows: {"rows": rows}, unpack=lambda state: state["rows"])


class NullComparison:
    """Shuffled copies of the target."""

    def __init__(self, graphs: GraphCollection, terms: Terms, model: ModelName) -> None:
        self.graphs, self.terms = graphs, terms
        self.name: str = model
        self.objective, self.tables, self.sampled = terms.objective, terms.samples + 1, True
        self.digest = ""  # the target, the model and the seed say it all
        self._model = NullModel(graphs, model, seed=terms.seed, threads=1)
        self._scouts: tuple[GraphCollection, ...] | None = None

    def prepare(self, monitor: Monitor) -> None:
        """Make the copies for the search; refuse a graph that has no others like it."""
        if self._scouts is not None:
            return
        numbers = range(_SCOUT_OFFSET, _SCOUT_OFFSET + _SCOUTS)
        monitor.update(stage="randomize", done=0, total=_SCOUTS)
        made = tuple(use_samples(self._model, numbers, _itself, monitor, threads=self.terms.threads))
        if len(made) < _SCOUTS:
            return
        if self._model.mixing(numbers[0]).rigid:
            raise UsageError(
                f"what {self.name!r} keeps determines this graph, so that there is nothing to compare it with; "
                "choose another null model, such as 'er', or another graph"
            )
        self._scouts = made

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """Two copies that judge nothing; none if there was no time for them."""
        return self._scouts or ()

    def judged(self, top: int) -> int:
        """Somewhat more than are asked for: those that a search puts last hardly rise to the top, and samples cost."""
        return math.ceil(_JUDGED_PER_MOTIF * top)

    def judge(
        self,
        patterns: Sequence[Pattern],
        found: Sequence[Frequency],
        monitor: Monitor,
        states: States | None = None,
    ) -> tuple[Contrast, ...] | None:
        """Counts in fresh copies; those of a run that was killed are taken from its states."""
        states = states or States()
        name = f"judged-{_digest(patterns)}"
        kept = states.kept(name, _ROWS)
        rows = [] if kept is None else list(kept)
        monitor.update(stage="judge", done=len(rows), total=self.terms.samples, call=0)
        kept_at = time.monotonic()
        for row in self._used(partial(self._row, patterns), monitor, after=len(rows)):
            rows.append(row)
            monitor.update(done=len(rows))
            if time.monotonic() - kept_at > _KEEP_EVERY_S or len(rows) == self.terms.samples:
                states.keep(name, np.array(rows), _ROWS)
                kept_at = time.monotonic()
        return self._contrasts(patterns, found, np.array(rows), monitor)

    def judge_all(self, found: Mapping[Pattern, Frequency], count_all: CountAll, monitor: Monitor) -> JudgedAll | None:
        """Counts of every pattern in every copy: those that only copies have are judged too."""
        monitor.update(stage="judge", done=0, total=self.terms.samples, call=0)
        tables: list[dict[Pattern, int]] = []
        for table in self._used(lambda copy, _, part: count_all(copy, part, threads=1), monitor):
            tables.append(table)
            monitor.update(done=len(tables))
        here = {**dict.fromkeys((pattern for table in tables for pattern in table), Frequency.exact(0)), **found}
        rows = np.array([[table.get(pattern, 0) for pattern in here] for table in tables], dtype=np.float64)
        contrasts = self._contrasts(tuple(here), tuple(here.values()), rows, monitor)
        if contrasts is None:
            return None
        return {pattern: (here[pattern], one) for pattern, one in zip(here, contrasts, strict=True)}

    def surprise(self, found: Frequency, contrast: Contrast) -> float:
        """Beside the mean of the copies."""
        return float(surprise(found.value, contrast.expected or 0.0))

    def _used(self, use: Use[T], monitor: Monitor, after: int = 0) -> Iterator[T]:
        numbers = range(after, self.terms.samples)
        return use_samples(self._model, numbers, use, monitor, threads=self.terms.threads)

    def _row(
        self, patterns: Sequence[Pattern], copy: GraphCollection, number: int, monitor: Monitor
    ) -> list[float] | None:
        counted = NullCounter(copy, self.terms, number).count(patterns, monitor)
        return None if counted is None else [middle(frequency) for frequency in counted]

    def _contrasts(
        self, patterns: Sequence[Pattern], found: Sequence[Frequency], rows: NDArray[Any], monitor: Monitor
    ) -> tuple[Contrast, ...] | None:
        if len(rows) < _LEAST_SAMPLES:
            return None
        values = [frequency.value for frequency in found]
        low = [frequency.low for frequency in found]
        high = [np.nan if frequency.high is None else frequency.high for frequency in found]
        contrasts = judge(values, rows, model=self.name, low=low, high=high)
        bits = self._bits(patterns, monitor)
        return tuple(replace(contrast, bits=saved) for contrast, saved in zip(contrasts, bits, strict=True))

    def _bits(self, patterns: Sequence[Pattern], monitor: Monitor) -> list[float | None]:
        """What each pattern saves in a description of the graph: a second opinion that needs no samples."""
        if self.graphs.num_graphs != 1:
            return [None] * len(patterns)
        sources, targets, _ = self.graphs.edges()
        whole = Description(np.stack([sources, targets], axis=1), self.graphs.num_nodes, directed=self.graphs.directed)
        tell = partial(self._bits_of, whole, monitor=monitor)
        with ThreadPoolExecutor(self.terms.threads or os.cpu_count() or 1) as pool:
            return list(pool.map(tell, patterns))

    def _bits_of(self, whole: Description, pattern: Pattern, monitor: Monitor) -> float | None:
        if pattern.directed != self.graphs.directed:
            return None
        plain = replace(pattern, anchor=None)
        found = self._disjoint(plain, monitor.part())
        saving = None if found is None else whole.saving(plain, found)
        return None if saving is None else saving.bits

    def _disjoint(self, pattern: Pattern, monitor: Monitor) -> NDArray[np.int32] | None:
        """Occurrences all over the graph that share no node, from one random anchor after the other."""
        anchored = replace(pattern, anchor=0)
        query = Query.make(anchored, self.graphs, induced=self.terms.induced, threads=1)
        random = np.random.default_rng([self.terms.seed, _PLACES_STREAM])
        taken = np.zeros(self.graphs.num_nodes, dtype=bool)
        rows = []
        for anchor in random.permutation(self.graphs.num_nodes)[:_PLACES].astype(np.int32):
            if taken[anchor]:
                continue
            control = monitor.control()
            found = query.embeddings(control, _TRIES, among=np.array([anchor]), steps=_STEPS)
            if control.stop_reason is not None:
                return None
            free = found[~taken[found].any(axis=1)][:1]
            taken[free] = True
            rows.append(free)
        return np.concatenate(rows) if rows else np.empty((0, pattern.size), np.int32)


def _itself(sample: GraphCollection, number: int, monitor: Monitor) -> GraphCollection:  # noqa: ARG001 (a Use)
    return sample


def _digest(patterns: Sequence[Pattern]) -> str:
    """A short name for patterns in their order."""
    return hashlib.sha256("\n".join(pattern.text for pattern in patterns).encode()).hexdigest()[:16]
