"""Comparison with shuffled copies of the target: a null model.

Each copy is made, counted and dropped by one thread. Those that a search looks at (scouts) are not those that judge.
"""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from spminer._util.checkpoint import Codec, States
from spminer.against.counts import NullCounter
from spminer.against.samples import use_samples
from spminer.against.significance import UNDECIDED, judge, least_q_remarks, samples_for_q, undecided
from spminer.against.surprise import surprise
from spminer.errors import UsageError
from spminer.nulls import NullModel
from spminer.nulls.mixing import standstill
from spminer.patterns.pattern import pack_patterns, unpack_patterns
from spminer.results.frequency import Frequency
from spminer.results.request import SAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.against.comparison import CountAll, JudgedAll
    from spminer.against.samples import Use
    from spminer.against.terms import Terms
    from spminer.graphs import GraphCollection
    from spminer.nulls import ModelName
    from spminer.patterns import Pattern
    from spminer.results.motif import Contrast

__all__ = ["NullComparison"]

T = TypeVar("T")

_SCOUTS = 2  # graphs that a search looks at
_SCOUT_OFFSET = 1 << 30  # their numbers, beyond those of all samples that judge
_JUDGED_PER_MOTIF = 1.5
_LEAST_SAMPLES = 2  # without two there is no spread
_KEEP_EVERY_S = 5.0
_MOST_SAMPLES = 1000  # where the number is not given
_WORTH_S = 5.0  # rough seconds of one thread that these may take
_SHUFFLE_S = {
    "degree": 3e-6,
    "clustering": 1.5e-4,
}  # rough seconds for an edge of a copy; others take no longer than degree
_PATTERN_S = 3e-5  # rough seconds for a pattern in the table of one copy
_ROWS = Codec["NDArray[Any]"](pack=lambda rows: {"rows": rows}, unpack=lambda state: state["rows"])


def _pack_tables(tables: tuple[dict[Pattern, int], ...]) -> dict[str, NDArray[Any]]:
    patterns = {pattern: column for column, pattern in enumerate(dict.fromkeys(chain(*tables)))}
    return {
        "patterns": pack_patterns(patterns),
        "rows": np.array([len(table) for table in tables]),
        "columns": np.array([patterns[pattern] for table in tables for pattern in table], np.int32),
        "counts": np.array([count for table in tables for count in table.values()], np.int64),
    }


def _unpack_tables(state: Mapping[str, NDArray[Any]]) -> tuple[dict[Pattern, int], ...]:
    patterns = unpack_patterns(state["patterns"])
    ends = np.cumsum(state["rows"])[:-1]
    rows = zip(np.split(state["columns"], ends), np.split(state["counts"], ends), strict=True)
    return tuple(
        {patterns[column]: count for column, count in zip(columns.tolist(), counts.tolist(), strict=True)}
        for columns, counts in rows
    )


_TABLES = Codec["tuple[dict[Pattern, int], ...]"](_pack_tables, _unpack_tables)


