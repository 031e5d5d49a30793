"""Statistics of motif counts against samples of a null model, and the surprise that ranks motifs.

:func:`null_contrasts` takes the counts of K motifs in the target and a table of their counts in S samples. It gives for
each:

- the expected count, the spread, and the ratio with a 95 % interval (Student's, for the logarithm of the mean);
- ``z``, standard deviations above the mean; not defined where the counts of the samples are far from normal;
- ``p``, two-sided from ranks: ``min(1, 2 (1 + n) / (S + 1))``, without an assumption about the counts;
- ``q`` by Benjamini and Hochberg, over all motifs;
- ``p_max``, which holds for all motifs together: step-down max-T of Westfall and Young.

:func:`surprise` is the signed root of the deviance of a Poisson count: 0 where count and expectation are equal,
positive where there are more. It grows with the frequency and with the ratio and needs no spread. It is convex in both.
Along growth both only fall, so no extension of a pattern is more surprising than the pattern would be with expectation
0 (:func:`surprise_bound`).

Invariants: p-values are never 0. Estimated counts enter by their bounds, so that a motif is least surprising. Time and
memory are O(S K), plus sorting.

References: Benjamini and Hochberg, "Controlling the false discovery rate", Journal of the Royal Statistical Society B
1995. Westfall and Young, "Resampling-Based Multiple Testing", 1993. ``docs/theory/statistics.md`` has the formulas.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.counting.intervals import student_deviate
from spminer.errors import UsageError
from spminer.results.motif import Contrast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

__all__ = ["adjust_bh", "defined", "least_q_remarks", "null_contrasts", "samples_for_q", "surprise", "surprise_bound"]

NEVER = "no occurrence in any sample"
NO_SPREAD = "no spread"
FAR_FROM_NORMAL = "counts far from normal"
FEW_SAMPLES = "few samples"
UNDECIDED = "undecided in part of the samples: the expectation nearest to what was found"
_LEAST_SAMPLES = 10
_DOUBT = 0.05  # of the expectation
_FEW = 5.0  # smaller means are of skewed and coarse counts, as in the rule for chi-squared tests
_SKEWED = 1.0  # beyond this skewness a normal tail is wrong by orders of magnitude


def null_contrasts(
    observed: ArrayLike,
    samples: ArrayLike,
    *,
    model: str,
    low: ArrayLike | None = None,
    high: ArrayLike | None = None,
) -> tuple[Contrast, ...]:
    """Compare counts of motifs with their counts in samples of a null model.

    Parameters
    ----------
    observed
        Counts of the K motifs in the graph.
    samples
        Their counts in samples of the null model, one row per sample. These must not be the samples that the motifs
        were chosen by.
    model
        Name of the null model.
    low, high
        Bounds of the observed counts, where these are estimates; ``nan`` in ``high`` if there is none. The interval of
        the ratio takes them in, and p-values are those of the least surprising count between them.

    Returns
    -------
    tuple
        One contrast per motif.

    Examples
    --------
    >>> import numpy as np
    >>> nulls = np.random.default_rng(0).poisson([7.5, 20.0], size=(100, 2))
    >>> loops, others = null_contrasts([40, 22], nulls, model="degree")
    >>> round(loops.expected, 2), round(loops.ratio, 1), round(loops.p, 3), round(loops.p_max, 3)
    (7.7, 5.2, 0.02, 0.01)
    >>> others.p > 0.5
    True
    """
    counts, nulls = np.asarray(observed, dtype=np.float64), np.asarray(samples, dtype=np.float64)
    if counts.ndim != 1 or nulls.ndim != 2 or nulls.shape[1] != len(counts):
        raise UsageError(f"counts of shape {counts.shape} do not fit samples of shape {nulls.shape}: give [K], [S, K]")
    if len(nulls) < 2:
        raise UsageError(f"{len(nulls)} samples have no spread: ask for 2 or more, better 100")
    if not (np.isfinite(counts).all() and np.isfinite(nulls).all()):
        raise UsageError("counts must be finite numbers: leave out motifs that were not counted everywhere")
    lowest = counts if low is None else np.asarray(low, dtype=np.float64)
    highest = counts if high is None else np.asarray(high, dtype=np.float64)
    highest = np.where(np.isnan(highest), np.inf, highest)
    if not ((lowest <= counts) & (counts <= highest)).all():
        raise UsageError("an observed count is not between its bounds")
    expected, spread = nulls.mean(axis=0), _spread(nulls)
    ratio, ratio_low, ratio_high = _ratios(counts, lowest, highest, nulls)
    scores, notes = standard_scores(counts, nulls)
    p = empirical_p(lowest, highest, nulls)
    columns: dict[str, Any] = {
        "expected": expected,
        "spread": spread,
        "ratio": ratio,
        "low": ratio_low,
        "high": ratio_high,
        "z": scores,
        "p": p,
        "q": adjust_bh(p),
        "p_max": max_t(np.clip(expected, lowest, highest), nulls),
    }
    return tuple(
        Contrast(
            with_=model,
            samples=len(nulls),
            note=note,
            **{name: defined(column[motif]) for name, column in columns.items()},
        )
        for motif, note in enumerate(notes)
    )


def defined(value: float) -> float | None:
    """A number of an array as a result value: ``None`` for ``nan``, which stands for not defined.

    >>> defined(0.5), defined(float("nan"))
    (0.5, None)
    """
    return None if math.isnan(value) else float(value)


def undecided(least: ArrayLike, most: ArrayLike) -> NDArray[np.bool_]:
    """Motifs whose counts in the samples are undecided by more than a twentieth, by their bounds in each sample.

    >>> undecided([[10, 0, 7, 0], [10, 0, 7, 0]], [[10, 5, np.inf, 0], [11, 9, 7, 0]]).tolist()
    [False, True, True, False]
    """
    low, high = (np.asarray(bound, dtype=np.float64).mean(axis=0) for bound in (least, most))
    return np.asarray(low < (1 - _DOUBT) * high)  # also where nothing bounds the most


def _spread(nulls: Floats) -> Floats:
    """Sample standard deviation; exactly 0 for equal counts, in spite of rounding."""
    varies = (nulls != nulls[0]).any(axis=0)
    return np.where(varies, nulls.std(axis=0, ddof=1), 0.0)


def _ratios(counts: Floats, low: Floats, high: Floats, nulls: Floats) -> tuple[Floats, Floats, Floats]:
    """Observed by expected counts, with 95 % intervals: Student's, for the logarithm of the mean of the samples."""
    expected = nulls.mean(axis=0)
    known = expected > 0
    mean = np.where(known, expected, 1.0)
    error = _spread(nulls) / (mean * np.sqrt(len(nulls)))
    with np.errstate(over="ignore"):  # the interval of two samples may be infinite
        factor = np.exp(student_deviate(len(nulls) - 1) * error)
        parts = counts / mean, low / mean / factor, high / mean * factor
    ratio, ratio_low, ratio_high = (np.where(known & np.isfinite(part), part, np.nan) for part in parts)
    return ratio, ratio_low, ratio_high


