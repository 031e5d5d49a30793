"""Codes: how many bits a degree sequence takes, and the links of a graph once its degrees are known.

docs/against.md has the formulas. All are lengths of codes that could be written and read, except that of links by
:func:`link_bits`, which estimates the shortest such length. A node may have several *slots*, to any of which its links
may lead: one for a node of the graph, as many as the pattern has nodes for one that stands for a whole instance of it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from spminer.against.numbers import log_choose, log_factorial, log_gamma

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

__all__ = ["category_bits", "choice_bits", "degree_bits", "edge_list_bits", "integer_bits", "link_bits"]

_ROUNDS = 60  # of solving for the weights of nodes; more change nothing that is seen
_TOLD_APART = 100  # degrees up to this have weights of their own, larger ones if they differ by about ...
_ALIKE = 0.02  # ... this part, so that pairs of weights are few in any graph


def integer_bits(value: int) -> float:
    """Bits of a natural number of unknown size: its probability is ``1 / ((value + 1) (value + 2))``.

    >>> integer_bits(0), integer_bits(6) < 6
    (1.0, True)
    """
    return math.log2((value + 1) * (value + 2))


def choice_bits(total: int, chosen: int) -> float:
    """Bits of which ones are chosen, if it is known how many.

    >>> round(choice_bits(4, 2), 6)  # log2 of 6
    2.584963
    """
    return float(log_choose(total, chosen)) / math.log(2)


def category_bits(counts: ArrayLike) -> float:
    """Bits of a sequence over known symbols, of which each occurs so often, by Krichevsky and Trofimov.

    >>> round(category_bits([1, 1]), 6)  # 1/2, then 1/4
    3.0
    >>> category_bits([100, 0, 0]) < 10 < category_bits([34, 33, 33])
    True
    """
    found = np.asarray(counts, dtype=np.float64)
    half = len(found) / 2
    each = log_gamma(found + 0.5).sum() - len(found) * math.lgamma(0.5)
    return float(math.lgamma(found.sum() + half) - math.lgamma(half) - each) / math.log(2)


def degree_bits(degrees: Whole, times: Whole | None = None) -> float:
    """Bits of a sequence of degrees of known length: the largest, then each one as a symbol.

    ``times`` says how many nodes have each of the degrees, if not one.

    >>> round(degree_bits(np.array([1, 1])), 3)  # 2.585 for the largest
    4.0
    >>> degree_bits(np.array([1]), np.array([2])) == degree_bits(np.array([1, 1]))
    True
    """
    largest = int(degrees.max(initial=0, where=True if times is None else times > 0))
    return integer_bits(largest) + category_bits(np.bincount(degrees, weights=times, minlength=largest + 1))


def edge_list_bits(degrees: Whole, in_degrees: Whole | None = None, *, times: Whole | None = None) -> float:
    """Bits of the links of a graph with these degrees, as the list of their ends; of arcs with two kinds of degrees.

    The list is one of all with these degrees. Every order of its links, and of the two ends of a link, is a list of
    the same graph, and these bits are not lost.

    >>> edge_list_bits(np.array([1, 1, 1, 1])).__round__(6)  # log2 of 3 perfect matchings
    1.584963
    >>> edge_list_bits(np.array([1, 1, 0]), np.array([0, 1, 1])).__round__(6)
    1.0
    """
    times = np.ones_like(degrees) if times is None else times
    links, orders = int(times @ degrees), float(times @ log_factorial(degrees))
    if in_degrees is not None:
        return float(log_factorial(links) - orders - times @ log_factorial(in_degrees)) / math.log(2)
    links //= 2
    nats = log_factorial(2 * links) - log_factorial(links) - links * math.log(2) - orders
    return float(nats) / math.log(2)


def link_bits(
    degrees: Whole,
    in_degrees: Whole | None = None,
    *,
    slots: Whole | None = None,
    inside: Whole | None = None,
    times: Whole | None = None,
) -> float:
    """Bits of the links of a simple graph with these degrees: the logarithm of the number of such graphs, estimated.

    Links are first told with each pair of slots decided alone, where the odds of a link are the product of the weights
    of its ends, which are chosen so that degrees are expected to be what they are (maximum entropy). This tells the
    degrees once more, and what that takes is subtracted: each is a sum of many small chances, whose most probable
    value has the probability ``1 / sqrt(1 + 2 pi variance)``.

    Parameters
    ----------
    degrees, in_degrees
        Degrees of nodes; those of arcs going out and of arcs coming in.
    slots
        Slots of each node, 1 by default.
    inside
        For each node, in how many ordered pairs of its own slots there may be a link; none by default.
    times
        How many nodes there are of each of these, 1 by default: large graphs have few kinds of nodes.

    Examples
    --------
    >>> import math
    >>> cubic = np.full(16, 3)  # 50,262,958,713,792,825 graphs
    >>> round(link_bits(cubic), 1), round(math.log2(50_262_958_713_792_825), 1), round(edge_list_bits(cubic), 1)
    (55.6, 55.5, 58.6)
    """
    symmetric = in_degrees is None
    ends = degrees, degrees if in_degrees is None else in_degrees
    slots = np.ones_like(degrees) if slots is None else slots
    times = np.ones_like(degrees) if times is None else times
    if not times @ degrees:
        return 0.0
    pairs_of_own = (0 if inside is None else inside) - slots.astype(np.float64) ** 2
    sides = [_Classes(side, slots, -pairs_of_own, times) for side in ends]
    weights = _weights(sides, symmetric=symmetric)
    own = [weight[side.index] for weight, side in zip(weights, sides, strict=True)]
    nats = float(sides[0].slots @ np.log1p(np.outer(*weights)) @ sides[1].slots)
    nats += float(times @ (pairs_of_own * np.log1p(own[0] * own[1])))
    for weight, end in zip(own, ends, strict=True):
        linked = (end > 0) & (times > 0)
        nats -= float((times * end)[linked] @ np.log(weight[linked]))
    variances = _variances(sides, weights, slots, pairs_of_own * _variance(*own))
    told = [_told_nats(variance, times) for variance in variances]
    if symmetric:
        return max((nats / 2 - told[0][0]) / math.log(2) + 1, 0.0)  # and the sum of all degrees is even, whatever links
    return max((nats - told[0][0] - told[1][0] + told[1][1]) / math.log(2), 0.0)  # the last sum follows from the first


class _Classes:
    """Nodes with about equal degrees and equal slots, which have a weight in common.

    Attributes
    ----------
    target
        Links per slot in each class.
    slots
        Slots of all nodes of each class.
    excluded
        How many slots of its own node a slot is not linked to, itself among them.
    index
        The class of each node.
    """

    def __init__(self, degrees: Whole, slots: Whole, excluded: Floats, times: Whole) -> None:
        rough = np.where(
            degrees <= _TOLD_APART,
            degrees,
            _TOLD_APART + np.rint(np.log(np.maximum(degrees, 1) / _TOLD_APART) / _ALIKE).astype(np.int64),
        )
        most = int(slots.max(initial=0)) + 1
        kinds, index = np.unique(rough * most + slots, return_inverse=True)
        self.index = np.asarray(index, dtype=np.int64)
        self.slots = np.bincount(self.index, weights=times) * (kinds % most)
        some = np.maximum(self.slots, 1)
        self.target = np.bincount(self.index, weights=degrees * times) / some
        self.excluded = np.bincount(self.index, weights=excluded * times) / some


def _weights(sides: list[_Classes], *, symmetric: bool) -> list[Floats]:
    """A weight for each class on each side, 0 for nodes without links."""
    scale = math.sqrt(float(sides[0].target @ sides[0].slots))
    weights = [side.target / scale for side in sides]
    for _ in range(_ROUNDS):
        before = weights
        weights = []
        for own, others, side, other in zip(before, before[::-1], sides, sides[::-1], strict=True):
            per_weight = (others / (1 + np.outer(own, others))) @ other.slots
            if (
                symmetric
            ):  # No node is linked to itself. Of arcs, its two weights are in classes of their own: left out.
                per_weight -= side.excluded * own / (1 + own**2)
            full = np.minimum(side.target / np.maximum(per_weight, 1e-300), 1e9)
            # Half a step on a logarithmic scale, since a full one swings between too large and too small.
            weights.append(np.sqrt(full * own))
        if all(np.allclose(new, old, rtol=1e-9) for new, old in zip(weights, before, strict=True)):
            break
    return weights


def _variance(weight: Floats, other: Floats) -> Floats:
    """Variance of whether there is a link between slots of these weights."""
    return np.asarray(weight * other / (1 + weight * other) ** 2)


def _variances(sides: list[_Classes], weights: list[Floats], slots: Whole, of_own: Floats) -> list[Floats]:
    """Variance of the degree of each node, on each side; that of pairs of its own slots is given."""
    one, other = sides
    table = _variance(weights[0][:, None], weights[1][None, :])
    pairs = (table @ other.slots)[one.index], (one.slots @ table)[other.index]
    return [np.maximum(slots * among + of_own, 0.0) for among in pairs]


def _told_nats(variance: Floats, times: Whole) -> tuple[float, float]:
    """What it takes to tell all degrees, and what their sum alone would take."""
    each = times @ np.log1p(2 * math.pi * variance) / 2
    return float(each), float(np.log1p(2 * math.pi * (times @ variance)) / 2)
