"""Comparison of frequencies with a reference: a null model, another graph, or another class of the collection.

:class:`Comparison` is the interface. A search looks at a few pilot samples of the reference. Figures are counted in
fresh samples, since samples that chose a pattern must not test it.

- :class:`NullComparison`: shuffled copies of the target. Two copies are pilot samples, with numbers of their own; all
  others are for figures. Mean, spread, ranks and joint p-values are those of
  :mod:`spminer.significance.statistics`. Without a given number of samples there are as many as one pattern needs for a
  q of 0.05, as far as they take five seconds of one thread, between the default and 1,000.
- :class:`GraphComparison`: another graph or collection. It is counted once; shares of nodes or graphs are compared, or
  rates for node sets. Its p-values describe and do not test.
- :class:`ClassComparison`: another class. The graphs that contain a pattern are compared by Fisher's exact test, with
  permuted classes for joint p-values (:mod:`spminer.significance.contingency`).

``judge`` compares given patterns; ``judge_all`` all patterns of a size on both sides, which q and p_max need to allow
for the choice of motifs.

Invariants: undecided counts enter so that a motif is least surprising. The figures depend on the seed, not on threads
or workers. Counted null samples are kept in the checkpoint about every five seconds.

Time limit: with two samples or more the figures rest on those counted so far, with a note and a remark; otherwise there
are none (``None``).

``docs/against.md`` has the formulas.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from spminer._util.checkpoint import Codec, States
from spminer.counting.count import count_by_graph
from spminer.errors import UsageError
from spminer.graphs import GraphCollection, read
from spminer.graphs.collection import digest
from spminer.patterns.pattern import pack_patterns, unpack_patterns
from spminer.results.frequency import Frequency, population
from spminer.results.request import CANDIDATES_PER_MOTIF, LEAST_CANDIDATES, SAMPLES
from spminer.significance.contingency import class_contrasts, rate_contrast, share_contrast
from spminer.significance.null_models import MODELS, NullModel, map_samples, standstill
from spminer.significance.reference_counts import Counter, SampledCounts
from spminer.significance.statistics import UNDECIDED, judge, least_q_remarks, samples_for_q, surprise, undecided

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective
    from spminer.results.motif import Contrast
    from spminer.significance.null_models import ModelName, Use
    from spminer.significance.reference_counts import ComparisonOptions

__all__ = ["ClassComparison", "Comparison", "names_a_graph", "open_comparison", "other_name"]


_CLASSES = "class:"


def open_comparison(
    graphs: GraphCollection, against: str | GraphCollection, terms: ComparisonOptions, monitor: Monitor | None = None
) -> tuple[GraphCollection, Comparison]:
    """The target and the comparison; of two classes, the first is the target.

    ``monitor`` is for reading another graph.

    Examples
    --------
    >>> from spminer.significance.reference_counts import ComparisonOptions
    >>> from spminer.datasets import example
    >>> target, comparison = open_comparison(example(), "degree", ComparisonOptions())
    >>> target, comparison.name
    (GraphCollection(1 undirected graph, 34 nodes, 78 edges), 'degree')
    """
    if isinstance(against, GraphCollection):
        return graphs, GraphComparison(graphs, terms, against, other_name(against) or "")
    if against.startswith(_CLASSES):
        classes = TwoClasses.of(graphs, against)
        return classes.first, ClassComparison(classes, terms)
    if against in MODELS:
        return graphs, NullComparison(graphs, terms, MODELS[against].name)
    return graphs, GraphComparison(graphs, terms, read(against, monitor=monitor), against)


def names_a_graph(against: str) -> bool:
    """Whether a text names another graph, and neither a null model nor classes.

    >>> names_a_graph("degree"), names_a_graph("class:1,2"), names_a_graph("friends.csv")
    (False, False, True)
    """
    return against not in MODELS and not against.startswith(_CLASSES)


def other_name(against: str | GraphCollection | None) -> str | None:
    """The name of the reference in requests and results."""
    return (against.source or "another graph") if isinstance(against, GraphCollection) else against


# Called with (graphs, monitor, *, threads); counts all patterns of the compared sizes.
CountAll = Callable[..., "dict[Pattern, int] | None"]
JudgedAll = dict["Pattern", tuple["Frequency", "Contrast"]]


class Comparison(Protocol):
    """A reference that frequencies are compared with.

    Attributes
    ----------
    name
        Its name in results.
    digest
        Identifies it among references of that name; empty where the name is enough.
    objective
        The frequency that is compared: of classes, the graphs that contain a pattern, whatever is counted.
    tables
        Number of graphs, on both sides, that all patterns of a size are counted in by :meth:`judge_all`.
    sampled
        Whether the reference is samples that are drawn for the comparison; otherwise it is known beforehand.
    remarks
        Limits of the figures: that the run was stopped, or that the samples are too few.
    """

    name: str
    digest: str
    objective: Objective
    tables: int
    sampled: bool
    remarks: tuple[str, ...]

    def judged(self, top: int) -> int:
        """Number of candidates of each size to compare, so that ``top`` are found among them."""

    def prepare(self, monitor: Monitor) -> None:
        """Make the pilot samples; raise ``UsageError`` if nothing can be compared."""

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """Pilot samples: graphs of the reference for the search; none if there was no time to make them."""

    def judge(
        self,
        patterns: Sequence[Pattern],
        found: Sequence[Frequency],
        monitor: Monitor,
        states: States | None = None,
    ) -> tuple[Contrast, ...] | None:
        """The contrasts of patterns with these frequencies in the target; ``None`` if there was no time."""

    def judge_all(
        self,
        found: Mapping[Pattern, Frequency],
        count_all: CountAll,
        monitor: Monitor,
        states: States | None = None,
        *,
        sample_s: float = math.inf,
    ) -> JudgedAll | None:
        """The contrasts of all patterns that ``count_all`` counts in the target or in the reference.

        ``sample_s`` is a rough estimate of the seconds that one graph takes; the number of samples depends on it.
        """

    def surprise(self, found: Frequency, contrast: Contrast) -> float:
        """The score of a motif, see :func:`spminer.significance.statistics.surprise`."""


T = TypeVar("T")
_SCOUTS = 2  # pilot samples
_SCOUT_OFFSET = 1 << 30  # their first number, beyond those of all other samples
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


class NullComparison:
    """Comparison with shuffled copies of the target."""

    def __init__(self, graphs: GraphCollection, terms: ComparisonOptions, model: ModelName) -> None:
        self.graphs, self.terms = graphs, terms
        self.name: str = model
        self.objective, self.sampled = terms.objective, True
        self.tables = (terms.samples or SAMPLES) + 1
        self.remarks: tuple[str, ...] = ()
        self.digest = ""  # target, model and seed determine the copies
        self._model = NullModel(graphs, model, seed=terms.seed, threads=1)
        self._scouts: tuple[GraphCollection, ...] | None = None

    def prepare(self, monitor: Monitor) -> None:
        """Make the pilot samples; raise ``UsageError`` if the model allows no other graph."""
        if self._scouts is not None:
            return
        numbers = range(_SCOUT_OFFSET, _SCOUT_OFFSET + _SCOUTS)
        monitor.update(stage="randomize", done=0, total=_SCOUTS)
        made = tuple(map_samples(self._model, numbers, _itself, monitor, threads=self.terms.threads, here=True))
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
        """The two pilot samples; none if there was no time for them."""
        return self._scouts or ()

    def judged(self, top: int) -> int:
        """1.5 times ``top``: the last candidates of a search seldom rise to the top, and each costs many counts."""
        return math.ceil(_JUDGED_PER_MOTIF * top)

    def judge(
        self,
        patterns: Sequence[Pattern],
        found: Sequence[Frequency],
        monitor: Monitor,
        states: States | None = None,
    ) -> tuple[Contrast, ...] | None:
        """Counts in fresh copies; a resumed run takes those of its checkpoint."""
        states, samples = states or States(), self.terms.samples or SAMPLES
        name, codec = f"bounds-{_digest(patterns)}", _bounds_codec(len(patterns))
        kept = states.kept(name, codec)
        rows = [] if kept is None else list(kept)
        monitor.update(stage="judge", done=len(rows), total=samples, call=0)
        kept_at = time.monotonic()
        for row in self._used(partial(_row, tuple(patterns), self.terms), range(len(rows), samples), monitor):
            rows.append(row)
            monitor.update(done=len(rows))
            if time.monotonic() - kept_at > _KEEP_EVERY_S or len(rows) == samples:
                states.keep(name, np.array(rows), codec)
                kept_at = time.monotonic()
        if rows and len(rows) < samples:  # the run is stopped
            states.keep(name, np.array(rows), codec)
        if len(rows) < _LEAST_SAMPLES:
            return None
        least, most = np.array(rows).transpose(1, 0, 2)
        # Undecided counts of a copy are taken as near to the frequency of the target as their bounds allow.
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
        """Counts of every pattern in every copy, with patterns that only copies have.

        A resumed run takes the counted copies of its checkpoint.
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

    def _samples_worth(self, tests: int, sample_s: float, monitor: Monitor) -> int:
        """Number of samples where it is not given: more than the default where they cost little.

        As many as one of the patterns needs to reach a ``q`` of 0.05 alone, as far as these take 5 s of one thread.
        Costs are estimated by steps, so that equal seeds have equal results. With a time limit it is the default.
        """
        if monitor.time_limit is not None:
            return SAMPLES
        shuffle_s = _SHUFFLE_S.get(self.name, _SHUFFLE_S["degree"]) * self.graphs.num_edges
        hundreds = _WORTH_S / (shuffle_s + sample_s + tests * _PATTERN_S) // 100
        return int(min(max(100 * hundreds, SAMPLES), max(samples_for_q(tests), SAMPLES), _MOST_SAMPLES))

    def _used(self, use: Use[T], numbers: range, monitor: Monitor) -> Iterator[T]:
        return map_samples(self._model, numbers, use, monitor, threads=self.terms.threads)

    def _contrasts(self, found: Sequence[Frequency], rows: NDArray[Any]) -> tuple[Contrast, ...]:
        values = [frequency.value for frequency in found]
        low = [frequency.low for frequency in found]
        high = [np.nan if frequency.high is None else frequency.high for frequency in found]
        return tuple(judge(values, rows, model=self.name, low=low, high=high))

    def _stopped(self, contrasts: Sequence[Contrast], samples: int, wanted: int) -> tuple[Contrast, ...]:
        """The contrasts with a note on the number of samples, if there are fewer than wanted."""
        if samples == wanted:
            return tuple(contrasts)
        self.remarks += (f"the comparison was stopped: its figures rest on {samples} of {wanted} samples",)
        stopped = f"stopped after {samples} of {wanted} samples"
        return tuple(replace(one, note=f"{one.note}; {stopped}" if one.note else stopped) for one in contrasts)

    def surprise(self, found: Frequency, contrast: Contrast) -> float:
        """The surprise of the frequency and the mean of the copies."""
        return float(surprise(found.value, contrast.expected or 0.0))


