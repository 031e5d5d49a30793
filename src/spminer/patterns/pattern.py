"""Patterns as values with a readable text form.

The text form lists the edges, then optional node labels, then an optional anchor::

    0-1,1-2,2-0@0           a triangle anchored at node 0
    0>1,1>2,0>2             a feed-forward loop (directed)
    0-1:double,1-2;C,C,O@2  edge label after a colon; node labels in node order after a semicolon
    0@0                     a single node; a number alone is a node without edges
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["MAX_PATTERN_NODES", "Pattern"]

MAX_PATTERN_NODES = 64

_NODE = re.compile(r"\s*(\d{1,9})\s*")
_EDGE = re.compile(r"\s*(\d{1,9})\s*([->])\s*(\d{1,9})\s*(?::(.*))?")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A small graph, anchored or not.

    Parameters
    ----------
    size
        Number of nodes, at most 64.
    edges
        Pairs of nodes. Of an undirected pattern each edge is listed once, smaller node first.
    anchor
        The distinguished node, or ``None``.
    directed
        Whether the pairs are arcs.
    node_labels, edge_labels
        Labels in the order of the nodes and of ``edges``, or ``None``.

    Examples
    --------
    >>> triangle = Pattern.parse("0-1,1-2,2-0@0")
    >>> triangle.size, triangle.edges, triangle.anchor
    (3, ((0, 1), (0, 2), (1, 2)), 0)
    >>> print(triangle)
    0-1,0-2,1-2@0
    """

    size: int
    edges: tuple[tuple[int, int], ...]
    anchor: int | None = None
    directed: bool = False
    node_labels: tuple[str, ...] | None = None
    edge_labels: tuple[str, ...] | None = None

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[int, int]],
        *,
        size: int | None = None,
        anchor: int | None = None,
        directed: bool = False,
        node_labels: Iterable[str] | None = None,
        edge_labels: Iterable[str] | None = None,
    ) -> Pattern:
        """A pattern from pairs of node numbers, checked and put in order.

        >>> Pattern.from_edges([(2, 1), (1, 0)])
        Pattern(size=3, edges=((0, 1), (1, 2)), anchor=None, directed=False, node_labels=None, edge_labels=None)
        """
        pairs = [(int(a), int(b)) for a, b in edges]
        if not directed:
            pairs = [(min(pair), max(pair)) for pair in pairs]
        labels = None if edge_labels is None else list(edge_labels)
        if size is None:
            size = 1 + max((max(pair) for pair in pairs), default=0)
        names = None if node_labels is None else tuple(str(label) for label in node_labels)
        _check(size, pairs, anchor, names, labels)
        order = sorted(range(len(pairs)), key=pairs.__getitem__)
        return cls(
            size=size,
            edges=tuple(pairs[i] for i in order),
            anchor=anchor,
            directed=directed,
            node_labels=names,
            edge_labels=None if labels is None else tuple(str(labels[i]) for i in order),
        )

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Read the text form.

        >>> Pattern.parse("0>1,1>2").directed
        True
        >>> Pattern.parse("0-1,1-2;C,C,O@2").node_labels
        ('C', 'C', 'O')
        """
        try:
            return _parse(text)
        except InputError as error:
            remedy = "write edges as 0-1,1-2,2-0 (0>1 if directed), with the anchor as @0"
            raise InputError(f"cannot read pattern {text!r}: {error.reason}", remedy=remedy) from None

    @property
    def text(self) -> str:
        """The text form, which :meth:`parse` reads back."""
        joint = ">" if self.directed else "-"
        labels = [""] * len(self.edges) if self.edge_labels is None else [f":{x}" for x in self.edge_labels]
        items = [f"{a}{joint}{b}{label}" for (a, b), label in zip(self.edges, labels, strict=True)]
        joined = {node for edge in self.edges for node in edge}
        body = ",".join(items + [str(node) for node in range(self.size) if node not in joined])
        if self.node_labels is not None:
            body += ";" + ",".join(self.node_labels)
        return body if self.anchor is None else f"{body}@{self.anchor}"

    def __str__(self) -> str:
        return self.text

    def canonical(self) -> Pattern:
        """The canonical copy: two patterns are isomorphic, anchor to anchor, if and only if their copies are equal.

        >>> Pattern.parse("1-2,2-0@2").canonical() == Pattern.parse("0-1,0-2@0").canonical()
        True
        >>> Pattern.parse("1-2,2-0@1").canonical() == Pattern.parse("0-1,0-2@0").canonical()
        False
        >>> print(Pattern.parse("3-1,0-2,1-2@0").canonical())
        0-1,1-2,2-3@0
        """
        position = _reading_order(self.edges, self._own_core().canonical_order()[0])
        return Pattern.from_edges(
            [(position[a], position[b]) for a, b in self.edges],
            size=self.size,
            anchor=None if self.anchor is None else position[self.anchor],
            directed=self.directed,
            node_labels=None if self.node_labels is None else _rearranged(self.node_labels, position),
            edge_labels=self.edge_labels,
        )

    def without_anchor(self) -> Pattern:
        """The canonical copy of the pattern without its anchor.

        >>> print(Pattern.parse("0-1,0-2@2").without_anchor())
        0-1,1-2
        """
        return replace(self, anchor=None).canonical()

    def orbits(self) -> list[list[int]]:
        """Nodes that automorphisms (fixing the anchor, if any) map onto each other.

        >>> Pattern.parse("0-1,1-2").orbits()
        [[0, 2], [1]]
        """
        _, orbit, _ = self._own_core().canonical_order()
        return [[i for i in range(self.size) if orbit[i] == first] for first in sorted(set(orbit))]

    def automorphisms(self) -> int:
        """Number of automorphisms (fixing the anchor, if any); beyond 2**53 only the leading digits are right.

        >>> Pattern.parse("0-1,1-2,2-0").automorphisms()
        6
        """
        return int(self._own_core().canonical_order()[2])

    def to_networkx(self) -> Any:
        """The pattern as a ``networkx.Graph`` or ``DiGraph`` on 0, 1, ...; the anchor is in ``graph["anchor"]``.

        >>> triangle = Pattern.parse("0-1,1-2,2-0@0").to_networkx()
        >>> triangle.number_of_edges(), triangle.graph["anchor"]
        (3, 0)
        """
        from spminer.graphs.convert.pattern import pattern_to_networkx

        return pattern_to_networkx(self)

    def _own_core(self) -> _core.Pattern:
        """The native pattern with codes that depend on the pattern's own labels only."""
        return self.core(_own_codes(self.node_labels), _own_codes(self.edge_labels))

    @classmethod
    def from_core(
        cls,
        core: _core.Pattern,
        *,
        directed: bool = False,
        node_names: Sequence[str] | None = None,
        edge_names: Sequence[str] | None = None,
    ) -> Pattern:
        """The inverse of :meth:`core`: labels are named by the given tables, where there are any."""
        edges: list[tuple[int, int]] = []
        marks: list[int] = []
        for i, j, forward, backward in core.edges.tolist():
            arcs = [((i, j), forward), ((j, i), backward)] if directed else [((i, j), forward)]
            for edge, mark in arcs:
                if mark:
                    edges.append(edge)
                    marks.append(mark - 1)
        return cls.from_edges(
            edges,
            size=core.size,
            anchor=None if core.anchor < 0 else core.anchor,
            directed=directed,
            node_labels=None if node_names is None else [node_names[label] for label in core.labels],
            edge_labels=None if edge_names is None else [edge_names[mark] for mark in marks],
        )

    def core(
        self, node_codes: Mapping[str, int] | None = None, edge_codes: Mapping[str, int] | None = None
    ) -> _core.Pattern:
        """The pattern as the native engines see it.

        Labels are translated by the given tables; without a table they are left out. A label that the table
        does not know becomes a code that no target has.
        """
        edges = np.array(self.edges, dtype=np.int32).reshape(-1, 2)
        return _core.Pattern(
            self.size,
            edges,
            anchor=-1 if self.anchor is None else self.anchor,
            directed=self.directed,
            node_labels=_encoded(self.node_labels, node_codes),
            edge_labels=_encoded(self.edge_labels, edge_codes),
        )


