"""Rows of a result as people read them: each pattern once with its anchors, and ties as ties.

Result files keep every anchored motif with its own rank, as the paper ranks them. A table or a page shows ten anchors
of one pattern as one answer, and equal frequencies as equal ranks.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.patterns import Pattern
    from spminer.results.frequency import Frequency, FrequencyName
    from spminer.results.motif import Motif
    from spminer.results.request import MiningRequest

__all__ = ["OtherAnchor", "Ranked", "Row", "Tie", "rows_of"]

Tie = Literal["", "=", "~"]
"""How a row shares its rank: with none, with equal frequencies, or with frequencies whose bounds overlap."""


class Ranked(Protocol):
    """What of a :class:`spminer.MotifSet` makes rows."""

    @property
    def motifs(self) -> tuple[Motif, ...]:
        """All motifs by size and rank."""
        ...

    @property
    def request(self) -> MiningRequest | None:
        """What was asked."""
        ...

    @property
    def frequency_name(self) -> FrequencyName:
        """What ranks."""
        ...


@dataclass(frozen=True, slots=True)
class OtherAnchor:
    """The same pattern at another anchor: ``node`` is that anchor as the row's own motif numbers its nodes."""

    node: int
    motif: Motif


@dataclass(frozen=True)
class Row:
    """One pattern of a result.

    Attributes
    ----------
    motif
        The motif of its best anchor.
    more
        The motifs of the same pattern at other anchors, by rank.
    rank, tie
        The best rank of the result that the frequencies leave open to it, and how it shares that with other rows.
    """

    motif: Motif
    more: tuple[Motif, ...]
    rank: int
    tie: Tie

    @property
    def place(self) -> str:
        """The rank as it is shown: ``3``, ``=3`` or ``~3``."""
        return f"{self.tie}{self.rank}"

    @property
    def motifs(self) -> tuple[Motif, ...]:
        """All motifs that the row stands for."""
        return (self.motif, *self.more)

    @cached_property
    def others(self) -> tuple[OtherAnchor, ...]:
        """The same pattern at other anchors, by rank."""
        return _others(self.motif, self.more)


def rows_of(result: Ranked, *, all_anchors: bool = False) -> list[Row]:
    """The rows of a result, in its order.

    Ranks are those of the result: a missing number belongs to another anchor inside a row. Distinct and surprising
    motifs are not ranked by frequency, so that they have no ties; each distinct motif has a row.

    Parameters
    ----------
    result
        Motifs by size and rank.
    all_anchors
        Make a row of every motif.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> for row in rows_of(spminer.enumerate(example(), 3)):
    ...     print(row.place, row.motif.id, [(other.node, other.motif.rank) for other in row.others])
    1 0-1,1-2@0 [(1, 3)]
    2 0-1,0-2,1-2@0 []
    """
    rows: list[Row] = []
    for _, of_size in groupby(result.motifs, key=lambda motif: motif.size):
        motifs = list(of_size)
        apart = all_anchors or any(motif.covers is not None for motif in motifs)
        groups = [[motif] for motif in motifs] if apart else _by_pattern(motifs)
        places = _places([group[0] for group in groups], result.frequency_name)
        rows += [Row(best, tuple(more), rank, tie) for (best, *more), (rank, tie) in zip(groups, places, strict=True)]
    return rows


def _by_pattern(motifs: Sequence[Motif]) -> list[list[Motif]]:
    """Motifs that differ in the anchor alone together, best first; one that stands twice is two rows."""
    groups: dict[tuple[Pattern, int], list[Motif]] = {}
    seen: Counter[str] = Counter()
    for motif in motifs:
        key = motif.pattern.without_anchor(), seen[motif.id]
        seen[motif.id] += 1
        groups.setdefault(key, []).append(motif)
    return list(groups.values())


def _others(best: Motif, more: Sequence[Motif]) -> tuple[OtherAnchor, ...]:
    """Each motif has a canonical numbering of its own: its anchor is looked up among the nodes of the best one."""
    if not more:
        return ()
    plain = replace(best.pattern, anchor=None)
    nodes = {replace(plain, anchor=orbit[0]).canonical(): orbit[0] for orbit in plain.orbits()}
    return tuple(OtherAnchor(nodes[motif.pattern.canonical()], motif) for motif in more)


def _places(motifs: Sequence[Motif], frequency_name: FrequencyName) -> list[tuple[int, Tie]]:
    ranked_otherwise = any(motif.covers is not None or motif.against is not None for motif in motifs)
    by_frequency = [] if ranked_otherwise else [motif.frequency(frequency_name) for motif in motifs]
    known = [frequency for frequency in by_frequency if frequency is not None]
    values = [frequency.value for frequency in known]
    if len(known) < len(motifs) or values != sorted(values, reverse=True):
        return [(motif.rank, "") for motif in motifs]
    return _places_with_ties([motif.rank for motif in motifs], known)


def _places_with_ties(ranks: Sequence[int], known: Sequence[Frequency]) -> list[tuple[int, Tie]]:
    """For each motif the rank of the first that is not certainly more frequent.

    Bounds may overlap one motif but not the next. Values descend and lie between their bounds, so one motif overlaps an
    earlier one whose lower bound is at most its upper bound, and a later one whose upper bound is at least its lower
    bound.
    """
    lows, highs = [one.low for one in known], [_high(one) for one in known]
    inexact = [one.kind != "exact" for one in known]
    descending = list(accumulate(lows, min))  # the smallest lower bound up to each motif
    inexact_low = accumulate((low if other else math.inf for low, other in zip(lows, inexact, strict=True)), min)
    above = list(accumulate(reversed(highs), max))[::-1]  # the largest upper bound from each motif on
    upper = (high if other else -math.inf for high, other in zip(reversed(highs), reversed(inexact), strict=True))
    inexact_high = list(accumulate(upper, max))[::-1]
    places: list[tuple[int, Tie]] = []
    for index, (low, high, low_before, high_after) in enumerate(
        zip(lows, highs, inexact_low, inexact_high, strict=True)
    ):
        first = bisect_left(descending, -high, key=lambda bound: -bound)
        if first == index and (index + 1 == len(known) or above[index + 1] < low):
            places.append((ranks[index], ""))
        else:
            places.append((ranks[first], "~" if low_before <= high or high_after >= low else "="))
    return places


def _high(frequency: Frequency) -> float:
    return math.inf if frequency.high is None else frequency.high
