"""Figures of comparisons from their textbook formulas, in exact arithmetic where that is possible.

The first part has figures of one motif: Fisher's test by exact integers, odds and share ratios with their intervals,
rank p-values, Student's points by integration, surprise. The second part has figures over all motifs: q-values by
Benjamini and Hochberg, Tarone's level, and joint p-values from copies or permuted classes made here.

Figures over all motifs include motifs that a run compared and did not list. Where some may be missing, the check is
that figures are not smaller than the listed motifs alone make them.
"""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING

from spminer.audit.claims import Claim, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from spminer.results import Motif
    from spminer.results.frequency import Frequency

__all__ = [
    "SEARCHED",
    "class_reached",
    "fisher",
    "joint_claim",
    "null_limits",
    "null_reached",
    "odds_limits",
    "odds_ratio",
    "q_claims",
    "same",
    "share_limits",
    "surprise_of",
    "tail_p",
    "tails_agree",
    "tarone_claims",
]

_CLOSE = 1e-6
UNLIKELY = 1e-5
_MOST = 5000  # most members of both sides, since every table is enumerated


def fisher(found: int, members: int, other: int, other_members: int) -> float | None:
    """The two-sided p-value of Fisher's exact test: of all tables that are no more probable; ``None`` for too many.

    >>> round(fisher(8, 10, 1, 10), 5)
    0.00548
    """
    support, total = found + other, members + other_members
    if total > _MOST:
        return None
    tables = range(max(0, support - other_members), min(support, members) + 1)
    weights = {n: math.comb(members, n) * math.comb(other_members, support - n) for n in tables}
    # Equal up to rounding counts as equal, as it does in R.
    bound = Fraction(weights[found]) * (1 + Fraction(1, 10**7))
    return float(Fraction(sum(weight for weight in weights.values() if weight <= bound), sum(weights.values())))


def odds_ratio(found: int, members: int, other: int, other_members: int) -> float:
    """The ratio of odds, with one half in each cell.

    >>> odds_ratio(1, 2, 1, 2)
    1.0
    """
    return (found + 0.5) * (other_members - other + 0.5) / ((other + 0.5) * (members - found + 0.5))


def tail_p(found: float, counts: Sequence[int]) -> float:
    """The two-sided rank p-value: twice the smaller tail, the found count included.

    >>> tail_p(9, [5, 6, 5])
    0.5
    """
    tail = min(sum(count >= found for count in counts), sum(count <= found for count in counts))
    return min(2 * (tail + 1) / (len(counts) + 1), 1.0)


def tails_agree(stated: float, samples: int, found: float, counts: Sequence[int]) -> bool:
    """Whether a p-value from ``samples`` samples and these counts can come from the same distribution.

    The p-value must be one that so many samples can give, and the shares of both in the smaller tail must not differ by
    more than chance explains.

    >>> tails_agree(2 / 61, 60, 9, [5, 6, 5] * 13), tails_agree(60 / 61, 60, 9, [5, 6, 5] * 13)
    (True, False)
    """
    rank = stated * (samples + 1) / 2
    tail = round(rank) - 1
    if not 0 <= tail <= samples or (stated < 1 and abs(rank - round(rank)) > _CLOSE) or stated > 1:
        return False
    own = min(sum(count >= found for count in counts), sum(count <= found for count in counts))
    if stated == 1 and own > tail * len(counts) / samples:  # the largest that is stated, however large the tail is
        return True
    chance = fisher(own, len(counts), tail, samples)
    return chance is None or chance > UNLIKELY


def same(stated: float | None, found: float | None, tolerance: float = _CLOSE) -> bool:
    """Whether two figures are equal up to rounding; an undefined one equals only another undefined one.

    >>> same(1 / 3, 0.3333333), same(None, 0.0), same(None, None)
    (True, False, True)
    """
    if stated is None or found is None:
        return stated is found
    return math.isclose(stated, found, rel_tol=tolerance, abs_tol=1e-12)


_POINT = 0.975
_NORMAL = NormalDist().inv_cdf(_POINT)
_PIECES = 2000  # of an integral, by Simpson's rule
# The lower and the upper end; ``None`` where it is not defined.
Limits = tuple[float | None, float | None]


def student_point(degrees: int) -> float:
    """The 97.5 % point of Student's distribution, by integrating its density and halving.

    >>> round(student_point(1), 2), round(student_point(10), 3), round(student_point(1000), 2)
    (12.71, 2.228, 1.96)
    """
    scale = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)

    def below(x: float) -> float:
        step = x / _PIECES
        density: list[float] = [
            scale * (1 + (i * step) ** 2 / degrees) ** (-(degrees + 1) / 2) for i in range(_PIECES + 1)
        ]
        return 0.5 + step / 3 * (density[0] + density[-1] + 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2]))

    low, high = 0.0, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < _POINT else (low, middle)
    return low


