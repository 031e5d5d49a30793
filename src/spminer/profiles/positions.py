"""Positions in motifs: what a profile has its columns for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from spminer.counting.query import check_connected
from spminer.errors import UsageError
from spminer.patterns import Pattern
from spminer.patterns.field_names import field_names
from spminer.results import Motif

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spminer.graphs import GraphCollection
    from spminer.patterns.field_names import FieldNames

__all__ = ["Position", "check_fit", "positions_of"]


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
        """What the field calls it, see :func:`spminer.patterns.field_names.field_names`."""
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


def check_fit(positions: Iterable[Position], graphs: GraphCollection) -> None:
    """Refuse motifs with direction or labels that the graphs do not have, where positions would lose their meaning."""
    patterns = [position.pattern for position in positions]
    missing = [
        ("directed", "read it as directed", any(one.directed for one in patterns), graphs.directed),
        (
            "labeled at their nodes",
            "give the graph they were found in",
            any(one.node_labels is not None for one in patterns),
            graphs.node_labels is not None,
        ),
        (
            "labeled at their edges",
            "read its edge labels too",
            any(one.edge_labels is not None for one in patterns),
            graphs.edge_labels is not None,
        ),
    ]
    for what, remedy, wanted, there in missing:
        if wanted and not there:
            raise UsageError(f"the motifs are {what} and the graph is not; {remedy}")


def _pattern(motif: Motif | Pattern | str) -> Pattern:
    if isinstance(motif, str):
        return Pattern.parse(motif)
    return motif.pattern if isinstance(motif, Motif) else motif
