"""Comparison of frequencies with a reference: a null model, another graph, or another class of the collection.

:func:`compare` is the one flow: :meth:`Comparison.contrasts` counts patterns in the reference, either given ones or all
of some sizes (:mod:`spminer.significance.reference_counts`), and their surprise follows. :func:`rank_compared` orders
them. A search looks at a few pilot samples of the reference. Figures are counted in fresh samples, since samples that
chose a pattern must not test it.

- :class:`NullComparison`: shuffled copies of the target. Two copies are pilot samples, with numbers of their own; all
  others are for figures. Mean, spread, ranks and joint p-values are those of
  :mod:`spminer.significance.statistics`. Without a given number of samples there are as many as one pattern needs for a
  q of 0.05, as far as they take five seconds of one thread, between the default and 1,000.
- :class:`GraphComparison`: another graph or collection. It is counted once; shares of nodes or graphs are compared, or
  rates for node sets. Its p-values describe and do not test.
- :class:`ClassComparison`: another class. The graphs that contain a pattern are compared by Fisher's exact test, with
  permuted classes for joint p-values (:mod:`spminer.significance.contingency`).

All patterns of a size are compared on both sides, with those that only the reference has, so that q and p_max allow for
the choice of motifs. They cannot allow for the choice of given patterns by a search.

Invariants: undecided counts enter so that a motif is least surprising. The figures depend on the seed, not on threads
or workers. Counted null samples are kept in the checkpoint about every five seconds.

Time limit: with two samples or more the figures rest on those counted so far, with a note and a remark; otherwise there
are none (``None``).

``docs/theory/statistics.md`` has the formulas.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer._util.checkpoint import States
from spminer._util.files import exists
from spminer._util.text import did_you_mean
from spminer.counting.matching import MatchQuery
from spminer.counting.support import transactions
from spminer.errors import UsageError
from spminer.graphs import GraphCollection, read
from spminer.graphs.collection import digest
from spminer.results.frequency import Frequency, population
from spminer.results.request import CANDIDATES_PER_MOTIF, LEAST_CANDIDATES, SAMPLES
from spminer.significance.contingency import class_contrasts, rate_contrast, share_contrast
from spminer.significance.null_models import NULL_MODELS, NullModel, map_samples, standstill
from spminer.significance.reference_counts import EnumeratedCounts
from spminer.significance.statistics import (
    UNDECIDED,
    least_q_remarks,
    null_contrasts,
    samples_for_q,
    surprise,
    undecided,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.patterns import Pattern
    from spminer.results.frequency import CountFrequencyName
    from spminer.results.motif import Contrast
    from spminer.results.request import Direction, ModelName
    from spminer.significance.reference_counts import ComparisonOptions, Counts, Table

__all__ = [
    "ClassComparison",
    "ComparedPattern",
    "Comparison",
    "compare",
    "names_a_graph",
    "open_comparison",
    "other_name",
    "rank_compared",
]

_CLASSES = "class:"


def open_comparison(
    graphs: GraphCollection, against: str | GraphCollection, options: ComparisonOptions, monitor: Monitor | None = None
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
        return graphs, GraphComparison(graphs, options, against, other_name(against) or "")
    if names_a_graph(against):
        return graphs, GraphComparison(graphs, options, read(against, monitor=monitor), against)
    if against.startswith(_CLASSES):
        first, second = two_classes(graphs, against)
        return first, ClassComparison(first, options, second, against)
    return graphs, NullComparison(graphs, options, NULL_MODELS[against].name)


def names_a_graph(against: str) -> bool:
    """Whether a text names another graph, and neither a null model nor classes.

    >>> names_a_graph("degree"), names_a_graph("class:1,2"), names_a_graph("friends.csv")
    (False, False, True)
    >>> names_a_graph("degre")
    Traceback (most recent call last):
    spminer.errors.UsageError: no null model and no file 'degre', did you mean 'degree'?
    """
    if against in NULL_MODELS or against.startswith(_CLASSES):
        return False
    meant = did_you_mean(against, NULL_MODELS, otherwise="")
    if meant and not exists(against):
        raise UsageError(f"no null model and no file {against!r}{meant}")
    return True


def other_name(against: str | GraphCollection | None) -> str | None:
    """The name of the reference in requests and results."""
    return (against.source or "another graph") if isinstance(against, GraphCollection) else against


@dataclass(frozen=True, slots=True)
class ComparedPattern:
    """A pattern with its frequency in the target, and its contrast and surprise; ``None`` if it was not compared."""

    pattern: Pattern
    frequency: Frequency
    contrast: Contrast | None = None
    surprise: float | None = None


def compare(
    comparison: Comparison,
    found: Mapping[Pattern, Frequency],
    counts: Counts,
    monitor: Monitor,
    states: States | None = None,
) -> list[ComparedPattern] | None:
    """Compare patterns with these frequencies in the target; ``None`` if there was no time.

    If ``counts`` counts all patterns of some sizes, those that only the reference has come with frequency 0.
    """
    compared = comparison.contrasts(found, counts, monitor, states or States())
    if compared is None:
        return None
    observed = [comparison.observed(frequency, contrast) for frequency, contrast in compared.values()]
    scores = surprise(observed, [contrast.expected or 0.0 for _, contrast in compared.values()]).tolist()
    return [
        ComparedPattern(pattern, frequency, contrast, score)
        for (pattern, (frequency, contrast)), score in zip(compared.items(), scores, strict=True)
    ]


def rank_compared(
    compared: Iterable[ComparedPattern],
    sizes: Iterable[int],
    *,
    direction: Direction = "both",
    top: int | None = None,
    merge_anchors: bool = False,
    balanced: bool = False,
) -> dict[int, tuple[ComparedPattern, ...]]:
    """The first ``top`` of each size: the most surprising in the directions asked for, ties by text.

    Where some were not compared, all are ranked by frequency. If ``balanced``, half of them are more frequent than
    expected and half less, as far as there are as many: a shuffled graph has countless patterns of its own that the
    target lacks, which would displace all others.
    """

    def key(one: ComparedPattern) -> tuple[float, str]:
        return (-one.frequency.value if one.surprise is None else -abs(one.surprise), one.pattern.text)

    kept = [
        one
        for one in compared
        if one.surprise is None or direction == "both" or (one.surprise > 0) == (direction == "over")
    ]
    kept.sort(key=key)
    if merge_anchors:
        best: dict[Pattern, ComparedPattern] = {}
        for one in kept:
            best.setdefault(one.pattern.without_anchor(), one)
        kept = list(best.values())
    groups = {size: [one for one in kept if one.pattern.size == size] for size in sizes}
    if not balanced or top is None:
        return {size: tuple(group[:top]) for size, group in groups.items()}
    return {size: _balanced(group, top) for size, group in groups.items()}


def _balanced(group: Sequence[ComparedPattern], top: int) -> tuple[ComparedPattern, ...]:
    over = [one for one in group if one.surprise is None or one.surprise > 0]
    under = [one for one in group if one.surprise is not None and one.surprise <= 0]
    few = min(len(under), max(top // 2, top - len(over)))
    chosen = {id(one) for one in (*over[: top - few], *under[:few])}
    return tuple(one for one in group if id(one) in chosen)


Compared = dict["Pattern", tuple[Frequency, "Contrast"]]


class Comparison(ABC):
    """A reference that frequencies are compared with.

    Attributes
    ----------
    name
        Its name in results.
    digest
        Identifies it among references of that name; empty where the name is enough.
    frequency
        The frequency that is compared: always graphs that contain a pattern in a comparison of classes.
    graphs_counted
        Number of graphs, on both sides, that all patterns of a size are counted in.
    sampled
        Whether the reference is samples that are drawn for the comparison; otherwise it is known beforehand.
    remarks
        Limits of the figures: that the run was stopped, or that the samples are too few.
    """

    digest = ""
    sampled = False
    graphs_counted = 2
    frequency: CountFrequencyName

    def __init__(
        self, graphs: GraphCollection, options: ComparisonOptions, name: str, other: GraphCollection | None = None
    ) -> None:
        self.graphs, self.options, self.name = graphs, options, name
        self.frequency = options.frequency
        self.remarks: tuple[str, ...] = ()
        self.pilot_samples: tuple[GraphCollection, ...] = () if other is None else (other,)
        """Graphs of the reference for the search: a given reference itself, since nothing is drawn at random."""

    def candidates_to_compare(self, top: int) -> int:
        """Number of candidates of each size to compare, so that ``top`` are found among them.

        As many as a search proposes, since each is counted once.
        """
        return max(CANDIDATES_PER_MOTIF * top, LEAST_CANDIDATES)

    def prepare(self, monitor: Monitor) -> None:  # noqa: B027 (a given reference needs nothing)
        """Make the pilot samples; raise ``UsageError`` if nothing can be compared."""

    @abstractmethod
    def contrasts(
        self, found: Mapping[Pattern, Frequency], counts: Counts, monitor: Monitor, states: States
    ) -> Compared | None:
        """The frequencies and contrasts of patterns that have these frequencies in the target.

        If ``counts`` counts all patterns of some sizes, with those that only the reference has, before the others.
        ``None`` if there was no time.
        """

    def observed(self, frequency: Frequency, contrast: Contrast) -> float:  # noqa: ARG002 (classes use it)
        """The number that is compared with the expected one."""
        return frequency.value


_PILOTS = 2
_PILOT_OFFSET = 1 << 30  # first number of pilot samples, beyond those of all other samples
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


class NullComparison(Comparison):
    """Comparison with shuffled copies of the target; target, model and seed determine the copies."""

    sampled = True

    def __init__(self, graphs: GraphCollection, options: ComparisonOptions, model: ModelName) -> None:
        super().__init__(graphs, options, model)
        self.graphs_counted = (options.samples or SAMPLES) + 1
        self._model = NullModel(graphs, model, seed=options.seed, threads=1)

    def prepare(self, monitor: Monitor) -> None:
        """Make the two pilot samples; raise ``UsageError`` if the model allows no other graph."""
        if self.pilot_samples:
            return
        numbers = range(_PILOT_OFFSET, _PILOT_OFFSET + _PILOTS)
        monitor.update(stage="randomize", done=0, total=_PILOTS)
        made = tuple(map_samples(self._model, numbers, None, monitor, threads=self.options.threads, here=True))
        if len(made) < _PILOTS:
            return
        if still := standstill(self._model.mixing(numbers[0]), self.name):
            raise UsageError(
                f"{still}, so that there is nothing to compare it with; choose another null model, such as 'er', "
                "or another graph"
            )
        self.pilot_samples = made

    def candidates_to_compare(self, top: int) -> int:
        """1.5 times ``top``: the last candidates of a search seldom rise to the top, and each costs many counts."""
        return math.ceil(_JUDGED_PER_MOTIF * top)

    def contrasts(
        self, found: Mapping[Pattern, Frequency], counts: Counts, monitor: Monitor, states: States
    ) -> Compared | None:
        """Count in fresh copies; a resumed run takes those of its checkpoint."""
        samples = self.options.samples or SAMPLES
        if isinstance(counts, EnumeratedCounts):
            counts = counts.settled(self.graphs, monitor)
            samples = self.options.samples or self._samples_worth(len(found), counts.seconds, monitor)
        tables = self._count_samples(counts, samples, monitor, states.within(counts.state))
        if len(tables) < _LEAST_SAMPLES:
            return None
        here, least, most = counts.columns(found, tables)
        values = [frequency.value for frequency in here.values()]
        contrasts = null_contrasts(
            values,
            # Undecided counts of a copy are taken as near to the frequency of the target as their bounds allow.
            np.clip(values, least, most),
            model=self.name,
            low=[frequency.low for frequency in here.values()],
            high=[np.nan if frequency.high is None else frequency.high for frequency in here.values()],
        )
        stopped = None
        if len(tables) < samples:
            self.remarks += (f"the comparison was stopped: its figures rest on {len(tables)} of {samples} samples",)
            stopped = f"stopped after {len(tables)} of {samples} samples"
        if isinstance(counts, EnumeratedCounts):
            self.remarks += least_q_remarks([one.p for one in contrasts if one.p is not None], len(tables))
        compared: Compared = {}
        for (pattern, frequency), one, doubt in zip(here.items(), contrasts, undecided(least, most), strict=True):
            notes = [UNDECIDED if doubt else one.note, stopped]
            note = "; ".join(note for note in notes if note is not None) or None
            compared[pattern] = (frequency, replace(one, note=note))
        return compared

    def _count_samples(self, counts: Counts, samples: int, monitor: Monitor, states: States) -> list[Table]:
        """What was counted in copies, in the order of their numbers; those of the checkpoint first."""
        tables: list[Table] = []
        while (known := states.load(str(len(tables)), counts.codec)) is not None:
            tables += known
        monitor.update(stage="compare", done=len(tables), total=samples, call=0)
        kept, kept_at = len(tables), time.monotonic()
        left, threads = range(len(tables), samples), self.options.threads
        for table in map_samples(self._model, left, counts.in_sample, monitor, threads=threads):
            tables.append(table)
            monitor.update(done=len(tables))
            if time.monotonic() - kept_at > _KEEP_EVERY_S:
                states.save(str(kept), tuple(tables[kept:]), counts.codec)
                kept, kept_at = len(tables), time.monotonic()
        if kept < len(tables):
            states.save(str(kept), tuple(tables[kept:]), counts.codec)
        return tables

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


class GraphComparison(Comparison):
    """Comparison with another graph or collection."""

    def __init__(self, graphs: GraphCollection, options: ComparisonOptions, other: GraphCollection, name: str) -> None:
        _check_alike(graphs, other)
        super().__init__(graphs, options, name, other)
        self.digest = digest(other)
        self._other = other

    def contrasts(
        self,
        found: Mapping[Pattern, Frequency],
        counts: Counts,
        monitor: Monitor,
        states: States,  # noqa: ARG002 (one table is not worth keeping)
    ) -> Compared | None:
        """Counts on both sides, as shares of nodes or graphs, or as rates where a frequency is no share."""
        there = counts.in_graph(self._other, monitor)
        if there is None:
            return None
        contrast = rate_contrast if self.frequency in ("graph", "copies") else share_contrast
        own, other = population(self.graphs, self.frequency), population(self._other, self.frequency)
        compared: Compared = {}
        for pattern, frequency in _with_absent(found, there).items():
            beside = there.get(pattern, Frequency.exact(0))
            one = contrast(frequency, own, beside, other, against=self.name)
            compared[pattern] = (frequency, replace(one, expected=beside.value * own / other))
        return compared


def _with_absent(found: Mapping[Pattern, Frequency], there: Iterable[Pattern]) -> dict[Pattern, Frequency]:
    """What was found in the target, after patterns that only the reference has; this order breaks ties."""
    return {**dict.fromkeys(there, Frequency.exact(0)), **found}


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


class ClassComparison(Comparison):
    """Comparison of two classes of a collection: the graphs of the first class are the target."""

    def __init__(self, graphs: GraphCollection, options: ComparisonOptions, other: GraphCollection, name: str) -> None:
        super().__init__(graphs, options, name, other)
        self.frequency = "transactions"
        self._other = other

    def contrasts(
        self,
        found: Mapping[Pattern, Frequency],
        counts: Counts,
        monitor: Monitor,
        states: States,  # noqa: ARG002 (one count of each pattern is not worth keeping)
    ) -> Compared | None:
        """Fisher's test on the graphs that contain a pattern, with permuted classes for joint p-values.

        A pattern with any of its anchors is in the same graphs, so that these are one test.
        """
        if isinstance(counts, EnumeratedCounts):
            there = counts.in_graph(self._other, monitor)
            if there is None:
                return None
            found = _with_absent(found, there)
        plain = {pattern: pattern.without_anchor() for pattern in found}
        tests = list(dict.fromkeys(plain.values()))
        monitor.update(stage="compare", done=0, total=2 * len(tests))
        sides = [self._contained(tests, side, monitor) for side in (self.graphs, self._other)]
        if monitor.stopped:
            return None
        contrasts = class_contrasts(
            np.concatenate(sides),
            np.arange(sum(map(len, sides))) < len(sides[0]),
            against=self.name,
            seed=self.options.seed,
            permutations=max(self.options.samples or 0, _LEAST_PERMUTATIONS),
        )
        by_test = {
            test: replace(contrast, expected=(contrast.other_share or 0.0) * len(sides[0]))
            for test, contrast in zip(tests, contrasts, strict=True)
        }
        return {pattern: (frequency, by_test[plain[pattern]]) for pattern, frequency in found.items()}

    def observed(self, frequency: Frequency, contrast: Contrast) -> float:  # noqa: ARG002 (classes are compared by graphs)
        """The number of graphs that contain the motif, whatever was counted."""
        return (contrast.share or 0.0) * self.graphs.num_graphs

    def _contained(self, patterns: Sequence[Pattern], side: GraphCollection, monitor: Monitor) -> NDArray[np.bool_]:
        """Which graphs (rows) contain which pattern; incomplete if the monitor stopped the count."""
        table = np.zeros((side.num_graphs, len(patterns)), dtype=bool)
        for column, pattern in enumerate(patterns):
            query = MatchQuery.of(pattern, side, induced=self.options.induced, threads=self.options.threads)
            table[transactions(query, monitor).found, column] = True
            if monitor.stopped:
                break
            monitor.update(done=monitor.progress.done + 1)
        return table


def two_classes(graphs: GraphCollection, name: str) -> tuple[GraphCollection, GraphCollection]:
    """The classes that ``class:A,B`` names, as collections.

    >>> import networkx as nx, spminer
    >>> two_classes(spminer.from_networkx([nx.path_graph(3), nx.cycle_graph(3)]), "class:a,b")
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
            hint = did_you_mean(one, known, otherwise="")
            meaning = graphs.reading.graph_labels and f" (from {graphs.reading.graph_labels})"
            raise UsageError(f"there is no class {one!r}{hint}; the classes are {', '.join(known)}{meaning}")
    return graphs[np.flatnonzero(labels == names[0])], graphs[np.flatnonzero(labels == names[1])]
