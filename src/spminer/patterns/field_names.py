"""Names of a pattern in the field: its shape in words, and its MAN code, graphlet and orbit where it has them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from spminer.patterns.catalog import GRAPHLETS, TRIADS
from spminer.patterns.names import pattern_name
from spminer.patterns.pattern import Pattern

__all__ = ["FieldNames", "field_names"]

_TRIAD_SIZE = 3
_GRAPHLET_SIZES = range(2, 6)


@dataclass(frozen=True, slots=True)
class FieldNames:
    """What a network scientist calls a pattern.

    Attributes
    ----------
    name
        The shape in words, see :func:`spminer.patterns.names.pattern_name`.
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
        """All of it in one line.

        >>> field_names(Pattern.parse("0-1,1-2,2-3@0")).text, field_names(Pattern.parse("0>1,1>2,0>2")).text
        ('path of 4 @end (G3, orbit 4)', 'feed-forward loop (030T)')
        """
        orbit = None if self.orbit is None else f"orbit {self.orbit}"
        codes = [code for code in (self.man, self.graphlet, orbit) if code is not None]
        return f"{self.name} ({', '.join(codes)})" if codes else self.name


def field_names(pattern: Pattern) -> FieldNames:
    """The names of a connected pattern.

    Codes belong to patterns without labels: triads and graphlets have none, so that a labeled one is only a part of
    what the code stands for.

    >>> field_names(Pattern.parse("0>1,1>2,0>2@0"))
    FieldNames(name='feed-forward loop @2 out, 0 in', man='030T', graphlet=None, orbit=None)
    >>> field_names(Pattern.parse("0-1,0-2,0-3,1-2,1-3,2-3@1"))
    FieldNames(name='4-clique', man=None, graphlet='G8', orbit=14)
    """
    name = pattern_name(pattern)
    if pattern.node_labels is not None or pattern.edge_labels is not None:
        return FieldNames(name)
    if pattern.directed:
        is_triad = pattern.size == _TRIAD_SIZE
        return FieldNames(name, man=_triads().get(pattern.without_anchor().text) if is_triad else None)
    if pattern.size not in _GRAPHLET_SIZES:
        return FieldNames(name)
    graphlet, orbit = _graphlets().get(pattern.canonical().text, (None, None))
    return FieldNames(name, graphlet=graphlet, orbit=orbit)


@cache
def _triads() -> dict[str, str]:
    return {Pattern.parse(text).canonical().text: code for code, text in TRIADS.items()}


@cache
def _graphlets() -> dict[str, tuple[str, int | None]]:
    """Graphlets by canonical text, and each of their orbits by that of the pattern with its anchor there."""
    found: dict[str, tuple[str, int | None]] = {}
    for number, (text, orbits) in enumerate(GRAPHLETS):
        graphlet = Pattern.parse(text)
        found[graphlet.canonical().text] = f"G{number}", None
        for node, orbit in enumerate(orbits):
            found[replace(graphlet, anchor=node).canonical().text] = f"G{number}", orbit
    return found