def standard_scores(counts: Floats, nulls: Floats) -> tuple[Floats, tuple[str | None, ...]]:
    """Standard deviations above the mean of the samples, ``nan`` with a note where these are not defined.

    They are not defined without spread, where the counts of the samples are far from normal (below 5 on average, or
    skewed by more than 1 to either side), and with fewer than 10 samples, which cannot show either.
    """
    expected, spread = nulls.mean(axis=0), _spread(nulls)
    never, constant = (nulls == 0).all(axis=0), spread == 0
    abnormal = (expected < _FEW) | (np.abs(_skewness(nulls)) > _SKEWED)
    few = np.full(len(counts), len(nulls) < _LEAST_SAMPLES)
    notes: list[str | None] = np.select(
        [never, constant, abnormal, few], [NEVER, NO_SPREAD, FAR_FROM_NORMAL, FEW_SAMPLES], default=""
    ).tolist()
    scores = np.full(len(counts), np.nan)
    np.divide(counts - expected, spread, out=scores, where=~(constant | abnormal | few))
    return scores, tuple(note or None for note in notes)


def _skewness(nulls: Floats) -> Floats:
    """Third standardized moment; 0 without spread."""
    deviations = nulls - nulls.mean(axis=0)
    scale = np.where(_spread(nulls) > 0, nulls.std(axis=0), 1.0)
    return np.asarray(((deviations / scale) ** 3).mean(axis=0) * (_spread(nulls) > 0))


def empirical_p(low: Floats, high: Floats, nulls: Floats) -> Floats:
    """Two-sided p-values from ranks: twice the smaller tail, where the observed count is one of its tail.

    With S samples this is ``min(1, 2 (1 + n) / (S + 1))``, where n is the number of samples that are at least, or at
    most, as large as the observed count. It is never 0, and makes no assumption about the counts. Of an estimate, the
    upper tail begins at its lower bound, and the lower tail at the upper one.

    >>> empirical_p(np.array([9, 4]), np.array([9, 4]), np.array([[5, 3], [6, 4], [5, 5]])).tolist()
    [0.5, 1.0]
    """
    tail = np.minimum((nulls >= low).sum(axis=0), (nulls <= high).sum(axis=0))
    return np.asarray(np.minimum(2 * (tail + 1) / (len(nulls) + 1), 1.0))