def _encoded(labels: tuple[str, ...] | None, codes: Mapping[str, int] | None) -> np.ndarray | None:
    if labels is None or codes is None:
        return None
    return np.array([codes.get(label, len(codes)) for label in labels], dtype=np.int32)


def _own_codes(labels: tuple[str, ...] | None) -> dict[str, int] | None:
    """Codes in the order of the labels, numbers first and by value, so that equal patterns get equal codes."""
    if labels is None:
        return None
    ordered = sorted(set(labels), key=lambda label: (0, int(label), label) if label.isdecimal() else (1, 0, label))
    return {label: code for code, label in enumerate(ordered)}


def _reading_order(edges: tuple[tuple[int, int], ...], position: Sequence[int]) -> list[int]:
    """Numbers that read well: breadth first from canonical place 0, canonical order deciding among equals."""
    neighbors: list[list[int]] = [[] for _ in position]
    for a, b in edges:
        neighbors[position[a]].append(position[b])
        neighbors[position[b]].append(position[a])
    number: dict[int, int] = {}
    for start in range(len(position)):  # more than once only if the pattern is not connected
        queue = deque([start])
        while queue:
            place = queue.popleft()
            if place not in number:
                number[place] = len(number)
                queue.extend(sorted(neighbors[place]))
    return [number[place] for place in position]


