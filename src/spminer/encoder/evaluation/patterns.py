"""Patterns of a data set with exact frequencies, for the evaluation of estimated rankings.

Half of the patterns of each size are frequent: they are grown node by node from the most frequent patterns of the
previous size, by exact counts. The others are random tree samples, most of them rare at larger sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer._util.monitor import Monitor
from spminer.counting.engine_choice import enumeration_cost
from spminer.counting.enumeration import count_classes
from spminer.encoder.evaluation.pairs import sample_of_sizes
from spminer.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection

__all__ = ["CountedPattern", "counted_classes", "frequent_and_random"]

_FIRST_SIZE = 4  # frequent patterns grow from an exact enumeration of this size
_GROWTH_ANCHORS = 400  # nodes at which candidates are counted while growing
_EMBEDDINGS = 6  # of each pattern that are extended ...
_EXTENSIONS = 2  # ... by this many nodes each, one at a time
_STEPS = 200_000  # search steps at one node; a pattern that needs more is left out


@dataclass(frozen=True, slots=True)
class CountedPattern:
    """A pattern and the number of nodes that can be its anchor."""

    pattern: Pattern
    count: int


def counted_classes(
    graphs: GraphCollection, size: int, *, induced: bool = True, threads: int = 0
) -> list[CountedPattern]:
    """Every anchored class of connected induced subgraphs of one size, with its exact frequency, best first.

    For ``induced=False`` the classes are the same, but counted as edge-induced patterns.

    >>> from spminer.datasets import example
    >>> [(str(entry.pattern), entry.count) for entry in counted_classes(example(), 3)]
    [('0-1,1-2@0', 34), ('0-1,0-2,1-2@0', 32), ('0-1,0-2@0', 22)]
    """
    engine = enumeration_cost(graphs, size).engine
    table = count_classes(graphs, size, engine, Monitor(), threads=threads)
    counted = [
        CountedPattern(graphs.pattern(table.pattern(entry, True)).canonical(), int(table.anchored[entry]))
        for entry in table.ranked("anchored")
    ]
    if induced:
        return counted
    recounted = _Counter(graphs, induced, threads).exact(entry.pattern for entry in counted)
    return sorted(recounted, key=lambda entry: -entry.count)


def frequent_and_random(
    graphs: GraphCollection,
    sizes: Iterable[int],
    *,
    per_size: int = 26,
    induced: bool = True,
    seed: int = 0,
    threads: int = 0,
) -> dict[int, list[CountedPattern]]:
    """Frequent and random patterns of each size with their exact frequencies.

    Parameters
    ----------
    graphs
        An undirected data set without labels.
    sizes
        Sizes from 4 up.
    per_size
        Patterns of each size, half of them frequent; fewer if there are not as many.
    induced
        Whether patterns are node-induced.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> patterns = frequent_and_random(example(), [4, 6], per_size=8)
    >>> [len(patterns[size]) for size in (4, 6)]
    [8, 8]
    """
    wanted = sorted(set(sizes))
    counter = _Counter(graphs, induced, threads)
    random = np.random.default_rng(seed)
    frequent: list[Pattern] = []
    chosen: dict[int, list[CountedPattern]] = {}
    for size in range(_FIRST_SIZE, max(wanted, default=0) + 1):
        if size == _FIRST_SIZE:
            classes = counted_classes(graphs, size, induced=induced, threads=threads)
            frequent = [entry.pattern for entry in classes[: per_size // 2]]
        else:
            frequent = counter.most_frequent(_extend(frequent, counter, random), per_size // 2, random)
        if size in wanted:
            others = _random_patterns(graphs, size, per_size - len(frequent), frequent, random)
            chosen[size] = counter.exact([*frequent, *others])
    return chosen


class _Counter:
    """Exact counts in one data set."""

    def __init__(self, graphs: GraphCollection, induced: bool, threads: int) -> None:
        self.graphs = graphs
        self.index = graphs.match_index()
        self.induced = induced
        self.threads = threads

    def exact(self, patterns: Iterable[Pattern]) -> list[CountedPattern]:
        """Patterns with their counts, without those that are too hard to count."""
        results = ((pattern, self._count(pattern, None)) for pattern in patterns)
        return [CountedPattern(pattern, result.count) for pattern, result in results if result.undecided == 0]

    def most_frequent(self, patterns: list[Pattern], top: int, random: np.random.Generator) -> list[Pattern]:
        """The patterns that most of some random nodes can anchor."""
        nodes = self.graphs.num_nodes
        anchors = np.sort(random.choice(nodes, size=min(_GROWTH_ANCHORS, nodes), replace=False)).astype(np.int32)
        counts = np.array([self._count(pattern, anchors).count for pattern in patterns])
        return [patterns[index] for index in np.argsort(-counts, kind="stable")[:top]]

    def embeddings(self, pattern: Pattern, random: np.random.Generator) -> NDArray[np.int32]:
        """Some embeddings of a pattern, from different parts of the data set."""
        anchors = random.permutation(self.graphs.num_nodes).astype(np.int32)
        parts = [
            _core.find_embeddings(
                pattern.core(),
                self.index,
                1,
                _core.Control(),
                anchors=np.sort(part),
                induced=self.induced,
                steps=_STEPS,
            )[0]
            for part in np.array_split(anchors, _EMBEDDINGS)
        ]
        return np.concatenate(parts)

    def _count(self, pattern: Pattern, anchors: NDArray[np.int32] | None) -> _core.MatchResult:
        return _core.count_anchors(
            pattern.core(),
            self.index,
            _core.Control(),
            anchors=anchors,
            induced=self.induced,
            threads=self.threads,
            steps=_STEPS,
        )


def _extend(patterns: list[Pattern], counter: _Counter, random: np.random.Generator) -> list[Pattern]:
    """Patterns with one more node that occur in the data set, each once."""
    grown: dict[str, Pattern] = {}
    for pattern in patterns:
        for nodes in counter.embeddings(pattern, random).tolist():
            outside = sorted({near for node in nodes for near in _neighbors(counter.graphs, node)} - set(nodes))
            for node in random.permutation(outside)[:_EXTENSIONS].tolist():
                larger = _induced(counter.graphs, [*nodes, node], pattern.anchor)
                grown.setdefault(str(larger), larger)
    return list(grown.values())


def _random_patterns(
    graphs: GraphCollection, size: int, count: int, known: list[Pattern], random: np.random.Generator
) -> list[Pattern]:
    """Distinct tree samples of one size, without the known patterns."""
    samples = sample_of_sizes(graphs.target(), np.full(4 * count, size), random)
    seen = {str(pattern) for pattern in known}
    chosen: list[Pattern] = []
    for index in np.flatnonzero(samples.sizes == size):
        matrix = samples.adjacency(np.array([index]), size)[0]
        pattern = Pattern.from_edges(zip(*np.nonzero(np.triu(matrix)), strict=True), size=size, anchor=0).canonical()
        if str(pattern) not in seen and len(chosen) < count:
            seen.add(str(pattern))
            chosen.append(pattern)
    return chosen


def _induced(graphs: GraphCollection, nodes: list[int], anchor: int | None) -> Pattern:
    position = {node: index for index, node in enumerate(nodes)}
    edges = [
        (position[node], position[near])
        for node in nodes
        for near in _neighbors(graphs, node)
        if near in position and node < near
    ]
    return Pattern.from_edges(edges, size=len(nodes), anchor=anchor).canonical()


def _neighbors(graphs: GraphCollection, node: int) -> list[int]:
    row: list[int] = graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]].tolist()
    return row