def adjust_bh(p: ArrayLike) -> Floats:
    """q-values by Benjamini and Hochberg: the least false discovery rate at which a motif is among the discoveries.

    ``nan`` stays ``nan`` and does not count as a test.

    >>> adjust_bh([0.01, 0.04, 0.03, float("nan")]).round(6).tolist()
    [0.03, 0.04, 0.04, nan]
    """
    values = np.asarray(p, dtype=np.float64)
    result = np.full(values.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(values))
    order = tested[np.argsort(values[tested], kind="stable")]
    scaled = values[order] * len(order) / np.arange(1, len(order) + 1)
    result[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return result


def max_t(counts: Floats, nulls: Floats) -> Floats:
    """p-values that hold for all motifs of a run together: step-down max-T of Westfall and Young.

    Each count becomes a distance from the mean in units of ``sqrt(variance + 1)``, two-sided. Mean and variance are
    those of samples and observed count together, so that under the null model the observed row is like any other and
    the p-values are exact. The 1 stands for one occurrence. It avoids a division by zero without spread, and keeps a
    rare motif that one sample has once from exceeding all others.

    >>> max_t(np.array([30, 0]), np.array([[5, 0], [6, 0], [4, 0], [5, 0]])).tolist()
    [0.2, 1.0]
    """
    table = np.vstack([counts, nulls])
    distances = np.abs(table - table.mean(axis=0)) / np.sqrt(table.var(axis=0) + 1)
    order = np.argsort(-distances[0], kind="stable")
    # Column j: the largest distance among the motifs that are no more surprising than the j-th.
    largest = np.maximum.accumulate(distances[:, order[::-1]], axis=1)[:, ::-1]
    reached = (largest[1:] >= distances[0, order] * (1 - 1e-12)).sum(axis=0)
    result = np.empty(len(counts))
    result[order] = np.maximum.accumulate((reached + 1) / (len(nulls) + 1))
    return result


def samples_for_q(tests: int, q: float = 0.05) -> int:
    """Least number of samples with which one of ``tests`` motifs can have that ``q``, if no other is significant.

    >>> samples_for_q(13)
    519
    """
    return math.ceil(2 * tests / q) - 1


def least_q_remarks(p: Sequence[float], samples: int) -> tuple[str, ...]:
    """A remark if the number of samples allows no motif a ``q`` of 0.05 or less.

    >>> least_q_remarks([0.5] * 12 + [2 / 101], 100)
    ('100 samples allow no p below 0.0198, and no q below 0.257 for one of 13 patterns; a q of 0.05 needs 519',)
    >>> least_q_remarks([0.5, 2 / 101], 100)
    ()
    """
    if not p:
        return ()
    least = 2 / (samples + 1)
    reached = max(sum(one <= least * (1 + 1e-9) for one in p), 1)
    q = min(len(p) * least / reached, 1.0)
    if q <= 0.05:
        return ()
    which = "one" if reached == 1 else f"the {reached} most surprising"
    enough = math.ceil(2 * len(p) / reached / 0.05) - 1
    return (
        f"{samples:,} samples allow no p below {least:.3g}, and no q below {q:.3g} for {which} of {len(p):,} patterns; "
        f"a q of 0.05 needs {enough:,}",
    )


_HALF = 0.5  # added to both sides, so that a count of 0 is not infinitely surprising


def surprise(observed: ArrayLike, expected: ArrayLike) -> NDArray[np.float64]:
    """The surprise of counts, given expected ones; negative where there are fewer.

    Examples
    --------
    >>> surprise([40, 7, 0], [7, 7, 7]).round(1).tolist()
    [8.4, 0.0, -3.4]
    """
    found = np.asarray(observed, dtype=np.float64) + _HALF
    mean = np.asarray(expected, dtype=np.float64) + _HALF
    deviance = 2 * (found * np.log(found / mean) - (found - mean))
    return np.asarray(np.sign(found - mean) * np.sqrt(np.maximum(deviance, 0.0)))


def surprise_bound(observed: ArrayLike) -> NDArray[np.float64]:
    """Upper bound of the surprise of all patterns that contain one with this count.

    >>> bool(surprise_bound(40) > surprise(40, 7))
    True
    """
    return surprise(observed, 0.0)