def null_limits(found: Frequency, expected: float, spread: float, samples: int) -> Limits:
    """The interval of a frequency divided by a mean of so many samples: Student's, for the logarithm of the mean.

    >>> from spminer import Frequency
    >>> [round(limit, 2) for limit in null_limits(Frequency.exact(40), 8.0, 2.0, 100)]
    [4.76, 5.25]
    """
    if expected <= 0:
        return None, None
    width = student_point(samples - 1) * spread / (expected * math.sqrt(samples))
    low = found.low / expected * math.exp(-width) if width < math.log(1e300) else 0.0
    most = math.inf if found.high is None else found.high / expected
    high = most * math.exp(width) if width < math.log(1e300) else math.inf
    return low, high if math.isfinite(high) else None


def share_limits(found: int, members: int, other: int, other_members: int) -> Limits:
    """The interval of the ratio of two shares: Katz's, with one half added as Walter does, and the ratio inside.

    >>> [round(limit, 2) for limit in share_limits(8, 10, 2, 10)]
    [1.11, 10.43]
    """
    if found + other == 0:
        return None, None
    cells = found + 0.5, members + 0.5, other + 0.5, other_members + 0.5
    middle = cells[0] / cells[1] / (cells[2] / cells[3])
    factor = math.exp(_NORMAL * math.sqrt(sum(sign / cell for sign, cell in zip((1, -1, 1, -1), cells, strict=True))))
    low = middle / factor if found else 0.0
    if not other:
        return low, None
    ratio = found * other_members / (other * members)
    return min(low, ratio), max(middle * factor, ratio)


def odds_limits(found: int, members: int, other: int, other_members: int) -> tuple[float, float]:
    """The interval of the ratio of odds: Wald's for the logarithm, with one half in each cell.

    >>> [round(limit, 2) for limit in odds_limits(8, 10, 1, 10)]
    [2.33, 199.4]
    """
    cells = found + 0.5, members - found + 0.5, other + 0.5, other_members - other + 0.5
    odds = cells[0] * cells[3] / (cells[1] * cells[2])
    factor = math.exp(_NORMAL * math.sqrt(sum(1 / cell for cell in cells)))
    return odds / factor, odds * factor


def surprise_of(found: float, expected: float) -> float:
    """The signed root of the deviance of a Poisson count, with one half added to both sides.

    >>> round(surprise_of(40, 7), 1), surprise_of(7, 7), round(surprise_of(0, 7), 1)
    (8.4, 0.0, -3.4)
    """
    here, there = found + 0.5, expected + 0.5
    deviance = 2 * (here * math.log(here / there) - (here - there))
    return math.copysign(math.sqrt(max(deviance, 0.0)), here - there) if here != there else 0.0


SEARCHED = "found by a search: p is that of this motif alone"
_LEVEL = 0.05
_BELOW_TARONE = ("below Tarone's threshold", "in too few or too many graphs to be significant")  # now, and before
_ALMOST = 1 - 1e-9
_LESS, _MORE = 1 - 1e-9, 1 + 1e-9  # equal but for rounding
_LISTED = "by the listed motifs alone it is no larger"
_UNLISTED = "motifs that were judged too are not listed; it is no smaller than p, and in the order of p"


def adjusted(values: Sequence[float]) -> list[float]:
    """q-values by Benjamini and Hochberg, as they are defined.

    >>> [round(q, 6) for q in adjusted([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """

    def discoveries(level: float) -> float:
        """The share of false ones, if all up to this level are taken."""
        return level * len(values) / sum(value <= level for value in values)

    return [min(1.0, *(discoveries(level) for level in values if level >= value)) for value in values]


def q_claims(motifs: list[Motif], *, complete: bool, by_graph: bool = False) -> Iterator[Claim]:
    """The q-values of all motifs: exactly, where every motif that was judged is listed, else their order.

    What a search has chosen has none. Tests ``by_graph`` are those of patterns: all anchors are in the same graphs.
    """
    known = [
        (motif, motif.against.p, motif.against.q)
        for motif in motifs
        if motif.against is not None and SEARCHED not in (motif.against.note or "")
    ]
    tested = [(motif, p, q) for motif, p, q in known if p is not None]
    names = [motif.pattern.without_anchor() if by_graph else place for place, (motif, _, _) in enumerate(tested)]
    tests = {name: p for name, (_, p, _) in zip(names, tested, strict=True)}
    corrected = dict(zip(tests, adjusted(list(tests.values())), strict=True))
    wanted = [corrected[name] for name in names] if complete else [math.nan] * len(tested)
    for (motif, p, q), exact in zip(tested, wanted, strict=True):
        stated = "nothing" if q is None else f"{q:.4g}"
        if complete:
            yield Claim(motif.id, "against: q", verdict(same(q, exact)), stated, f"{exact:.4g}")
        elif q is None or not p * _ALMOST <= q <= 1 or not _in_order(p, q, [(p2, q2) for _, p2, q2 in tested]):
            yield Claim(motif.id, "against: q", "fails", stated, f"{p:.4g} or more", "p-values are in another order")
        else:
            yield Claim(motif.id, "against: q", "not checked", stated, f"{p:.4g} or more", _UNLISTED)


def _in_order(p: float, q: float, others: Sequence[tuple[float, float | None]]) -> bool:
    """Whether no larger p-value has a smaller q-value, and equal ones have the same."""
    return all(
        other is None or (q <= other * (2 - _ALMOST) if p <= value * (2 - _ALMOST) else True) for value, other in others
    )


