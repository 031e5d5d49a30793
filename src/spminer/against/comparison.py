"""Comparisons: what the frequencies of a run are compared with, behind one interface.

Two sides and the same patterns. The other side is shuffled copies of the target (a null model), another graph or
collection, or another class of the same collection. A search looks at few graphs of the other side (its scouts), and
judgment counts on fresh ones, since what has chosen a pattern must not be used to test it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from spminer.against.classes import compare_classes
from spminer.against.counts import Counter
from spminer.against.other import compare_rates, compare_shares
from spminer.against.surprise import surprise
from spminer.counting.per_graph import count_by_graph
from spminer.errors import UsageError
from spminer.graphs.digest import digest
from spminer.results.frequency import Frequency, population
from spminer.results.request import CANDIDATES_PER_MOTIF, LEAST_CANDIDATES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from spminer._util.checkpoint import States
    from spminer._util.monitor import Monitor
    from spminer.against.terms import Terms
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective
    from spminer.results.motif import Contrast

__all__ = ["ClassComparison", "Comparison", "CountAll", "JudgedAll", "OtherComparison", "TwoClasses"]

_LEAST_PERMUTATIONS = 1000

CountAll = Callable[..., "dict[Pattern, int] | None"]  # (graphs, monitor, *, threads): all patterns that are compared
JudgedAll = dict["Pattern", tuple["Frequency", "Contrast"]]


class Comparison(Protocol):
    """One other side.

    Attributes
    ----------
    name
        What results call it.
    digest
        What tells it from another of that name; empty where the name says all.
    objective
        The frequency that is compared: of classes, the graphs that contain a pattern, whatever is counted.
    tables
        Graphs that all patterns of a size are counted in, on both sides, to judge them all.
    sampled
        Whether the other side is samples, which are drawn when a pattern is judged; else it is known beforehand.
    remarks
        What a reader of the figures has to know: that the run was stopped, or that the samples are too few.
    """

    name: str
    digest: str
    objective: Objective
    tables: int
    sampled: bool
    remarks: tuple[str, ...]

    def judged(self, top: int) -> int:
        """How many candidates of each size are judged, so that ``top`` are found among them."""

    def prepare(self, monitor: Monitor) -> None:
        """Make what a search needs; refuse what cannot be compared."""

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """Graphs of the other side that a search may look at; none if there was no time to make them."""

    def judge(
        self,
        patterns: Sequence[Pattern],
        found: Sequence[Frequency],
        monitor: Monitor,
        states: States | None = None,
    ) -> tuple[Contrast, ...] | None:
        """What the other side says of patterns that were found so often here; ``None`` if there was no time."""

    def judge_all(
        self,
        found: Mapping[Pattern, Frequency],
        count_all: CountAll,
        monitor: Monitor,
        states: States | None = None,
        *,
        sample_s: float = math.inf,
    ) -> JudgedAll | None:
        """The same of all patterns that ``count_all`` counts in a graph: those here, and those of the other side.

        ``sample_s`` is a rough estimate of the seconds that one graph takes: it decides how many samples are drawn.
        """

    def surprise(self, found: Frequency, contrast: Contrast) -> float:
        """What ranks a motif: see :func:`spminer.against.surprise.surprise`."""


class _Sided:
    """What comparisons with given graphs share: both sides, and how patterns are counted in them."""

    def __init__(self, graphs: GraphCollection, other: GraphCollection, terms: Terms, name: str) -> None:
        self.graphs, self.terms, self.name = graphs, terms, name
        self.digest = ""
        self.objective = terms.objective
        self.tables, self.sampled = 2, False
        self.remarks: tuple[str, ...] = ()
        self._other = other

    def judged(self, top: int) -> int:
        """As many as a search proposes: one count of each is cheap."""
        return max(CANDIDATES_PER_MOTIF * top, LEAST_CANDIDATES)

    def prepare(self, monitor: Monitor) -> None:
        """Nothing is made: the other side is there."""

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """The other side itself: nothing is drawn at random, so that there is nothing to keep apart."""
        return (self._other,)

    def surprise(self, found: Frequency, contrast: Contrast) -> float:
        """Beside what the other side lets expect."""
        return float(surprise(found.value, contrast.expected or 0.0))


class OtherComparison(_Sided):
    """Another graph or collection."""

    def __init__(self, graphs: GraphCollection, terms: Terms, other: GraphCollection, name: str) -> None:
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
        compare = compare_rates if objective == "graph" else compare_shares
        own, other = population(self.graphs, objective), population(self._other, objective)
        return tuple(
            replace(compare(here, own, there, other, against=self.name), expected=there.value * own / other)
            for here, there in zip(found, counted, strict=True)
        )


class ClassComparison(_Sided):
    """Another class of the same collection: the target is the graphs of the first class."""

    def __init__(self, classes: TwoClasses, terms: Terms) -> None:
        super().__init__(classes.first, classes.second, terms, classes.name)
        self.objective = "transactions"

    def judge(
        self,
        patterns: Sequence[Pattern],
        found: Sequence[Frequency],  # noqa: ARG002 (classes are compared by graphs, whatever ranks)
        monitor: Monitor,
        states: States | None = None,  # noqa: ARG002 (one count of each pattern is not worth keeping)
    ) -> tuple[Contrast, ...] | None:
        """Fisher's test on graphs that contain a pattern, with the classes permuted for what many tests promise.

        All anchors of a pattern are in the same graphs, so that they are one test.
        """
        plain = [pattern.without_anchor() for pattern in patterns]
        tests = list(dict.fromkeys(plain))
        monitor.update(stage="judge", done=0, total=2 * len(tests))
        sides = [self._contained(tests, side, monitor) for side in (self.graphs, self._other)]
        if monitor.stopped:
            return None
        in_first = np.arange(sum(map(len, sides))) < len(sides[0])
        contrasts = compare_classes(
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
        """By the graphs that contain the motif, whatever was counted."""
        return float(surprise((contrast.share or 0.0) * self.graphs.num_graphs, contrast.expected or 0.0))

    def _contained(self, patterns: Sequence[Pattern], side: GraphCollection, monitor: Monitor) -> NDArray[np.bool_]:
        """Which graphs contain which pattern; without those that there was no time for."""
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


def _check_alike(graphs: GraphCollection, other: GraphCollection) -> None:
    """Refuse sides whose patterns would not mean the same."""
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
