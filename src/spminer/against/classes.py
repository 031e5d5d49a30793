"""Classes of a collection: patterns that graphs of one class contain more often than graphs of another.

What is counted is graphs, which are independent of each other as anchors are not, so that p-values are tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spminer.against.significance import adjust_bh, defined
from spminer.against.tables import fisher_p, fisher_row, odds_ratios, share_ratios
from spminer.errors import UsageError
from spminer.results.motif import Contrast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

__all__ = ["NOT_TESTABLE", "Correction", "compare_classes", "min_p", "minimum_p", "tarone"]

NOT_TESTABLE = "below Tarone's threshold"

_CHUNK = 64  # permutations at a time: a table of this many rows by patterns is in memory


class Correction(NamedTuple):
    """What remains to be tested, and at which level, after Tarone.

    Attributes
    ----------
    level
        The corrected level: a p-value of at most this is significant.
    factor
        What the level was divided by: the number of tests that had to be corrected for.
    testable
        Patterns that can reach the level at all.
    """

    level: float
    factor: int
    testable: int


def minimum_p(support: ArrayLike, first: int, second: int) -> Floats:
    """The smallest p-value of Fisher's test that a pattern in so many graphs can reach, however they are spread.

    >>> minimum_p([1, 3, 7], 5, 5).round(4).tolist()
    [1.0, 0.1667, 0.1667]
    """
    supports = np.asarray(support, dtype=np.int64)
    distinct, index = np.unique(supports, return_inverse=True)
    least = np.array([fisher_row(int(value), first, second)[1].min() for value in distinct])
    return least[index].reshape(supports.shape)


def tarone(least_p: ArrayLike, alpha: float = 0.05) -> Correction:
    """Tarone's correction: patterns that cannot be significant need no correction.

    The factor is the smallest k for which at most k patterns can reach ``alpha / k``. The promise is for all patterns
    that were given: leave out none because of what their classes are.

    Parameters
    ----------
    least_p
        The smallest p-value that each pattern can reach, see :func:`minimum_p`.
    alpha
        The probability of a single false discovery that is accepted.

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


def min_p(occurrence: ArrayLike, in_first: ArrayLike, *, seed: int, permutations: int = 1000) -> Floats:
    """p-values that hold for all patterns together: step-down min-P of Westfall and Young, by permuted classes.

    Parameters
    ----------
    occurrence
        Whether each graph (row) contains each pattern (column).
    in_first
        Whether each graph is of the first class.
    seed
        Number that the permutations follow from.
    permutations
        How often the classes are dealt out anew among the graphs.

    Returns
    -------
    ndarray
        For each pattern the share of permutations, the true classes among them, in which it or a pattern that is less
        significant has a p-value of Fisher's test as small as its own, and at least that of any more significant one.

    Examples
    --------
    >>> import numpy as np
    >>> classes = np.arange(20) < 10
    >>> telling, silent = classes, np.arange(20) % 2 == 0
    >>> min_p(np.column_stack([telling, silent]), classes, seed=1).round(3).tolist()
    [0.001, 1.0]
    """
    table, classes = _checked(occurrence, in_first)
    if permutations < 1:
        raise UsageError("without permutations there is nothing to compare with: ask for 1 or more, better 1000")
    first, second = _sizes(classes)
    support = table.sum(axis=0).astype(np.int64)
    lookup = _PValues(support, first, second)
    own = lookup((classes.astype(np.float32) @ table).astype(np.int64)[None, :])[0]
    order = np.argsort(own, kind="stable")
    reached = np.zeros(len(order), dtype=np.int64)
    for shuffled in _permuted(classes, permutations, seed):
        p = lookup((shuffled @ table).astype(np.int64))[:, order]
        smallest = np.minimum.accumulate(p[:, ::-1], axis=1)[:, ::-1]
        reached += (smallest <= own[order] * (1 + 1e-9)).sum(axis=0)
    result = np.empty(len(order))
    result[order] = np.maximum.accumulate((reached + 1) / (permutations + 1))
    return result