def null_reached(
    observed: Sequence[float],
    expected: Sequence[float],
    spread: Sequence[float],
    samples: int,
    rows: Sequence[Sequence[float]],
) -> list[int]:
    """In how many copies a motif, or one that is less surprising, is as far off as it is in the graph.

    Distances are from the mean of the graph and the samples of the run, in units of the root of their variance and one.
    Both follow from what the result states. Means of the copies would not do: where counts are few, on which side of a
    mean two of them lie equally far off is decided by its last digits, and half of all copies with it.

    >>> null_reached([30, 0], [5, 0], [0.8, 0], 4, [[5, 0], [6, 0], [4, 0], [5, 0]])
    [0, 4]
    """
    own, distances = [], []
    for value, mean, deviation, column in zip(observed, expected, spread, zip(*rows, strict=True), strict=True):
        center = (samples * mean + value) / (samples + 1)
        squares = (samples - 1) * deviation**2 + samples * (mean - center) ** 2 + (value - center) ** 2
        unit = math.sqrt(squares / (samples + 1) + 1)
        own.append(abs(value - center) / unit)
        distances.append([abs(count - center) / unit for count in column])
    reached = [
        sum(
            max(distances[j][copy] for j in range(len(own)) if own[j] <= bound * _MORE) >= bound * _LESS
            for copy in range(len(rows))
        )
        for bound in own
    ]
    # One step after the other: no motif is more significant than one that is farther off.
    return [max(reached[j] for j in range(len(own)) if own[j] >= bound * _LESS) for bound in own]


def class_reached(containing: Sequence[set[int]], first: int, second: int, random: Random, deals: int) -> list[int]:
    """In how many deals of the classes a pattern, or one that is less significant, is as significant as it is.

    Graphs are numbered from 0, those of the first class first; `containing` are those that contain each pattern.

    >>> import random
    >>> class_reached([set(range(10)), set(range(0, 20, 2))], 10, 10, random.Random(1), 50)
    [0, 50]
    """
    tables = [_p_by_count(len(graphs), first, second) for graphs in containing]
    own = [table[len([g for g in graphs if g < first])] for table, graphs in zip(tables, containing, strict=True)]
    reached = [0] * len(own)
    everyone = list(range(first + second))
    for _ in range(deals):
        dealt = set(random.sample(everyone, first))
        now = [table[len(dealt & graphs)] for table, graphs in zip(tables, containing, strict=True)]
        for i, bound in enumerate(own):
            reached[i] += min(now[j] for j in range(len(own)) if own[j] >= bound) <= bound * (1 + 1e-9)
    return [max(reached[j] for j in range(len(own)) if own[j] <= bound) for bound in own]


def tarone_claims(
    motifs: Sequence[Motif], containing: Sequence[set[int]], first: int, second: int, *, complete: bool
) -> Iterator[Claim]:
    """Whether a note says, of those patterns and no others, that no division of their graphs reaches Tarone's level."""
    least = {
        motif.pattern.without_anchor(): min(_p_by_count(len(graphs), first, second).values())
        for motif, graphs in zip(motifs, containing, strict=True)
    }
    tests = range(1, len(least) + 2)
    level = _LEVEL / next(k for k in tests if sum(p <= _LEVEL / k for p in least.values()) <= k)
    for motif in motifs:
        if motif.against is None:
            continue
        note = (motif.against.note or "").removesuffix(SEARCHED).removesuffix("; ") or None
        below = least[motif.pattern.without_anchor()] > level
        known = note is None or note in _BELOW_TARONE
        if complete or not known:
            holds = known and below == (note is not None)
            yield Claim(motif.id, "against: note", verdict(holds), note or "", _BELOW_TARONE[0] if below else "")
        else:
            yield Claim(motif.id, "against: note", "not checked", note or "", note="it depends on all that was judged")


def _p_by_count(support: int, first: int, second: int) -> dict[int, float]:
    """p-values of Fisher's test, by how many of those that have it are in the first class."""
    counts = range(max(0, support - second), min(support, first) + 1)
    return {count: fisher(count, first, support - count, second) or 1.0 for count in counts}


def joint_claim(motif: Motif, stated: float, samples: int, reached: int, tried: int, *, complete: bool) -> Claim:
    """The verdict on a p-value for all motifs together, by how often others tries reached as much."""
    rank = stated * (samples + 1) - 1
    found = f"{(reached + 1) / (tried + 1):.4g}"
    if abs(rank - round(rank)) > 1e-6 * (samples + 1) or not 0 <= round(rank) <= samples:
        return Claim(
            motif.id, "against: p_max", "fails", f"{stated:.4g}", found, f"{samples} samples give no such value"
        )
    chance = fisher(reached, tried, round(rank), samples)
    off = chance is not None and chance < UNLIKELY
    smaller = round(rank) / samples < reached / tried
    holds = not off or not (complete or smaller)
    note = "" if complete or not holds else _LISTED
    return Claim(motif.id, "against: p_max", verdict(holds), f"{stated:.4g}", found, note)
