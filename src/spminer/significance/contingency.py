"""Statistics of two by two tables: patterns in the graphs of two classes, or in two graphs.

Side one has ``first`` members, ``found`` of which have the pattern; side two has ``second`` and ``other_found``.

:func:`class_contrasts` compares classes by the graphs that contain a pattern. Graphs are independent of each other, so
the p-values are tests:

- ``p``: Fisher's exact test, two-sided: the probability of all tables that are no more probable;
- ``q`` by Benjamini and Hochberg, over all patterns;
- ``p_max``: step-down min-P of Westfall and Young, by permuted classes (:func:`min_p`);
- a note where a pattern could not be significant whatever its graphs, at Tarone's level (:func:`tarone`);
- ratio of shares (Katz's interval, one half added as Walter does) and odds ratio (Wald's interval with Haldane's and
  Anscombe's correction).

:func:`share_contrast` compares two graphs by shares of their nodes, :func:`rate_contrast` by node sets per node.
Anchors are not independent of each other, so these figures describe and do not test.

Invariants: p-values are never 0. Frequencies with bounds enter by their bounds: intervals take in both extremes, and
the p-value is the least surprising one.

Cost: one table of p-values per distinct number of graphs; ``min_p`` takes one matrix product for every 64 permutations.

References: Tarone, "A modified Bonferroni method for discrete data", Biometrics 1990. Westfall and Young,
"Resampling-Based Multiple Testing", 1993. ``docs/theory/statistics.md`` has the formulas.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spminer.errors import UsageError
from spminer.results.motif import Contrast
from spminer.significance.statistics import adjust_bh, defined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from spminer.results.frequency import Frequency

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["class_contrasts", "rate_contrast", "share_contrast"]

_NORMAL = 1.959964  # 97.5 % point
_SAME = 1 + 1e-7  # probabilities that differ by less count as equal, as in R
_SMALLEST = float(np.finfo(np.float64).tiny)  # in place of p-values that are too small for a float
NOT_TESTABLE = "below Tarone's threshold"
_CHUNK = 64  # permutations at a time: a table of this many rows by patterns is in memory


def class_contrasts(
    occurrence: ArrayLike, in_first: ArrayLike, *, against: str, seed: int, permutations: int = 1000
) -> tuple[Contrast, ...]:
    """Compare how many graphs of two classes contain each pattern.

    Parameters
    ----------
    occurrence
        Whether each graph (row) contains each pattern (column).
    in_first
        Whether each graph is of the first class.
    against
        Name of the comparison in the result, as ``"class:A,B"``.
    seed, permutations
        Seed and number of the permutations of the classes among the graphs.

    Returns
    -------
    tuple
        One contrast per pattern, with a note where it could not be significant whatever its graphs (:func:`tarone`).

    Examples
    --------
    >>> import numpy as np
    >>> classes = np.arange(20) < 8
    >>> [found] = class_contrasts((np.arange(20) < 10)[:, None], classes, against="class:1,2", seed=0)
    >>> found.share, round(found.other_share, 3), round(found.ratio, 1), round(found.p, 5)
    (1.0, 0.167, 6.0, 0.00071)
    """
    # Floats, whose product with the classes counts up to 16 million graphs exactly.
    table, classes = np.asarray(occurrence, dtype=bool).astype(np.float32), np.asarray(in_first, dtype=bool)
    if table.ndim != 2 or classes.shape != table.shape[:1]:
        raise UsageError(f"classes of shape {classes.shape} do not fit a table of shape {table.shape}: one per graph")
    first, second = int(classes.sum()), int((~classes).sum())
    if not first or not second:
        raise UsageError("a class has no graphs: name two classes that the collection has")
    if permutations < 1:
        raise UsageError("without permutations there is nothing to compare with: ask for 1 or more, better 1000")
    found, other = table[classes].sum(axis=0).astype(np.int64), table[~classes].sum(axis=0).astype(np.int64)
    fisher = FisherTable(found + other, first, second)
    p = fisher.p(found)
    ratio, odds = share_ratios(found, first, other, second), odds_ratios(found, first, other, second)
    columns: dict[str, Any] = {
        "ratio": ratio.value,
        "low": ratio.low,
        "high": ratio.high,
        "p": p,
        "q": adjust_bh(p),
        "p_max": min_p(fisher, p, table, classes, seed=seed, permutations=permutations),
        "share": found / first,
        "other_share": other / second,
        "odds_ratio": odds.value,
        "odds_low": odds.low,
        "odds_high": odds.high,
    }
    untestable = fisher.least_p > tarone(fisher.least_p).level
    return tuple(
        Contrast(
            with_=against,
            samples=None,
            note=NOT_TESTABLE if untestable[pattern] else None,
            **{name: defined(column[pattern]) for name, column in columns.items()},
        )
        for pattern in range(len(p))
    )


class FisherTable:
    """p-values of Fisher's exact test for patterns in given numbers of members of both sides together.

    Attributes
    ----------
    least_p
        The smallest p-value that each pattern can reach, whatever the sides of its members.

    Examples
    --------
    >>> table = FisherTable(np.array([1, 3, 7]), 5, 5)
    >>> table.least_p.round(4).tolist(), table.p(np.array([1, 3, 5])).round(4).tolist()
    ([1.0, 0.1667, 0.1667], [1.0, 0.1667, 0.1667])
    """

    def __init__(self, supports: NDArray[np.int64], first: int, second: int) -> None:
        distinct, index = np.unique(supports, return_inverse=True)
        rows = [fisher_row(int(support), first, second) for support in distinct]
        starts = np.cumsum([0, *(len(p) for _, p in rows)])[:-1] - [least for least, _ in rows]
        self.least_p = np.array([p.min() for _, p in rows])[index]
        self._starts = starts.astype(np.int64)[index]
        self._p = np.concatenate([np.empty(0), *(p for _, p in rows)])

    def p(self, found: NDArray[np.int64]) -> Floats:
        """The p-values where so many of the members with each pattern are on side one."""
        return np.asarray(self._p[self._starts + found])


def min_p(
    fisher: FisherTable,
    own: Floats,
    table: NDArray[np.float32],
    classes: NDArray[np.bool_],
    *,
    seed: int,
    permutations: int,
) -> Floats:
    """p-values that hold for all patterns together: step-down min-P of Westfall and Young, by permuted classes.

    For each pattern the share of permutations, the true classes among them, in which it or a pattern that is less
    significant has a p-value of Fisher's test as small as its own, and at least that of any more significant one.
    """
    order = np.argsort(own, kind="stable")
    reached = np.zeros(len(order), dtype=np.int64)
    for shuffled in _permuted(classes, permutations, seed):
        p = fisher.p((shuffled @ table).astype(np.int64))[:, order]
        smallest = np.minimum.accumulate(p[:, ::-1], axis=1)[:, ::-1]
        reached += (smallest <= own[order] * (1 + 1e-9)).sum(axis=0)
    result = np.empty(len(order))
    result[order] = np.maximum.accumulate((reached + 1) / (permutations + 1))
    return result


def _permuted(classes: NDArray[np.bool_], permutations: int, seed: int) -> Iterator[NDArray[np.float32]]:
    """The classes in random orders, some rows at a time."""
    rng = np.random.default_rng(seed)
    for start in range(0, permutations, _CHUNK):
        rows = np.tile(classes, (min(_CHUNK, permutations - start), 1))
        yield rng.permuted(rows, axis=1).astype(np.float32)


class Correction(NamedTuple):
    """The corrected level of Tarone's method.

    Attributes
    ----------
    level
        The corrected level: a p-value of at most this is significant.
    factor
        The divisor of the level: the number of tests that are corrected for.
    testable
        Number of patterns that can reach the level.
    """

    level: float
    factor: int
    testable: int


def tarone(least_p: ArrayLike, alpha: float = 0.05) -> Correction:
    """Tarone's correction: patterns that cannot be significant need no correction.

    The factor is the smallest k for which at most k patterns can reach ``alpha / k``. The level holds for all patterns
    that are given: leave out none because of the classes of their graphs.

    Parameters
    ----------
    least_p
        The smallest p-value that each pattern can reach, see :class:`FisherTable`.
    alpha
        The accepted probability of one or more false discoveries.

    Examples
    --------
    >>> tarone([0.001, 0.02, 0.3, 0.4])
    Correction(level=0.025, factor=2, testable=2)
    """
    ordered = np.sort(np.asarray(least_p, dtype=np.float64))
    factors = np.arange(1, len(ordered) + 2)
    reaching = np.searchsorted(ordered, alpha / factors, side="right")
    chosen = int(np.argmax(reaching <= factors))
    return Correction(alpha / int(factors[chosen]), int(factors[chosen]), int(reaching[chosen]))


_GRID = 64


def share_contrast(found: Frequency, members: int, other: Frequency, other_members: int, *, against: str) -> Contrast:
    """Compare shares of anchors (or of graphs) that show a pattern in two graphs (or collections).

    Intervals and p-value are those of members drawn independently of each other. Anchors are not independent, since
    they share edges. So the figures describe how different two graphs are on the scale of independent nodes, and test
    nothing about the origin of the graphs. Estimates and lower bounds enter by their bounds: intervals reach from one
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
    >>> found = share_contrast(Frequency.exact(60), 100, Frequency.exact(40), 200, against="last year")
    >>> round(found.ratio, 2), round(found.low, 2), round(found.high, 2)
    (3.0, 2.17, 4.09)
    >>> sampled = Frequency(60.0, "estimate", 45, 75)
    >>> rough = share_contrast(sampled, 100, Frequency.exact(40), 200, against="last year")
    >>> round(rough.ratio, 2), round(rough.low, 2), round(rough.high, 2), found.p < rough.p < 0.001
    (3.0, 1.58, 5.01, True)
    """
    if members < 1 or other_members < 1:
        raise UsageError("one side is empty: compare graphs that have nodes")
    few, many = _whole_bounds(found, members)
    other_few, other_many = _whole_bounds(other, other_members)
    # The limits of intervals need not be extreme where the shares are, since intervals widen and narrow again towards 0
    # and 1. So all possible counts are looked at, or a fine grid of them.
    counts, others = (axis.ravel() for axis in np.meshgrid(_between(few, many), _between(other_few, other_many)))
    ratios = share_ratios(counts, members, others, other_members)
    odds = odds_ratios(counts, members, others, other_members)
    nearest = _least_surprising_p(np.array([few, many]), members, np.array([other_many, other_few]), other_members)
    # For few counts the p-value is not monotone in them; for many the steps do not matter.
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


def _whole_bounds(frequency: Frequency, members: int) -> tuple[int, int]:
    """The bounds of a frequency as whole numbers."""
    high = members if frequency.high is None else min(math.ceil(frequency.high), members)
    if not 0 <= frequency.low <= frequency.value <= members:
        raise UsageError(f"a frequency of {frequency.value:,} does not fit {members:,} members: count what can have it")
    return math.floor(frequency.low), high


def _between(few: int, many: int) -> Whole:
    """All whole numbers between two, or a grid that is finest at the ends."""
    if many - few < _GRID:
        return np.arange(few, many + 1)
    ends = np.arange(_GRID // 4)
    return np.unique(np.concatenate([few + ends, np.rint(np.linspace(few, many, _GRID)).astype(np.int64), many - ends]))


def _least_surprising_p(counts: Whole, members: int, others: Whole, other_members: int) -> float:
    """The largest p-value of both extremes; 1 if the bounds allow equal shares."""
    least, most = counts / members, others / other_members
    if (least[0] - most[0]) * (least[1] - most[1]) < 0:
        return 1.0
    return float(fisher_p(counts, members, others, other_members).max())


def _odds_ratio(found: float, members: int, other: float, other_members: int) -> float:
    """As :func:`odds_ratios`, for counts that need not be whole."""
    return (found + 0.5) * (other_members - other + 0.5) / ((other + 0.5) * (members - found + 0.5))


def rate_contrast(found: Frequency, nodes: int, other: Frequency, other_nodes: int, *, against: str) -> Contrast:
    """Compare counts of node sets, which are not shares, as occurrences per node.

    The interval of the ratio is that of the counts alone, one number if both are exact. There is no test, since the
    possible numbers of node sets of two graphs are not comparable.

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
    >>> rate_contrast(Frequency.exact(90), 100, Frequency.exact(60), 200, against="last year").ratio
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