def compare_classes(
    occurrence: ArrayLike, in_first: ArrayLike, *, against: str, seed: int, permutations: int = 1000
) -> tuple[Contrast, ...]:
    """Compare how many graphs of two classes contain each pattern.

    Parameters
    ----------
    occurrence, in_first, seed, permutations
        As in :func:`min_p`.
    against
        What the result calls the comparison, as ``"class:A,B"``.

    Returns
    -------
    tuple
        One contrast per pattern, with a note where it could not be significant whatever its graphs (:func:`tarone`).

    Examples
    --------
    >>> import numpy as np
    >>> classes = np.arange(20) < 8
    >>> [found] = compare_classes((np.arange(20) < 10)[:, None], classes, against="class:1,2", seed=0)
    >>> found.share, round(found.other_share, 3), round(found.ratio, 1), round(found.p, 5)
    (1.0, 0.167, 6.0, 0.00071)
    """
    table, classes = _checked(occurrence, in_first)
    first, second = _sizes(classes)
    found, other = table[classes].sum(axis=0).astype(np.int64), table[~classes].sum(axis=0).astype(np.int64)
    p = fisher_p(found, first, other, second)
    ratio, odds = share_ratios(found, first, other, second), odds_ratios(found, first, other, second)
    least = minimum_p(found + other, first, second)
    columns: dict[str, Any] = {
        "ratio": ratio.value,
        "low": ratio.low,
        "high": ratio.high,
        "p": p,
        "q": adjust_bh(p),
        "p_max": min_p(table, classes, seed=seed, permutations=permutations),
        "share": found / first,
        "other_share": other / second,
        "odds_ratio": odds.value,
        "odds_low": odds.low,
        "odds_high": odds.high,
    }
    untestable = least > tarone(least).level
    return tuple(
        Contrast(
            with_=against,
            samples=None,
            note=NOT_TESTABLE if untestable[pattern] else None,
            **{name: defined(column[pattern]) for name, column in columns.items()},
        )
        for pattern in range(len(p))
    )


class _PValues:
    """p-values of Fisher's test looked up by how many graphs of the first class contain each pattern."""

    def __init__(self, support: NDArray[np.int64], first: int, second: int) -> None:
        distinct, index = np.unique(support, return_inverse=True)
        rows = [fisher_row(int(value), first, second) for value in distinct]
        starts = np.cumsum([0, *(len(p) for _, p in rows)])[:-1] - [least for least, _ in rows]
        self._starts = starts.astype(np.int64)[index]
        self._p = np.concatenate([np.empty(0), *(p for _, p in rows)])

    def __call__(self, found: NDArray[np.int64]) -> Floats:
        return np.asarray(self._p[self._starts + found])


def _permuted(classes: NDArray[np.bool_], permutations: int, seed: int) -> Iterator[NDArray[np.float32]]:
    """The classes in random orders, some rows at a time."""
    rng = np.random.default_rng(seed)
    for start in range(0, permutations, _CHUNK):
        rows = np.tile(classes, (min(_CHUNK, permutations - start), 1))
        yield rng.permuted(rows, axis=1).astype(np.float32)


def _checked(occurrence: ArrayLike, in_first: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The table as numbers, so that a product with the classes counts graphs: exactly, up to 16 million of them."""
    table, classes = np.asarray(occurrence, dtype=bool), np.asarray(in_first, dtype=bool)
    if table.ndim != 2 or classes.shape != table.shape[:1]:
        raise UsageError(f"classes of shape {classes.shape} do not fit a table of shape {table.shape}: one per graph")
    return table.astype(np.float32), classes


def _sizes(classes: NDArray[np.bool_]) -> tuple[int, int]:
    first = int(classes.sum())
    if first in {0, len(classes)}:
        raise UsageError("a class has no graphs: name two classes that the collection has")
    return first, len(classes) - first
