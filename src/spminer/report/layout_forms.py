"""Layouts of graphs that people know by their form: cliques on a circle, two sides in two rows."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["circle", "near_clique", "sides", "two_rows"]

_ROW_GAP = 1.3  # between the rows, in distances of nodes
_SWEEPS = 8

Edges = tuple[tuple[int, int], ...]
Points = list[tuple[float, float]]


def near_clique(size: int, edges: Edges) -> list[int] | None:
    """The nodes of a graph with all edges, or nearly all, in an order for a circle; ``None`` of any other graph.

    Nodes that are not joined come next to each other, so that one sees at the rim what is missing.

    >>> near_clique(4, ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))), near_clique(3, ((0, 1), (1, 2)))
    ([0, 1, 2, 3], None)
    """
    joined = set(edges)
    missing = [(a, b) for b in range(size) for a in range(b) if (a, b) not in joined]
    if size < 4 or len(missing) > size // 5:
        return None
    apart = _neighbors(size, missing)
    order: list[int] = []
    for start in sorted(range(size), key=lambda node: len(apart[node]) != 1):  # ends of chains first
        stack = [start]
        while stack:
            node = stack.pop()
            if node not in order:
                order.append(node)
                stack += reversed(apart[node])
    return order if missing else list(range(size))


def circle(order: Sequence[int]) -> Points:
    """The nodes on a circle in that order, a distance of one apart, level at the bottom.

    >>> circle([0, 1, 2, 3])
    [(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)]
    """
    number = len(order)
    radius = 0.5 / math.sin(math.pi / number)
    points = [(0.0, 0.0)] * number
    for place, node in enumerate(order):
        angle = -math.pi / 2 + (place + (0.5 if number % 2 == 0 else 0.0)) * 2 * math.pi / number
        points[node] = radius * math.cos(angle), radius * math.sin(angle)
    drop = (max(y for _, y in points) + min(y for _, y in points)) / 2  # with a corner on top the middle is lower
    return [(round(x, 3) + 0.0, round(y - drop, 3) + 0.0) for x, y in points]


def sides(size: int, edges: Edges) -> tuple[list[int], list[int]] | None:
    """The two sides of a connected bipartite graph, that of node 0 first; ``None`` if it is not one.

    >>> sides(4, ((0, 1), (1, 2), (2, 3))), sides(3, ((0, 1), (0, 2), (1, 2)))
    (([0, 2], [1, 3]), None)
    """
    beside = _neighbors(size, edges)
    side = {0: 0}
    queue = deque([0])
    while queue:
        node = queue.popleft()
        for other in beside[node]:
            if other not in side:
                side[other] = 1 - side[node]
                queue.append(other)
            elif side[other] == side[node]:
                return None
    if len(side) < size:
        return None
    return [node for node in range(size) if not side[node]], [node for node in range(size) if side[node]]


def two_rows(upper: Sequence[int], lower: Sequence[int], edges: Edges) -> Points:
    """The sides in two rows, each node near the middle of those it is joined to, so that few edges cross.

    >>> two_rows([0, 1], [2, 3], ((0, 3), (1, 2), (1, 3)))
    [(-0.5, -0.65), (0.5, -0.65), (0.5, 0.65), (-0.5, 0.65)]
    """
    beside = _neighbors(len(upper) + len(lower), edges)
    rows = [list(upper), list(lower)]
    for sweep in range(_SWEEPS):
        fixed, moved = rows[sweep % 2], rows[1 - sweep % 2]
        place = {node: index for index, node in enumerate(fixed)}
        middle = {node: sum(place[other] for other in beside[node]) / len(beside[node]) for node in moved}
        moved.sort(key=middle.__getitem__)
    width = max(len(row) for row in rows) - 1
    points = [(0.0, 0.0)] * (len(upper) + len(lower))
    for row, y in zip(rows, (-_ROW_GAP / 2, _ROW_GAP / 2), strict=True):
        for index, node in enumerate(row):
            share = index / (len(row) - 1) if len(row) > 1 else 0.5
            # The shorter row is a little narrower, which shows that it is.
            points[node] = round((share - 0.5) * (width + len(row) - 1) / 2, 3) + 0.0, y
    return points


def _neighbors(size: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    beside: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    return [sorted(others) for others in beside]
