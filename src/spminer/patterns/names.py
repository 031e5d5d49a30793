"""Names of patterns: triangle, path of 4, star of 6; else hubs and leaves, or edges and degrees; and codes.

A name is for reading: different patterns may have the same. It is found in this order: families of undirected graphs
(paths, stars, cliques, cycles, wheels, complete bipartite graphs) and single named graphs; one of these with trees
attached; hubs and leaves of a tree, edges and degrees of other graphs. Small directed patterns have the names of the
motif literature, other triads their MAN code. Labels and the place of the anchor are appended. A molecule has its
SMILES. Codes are those of triads, graphlets and orbits. Table, report and notebook show these names.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from spminer.patterns.named import GRAPHLETS, MOTIFS, NAMED, TRIADS
from spminer.patterns.pattern import Pattern
from spminer.patterns.smiles import smiles_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    Adjacency = dict[int, set[int]]

__all__ = ["PatternNames", "names_of"]

_LARGEST_DIRECTED = 4
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def pattern_name(pattern: Pattern) -> str:
    """A readable name of a connected pattern, with the place of its anchor unless all nodes are alike.

    Molecules, whose labels are elements and bonds, have their SMILES, which begins at the anchor.

    >>> pattern_name(Pattern.parse("0-1,1-2,2-0@0"))
    'triangle'
    >>> pattern_name(Pattern.parse("0-1,0-2,0-3@0")), pattern_name(Pattern.parse("0-1,1-2,2-3@1"))
    ('star of 4, at the hub', 'path of 4, inside')
    >>> pattern_name(Pattern.parse("0-1,0-2,1-2,2-3,3-4"))
    'triangle with a tail of 2'
    >>> pattern_name(Pattern.parse("0-1,0-2,0-3,1-4,1-5,4-6,4-7"))
    '3 hubs, 5 leaves'
    >>> pattern_name(Pattern.parse("0>1,1>2,0>2@2"))
    'feed-forward loop, at the target'
    >>> pattern_name(Pattern.parse("0-1:single,1-2:double;C,C,O@0"))
    'CC=O, at the first atom'
    """
    smiles = smiles_of(pattern)
    neighbors = _adjacency(pattern)
    if smiles is not None:
        is_said = pattern.anchor is None or _all_alike(pattern, neighbors)
        return smiles if is_said else f"{smiles}, at the first atom"
    name = _shape(neighbors)
    if pattern.directed:
        name = _directed_name(pattern, name)
    if pattern.node_labels is not None:
        name = f"{name} of {_composition(pattern.node_labels)}"
    place = _anchor_place(pattern, neighbors)
    return f"{name}, {place}" if place else name


def _adjacency(pattern: Pattern) -> Adjacency:
    """The neighbors of each node, whatever the direction."""
    neighbors: Adjacency = {node: set() for node in range(pattern.size)}
    for a, b in pattern.edges:
        neighbors[a].add(b)
        neighbors[b].add(a)
    return neighbors


def _shape(neighbors: Adjacency) -> str:
    """The name without direction, labels and anchor."""
    return _family(neighbors) or _with_trees(neighbors) or _described(neighbors)


def _family(neighbors: Adjacency) -> str | None:
    """The name of a graph of a known family."""
    size, degrees = len(neighbors), _degrees(neighbors)
    missing = (size * (size - 1) - sum(degrees)) // 2
    is_tree = sum(degrees) == 2 * (size - 1)
    families = (
        (size == 1, "node"),
        (size == 2, "edge"),
        (is_tree and degrees[0] == 2, f"path of {size}"),
        (is_tree and degrees[0] == size - 1, f"star of {size}"),
        (not missing and size == 3, "triangle"),
        (not missing, f"{size}-clique"),
        (degrees[0] == degrees[-1] == 2, f"{size}-cycle"),
        (missing == 1 and size == 4, "diamond"),
        (missing == 1, f"{size}-clique less an edge"),
        (_is_wheel(neighbors), f"wheel of {size}"),
    )
    name = next((name for holds, name in families if holds), None)
    return name or _single_name(neighbors, degrees) or _complete_bipartite(neighbors)


def _single_name(neighbors: Adjacency, degrees: list[int]) -> str | None:
    """The name of a single graph; degrees exclude most others before a canonical form is computed."""
    by_degrees = _named().get(tuple(degrees))
    return None if by_degrees is None else by_degrees.get(_id(neighbors))


def _is_wheel(neighbors: Adjacency) -> bool:
    """Whether the graph is a cycle and a hub that is adjacent to all its nodes."""
    size = len(neighbors)
    hub = next((node for node, near in neighbors.items() if len(near) == size - 1), None)
    if size < 5 or hub is None or _degrees(neighbors)[1:] != [3] * (size - 1):
        return False
    rim: Adjacency = {node: near - {hub} for node, near in neighbors.items() if node != hub}
    seen, ahead = set[int](), [next(iter(rim))]
    while ahead:
        node = ahead.pop()
        ahead += rim[node] - seen
        seen.add(node)
    return len(seen) == size - 1


def _complete_bipartite(neighbors: Adjacency) -> str | None:
    """The name of a complete bipartite graph: all nodes of a side have the other side as neighbors."""
    one_side = neighbors[0]
    other_side = neighbors[min(one_side, default=0)]
    sides = len(other_side) + len(one_side) == len(neighbors) and not one_side & other_side
    if sides and all(neighbors[node] == (other_side if node in one_side else one_side) for node in neighbors):
        low, high = sorted((len(one_side), len(other_side)))
        return f"complete bipartite {low}+{high}"
    return None


def _with_trees(neighbors: Adjacency) -> str | None:
    """The name of a known graph with trees attached."""
    core = _without_trees(neighbors)
    hanging = len(neighbors) - len(core)
    name = _family(core) if core and hanging else None
    if name is None:
        return None
    leaves = sum(len(near) == 1 for near in neighbors.values())
    if leaves == 1:
        return f"{name} with a tail" + (f" of {hanging}" if hanging > 1 else "")
    return f"{name} with {leaves} {'leaves' if leaves == hanging else 'branches'}"


def _without_trees(neighbors: Adjacency) -> Adjacency:
    """The graph after repeated removal of leaves, with nodes numbered from 0."""
    left = {node: set(near) for node, near in neighbors.items()}
    while leaves := [node for node, near in left.items() if len(near) <= 1]:
        for leaf in leaves:
            for near in left.pop(leaf):
                left[near].discard(leaf)
    number = {node: index for index, node in enumerate(left)}
    return {number[node]: {number[other] for other in near} for node, near in left.items()}


def _described(neighbors: Adjacency) -> str:
    """Hubs and leaves of a tree, where a hub has three neighbors or more; edges and degrees of other graphs."""
    degrees = _degrees(neighbors)
    if sum(degrees) > 2 * (len(neighbors) - 1):
        return f"{sum(degrees) // 2} edges, degrees {_powers(degrees)}"
    hubs = [node for node, near in neighbors.items() if len(near) > 2]
    if len(hubs) == 1:
        return f"star of {degrees[0] + 1} with longer arms, {len(neighbors)} nodes"
    joined = len(hubs) == 2 and hubs[1] in neighbors[hubs[0]]
    return f"{len(hubs)} hubs{' joined' if joined else ''}, {degrees.count(1)} leaves"


def _powers(degrees: Iterable[int]) -> str:
    """Distinct numbers with their multiplicities: 3³ 1⁵."""
    counts = Counter(degrees)
    return " ".join(
        str(number) + (str(times).translate(_SUPERSCRIPTS) if times > 1 else "") for number, times in counts.items()
    )


def _composition(labels: Iterable[str]) -> str:
    """Distinct labels with their counts, the most frequent first: 2 C, O."""
    counts = sorted(Counter(labels).items(), key=lambda pair: (-pair[1], pair[0]))
    named = [(f'"{label}"' if label[:1].isdigit() else label, times) for label, times in counts]
    return ", ".join(f"{times} {label}" if times > 1 else label for label, times in named)


def _directed_name(pattern: Pattern, shape: str) -> str:
    if pattern.size <= _LARGEST_DIRECTED:
        plain = replace(pattern, anchor=None, node_labels=None, edge_labels=None).canonical().text
        if name := _named_directed().get(plain):
            return name
        if code := _triads().get(plain):
            return f"triad {code}"
    outgoing = {source for source, _ in pattern.edges}
    if shape.endswith("-cycle") and len(outgoing) == len(pattern.edges) == pattern.size:
        return f"directed {shape}"
    return f"{shape}, {len(pattern.edges)} arc{'s' * (len(pattern.edges) != 1)}"


def _anchor_place(pattern: Pattern, neighbors: Adjacency) -> str:
    """The place of the anchor, such as "at a leaf"; empty if all nodes are alike."""
    if pattern.anchor is None or _all_alike(pattern, neighbors):
        return ""
    places = [_place(pattern, neighbors, node) for node in neighbors]
    place = places[pattern.anchor]
    if place == "inside":
        return place
    if place[0].isdigit() or place.startswith("degree"):
        return f"at {place}"
    article = "the" if places.count(place) == 1 else "an" if place[0] in "aeiou" else "a"
    return f"at {article} {place}"


def _place(pattern: Pattern, neighbors: Adjacency, node: int) -> str:
    """What a node is in its pattern."""
    near, degrees = neighbors[node], _degrees(neighbors)
    if pattern.directed:
        outgoing, incoming = (sum(arc[end] == node for arc in pattern.edges) for end in (0, 1))
        if not outgoing or not incoming:
            return "source" if outgoing else "target"
        if outgoing == incoming == 1 and len(near) == 2:
            return "middle"
        return f"{outgoing} out, {incoming} in"
    is_path = degrees[0] <= 2 and degrees[-1] == 1
    if len(near) == 1:
        return "end" if is_path else "leaf"
    if is_path:
        return "middle" if _is_middle(node, neighbors) else "inside"
    if len(near) == degrees[0] > degrees[1]:
        return "hub"
    return f"degree {len(near)}"


def _all_alike(pattern: Pattern, neighbors: Adjacency) -> bool:
    """Whether all nodes are in one orbit; degrees often exclude it."""
    regular = len({len(near) for near in neighbors.values()}) == 1
    return regular and len(replace(pattern, anchor=None).orbits()) == 1


def _is_middle(node: int, neighbors: Adjacency) -> bool:
    """Whether both sides of a path have the same length."""
    lengths = []
    for step in neighbors[node]:
        before, here, length = node, step, 1
        while onward := neighbors[here] - {before}:
            before, here, length = here, next(iter(onward)), length + 1
        lengths.append(length)
    return len(set(lengths)) == 1


def _degrees(neighbors: Adjacency) -> list[int]:
    return sorted((len(near) for near in neighbors.values()), reverse=True)


def _id(neighbors: Adjacency) -> str:
    edges = [(node, other) for node, near in neighbors.items() for other in near if node < other]
    return Pattern.from_edges(edges, size=len(neighbors)).canonical().text


@cache
def _named() -> dict[tuple[int, ...], dict[str, str]]:
    """Names by degrees and canonical form."""
    found: dict[tuple[int, ...], dict[str, str]] = {}
    for name, text in NAMED.items():
        pattern = Pattern.parse(text)
        found.setdefault(tuple(_degrees(_adjacency(pattern))), {})[pattern.canonical().text] = name
    return found


@cache
def _named_directed() -> dict[str, str]:
    return {Pattern.parse(text).canonical().text: name for name, text in MOTIFS.items()}


_TRIAD_SIZE = 3
_GRAPHLET_SIZES = range(2, 6)


@dataclass(frozen=True, slots=True)
class PatternNames:
    """The names of a pattern in network science.

    Attributes
    ----------
    name
        The shape in words (:func:`spminer.patterns.names.pattern_name`).
    man
        MAN code of a directed pattern of three nodes, such as ``"030T"``; else ``None``.
    graphlet
        Graphlet of an undirected pattern of two to five nodes, ``"G0"`` to ``"G29"``; else ``None``.
    orbit
        Orbit of the anchor in that graphlet, 0 to 72; ``None`` without an anchor.
    """

    name: str
    man: str | None = None
    graphlet: str | None = None
    orbit: int | None = None

    @property
    def text(self) -> str:
        """All names in one line.

        >>> names_of(Pattern.parse("0-1,1-2,2-3@0")).text, names_of(Pattern.parse("0>1,1>2,0>2")).text
        ('path of 4, at an end (G3, orbit 4)', 'feed-forward loop (030T)')
        """
        orbit = None if self.orbit is None else f"orbit {self.orbit}"
        man = None if self.name.startswith("triad ") else self.man
        codes = [code for code in (man, self.graphlet, orbit) if code is not None]
        return f"{self.name} ({', '.join(codes)})" if codes else self.name


def names_of(pattern: Pattern) -> PatternNames:
    """The names of a connected pattern.

    Only patterns without labels have codes, since triads and graphlets have no labels.

    >>> names_of(Pattern.parse("0>1,1>2,0>2@0"))
    PatternNames(name='feed-forward loop, at the source', man='030T', graphlet=None, orbit=None)
    >>> names_of(Pattern.parse("0-1,0-2,0-3,1-2,1-3,2-3@1"))
    PatternNames(name='4-clique', man=None, graphlet='G8', orbit=14)
    """
    name = pattern_name(pattern)
    if pattern.node_labels is not None or pattern.edge_labels is not None:
        return PatternNames(name)
    if pattern.directed:
        is_triad = pattern.size == _TRIAD_SIZE
        return PatternNames(name, man=_triads().get(pattern.without_anchor().text) if is_triad else None)
    if pattern.size not in _GRAPHLET_SIZES:
        return PatternNames(name)
    graphlet, orbit = _graphlets().get(pattern.canonical().text, (None, None))
    return PatternNames(name, graphlet=graphlet, orbit=orbit)


@cache
def _triads() -> dict[str, str]:
    return {Pattern.parse(text).canonical().text: code for code, text in TRIADS.items()}


@cache
def _graphlets() -> dict[str, tuple[str, int | None]]:
    """Graphlets by canonical text, and orbits by the canonical text with the anchor at a node of the orbit."""
    found: dict[str, tuple[str, int | None]] = {}
    for number, (text, orbits) in enumerate(GRAPHLETS):
        graphlet = Pattern.parse(text)
        found[graphlet.canonical().text] = f"G{number}", None
        for node, orbit in enumerate(orbits):
            found[replace(graphlet, anchor=node).canonical().text] = f"G{number}", orbit
    return found
