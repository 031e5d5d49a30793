"""A pattern and the graphs it is looked for in, translated into the same codes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from spminer import _core
from spminer.counting.intervals import population_interval
from spminer.errors import UsageError
from spminer.frequencies import Frequency

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["Question", "anchored_frequency", "check_connected"]


@dataclass(frozen=True, slots=True)
class Question:
    """Where does this pattern occur? Ask it whole, or for some anchors after others."""

    pattern: _core.Pattern
    index: _core.MatchIndex
    induced: bool
    threads: int

    @classmethod
    def make(cls, pattern: Pattern, graphs: GraphCollection, *, induced: bool = True, threads: int = 0) -> Question:
        """Labels and direction count where both the pattern and the graphs have them."""
        direction = pattern.directed and graphs.directed
        node_labels = pattern.node_labels is not None and graphs.node_labels is not None
        edge_labels = pattern.edge_labels is not None and graphs.edge_labels is not None
        index = graphs.match_index(direction=direction, node_labels=node_labels, edge_labels=edge_labels)
        edge_codes = _codes(graphs.edge_label_names) if edge_labels else None
        if pattern.directed and not direction:
            pattern = _undirected(pattern, edge_codes or {})
        core = pattern.core(_codes(graphs.node_label_names) if node_labels else None, edge_codes)
        return cls(core, index, induced, threads)

    def anchors(
        self, control: _core.Control, *, among: NDArray[np.int32] | None = None, steps: int = 0, listed: bool = False
    ) -> _core.MatchResult:
        """How many nodes (of some, or of all) the anchor can be mapped to."""
        return _core.count_anchors(
            self.pattern,
            self.index,
            control,
            anchors=among,
            induced=self.induced,
            threads=self.threads,
            steps=steps,
            list_anchors=listed,
        )

    def node_sets(self, control: _core.Control, *, steps: int = 0) -> _core.MatchResult:
        """How many distinct node sets form the pattern."""
        return _core.count_node_sets(
            self.pattern, self.index, control, induced=self.induced, threads=self.threads, steps=steps
        )

    def embeddings(
        self, control: _core.Control, limit: int, *, among: NDArray[np.int32] | None = None, steps: int = 0
    ) -> NDArray[np.int32]:
        """Up to so many embeddings on distinct node sets, one per row."""
        rows, _ = _core.find_embeddings(
            self.pattern, self.index, limit, control, anchors=among, induced=self.induced, steps=steps
        )
        return rows


@lru_cache(maxsize=4096)  # intervals take their time, and patterns that are nearly everywhere ask for the same
def anchored_frequency(count: int, tested: int, undecided: int, nodes: int) -> Frequency:
    """The frequency that a test of random anchors says: exact, an estimate with its 95 % interval, or a lower bound.

    >>> anchored_frequency(30, 100, 0, 1000)
    Frequency(value=300.0, kind='estimate', low=217, high=394)
    >>> anchored_frequency(30, 100, 0, 100).kind, anchored_frequency(30, 100, 1, 100).kind
    ('exact', 'lower_bound')
    """
    if tested < nodes:
        # What is undecided may be a match or not: the interval covers both.
        low, _ = population_interval(count, tested, nodes)
        _, high = population_interval(count + undecided, tested, nodes)
        return Frequency(count * nodes / tested, "estimate", low, high)
    return Frequency.between(count, count + undecided)


def check_connected(pattern: Pattern) -> None:
    """Refuse a pattern that falls apart, which the engines cannot match."""
    if not pattern.core().connected:
        raise UsageError(f"pattern {pattern.text} is not connected; count its connected parts one by one")


def _codes(names: tuple[str, ...]) -> dict[str, int]:
    return {name: code for code, name in enumerate(names)}


def _undirected(pattern: Pattern, edge_codes: Mapping[str, int]) -> Pattern:
    """The pattern without direction; of two opposite arcs, the label with the smaller code stays, as in the graphs."""
    labels = pattern.edge_labels or ("",) * len(pattern.edges)
    kept: dict[tuple[int, int], str] = {}
    for (a, b), label in zip(pattern.edges, labels, strict=True):
        pair = (min(a, b), max(a, b))
        kept[pair] = min(kept.get(pair, label), label, key=lambda x: edge_codes.get(x, len(edge_codes)))
    edges = tuple(sorted(kept))
    named = None if pattern.edge_labels is None else tuple(kept[edge] for edge in edges)
    return replace(pattern, edges=edges, directed=False, edge_labels=named)