class NullComparison:
    """Shuffled copies of the target."""

    def __init__(self, graphs: GraphCollection, terms: Terms, model: ModelName) -> None:
        self.graphs, self.terms = graphs, terms
        self.name: str = model
        self.objective, self.sampled = terms.objective, True
        self.tables = (terms.samples or SAMPLES) + 1
        self.remarks: tuple[str, ...] = ()
        self.digest = ""  # the target, the model and the seed say it all
        self._model = NullModel(graphs, model, seed=terms.seed, threads=1)
        self._scouts: tuple[GraphCollection, ...] | None = None

    def prepare(self, monitor: Monitor) -> None:
        """Make the copies for the search; refuse a graph that has no others like it."""
        if self._scouts is not None:
            return
        numbers = range(_SCOUT_OFFSET, _SCOUT_OFFSET + _SCOUTS)
        monitor.update(stage="randomize", done=0, total=_SCOUTS)
        made = tuple(use_samples(self._model, numbers, _itself, monitor, threads=self.terms.threads, here=True))
        if len(made) < _SCOUTS:
            return
        if still := standstill(self._model.mixing(numbers[0]), self.name):
            raise UsageError(
                f"{still}, so that there is nothing to compare it with; choose another null model, such as 'er', "
                "or another graph"
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
        states, samples = states or States(), self.terms.samples or SAMPLES
        name = f"bounds-{_digest(patterns)}"
        kept = states.kept(name, _ROWS)
        rows = [] if kept is None else list(kept)
        monitor.update(stage="judge", done=len(rows), total=samples, call=0)
        kept_at = time.monotonic()
        for row in self._used(partial(_row, tuple(patterns), self.terms), range(len(rows), samples), monitor):
            rows.append(row)
            monitor.update(done=len(rows))
            if time.monotonic() - kept_at > _KEEP_EVERY_S or len(rows) == samples:
                states.keep(name, np.array(rows), _ROWS)
                kept_at = time.monotonic()
        if rows and len(rows) < samples:  # the run is stopped
            states.keep(name, np.array(rows), _ROWS)
        if len(rows) < _LEAST_SAMPLES:
            return None
        least, most = np.array(rows).transpose(1, 0, 2)
        # What is undecided in a copy counts in the way that makes the motif least surprising.
        nearest = np.clip([frequency.value for frequency in found], least, most)
        contrasts = self._contrasts(found, nearest)
        return self._stopped(
            [
                replace(contrast, note=UNDECIDED) if doubt else contrast
                for contrast, doubt in zip(contrasts, undecided(least, most), strict=True)
            ],
            len(rows),
            samples,
        )

    def judge_all(
        self,
        found: Mapping[Pattern, Frequency],
        count_all: CountAll,
        monitor: Monitor,
        states: States | None = None,
        *,
        sample_s: float = math.inf,
    ) -> JudgedAll | None:
        """Counts of every pattern in every copy: those that only copies have are judged too.

        Tables of copies that were counted before the run was stopped are taken from its states.
        """
        states = (states or States()).within(f"tables-{_digest(sorted(found, key=str))}")
        tables: list[dict[Pattern, int]] = []
        while (kept := states.kept(str(len(tables)), _TABLES)) is not None:
            tables += kept
        samples = self.terms.samples or self._samples_worth(len(found), sample_s, monitor)
        monitor.update(stage="judge", done=len(tables), total=samples, call=0)
        fresh: list[dict[Pattern, int]] = []
        kept_at = time.monotonic()

        def keep() -> None:
            if fresh:
                states.keep(str(len(tables) - len(fresh)), tuple(fresh), _TABLES)
                fresh.clear()

        for table in self._used(partial(_all, count_all), range(len(tables), samples), monitor):
            tables.append(table)
            fresh.append(table)
            monitor.update(done=len(tables))
            if time.monotonic() - kept_at > _KEEP_EVERY_S:
                keep()
                kept_at = time.monotonic()
        keep()
        here = {**dict.fromkeys((pattern for table in tables for pattern in table), Frequency.exact(0)), **found}
        columns = {pattern: column for column, pattern in enumerate(here)}
        rows = np.zeros((len(tables), len(here)))
        for row, table in zip(rows, tables, strict=True):
            row[[columns[pattern] for pattern in table]] = list(table.values())
        if len(rows) < _LEAST_SAMPLES:
            return None
        contrasts = self._stopped(self._contrasts(tuple(here.values()), rows), len(rows), samples)
        self.remarks += least_q_remarks([one.p for one in contrasts if one.p is not None], len(rows))
        return {pattern: (here[pattern], one) for pattern, one in zip(here, contrasts, strict=True)}

    def surprise(self, found: Frequency, contrast: Contrast) -> float:
        """Beside the mean of the copies."""
        return float(surprise(found.value, contrast.expected or 0.0))

    def _samples_worth(self, tests: int, sample_s: float, monitor: Monitor) -> int:
        """How many samples to draw where the number is not given: more than the least where they cost little.

        As many as one pattern of so many needs to have a ``q`` of 0.05 alone, as far as these take 5 s of one thread.
        Costs are estimates by steps, so that equal seeds have equal results. A run with a time limit has the least.
        """
        if monitor.time_limit is not None:
            return SAMPLES
        shuffle_s = _SHUFFLE_S.get(self.name, _SHUFFLE_S["degree"]) * self.graphs.num_edges
        hundreds = _WORTH_S / (shuffle_s + sample_s + tests * _PATTERN_S) // 100
        return int(min(max(100 * hundreds, SAMPLES), max(samples_for_q(tests), SAMPLES), _MOST_SAMPLES))

    def _stopped(self, contrasts: Sequence[Contrast], samples: int, wanted: int) -> tuple[Contrast, ...]:
        """With a note on how many samples they rest on, if these are fewer than were wanted."""
        if samples == wanted:
            return tuple(contrasts)
        self.remarks += (f"the comparison was stopped: its figures rest on {samples} of {wanted} samples",)
        stopped = f"stopped after {samples} of {wanted} samples"
        return tuple(replace(one, note=f"{one.note}; {stopped}" if one.note else stopped) for one in contrasts)

    def _used(self, use: Use[T], numbers: range, monitor: Monitor) -> Iterator[T]:
        return use_samples(self._model, numbers, use, monitor, threads=self.terms.threads)

    def _contrasts(self, found: Sequence[Frequency], rows: NDArray[Any]) -> tuple[Contrast, ...]:
        values = [frequency.value for frequency in found]
        low = [frequency.low for frequency in found]
        high = [np.nan if frequency.high is None else frequency.high for frequency in found]
        return tuple(judge(values, rows, model=self.name, low=low, high=high))


def _itself(sample: GraphCollection, number: int, monitor: Monitor) -> GraphCollection:  # noqa: ARG001 (a Use)
    return sample


def _row(
    patterns: Sequence[Pattern], terms: Terms, copy: GraphCollection, number: int, monitor: Monitor
) -> NDArray[np.float64] | None:
    return NullCounter(copy, terms, number).bounds(patterns, monitor)


def _all(count_all: CountAll, copy: GraphCollection, number: int, monitor: Monitor) -> dict[Pattern, int] | None:  # noqa: ARG001
    return count_all(copy, monitor, threads=1)


def _digest(patterns: Sequence[Pattern]) -> str:
    """A short name for patterns in their order."""
    return hashlib.sha256("\n".join(pattern.text for pattern in patterns).encode()).hexdigest()[:16]