class Intervals(NamedTuple):
    """Values with the limits of their 95 % intervals; ``nan`` where not defined."""

    value: Floats
    low: Floats
    high: Floats


def fisher_row(support: int, first: int, second: int) -> tuple[int, Floats]:
    """p-values of Fisher's exact test for every table with the same margins.

    Parameters
    ----------
    support
        Members of both sides that have it.
    first, second
        Members of each side.

    Returns
    -------
    tuple
        The least number of them that can be on side one, and the two-sided p-values for this and each larger number.

    Examples
    --------
    >>> least, p = fisher_row(3, 4, 4)
    >>> least, p.round(4).tolist()
    (0, [0.1429, 1.0, 1.0, 0.1429])
    """
    least, most = max(0, support - second), min(support, first)
    found = np.arange(least, most, dtype=np.float64)
    # Ratios of neighboring probabilities: cheaper than factorials for a million members.
    steps = np.log((first - found) * (support - found)) - np.log((found + 1) * (second - support + found + 1))
    logs = np.concatenate([[0.0], np.cumsum(steps)])
    weights = np.exp(logs - logs.max())
    p = np.full(len(weights), _SMALLEST)
    some = weights > 0
    probabilities = weights[some] / weights.sum()
    ordered = np.sort(probabilities)
    no_likelier = np.searchsorted(ordered, probabilities * _SAME, side="right")
    p[some] = np.clip(np.cumsum(ordered)[no_likelier - 1], _SMALLEST, 1.0)
    return least, p