def _rearranged(values: tuple[str, ...], position: Sequence[int]) -> list[str]:
    result = [""] * len(values)
    for value, place in zip(values, position, strict=True):
        result[place] = value
    return result


def _check(
    size: int,
    pairs: list[tuple[int, int]],
    anchor: int | None,
    node_labels: tuple[str, ...] | None,
    edge_labels: list[str] | None,
) -> None:
    if not 1 <= size <= MAX_PATTERN_NODES:
        raise InputError(f"a pattern has 1 to {MAX_PATTERN_NODES} nodes, not {size}")
    for a, b in pairs:
        if a == b:
            raise InputError(f"edge {a}-{b} is a self-loop")
        if not (0 <= a < size and 0 <= b < size):
            raise InputError(f"edge {a}-{b} names a node outside 0..{size - 1}")
    if len(set(pairs)) != len(pairs):
        raise InputError("an edge is listed twice")
    if anchor is not None and not 0 <= anchor < size:
        raise InputError(f"anchor {anchor} is not one of the nodes 0..{size - 1}")
    if node_labels is not None and len(node_labels) != size:
        raise InputError(f"{len(node_labels)} node labels for {size} nodes")
    if edge_labels is not None and len(edge_labels) != len(pairs):
        raise InputError(f"{len(edge_labels)} edge labels for {len(pairs)} edges")


def _parse(text: str) -> Pattern:
    body, has_anchor, anchor_text = text.strip().rpartition("@")
    if not has_anchor:
        body, anchor_text = anchor_text, ""
    elif not anchor_text.strip().isdecimal():
        raise InputError(f"anchor {anchor_text!r} is not a node number")
    body, has_labels, label_text = body.partition(";")
    pairs: list[tuple[int, int]] = []
    lone: list[int] = []
    joints: set[str] = set()
    edge_labels: list[str | None] = []
    for item in body.split(","):
        if node := _NODE.fullmatch(item):
            lone.append(int(node[1]))
            continue
        match = _EDGE.fullmatch(item)
        if match is None:
            raise InputError(f"{item.strip()!r} is not an edge")
        pairs.append((int(match[1]), int(match[3])))
        joints.add(match[2])
        edge_labels.append(match[4])
    joined = {node for pair in pairs for node in pair}
    if twice := joined.intersection(lone):
        raise InputError(f"node {min(twice)} stands alone and in an edge")
    if len(joints) > 1:
        raise InputError("'-' and '>' cannot be mixed")
    given = [label for label in edge_labels if label is not None]
    if given and len(given) != len(pairs):
        raise InputError("either every edge has a label or none has")
    return Pattern.from_edges(
        pairs,
        size=1 + max([*lone, *joined]),
        anchor=int(anchor_text) if has_anchor else None,
        directed=">" in joints,
        node_labels=[label.strip() for label in label_text.split(",")] if has_labels else None,
        edge_labels=given or None,
    )
