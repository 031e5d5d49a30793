"""Comparisons: what the frequencies of a run are compared with, behind one interface.

Two sides and the same patterns. The other side is shuffled copies of the target (a null model), another graph or
collection, or another class of the same collection. A search looks at few graphs of the other side (its scouts), and
judgment counts on fresh ones, since what has chosen a pattern must not be used to test it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from spminer.against.classes import compare_classes
from spminer.against.counts import Counter, middle, population
from spminer.against.description import Description
from spminer.against.other import compare_rates, compare_shares
from spminer.against.significance import judge
from spminer.counting.per_graph import count_by_graph
from spminer.counting.query import Query
from spminer.errors import UsageError
from spminer.nulls import NullModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.frequencies import Frequency
    from spminer.graphs import GraphCollection
    from spminer.nulls import ModelName
    from spminer.patterns import Pattern
    from spminer.request import MiningRequest
    from spminer.results.contrast import Contrast
    from spminer.running.monitor import Monitor

__all__ = ["ClassComparison", "Comparison", "NullComparison", "OtherComparison"]

_LEAST_PERMUTATIONS = 1000
_OCCURRENCES, _STEPS = 10_000, 10_000  # of a motif that its bits are told by, and search steps for each anchor
_SCOUTS = 2  # graphs of a null model that a search looks at
_SCOUT_OFFSET = 1 << 30  # their numbers, beyond those of all samples that judge


class Comparison(Protocol):
    """One other side."""

    @property
    def name(self) -> str:
        """What results call it."""

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """Graphs of the other side that a search may look at."""

    def judge(
        self, patterns: Sequence[Pattern], found: Sequence[Frequency], monitor: Monitor
    ) -> tuple[Contrast, ...] | None:
        """What the other side says of patterns that were found so often here; ``None`` if there was no time at all."""


class _Sided:
    """What all comparisons share: the target, the request, and counting in the other side's graphs."""

    def __init__(self, graphs: GraphCollection, request: MiningRequest, name: str) -> None:
        self.graphs, self.request, self.name = graphs, request, name

    def counter(self, other: GraphCollection) -> Counter:
        """Counts in a graph of the other side as in the target."""
        return Counter.of(other, self.request)


class NullComparison(_Sided):
    """Shuffled copies of the target."""

    def __init__(self, graphs: GraphCollection, request: MiningRequest, model: ModelName) -> None:
        super().__init__(graphs, request, model)
        self._model = NullModel(graphs, model, seed=request.seed, threads=request.threads)
        self._scouts: tuple[GraphCollection, ...] | None = None

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """Two copies that judge nothing."""
        if self._scouts is None:
            numbers = range(_SCOUT_OFFSET, _SCOUT_OFFSET + _SCOUTS)
            self._scouts = tuple(self._model.sample(number) for number in numbers)
            if self._model.mixing(numbers[0]).rigid:
                raise UsageError(
                    f"what {self.name!r} keeps determines this graph, so that there is nothing to compare it with; "
                    "choose another null model, such as 'er', or another graph"
                )
        return self._scouts

    def judge(
        self, patterns: Sequence[Pattern], found: Sequence[Frequency], monitor: Monitor
    ) -> tuple[Contrast, ...] | None:
        """Counts in fresh copies, one at a time, so that memory does not grow with their number."""
        rows: list[list[float]] = []
        for null in self._model.samples(range(self.request.null_samples), monitor=monitor):
            counted = self.counter(null).count(patterns, monitor)
            if counted is None:
                break
            rows.append([middle(frequency) for frequency in counted])
        if not rows:
            return None
        values = [frequency.value for frequency in found]
        low = [frequency.low for frequency in found]
        high = [np.nan if frequency.high is None else frequency.high for frequency in found]
        contrasts = judge(values, np.array(rows), model=self.name, low=low, high=high)
        bits = self._bits(patterns, monitor)
        return tuple(replace(contrast, bits=saved) for contrast, saved in zip(contrasts, bits, strict=True))

    def _bits(self, patterns: Sequence[Pattern], monitor: Monitor) -> list[float | None]:
        """What each pattern saves in a description of the graph: a second opinion that needs no samples."""
        if self.graphs.num_graphs != 1:
            return [None] * len(patterns)
        sources, targets, _ = self.graphs.edges()
        whole = Description(np.stack([sources, targets], axis=1), self.graphs.num_nodes, directed=self.graphs.directed)
        saved: list[float | None] = []
        for pattern in patterns:
            plain = replace(pattern, anchor=None)
            query = Query.make(plain, self.graphs, induced=self.request.induced, threads=self.request.threads)
            saving = whole.saving(plain, query.embeddings(monitor.control(), _OCCURRENCES, steps=_STEPS))
            saved.append(None if saving is None else saving.bits)
        return saved


class OtherComparison(_Sided):
    """Another graph or collection."""

    def __init__(self, graphs: GraphCollection, request: MiningRequest, other: GraphCollection, name: str) -> None:
        _check_alike(graphs, other)
        super().__init__(graphs, request, name)
        self._other = other

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """The other side itself: nothing is drawn at random, so that there is nothing to keep apart."""
        return (self._other,)

    def judge(
        self, patterns: Sequence[Pattern], found: Sequence[Frequency], monitor: Monitor
    ) -> tuple[Contrast, ...] | None:
        """Counts on both sides, as shares of nodes or graphs, or as rates where a frequency is no share."""
        monitor.update(stage="judge", done=0, total=len(patterns))
        counted = self.counter(self._other).count(patterns, monitor)
        if counted is None:
            return None
        objective = self.request.frequency
        compare = compare_rates if objective == "graph" else compare_shares
        own, other = population(self.graphs, objective), population(self._other, objective)
        contrasts = [
            compare(here, own, there, other, against=self.name) for here, there in zip(found, counted, strict=True)
        ]
        expected = [there.value * own / other for there in counted]
        return tuple(replace(contrast, expected=value) for contrast, value in zip(contrasts, expected, strict=True))


class ClassComparison(_Sided):
    """Another class of the same collection: the target is the graphs of the first class."""

    def __init__(self, graphs: GraphCollection, request: MiningRequest, classes: TwoClasses) -> None:
        super().__init__(graphs, request, classes.name)
        self._classes = classes

    @property
    def scouts(self) -> tuple[GraphCollection, ...]:
        """The graphs of the other class."""
        return (self._classes.second,)

    def judge(
        self,
        patterns: Sequence[Pattern],
        found: Sequence[Frequency],  # noqa: ARG002 (classes are compared by graphs, whatever ranks)
        monitor: Monitor,
    ) -> tuple[Contrast, ...] | None:
        """Fisher's test on graphs that contain a pattern, with the classes permuted for what many tests promise."""
        monitor.update(stage="judge", done=0, total=len(patterns))
        request = self.request
        plain = [pattern.without_anchor() for pattern in patterns]
        sides = [
            count_by_graph(plain, side, induced=request.induced, threads=request.threads) > 0
            for side in (self._classes.first, self._classes.second)
        ]
        in_first = np.arange(sum(map(len, sides))) < len(sides[0])
        contrasts = compare_classes(
            np.concatenate(sides),
            in_first,
            against=self.name,
            seed=request.seed,
            permutations=max(request.null_samples, _LEAST_PERMUTATIONS),
        )
        return tuple(
            replace(contrast, expected=(contrast.other_share or 0.0) * len(sides[0])) for contrast in contrasts
        )


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
