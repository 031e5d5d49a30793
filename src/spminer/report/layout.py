"""Layout of a small graph; the same graph always has the same drawing.

Molecules have the places that RDKit gives their atoms, where it is installed.

Cliques, and graphs that lack few edges of one, are drawn on a circle; bipartite graphs with nearly all edges in two
rows; all others by stress majorization (Gansner, Koren and North 2004) from several circular starts, of which the
drawing with the fewest crossings, the most symmetry and the least stress is taken.
"""

from __future__ import annotations

import math
from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["layout", "molecule_layout"]

Edges = tuple[tuple[int, int], ...]
Point = tuple[float, float]
Places = list[tuple[float, float]]

Points = NDArray[np.float64]

_STARTS_SMALL, _STARTS_LARGE = 15, 5
_ITERATIONS = 300
_MOST_EDGES = 0.8  # of those between two sides; a grid of six nodes has fewer, and is better drawn as a grid
_SYMMETRIC = 0.15  # how far a node may be from the mirror image of another, in edge lengths

_CLOSEST = 0.4  # distance of two atoms
_ROW_GAP = 1.3  # between the rows, in distances of nodes
_SWEEPS = 8


@lru_cache(maxsize=4096)
def layout(
    size: int, edges: tuple[tuple[int, int], ...], upper: tuple[int, ...] = ()
) -> tuple[tuple[float, float], ...]:
    """Coordinates of the nodes, centered, with edges about one long and a mirror axis upright or level.

    Cliques are laid on a circle, and two sides with nearly all edges between them in two rows; so are the nodes in
    ``upper``, if there are any, and the others. Else distances in the drawing follow distances in the graph (stress
    majorization), which brings out symmetry. Of several circular starts, the drawing with fewest crossings, most
    symmetry and least stress is taken.

    Examples
    --------
    >>> layout(3, ((0, 1), (1, 2)))
    ((-1.0, 0.0), (0.0, 0.0), (1.0, 0.0))
    """
    if upper:
        return tuple(layered(upper, [node for node in range(size) if node not in upper], edges))
    if (order := near_clique(size, edges)) is not None:
        return tuple(circle(order))
    if (rows := _rows(size, edges)) is not None:
        return tuple(layered(*rows, edges))
    distances = _distances(size, edges)
    pairs = np.array(edges, dtype=np.intp).reshape(-1, 2)
    drawings = [_mirrored(points, pairs) for points in _majorized(_starts(distances), distances)]
    best = min(drawings, key=lambda drawing: _penalty(drawing, pairs, distances))
    points = _turned(best)
    return tuple((round(float(x), 2) + 0.0, round(float(y), 2) + 0.0) for x, y in points)


@lru_cache(maxsize=4096)
def molecule_layout(elements: tuple[str, ...], edges: Edges, bonds: tuple[str, ...]) -> tuple[Point, ...] | None:
    """Coordinates of atoms as chemists draw them, centered, with bonds about one long.

    ``None`` without RDKit, and for shapes that no molecule has, whose atoms would overlap.

    >>> molecule_layout(("C", "O"), ((0, 1),), ("single",))
    ((-0.5, 0.0), (0.5, 0.0))
    """
    try:
        from rdkit import Chem
        from rdkit.Chem import rdDepictor
    except ImportError:
        return None
    molecule = Chem.RWMol()
    for element in elements:
        molecule.AddAtom(Chem.Atom(element))
    for (a, b), bond in zip(edges, bonds, strict=True):
        # Parts of aromatic rings are no valid molecules; their places need no aromatic bonds.
        molecule.AddBond(a, b, getattr(Chem.BondType, bond.upper().replace("AROMATIC", "ONEANDAHALF")))
    molecule.UpdatePropertyCache(strict=False)
    Chem.FastFindRings(molecule)
    Chem.SetHybridization(molecule)
    rdDepictor.Compute2DCoords(molecule)
    places = molecule.GetConformer().GetPositions()[:, :2] * (1, -1)
    lengths = [float(np.linalg.norm(places[a] - places[b])) for a, b in edges]
    places = (places - (places.min(axis=0) + places.max(axis=0)) / 2) / (sum(lengths) / len(lengths) if lengths else 1)
    gaps = (math.dist(a, b) for number, a in enumerate(places) for b in places[:number])
    if min(gaps, default=1.0) < _CLOSEST:
        return None
    return tuple((round(float(x), 2) + 0.0, round(float(y), 2) + 0.0) for x, y in places)


