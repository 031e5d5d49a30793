"""p-values that hold for all motifs of a run together, from those of each motif and from copies or classes of its own.

What a run has judged and not listed takes part in these figures. Where something may be missing, what is checked is
that they are not smaller than the listed motifs alone make them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from spminer.audit.claims import Claim, verdict
from spminer.audit.figures import UNLIKELY, fisher, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from spminer.results import Motif

__all__ = ["SEARCHED", "adjusted", "class_reached", "joint_claim", "null_reached", "q_claims", "tarone_claims"]

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
        said = "nothing" if q is None else f"{q:.4g}"
        if complete:
            yield Claim(motif.id, "against: q", verdict(same(q, exact)), said, f"{exact:.4g}")
        elif q is None or not p * _ALMOST <= q <= 1 or not _in_order(p, q, [(p2, q2) for _, p2, q2 in tested]):
            yield Claim(motif.id, "against: q", "fails", said, f"{p:.4g} or more", "p-values are in another order")
        else:
            yield Claim(motif.id, "against: q", "not checked", said, f"{p:.4g} or more", _UNLISTED)


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


def joint_claim(motif: Motif, said: float, samples: int, reached: int, tried: int, *, complete: bool) -> Claim:
    """The verdict on a p-value for all motifs together, by how often others tries reached as much."""
    rank = said * (samples + 1) - 1
    found = f"{(reached + 1) / (tried + 1):.4g}"
    if abs(rank - round(rank)) > 1e-6 * (samples + 1) or not 0 <= round(rank) <= samples:
        return Claim(motif.id, "against: p_max", "fails", f"{said:.4g}", found, f"{samples} samples give no such value")
    chance = fisher(reached, tried, round(rank), samples)
    off = chance is not None and chance < UNLIKELY
    smaller = round(rank) / samples < reached / tried
    holds = not off or not (complete or smaller)
    note = "" if complete or not holds else _LISTED
    return Claim(motif.id, "against: p_max", verdict(holds), f"{said:.4g}", found, note)
