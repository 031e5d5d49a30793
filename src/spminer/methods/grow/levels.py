"""Levels of growth: the patterns of each size, as rows that can be kept on disk, and as candidates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.counting.intervals import anchored_frequency
from spminer.methods.base import Candidate
from spminer.patterns.pattern import pack_patterns, unpack_patterns
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from spminer import _core
    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import Objective

__all__ = ["Level", "Slots"]


@dataclass(frozen=True, eq=False)
class Slots:
    """Where patterns are asked for: nodes as anchors, or whole graphs.

    Attributes
    ----------
    roots, offsets
        Nodes of all slots, and where each slot's begin.
    population
        Number of slots that could be asked; more than there are if they are a sample.
    """

    roots: NDArray[np.int32]
    offsets: NDArray[np.int64]
    population: int

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def all(self) -> bool:
        """Whether every slot is asked."""
        return len(self) == self.population


@dataclass(frozen=True, eq=False)
class Level:
    """The patterns of one size, best first: one entry of each array per pattern.

    Attributes
    ----------
    patterns
        In canonical form.
    count, bound
        Slots that show the pattern for certain, and those that are not refuted.
    expected
        Estimated number of slots that show it.
    node_sets, images
        Estimated graph-level frequency; fewest images of any orbit that were seen.
    outside
        No pattern of this size that is not listed is shown by more slots.
    """

    patterns: tuple[Pattern, ...]
    count: NDArray[np.int64]
    bound: NDArray[np.int64]
    expected: NDArray[np.float64]
    node_sets: NDArray[np.float64]
    images: NDArray[np.int64]
    outside: int

    @classmethod
    def of(cls, beam: _core.GrowBeam, graphs: GraphCollection) -> Level:
        """The level of a beam."""
        grown = [beam[i] for i in range(len(beam))]
        return cls(
            patterns=tuple(graphs.pattern(each.pattern).canonical() for each in grown),
            count=np.array([each.count for each in grown], np.int64),
            bound=np.array([each.bound for each in grown], np.int64),
            expected=np.array([each.expected for each in grown], np.float64),
            node_sets=np.array([each.node_sets for each in grown], np.float64),
            images=np.array([each.images for each in grown], np.int64),
            outside=beam.outside,
        )

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Level:
        """The inverse of :meth:`arrays`."""
        patterns = unpack_patterns(arrays["patterns"])
        figures = {name: arrays[name] for name in ("count", "bound", "expected", "node_sets", "images")}
        return cls(patterns=patterns, outside=int(arrays["outside"]), **figures)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The level for a checkpoint."""
        return {
            "patterns": pack_patterns(self.patterns),
            "count": self.count,
            "bound": self.bound,
            "expected": self.expected,
            "node_sets": self.node_sets,
            "images": self.images,
            "outside": np.array(self.outside),
        }

    def proven(self, top: int, *, merge_anchors: bool = False) -> bool:
        """Whether nothing else can be among the ``top`` patterns with the most slots.

        With ``merge_anchors`` patterns that differ in the anchor alone are one, as frequent as its best anchor.
        """
        count, bound = self._merged() if merge_anchors else (self.count, self.bound)
        if np.any(count[:top] < bound[:top]):
            return False
        if len(count) < top:
            return self.outside == 0
        least = int(count[:top].min())
        return self.outside < least and bool(np.all(bound[top:] <= least))

    def _merged(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Counts and bounds of patterns with their best anchors, best first; anchors not listed are outside."""
        best: dict[Pattern, tuple[int, int]] = {}
        for pattern, count, bound in zip(self.patterns, self.count.tolist(), self.bound.tolist(), strict=True):
            plain = pattern.without_anchor()
            known = best.get(plain, (0, 0))
            best[plain] = max(known[0], count), max(known[1], bound)
        merged = np.array(sorted(best.values(), reverse=True), np.int64).reshape(-1, 2)
        return merged[:, 0], merged[:, 1]

    def candidates(self, objective: Objective, slots: Slots) -> tuple[Candidate, ...]:
        """The patterns as proposals."""
        return tuple(self._candidate(i, objective, slots) for i in range(len(self.patterns)))

    def _candidate(self, i: int, objective: Objective, slots: Slots) -> Candidate:
        pattern = self.patterns[i]
        if objective == "anchored":
            count, bound = int(self.count[i]), int(self.bound[i])
            known = anchored_frequency(count, len(slots), bound - count, slots.population)
            expected = float(self.expected[i]) * slots.population / len(slots)
            return Candidate(pattern, expected, {"anchored": known}, float(self.node_sets[i]))
        if objective == "transactions":
            support = Frequency.between(int(self.count[i]), int(self.bound[i]))
            return Candidate(pattern, float(self.expected[i]), {"transactions": support}, float(self.node_sets[i]))
        plain = pattern.without_anchor()
        if objective == "graph":
            return Candidate(plain, float(self.node_sets[i]))
        most = int(self.bound[i]) if slots.all else None
        seen = Frequency.lower_bound(int(self.images[i]), most)
        return Candidate(plain, float(self.images[i]), {"images": seen})