def _itself(sample: GraphCollection, number: int, monitor: Monitor) -> GraphCollection:  # noqa: ARG001 (a Use)
    return sample


def _row(
    patterns: Sequence[Pattern], terms: ComparisonOptions, copy: GraphCollection, number: int, monitor: Monitor
) -> NDArray[np.float64] | None:
    return SampledCounts(copy, terms, number).bounds(patterns, monitor)


def _all(count_all: CountAll, copy: GraphCollection, number: int, monitor: Monitor) -> dict[Pattern, int] | None:  # noqa: ARG001
    return count_all(copy, monitor, threads=1)


def _digest(patterns: Sequence[Pattern]) -> str:
    """A short name for patterns in their order."""
    return hashlib.sha256("\n".join(pattern.text for pattern in patterns).encode()).hexdigest()[:16]


def _bounds_codec(patterns: int) -> Codec[NDArray[Any]]:
    """The codec of lower and upper bounds of each pattern in each counted copy."""

    def unpack(state: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
        rows = state["rows"]
        if rows.ndim != 3 or rows.shape[1:] != (2, patterns) or rows.dtype.kind not in "iuf":
            raise ValueError(f"bounds of shape {rows.shape} for {patterns} patterns")
        return rows

    return Codec(pack=lambda rows: {"rows": rows}, unpack=unpack)


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


class _GivenReference:
    """Base of comparisons with given graphs."""

    def __init__(self, graphs: GraphCollection, other: GraphCollection, terms: ComparisonOptions, name: str) -> None:
        self.graphs, self.terms, self.name = graphs, terms, name
        self.digest = ""
        self.objective = terms.objective
        self.tables, self.sampled = 2, False
        self.remarks: tuple[str, ...] = ()
        self._other = other

    def judged(self, top: int) -> int:
        """As many as a search proposes, since each is counted once."""
        return max(CANDIDATES_PER_MOTIF * top, LEAST_CANDIDATES)

    def prepare(self, monitor: Monitor) -> None:
        """Nothing to prepare: the reference is given."""

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """The reference itself: nothing is drawn at random, so no samples must be kept apart."""
        return (self._other,)

    def surprise(self, found: Frequency, contrast: Contrast) -> float:
        """The surprise of the frequency and the one expected from the reference."""
        return float(surprise(found.value, contrast.expected or 0.0))


class GraphComparison(_GivenReference):
    """Comparison with another graph or collection."""

    def __init__(self, graphs: GraphCollection, terms: ComparisonOptions, other: GraphCollection, name: str) -> None:
        _check_alike(graphs, other)
        super().__init__(graphs, other, terms, name)
        self.digest = digest(other)

    def judge(
        self,
        patterns: Sequence[Pattern],
        found: Sequence[Frequency],
        monitor: Monitor,
        states: States | None = None,  # noqa: ARG002 (one count of each pattern is not worth keeping)
    ) -> tuple[Contrast, ...] | None:
        """Counts on both sides, as shares of nodes or graphs, or as rates where a frequency is no share."""
        monitor.update(stage="judge", done=0, total=len(patterns))
        counted = Counter(self._other, self.terms).count(patterns, monitor)
        return None if counted is None else self._contrasts(found, counted)

    def judge_all(
        self,
        found: Mapping[Pattern, Frequency],
        count_all: CountAll,
        monitor: Monitor,
        states: States | None = None,  # noqa: ARG002 (one table is not worth keeping)
        *,
        sample_s: float = math.inf,  # noqa: ARG002 (nothing is drawn)
    ) -> JudgedAll | None:
        """Counts of every pattern on both sides."""
        there = count_all(self._other, monitor, threads=self.terms.threads)
        if there is None:
            return None
        here = {**dict.fromkeys(there, Frequency.exact(0)), **found}
        counted = [Frequency.exact(there.get(pattern, 0)) for pattern in here]
        contrasts = self._contrasts(tuple(here.values()), counted)
        return {pattern: (here[pattern], one) for pattern, one in zip(here, contrasts, strict=True)}

    def _contrasts(self, found: Sequence[Frequency], counted: Sequence[Frequency]) -> tuple[Contrast, ...]:
        objective = self.terms.objective
        compare = rate_contrast if objective == "graph" else share_contrast
        own, other = population(self.graphs, objective), population(self._other, objective)
        return tuple(
            replace(compare(here, own, there, other, against=self.name), expected=there.value * own / other)
            for here, there in zip(found, counted, strict=True)
        )


def _check_alike(graphs: GraphCollection, other: GraphCollection) -> None:
    """Raise ``UsageError`` if the same pattern would not mean the same on both sides."""
    if graphs.directed != other.directed:
        raise UsageError("one side is directed and the other is not; read both alike (--directed or --undirected)")
    for what, own, their in (
        ("node labels", graphs.node_labels, other.node_labels),
        ("edge labels", graphs.edge_labels, other.edge_labels),
    ):
        if (own is None) != (their is None):
            raise UsageError(f"one side has {what} and the other has none; leave them out (--ignore-labels)")
    if graphs.num_nodes == 0 or other.num_nodes == 0:
        raise UsageError("one side is empty; compare graphs that have nodes")


_LEAST_PERMUTATIONS = 1000


class ClassComparison(_GivenReference):
    """Comparison of two classes of a collection: the graphs of the first class are the target."""

    def __init__(self, classes: TwoClasses, terms: ComparisonOptions) -> None:
        super().__init__(classes.first, classes.second, terms, classes.name)
        self.objective = "transactions"

    def judge(
        self,
        patterns: Sequence[Pattern],
        found: Sequence[Frequency],  # noqa: ARG002 (classes are compared by graphs, whatever ranks)
        monitor: Monitor,
        states: States | None = None,  # noqa: ARG002 (one count of each pattern is not worth keeping)
    ) -> tuple[Contrast, ...] | None:
        """Fisher's test on the graphs that contain a pattern, with permuted classes for joint p-values.

        A pattern with any of its anchors is in the same graphs, so that these are one test.
        """
        plain = [pattern.without_anchor() for pattern in patterns]
        tests = list(dict.fromkeys(plain))
        monitor.update(stage="judge", done=0, total=2 * len(tests))
        sides = [self._contained(tests, side, monitor) for side in (self.graphs, self._other)]
        if monitor.stopped:
            return None
        in_first = np.arange(sum(map(len, sides))) < len(sides[0])
        contrasts = class_contrasts(
            np.concatenate(sides),
            in_first,
            against=self.name,
            seed=self.terms.seed,
            permutations=max(self.terms.samples or 0, _LEAST_PERMUTATIONS),
        )
        judged = {
            test: replace(contrast, expected=(contrast.other_share or 0.0) * len(sides[0]))
            for test, contrast in zip(tests, contrasts, strict=True)
        }
        return tuple(judged[pattern] for pattern in plain)

    def judge_all(
        self,
        found: Mapping[Pattern, Frequency],
        count_all: CountAll,
        monitor: Monitor,
        states: States | None = None,  # noqa: ARG002 (one table is not worth keeping)
        *,
        sample_s: float = math.inf,  # noqa: ARG002 (nothing is drawn)
    ) -> JudgedAll | None:
        """Every pattern of both classes, by the graphs that contain it."""
        there = count_all(self._other, monitor, threads=self.terms.threads)
        if there is None:
            return None
        here = {**dict.fromkeys(there, Frequency.exact(0)), **found}
        contrasts = self.judge(tuple(here), tuple(here.values()), monitor)
        if contrasts is None:
            return None
        return {pattern: (here[pattern], one) for pattern, one in zip(here, contrasts, strict=True)}

    def surprise(self, found: Frequency, contrast: Contrast) -> float:  # noqa: ARG002 (classes are compared by graphs)
        """The surprise of the numbers of graphs that contain the motif, whatever was counted."""
        return float(surprise((contrast.share or 0.0) * self.graphs.num_graphs, contrast.expected or 0.0))

    def _contained(self, patterns: Sequence[Pattern], side: GraphCollection, monitor: Monitor) -> NDArray[np.bool_]:
        """Which graphs contain which pattern; ``False`` for patterns that there was no time for."""
        terms = self.terms
        return count_by_graph(patterns, side, induced=terms.induced, threads=terms.threads, monitor=monitor) > 0


@dataclass(frozen=True, slots=True)
class TwoClasses:
    """Two classes of a collection, as collections."""

    name: str
    first: GraphCollection
    second: GraphCollection

    @classmethod
    def of(cls, graphs: GraphCollection, name: str) -> TwoClasses:
        """The classes that ``class:A,B`` names.

        >>> import networkx as nx, spminer
        >>> graphs = spminer.from_networkx([nx.path_graph(3), nx.cycle_graph(3)])
        >>> TwoClasses.of(graphs, "class:a,b")
        Traceback (most recent call last):
        spminer.errors.UsageError: these graphs have no classes; compare with a null model or another graph
        """
        if graphs.graph_labels is None:
            raise UsageError("these graphs have no classes; compare with a null model or another graph")
        labels = np.array([str(label) for label in graphs.graph_labels])
        known = sorted(set(labels.tolist()))
        names = [part.strip() for part in name.partition(":")[2].split(",")]
        if len(names) != 2 or names[0] == names[1]:
            raise UsageError(f"name two classes, as in class:{','.join((known * 2)[:2])}, not {name!r}")
        for one in names:
            if one not in known:
                raise UsageError(f"there is no class {one!r}; the classes are {', '.join(known)}")
        return cls(name, graphs[np.flatnonzero(labels == names[0])], graphs[np.flatnonzero(labels == names[1])])