def fisher_p(found: Whole, first: int, other_found: Whole, second: int) -> Floats:
    """Two-sided p-values of Fisher's exact test."""
    return FisherTable(found + other_found, first, second).p(found)


def odds_ratios(a: Whole, first: int, b: Whole, second: int) -> Intervals:
    """Odds ratios with 95 % intervals: Wald's for the logarithm, one half added to each cell (Haldane, Anscombe).

    >>> odds = odds_ratios(np.array([8]), 10, np.array([1]), 10)
    >>> [round(float(part[0]), 2) for part in odds]
    [21.53, 2.33, 199.4]
    """
    cells = np.stack([a, second - b, first - a, b]) + 0.5
    odds = cells[0] * cells[1] / (cells[2] * cells[3])
    factor = np.exp(_NORMAL * np.sqrt((1 / cells).sum(axis=0)))
    return Intervals(odds, odds / factor, odds * factor)


def share_ratios(a: Whole, first: int, b: Whole, second: int) -> Intervals:
    """Ratios of the two shares with 95 % intervals: Katz's for the logarithm, with one half added as Walter does.

    Without any on side two, the ratio and its upper limit are not defined (``nan``). Without any on side one, the ratio
    and its lower limit are 0. Without any at all, nothing is defined.

    >>> ratio = share_ratios(np.array([8, 8, 0]), 10, np.array([2, 0, 0]), 10)
    >>> [part.round(2).tolist() for part in ratio]
    [[4.0, nan, nan], [1.11, 1.12, nan], [10.43, nan, nan]]
    """
    share, other = (a + 0.5) / (first + 0.5), (b + 0.5) / (second + 0.5)
    variance = 1 / (a + 0.5) - 1 / (first + 0.5) + 1 / (b + 0.5) - 1 / (second + 0.5)
    factor = np.exp(_NORMAL * np.sqrt(variance))
    value = np.full(a.shape, np.nan)
    np.divide(a * second, b * float(first), out=value, where=b > 0)
    low = np.where(a + b > 0, np.where(a > 0, share / other / factor, 0.0), np.nan)
    high = np.where(b > 0, share / other * factor, np.nan)
    # The halves move limits towards 1, at the edges beyond the ratio.
    return Intervals(value, np.fmin(low, value), np.fmax(high, value))
