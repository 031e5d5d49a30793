"""Patterns: small graphs as values, with or without an anchor.

A pattern is immutable and compared by its fields; `canonical` makes isomorphic patterns equal, anchor to anchor, by the
canonical form of the core. The text form (:mod:`spminer.patterns.text`) is unique for equal patterns. `core` and
`from_core` convert to and from the native pattern, in which labels are codes.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer import _core
from spminer._util.checkpoint import pack, unpack
from spminer._util.imports import import_optional
from spminer.errors import InputError
from spminer.patterns.named import near_name, text_of_name
from spminer.patterns.text import parse_pattern, write_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray


__all__ = ["MAX_PATTERN_NODES", "Pattern", "pack_patterns", "unpack_patterns"]

MAX_PATTERN_NODES = 64
_MOST_DIGITS = 4000


def encode_labels(labels: Sequence[str] | None, codes: Mapping[str, int] | None) -> NDArray[np.int32] | None:
    """Codes of labels by a table; a label that is not in the table gets the next code.

    >>> encode_labels(["C", "X"], {"C": 0, "N": 1})
    array([0, 2], dtype=int32)
    """
    if labels is None or codes is None:
        return None
    return np.array([codes.get(label, len(codes)) for label in labels], dtype=np.int32)


def label_codes(labels: Sequence[str] | None) -> dict[str, int] | None:
    """Codes by the sorted labels, numbers first and by value, so that equal patterns get equal codes.

    >>> label_codes(["N", "10", "9", "N"])
    {'9': 0, '10': 1, 'N': 2}
    """
    if labels is None:
        return None
    ordered = sorted(set(labels), key=lambda label: (0, int(label), label) if _is_number(label) else (1, 0, label))
    return {label: code for code, label in enumerate(ordered)}


def _is_number(label: str) -> bool:
    """Whether a label is ordered by its value, which Python does not compute for very long ones."""
    return label.isdecimal() and len(label) <= _MOST_DIGITS


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
        """A pattern from pairs of node numbers, checked and sorted.

        >>> Pattern.from_edges([(2, 1), (1, 0)])
        Pattern.parse('0-1,1-2')
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
        """Read the text form, or a name (:mod:`spminer.patterns.named`).

        >>> print(Pattern.parse("star:4@leaf"))
        0-1,0-2,0-3@1
        >>> Pattern.parse("0>1,1>2").directed
        True
        >>> Pattern.parse("0-1,1-2;C,C,O@2").node_labels
        ('C', 'C', 'O')
        >>> Pattern.parse('0-1;"Bonn, Rhein",Ulm').node_labels
        ('Bonn, Rhein', 'Ulm')
        """
        try:
            return cls.from_edges(**parse_pattern(text_of_name(text) or text))
        except InputError as error:
            near = "" if error.remedy else near_name(text)
            remedy = error.remedy or (
                "write edges as 0-1,1-2,2-0 (0>1 if directed), with the anchor as @0 and odd labels in double quotes, "
                "or a name such as triangle, path:4 or 030T"
            )
            raise InputError(f"invalid pattern {text!r}: {error.reason}{near}", remedy=remedy) from None

    @property
    def text(self) -> str:
        """The text form, which :meth:`parse` reads back."""
        return write_pattern(
            self.size,
            self.edges,
            anchor=self.anchor,
            directed=self.directed,
            node_labels=self.node_labels,
            edge_labels=self.edge_labels,
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Pattern.parse({self.text!r})"

    def canonical(self) -> Pattern:
        """The canonical form: two patterns are isomorphic, anchor to anchor, if and only if their forms are equal.

        >>> Pattern.parse("1-2,2-0@2").canonical() == Pattern.parse("0-1,0-2@0").canonical()
        True
        >>> Pattern.parse("1-2,2-0@1").canonical() == Pattern.parse("0-1,0-2@0").canonical()
        False
        >>> print(Pattern.parse("3-1,0-2,1-2@0").canonical())
        0-1,1-2,2-3@0
        """
        position = self._with_own_codes().canonical_order()[0]
        return Pattern.from_edges(
            [(position[a], position[b]) for a, b in self.edges],
            size=self.size,
            anchor=None if self.anchor is None else position[self.anchor],
            directed=self.directed,
            node_labels=None if self.node_labels is None else [self.node_labels[i] for i in np.argsort(position)],
            edge_labels=self.edge_labels,
        )

    def without_anchor(self) -> Pattern:
        """The canonical form of the pattern without its anchor.

        >>> print(Pattern.parse("0-1,0-2@2").without_anchor())
        0-1,1-2
        """
        return replace(self, anchor=None).canonical()

    def orbits(self) -> list[list[int]]:
        """Classes of nodes under automorphisms that fix the anchor, if any.

        >>> Pattern.parse("0-1,1-2").orbits()
        [[0, 2], [1]]
        """
        _, orbit, _ = self._with_own_codes().canonical_order()
        return [[i for i in range(self.size) if orbit[i] == first] for first in sorted(set(orbit))]

    def automorphisms(self) -> int:
        """Number of automorphisms that fix the anchor, if any; approximate beyond 2**53.

        >>> Pattern.parse("0-1,1-2,2-0").automorphisms()
        6
        """
        return int(self._with_own_codes().canonical_order()[2])

    def to_networkx(self) -> Any:
        """The pattern as a ``networkx.Graph`` or ``DiGraph`` on 0, 1, ...; the anchor is in ``graph["anchor"]``.

        >>> triangle = Pattern.parse("0-1,1-2,2-0@0").to_networkx()
        >>> triangle.number_of_edges(), triangle.graph["anchor"]
        (3, 0)
        """
        nx = import_optional("networkx", "spminer[graphs]")
        graph = nx.DiGraph() if self.directed else nx.Graph()
        for node in range(self.size):
            graph.add_node(node, **({} if self.node_labels is None else {"label": self.node_labels[node]}))
        for index, (a, b) in enumerate(self.edges):
            graph.add_edge(a, b, **({} if self.edge_labels is None else {"label": self.edge_labels[index]}))
        if self.anchor is not None:
            graph.graph["anchor"] = self.anchor
        return graph

    def _with_own_codes(self) -> _core.Pattern:
        """The native pattern with codes by the pattern's own labels."""
        return self.core(label_codes(self.node_labels), label_codes(self.edge_labels))

    @classmethod
    def from_core(
        cls,
        core: _core.Pattern,
        *,
        directed: bool = False,
        node_names: Sequence[str] | None = None,
        edge_names: Sequence[str] | None = None,
    ) -> Pattern:
        """The inverse of :meth:`core`; labels are named by the given tables, if any."""
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
        """The pattern for the native engines.

        Labels are translated by the given tables; without a table they are left out. A label that is not in the table
        becomes a code that no target has.
        """
        return _core.Pattern(
            self.size,
            np.array(self.edges, dtype=np.int32).reshape(-1, 2),
            anchor=-1 if self.anchor is None else self.anchor,
            directed=self.directed,
            node_labels=encode_labels(self.node_labels, node_codes),
            edge_labels=encode_labels(self.edge_labels, edge_codes),
        )


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
        raise InputError(f"invalid anchor {anchor}; the nodes are 0..{size - 1}")
    if node_labels is not None and len(node_labels) != size:
        raise InputError(f"{len(node_labels)} node labels for {size} nodes")
    if edge_labels is not None and len(edge_labels) != len(pairs):
        raise InputError(f"{len(edge_labels)} edge labels for {len(pairs)} edges")


def pack_patterns(patterns: Iterable[Pattern]) -> NDArray[np.uint8]:
    """Patterns as an array of bytes, with their labels.

    >>> pattern = Pattern.parse("0-1;C,O@0")
    >>> unpack_patterns(pack_patterns([pattern])) == (pattern,)
    True
    """
    return pack([asdict(pattern) for pattern in patterns])


def unpack_patterns(array: NDArray[np.uint8]) -> tuple[Pattern, ...]:
    """The inverse of :func:`pack_patterns`."""
    return tuple(Pattern.from_edges(**fields) for fields in unpack(array))
