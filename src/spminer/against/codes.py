"""Codes: how many bits a degree sequence takes, and the links of a graph once its degrees are known.

Each is the length of a code that could be written and read, so that ``2 ** -bits`` sums to at most 1 over all that it
tells apart; docs/against.md has the formulas. A node may have several *slots*, to any of which its links may lead: one
for a node of the graph, as many as the pattern has nodes for one that stands for a whole instance of the pattern.
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

__all__ = ["category_bits", "choice_bits", "degree_bits", "edge_list_bits", "integer_bits", "max_entropy_bits"]

_ROUNDS = 60  # of solving for the weights of nodes; more change nothing that is seen
_MOST_CELLS = 4_000_000  # pairs of distinct degrees: 32 MB


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


def degree_bits(degrees: Whole) -> float:
    """Bits of a sequence of degrees of known length: the largest, then each one as a symbol.

    >>> round(degree_bits(np.array([1, 1])), 3)  # 2.585 for the largest
    4.0
    """
    largest = int(degrees.max(initial=0))
    return integer_bits(largest) + category_bits(np.bincount(degrees, minlength=largest + 1))


def edge_list_bits(degrees: Whole, in_degrees: Whole | None = None) -> float:
    """Bits of the links of a graph with these degrees, as the list of their ends; of arcs with two kinds of degrees.

    The list is one of all with these degrees. Every order of its links, and of the two ends of a link, is a list of
    the same graph, and these bits are not lost.

    >>> edge_list_bits(np.array([1, 1, 1, 1])).__round__(6)  # log2 of 3 perfect matchings
    1.584963
    >>> edge_list_bits(np.array([1, 1, 0]), np.array([0, 1, 1])).__round__(6)
    1.0
    """
    links = int(degrees.sum())
    if in_degrees is not None:
        nats = log_factorial(links) - log_factorial(degrees).sum() - log_factorial(in_degrees).sum()
        return float(nats) / math.log(2)
    links //= 2
    nats = log_factorial(2 * links) - log_factorial(links) - links * math.log(2) - log_factorial(degrees).sum()
    return float(nats) / math.log(2)


def max_entropy_bits(
    degrees: Whole, in_degrees: Whole | None = None, *, slots: Whole | None = None, inside: Whole | None = None
) -> float:
    """Bits of the links of a simple graph with these degrees, each pair of slots decided alone.

    The odds of a link are the product of the weights of its ends, which are chosen so that degrees are expected to be
    what they are. Shorter than the list of ends where hubs are joined to a good part of all nodes.

    Parameters
    ----------
    degrees, in_degrees
        Degrees of nodes; those of arcs going out and of arcs coming in.
    slots
        Slots of each node, 1 by default.
    inside
        For each node, in how many ordered pairs of its own slots there may be a link; none by default.

    Returns
    -------
    float
        Infinite where there are too many distinct degrees to decide pairs in a reasonable time.

    Examples
    --------
    >>> clique = np.full(20, 19)  # one graph has these degrees, which no code should need many bits for
    >>> round(max_entropy_bits(clique)), round(edge_list_bits(clique))
    (4, 220)
    """
    slots = np.ones_like(degrees) if slots is None else slots
    inside = np.zeros_like(degrees) if inside is None else inside
    ends = degrees, degrees if in_degrees is None else in_degrees
    sides = [_classes(side, slots) for side in ends]
    if len(sides[0][0]) * len(sides[1][0]) > _MOST_CELLS:
        return math.inf
    weights = _weights(sides, symmetric=in_degrees is None)
    nats = _pair_nats(sides, weights)
    own = [weight[index] for weight, (_, _, index) in zip(weights, sides, strict=True)]
    nats += float(((inside - slots.astype(np.float64) ** 2) * np.log1p(own[0] * own[1])).sum())
    for weight, side in zip(own, ends, strict=True):
        linked = side > 0
        nats -= float((side[linked] * np.log(weight[linked])).sum())
    return nats / math.log(2) / (2 if in_degrees is None else 1)  # both directions of an edge are one


def _classes(degrees: Whole, slots: Whole) -> tuple[Floats, Floats, Whole]:
    """Nodes with equal degrees and slots: rows of degree and slots, how many slots in all, and the class of each."""
    kinds, index, counts = np.unique(
        np.stack([degrees, slots], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    numbers = kinds.astype(np.float64)
    return numbers, np.asarray(counts * numbers[:, 1]), np.asarray(index.reshape(-1), dtype=np.int64)


def _weights(sides: list[tuple[Floats, Floats, Whole]], *, symmetric: bool) -> list[Floats]:
    """A weight for each class on each side, 0 for nodes without links. Whatever they are, the code can be read."""
    targets = [kinds[:, 0] / kinds[:, 1] for kinds, _, _ in sides]  # links per slot
    scale = math.sqrt(float(targets[0] @ sides[0][1]) or 1.0)
    weights = [target / scale for target in targets]
    # No node is linked to itself. Of arcs, the two weights of a node are in different classes; that is left out.
    excluded = [kinds[:, 1] if symmetric else np.zeros(len(kinds)) for kinds, _, _ in sides]
    for _ in range(_ROUNDS):
        before = weights
        weights = []
        for side, (target, own, slots) in enumerate(zip(targets, before, excluded, strict=True)):
            others, totals = before[1 - side], sides[1 - side][1]
            per_weight = (others / (1 + np.outer(own, others))) @ totals - slots * own / (1 + own**2)
            full = np.minimum(target / np.maximum(per_weight, 1e-300), 1e9)
            # Half a step on a logarithmic scale, since a full one swings between too large and too small.
            weights.append(np.sqrt(full * own))
        if all(np.allclose(new, old, rtol=1e-9) for new, old in zip(weights, before, strict=True)):
            break
    return weights


def _pair_nats(sides: list[tuple[Floats, Floats, Whole]], weights: list[Floats]) -> float:
    """What absent and present links cost alike, over all ordered pairs of slots."""
    return float(sides[0][1] @ np.log1p(np.outer(*weights)) @ sides[1][1])