def near_clique(size: int, edges: Edges) -> list[int] | None:
    """The nodes of a graph with all edges, or nearly all, in an order for a circle; ``None`` of any other graph.

    Nodes without an edge between them are neighbors on the circle, so that the missing edges are at its rim.

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


def circle(order: Sequence[int]) -> Places:
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


def _rows(size: int, edges: tuple[tuple[int, int], ...]) -> tuple[list[int], list[int]] | None:
    """The sides of a bipartite graph, the smaller one first, if there are several cycles and nearly all edges."""
    found = bipartition(size, edges)
    if found is None or len(edges) <= size or len(edges) < _MOST_EDGES * len(found[0]) * len(found[1]):
        return None
    first, second = sorted(found, key=len)
    return first, second


def bipartition(size: int, edges: Edges) -> tuple[list[int], list[int]] | None:
    """The two sides of a connected bipartite graph, that of node 0 first; ``None`` if it is not one.

    >>> bipartition(4, ((0, 1), (1, 2), (2, 3))), bipartition(3, ((0, 1), (0, 2), (1, 2)))
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


def layered(upper: Sequence[int], lower: Sequence[int], edges: Edges) -> Places:
    """The sides in two rows, each node near the middle of those it is joined to, so that few edges cross.

    >>> layered([0, 1], [2, 3], ((0, 3), (1, 2), (1, 3)))
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
            # The shorter row is drawn a little narrower.
            points[node] = round((share - 0.5) * (width + len(row) - 1) / 2, 3) + 0.0, y
    return points


def _neighbors(size: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    beside: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    return [sorted(others) for others in beside]


class _Drawing(NamedTuple):
    points: Points
    symmetric: bool


def _distances(size: int, edges: tuple[tuple[int, int], ...]) -> Points:
    """Shortest path lengths of all pairs; components are a little apart."""
    lengths = np.full((size, size), np.inf)
    np.fill_diagonal(lengths, 0)
    for a, b in edges:
        lengths[a, b] = lengths[b, a] = 1
    for middle in range(size):
        lengths = np.minimum(lengths, lengths[:, middle, None] + lengths[None, middle, :])
    apart = lengths[np.isfinite(lengths)].max(initial=0) + 1
    return np.where(np.isfinite(lengths), lengths, apart)


def _starts(distances: Points) -> Points:
    """The nodes on a circle in several fixed orders, and by classical scaling (which lays a path straight)."""
    size = len(distances)
    random = np.random.default_rng(0)
    shuffles = (_STARTS_SMALL if size <= 12 else _STARTS_LARGE) - 1
    orders = [np.arange(size), *(random.permutation(size) for _ in range(shuffles))]
    angles = 2 * np.pi * np.array(orders) / size
    circles = np.stack([np.cos(angles), np.sin(angles)], axis=-1) * max(size / 6, 0.5)
    return np.concatenate([circles, _scaled(distances)[None]])


def _scaled(distances: Points) -> Points:
    """Classical multidimensional scaling into the plane."""
    centering = np.eye(len(distances)) - 1 / len(distances)
    values, vectors = np.linalg.eigh(-centering @ distances**2 @ centering / 2)
    points = np.zeros((len(distances), 2))
    points[:, : len(values)] = (vectors * np.sqrt(np.maximum(values, 0)))[:, ::-1][:, :2]
    return points


def _majorized(points: Points, distances: Points) -> Points:
    """Lower the stress of a batch of drawings [start, node, xy] by SMACOF with weights 1 / distance^2."""
    size = len(distances)
    off_diagonal = ~np.eye(size, dtype=bool)
    weights = np.where(off_diagonal, 1 / np.maximum(distances, 1) ** 2, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    majorized = points
    for _ in range(_ITERATIONS):
        gaps = np.linalg.norm(points[:, :, None] - points[:, None], axis=-1)
        pull = weights * distances / np.maximum(gaps, 1e-9)
        guttman = -pull
        guttman[:, np.arange(size), np.arange(size)] = pull.sum(axis=-1)
        majorized = inverse @ (guttman @ points)
        # Stepping twice as far as the majorizer says halves the number of steps (relaxed update); only the
        # scale is then left to the last, plain step.
        points = 2 * majorized - points
    return majorized


def _penalty(drawing: _Drawing, pairs: NDArray[np.intp], distances: Points) -> tuple[float, float]:
    """How bad a drawing is: faults that are visible first, then stress."""
    points = drawing.points
    gaps = np.linalg.norm(points[:, None] - points[None], axis=-1)
    stress = float((((gaps - distances) / np.maximum(distances, 1)) ** 2).sum())
    crowded = int((gaps[np.triu_indices(len(points), 1)] < 0.3).sum())
    faults = _crossings(points, pairs) + 2 * _nodes_on_edges(points, pairs) + 4 * crowded
    return faults + (0.0 if drawing.symmetric else 0.5), round(stress, 5)


def _crossings(points: Points, pairs: NDArray[np.intp]) -> int:
    """Number of pairs of edges without a common node that cross."""
    if len(pairs) < 2:
        return 0
    first, second = np.triu_indices(len(pairs), 1)
    one, other = pairs[first], pairs[second]
    apart = (one[:, :, None] != other[:, None, :]).all(axis=(1, 2))
    a, b, c, d = points[one[:, 0]], points[one[:, 1]], points[other[:, 0]], points[other[:, 1]]
    split_one = _side(a, b, c) * _side(a, b, d) < 0
    split_other = _side(c, d, a) * _side(c, d, b) < 0
    return int((apart & split_one & split_other).sum())


def _side(a: Points, b: Points, c: Points) -> Points:
    """Sign of the turn a -> b -> c."""
    result: Points = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    return np.where(np.abs(result) < 1e-6, 0, result)


def _nodes_on_edges(points: Points, pairs: NDArray[np.intp]) -> int:
    """Number of nodes so close to an edge of others that they seem to lie on it."""
    if len(pairs) == 0:
        return 0
    start, step = points[pairs[:, 0]], points[pairs[:, 1]] - points[pairs[:, 0]]
    reach = points[None] - start[:, None]
    share = np.einsum("end,ed->en", reach, step) / np.maximum((step**2).sum(-1), 1e-9)[:, None]
    nearest = start[:, None] + np.clip(share, 0, 1)[..., None] * step[:, None]
    close = np.linalg.norm(points[None] - nearest, axis=-1) < 0.18
    close[np.arange(len(pairs))[:, None], pairs] = False
    return int(close.sum())


def _mirrored(points: Points, pairs: NDArray[np.intp]) -> _Drawing:
    """Turn the best mirror axis upright and, if the graph has that symmetry, make the drawing exact."""
    points = points - points.mean(axis=0)
    directions = _possible_axes(points)
    images = points - 2 * (points @ directions.T).T[:, :, None] * directions[:, None, :]
    gaps = np.linalg.norm(images[:, :, None] - points[None, None], axis=-1)
    errors = gaps.min(axis=2).max(axis=1)
    best = int(np.argmin(np.round(errors, 3)))
    partner = gaps[best].argmin(axis=1)
    symmetric = bool(errors[best] < _SYMMETRIC) and _is_automorphism(partner, pairs)
    if symmetric:
        points = (points + images[best][partner]) / 2
    x, y = directions[best]
    return _Drawing(points @ np.array([[x, -y], [y, x]]), symmetric)


def _possible_axes(points: Points) -> Points:
    """Unit normals of the possible mirror axes through the center: they swap two nodes, or one node is on them."""
    i, j = np.triu_indices(len(points), 1)
    radii = np.linalg.norm(points, axis=1)
    alike = np.abs(radii[i] - radii[j]) < _SYMMETRIC
    swaps = points[i[alike]] - points[j[alike]]
    holds = np.stack([-points[:, 1], points[:, 0]], axis=1)
    normals = np.concatenate([swaps, holds])
    lengths = np.linalg.norm(normals, axis=1)
    usable = lengths > 1e-6
    return normals[usable] / lengths[usable, None] if usable.any() else np.array([[1.0, 0.0]])


def _is_automorphism(partner: NDArray[np.intp], pairs: NDArray[np.intp]) -> bool:
    if len(set(partner.tolist())) < len(partner):
        return False
    before = {frozenset(pair) for pair in pairs.tolist()}
    return before == {frozenset(pair) for pair in partner[pairs].tolist()}


def _turned(drawing: _Drawing) -> Points:
    """Wider than high, centered, and flipped so that node 0 is at the upper left."""
    points = drawing.points
    width, height = np.ptp(points, axis=0)
    if height > width + 0.01:
        points = points[:, ::-1]
    points = points - (points.max(axis=0) + points.min(axis=0)) / 2
    signs = np.where(np.round(points[0], 3) > 0, -1.0, 1.0)
    flipped: Points = points * signs
    return flipped
