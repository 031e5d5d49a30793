"""Another graph or collection: frequencies on both sides, compared as shares of anchors or graphs, or as rates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from spminer.against.significance import defined
from spminer.against.tables import fisher_p, odds_ratios, share_ratios
from spminer.errors import UsageError
from spminer.results.motif import Contrast

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.results.frequency import Frequency

    Whole = NDArray[np.int64]

__all__ = ["compare_rates", "compare_shares"]

_GRID = 64


def compare_shares(found: Frequency, members: int, other: Frequency, other_members: int, *, against: str) -> Contrast:
    """Compare shares of anchors (or of graphs) that show a pattern in two graphs (or collections).

    Intervals and p-value are those of members drawn independently of each other. Anchors are not: they share edges. So
    these figures describe how different two graphs are on the scale of independent nodes, and test nothing about what
    has made the graphs. Frequencies that are estimates or lower bounds enter by their bounds: intervals reach from one
    extreme to the other, and the p-value is the least surprising one.

    Parameters
    ----------
    found, members
        The frequency on this side, and the number of nodes (or graphs) that could have it.
    other, other_members
        The same on the other side.
    against
        What the result calls the other side.

    Examples
    --------
    >>> from spminer import Frequency
    >>> found = compare_shares(Frequency.exact(60), 100, Frequency.exact(40), 200, against="last year")
    >>> round(found.ratio, 2), round(found.low, 2), round(found.high, 2)
    (3.0, 2.17, 4.09)
    >>> sampled = Frequency(60.0, "estimate", 45, 75)
    >>> rough = compare_shares(sampled, 100, Frequency.exact(40), 200, against="last year")
    >>> round(rough.ratio, 2), round(rough.low, 2), round(rough.high, 2), found.p < rough.p < 0.001
    (3.0, 1.58, 5.01, True)
    """
    if members < 1 or other_members < 1:
        raise UsageError("one side is empty: compare graphs that have nodes")
    few, many = _whole_bounds(found, members)
    other_few, other_many = _whole_bounds(other, other_members)
    # Limits of intervals need not be extreme where the shares are, because intervals widen and narrow again towards 0
    # and 1: all that both may be is looked at, or a fine grid of it.
    counts, others = (axis.ravel() for axis in np.meshgrid(_between(few, many), _between(other_few, other_many)))
    ratios = share_ratios(counts, members, others, other_members)
    odds = odds_ratios(counts, members, others, other_members)
    nearest = _least_surprising_p(np.array([few, many]), members, np.array([other_many, other_few]), other_members)
    # Where counts are few the p-value is not monotone in them; where they are many the steps do not matter.
    few_counts = max(many - few, other_many - other_few) < _GRID
    checked = fisher_p(counts, members, others, other_members).tolist() if few_counts else [nearest]
    share, other_share = found.value / members, other.value / other_members
    return Contrast(
        with_=against,
        ratio=share / other_share if other_share > 0 else None,
        low=None if np.isnan(ratios.low).all() else float(np.nan_to_num(ratios.low).min()),
        high=defined(ratios.high.max()),  # not defined if it is not everywhere
        p=max(nearest, *checked),
        share=share,
        other_share=other_share,
        odds_ratio=_odds_ratio(found.value, members, other.value, other_members),
        odds_low=float(odds.low.min()),
        odds_high=float(odds.high.max()),
    )


def compare_rates(found: Frequency, nodes: int, other: Frequency, other_nodes: int, *, against: str) -> Contrast:
    """Compare counts of node sets, which are no shares of anything, as occurrences per node.

    The interval of the ratio is that of the counts alone: one number if both are exact. There is no test, since how
    many node sets could have been found is not comparable between graphs.

    Parameters
    ----------
    found, nodes
        The frequency on this side, and its number of nodes.
    other, other_nodes
        The same on the other side.
    against
        What the result calls the other side.

    Examples
    --------
    >>> from spminer import Frequency
    >>> compare_rates(Frequency.exact(90), 100, Frequency.exact(60), 200, against="last year").ratio
    3.0
    """
    if nodes < 1 or other_nodes < 1:
        raise UsageError("one side is empty: compare graphs that have nodes")

    def ratio(count: float, other_count: float) -> float | None:
        value = count * other_nodes / (other_count * nodes) if other_count > 0 else math.inf
        return value if math.isfinite(value) else None

    most, other_most = (math.inf if side.high is None else side.high for side in (found, other))
    return Contrast(
        with_=against,
        ratio=ratio(found.value, other.value),
        low=ratio(found.low, other_most),
        high=ratio(most, other.low),
    )


def _between(few: int, many: int) -> Whole:
    """Whole numbers from one to the other: all of them, or a grid that is finest at the ends."""
    if many - few < _GRID:
        return np.arange(few, many + 1)
    ends = np.arange(_GRID // 4)
    return np.unique(np.concatenate([few + ends, np.rint(np.linspace(few, many, _GRID)).astype(np.int64), many - ends]))


def _whole_bounds(frequency: Frequency, members: int) -> tuple[int, int]:
    """The least and the largest whole number that a frequency may be."""
    high = members if frequency.high is None else min(math.ceil(frequency.high), members)
    if not 0 <= frequency.low <= frequency.value <= members:
        raise UsageError(f"a frequency of {frequency.value:,} does not fit {members:,} members: count what can have it")
    return math.floor(frequency.low), high


def _least_surprising_p(counts: Whole, members: int, others: Whole, other_members: int) -> float:
    """The p-value nearest to equal shares; 1 if the bounds leave room for equal ones."""
    least, most = counts / members, others / other_members
    if (least[0] - most[0]) * (least[1] - most[1]) < 0:
        return 1.0
    return float(fisher_p(counts, members, others, other_members).max())


def _odds_ratio(found: float, members: int, other: float, other_members: int) -> float:
    """With one half in each cell, as in :func:`odds_ratios`, of counts that need not be whole."""
    return (found + 0.5) * (other_members - other + 0.5) / ((other + 0.5) * (members - found + 0.5))
