"""Positions in motifs: what a profile has its columns for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spminer.counting.query import check_connected
from spminer.errors import UsageError
from spminer.patterns import Pattern
from spminer.patterns.names import field_names
from spminer.results import Motif

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.patterns.names import FieldNames

__all__ = ["Position", "positions_of"]


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a motif: nodes that its automorphisms map onto each other.

    Attributes
    ----------
    motif
        The motif without an anchor, in canonical form.
    pattern
        The motif anchored at the position, in canonical form.
    nodes
        How many nodes of the motif have this position.
    """

    motif: Pattern
    pattern: Pattern
    nodes: int

    @property
    def id(self) -> str:
        """The text of the anchored pattern: what a result file calls the motif with its anchor here."""
        return self.pattern.text

    @property
    def names(self) -> FieldNames:
        """What the field calls it, see :func:`spminer.patterns.names.field_names`."""
        return field_names(self.pattern)


def positions_of(motifs: Iterable[Motif | Pattern | str]) -> tuple[Position, ...]:
    """Every position in every motif; motifs that differ in the anchor only are one.

    >>> [(position.id, position.nodes) for position in positions_of(["0-1,1-2@0", "0-1,1-2@1", "0-1,1-2,2-0"])]
    [('0-1,1-2@0', 2), ('0-1,0-2@0', 1), ('0-1,0-2,1-2@0', 3)]
    """
    distinct = dict.fromkeys(_pattern(motif).without_anchor() for motif in motifs)
    if not distinct:
        raise UsageError("no motifs to make a profile of; give some, or mine more sizes")
    for motif in distinct:
        check_connected(motif)
    return tuple(
        Position(motif, replace(motif, anchor=orbit[0]).canonical(), len(orbit))
        for motif in distinct
        for orbit in motif.orbits()
    )


def _pattern(motif: Motif | Pattern | str) -> Pattern:
    if isinstance(motif, str):
        return Pattern.parse(motif)
    return motif.pattern if isinstance(motif, Motif) else motif
