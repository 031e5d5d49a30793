"""Walks, expansions and occurrences as arrays: all walks that are grown together have the same number of nodes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Expansion", "Occurrences", "Walks"]


@dataclass(frozen=True, eq=False)
class Walks:
    """Patterns with one occurrence each.

    Attributes
    ----------
    nodes
        ``int32[W, k]``: nodes of the target, the anchor first.
    rows
        ``uint64[W, k]``: bit ``j`` of ``rows[w, i]`` says that walk ``w`` joins its nodes ``i`` and ``j``.

    Examples
    --------
    >>> pair = Walks.at(np.array([5, 7])).grown([0, 0], [6, 8], [1, 1])
    >>> pair.nodes.tolist(), pair.rows.tolist()
    ([[5, 6], [5, 8]], [[2, 1], [2, 1]])
    """

    nodes: NDArray[np.int32]
    rows: NDArray[np.uint64]

    @classmethod
    def at(cls, nodes: NDArray[np.integer]) -> Walks:
        """Walks of one node each."""
        column = np.ascontiguousarray(nodes, dtype=np.int32).reshape(-1, 1)
        return cls(column, np.zeros(column.shape, dtype=np.uint64))

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def size(self) -> int:
        """Nodes of each walk."""
        return int(self.nodes.shape[1])

    def take(self, chosen: NDArray[np.integer]) -> Walks:
        """Some of the walks."""
        return Walks(self.nodes[chosen], self.rows[chosen])

    def grown(
        self,
        walk: NDArray[np.integer] | list[int],
        node: NDArray[np.integer] | list[int],
        mask: NDArray[np.integer] | list[int],
    ) -> Walks:
        """Copies of the walks ``walk``, each with one more node that is joined to the nodes of its mask."""
        masks = np.asarray(mask, dtype=np.uint64)
        position = np.arange(self.size, dtype=np.uint64)
        joined = ((masks[:, None] >> position) & np.uint64(1)) << np.uint64(self.size)
        return Walks(
            np.column_stack([self.nodes[walk], np.asarray(node, dtype=np.int32)]),
            np.column_stack([self.rows[walk] | joined, masks]),
        )


@dataclass(frozen=True, eq=False)
class Expansion:
    """Every way to grow some walks by one node, and the distinct patterns that this leads to.

    Attributes
    ----------
    walks
        What was grown.
    walk, node, mask, pattern
        One entry per step, in the order of the walks: the walk, the new node, its neighbors in the walk as bits,
        and the distinct pattern that the step leads to.
    keys
        One per distinct pattern: equal exactly if the patterns are isomorphic, anchor on anchor.
    structure, structure_rows, structure_keys
        The structure (the pattern without labels and direction) of each pattern, and of each distinct structure its
        rows in canonical order and its key.
    scores
        One per distinct pattern, larger is better; 0 where it was not scored.
    """

    walks: Walks
    walk: NDArray[np.int64]
    node: NDArray[np.int32]
    mask: NDArray[np.uint64]
    pattern: NDArray[np.int32]
    keys: list[bytes]
    structure: NDArray[np.int32]
    structure_rows: NDArray[np.uint64]
    structure_keys: list[bytes]
    scores: NDArray[np.float64]

    @property
    def size(self) -> int:
        """Nodes of the patterns."""
        return self.walks.size + 1

    def first_steps(self) -> NDArray[np.int64]:
        """The first step that leads to each pattern."""
        return np.unique(self.pattern, return_index=True)[1]

    def steps_per_pattern(self) -> NDArray[np.int64]:
        """How many steps lead to each pattern."""
        return np.bincount(self.pattern, minlength=len(self.keys))

    def grown(self, steps: NDArray[np.integer]) -> Walks:
        """The walks that the steps lead to."""
        return self.walks.grown(self.walk[steps], self.node[steps], self.mask[steps])


@dataclass(frozen=True, eq=False)
class Occurrences:
    """Where patterns of the same size occur: at most one occurrence for each anchor.

    Attributes
    ----------
    rows
        ``uint64[S, k]``: the patterns.
    offset
        Occurrences of pattern ``s`` are ``nodes[offset[s]:offset[s + 1]]``.
    nodes
        ``int32[M, k]``: nodes of the target in the order of the pattern's rows, the anchor first.
    chosen
        Some of the occurrences, to walk on from.
    """

    rows: NDArray[np.uint64]
    offset: NDArray[np.int64]
    nodes: NDArray[np.int32]
    chosen: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    @property
    def counts(self) -> NDArray[np.int64]:
        """Occurrences of each pattern."""
        return np.diff(self.offset)

    def take(self, patterns: NDArray[np.integer]) -> Occurrences:
        """Some of the patterns."""
        counts = self.counts[patterns]
        offset = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        index = np.arange(offset[-1]) + np.repeat(self.offset[:-1][patterns] - offset[:-1], counts)
        return Occurrences(self.rows[patterns], offset, self.nodes[index])

    def choose(self, total: int, random: np.random.Generator) -> Occurrences:
        """The same with ``total`` occurrences chosen by lot, about equally many of each pattern."""
        each = max(total // max(len(self.rows), 1), 1)
        pattern = np.repeat(np.arange(len(self.rows)), self.counts)
        order = np.lexsort((random.random(len(pattern)), pattern))
        rank = np.arange(len(pattern)) - self.offset[pattern]
        return replace(self, chosen=np.sort(order[rank < each]))

    def walks(self) -> Walks:
        """The chosen occurrences as walks."""
        return Walks(self.nodes[self.chosen], self.rows[self.pattern_of_walks()])

    def pattern_of_walks(self) -> NDArray[np.intp]:
        """The pattern of each chosen occurrence."""
        return np.searchsorted(self.offset, self.chosen, side="right") - 1
