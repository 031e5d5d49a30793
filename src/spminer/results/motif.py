"""A motif: a pattern with its frequencies and examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spminer.frequencies.formatting import format_frequency
from spminer.patterns.names import FieldNames, field_names

if TYPE_CHECKING:
    from pathlib import Path

    from spminer.frequencies import Frequency, Objective
    from spminer.patterns import Pattern
    from spminer.results.context import Surroundings
    from spminer.results.contrast import Contrast

__all__ = ["FREQUENCY_FIELDS", "Motif"]

FREQUENCY_FIELDS: dict[Objective, str] = {
    "anchored": "anchored_frequency",
    "graph": "graph_frequency",
    "transactions": "transaction_support",
    "images": "image_support",
}
"""The field of a motif, and of a result file, that holds the frequency of each objective."""


@dataclass(frozen=True, slots=True, repr=False)
class Motif:
    """A pattern with its frequencies.

    Attributes
    ----------
    pattern
        The pattern in canonical form, so that equal motifs have equal ids.
    rank
        Rank among the motifs of its size, from 1.
    anchored_frequency, graph_frequency
        Definition 1 (nodes that can be the anchor) and Definition 2 (distinct node sets), where known.
    transaction_support, image_support
        Graphs of the collection that contain the pattern, and minimum image support (the smallest number of images
        of any of its nodes), where known.
    score
        The search's own estimate, where there is one.
    examples
        Embeddings, each a list of the user's node names in the order of the pattern's nodes.
    proven
        Whether no pattern of this size outside the result is more frequent: all others were enumerated or refuted.
    surroundings
        What lies around each of the examples, where that was kept.
    against
        What the frequency was compared with, if it was, and what that says.
    closed, maximal
        Whether no larger pattern is as frequent, and whether none has the least frequency that was asked for; ``None``
        where that was not asked, or could not be decided.
    covers
        Of distinct motifs: how much it covers that the motifs before it do not.
    """

    pattern: Pattern
    rank: int
    anchored_frequency: Frequency | None = None
    graph_frequency: Frequency | None = None
    score: float | None = None
    examples: tuple[tuple[str, ...], ...] = ()
    transaction_support: Frequency | None = None
    image_support: Frequency | None = None
    proven: bool = False
    surroundings: tuple[Surroundings, ...] = ()
    against: Contrast | None = None
    closed: bool | None = None
    maximal: bool | None = None
    covers: Frequency | None = None

    def __repr__(self) -> str:
        known = ((name, self.frequency(name)) for name in FREQUENCY_FIELDS)
        counts = [f"{name} {format_frequency(found)}" for name, found in known if found is not None]
        return f"Motif({self.id!r}, {', '.join([f'rank {self.rank}', *counts])})"

    def frequency(self, objective: Objective) -> Frequency | None:
        """The frequency that an objective ranks by, where known."""
        found: Frequency | None = getattr(self, FREQUENCY_FIELDS[objective])
        return found

    @property
    def size(self) -> int:
        """Number of nodes."""
        return self.pattern.size

    @property
    def id(self) -> str:
        """Canonical text of the pattern."""
        return self.pattern.text

    @property
    def names(self) -> FieldNames:
        """The shape in words, and the MAN code, graphlet and orbit where the pattern has them.

        >>> from spminer import Pattern
        >>> Motif(Pattern.parse("0-1,1-2,2-3@1"), 1).names
        FieldNames(name='path of 4 @inside', man=None, graphlet='G3', orbit=5)
        """
        return field_names(self.pattern)

    def save(self, path: str | Path) -> None:
        """Draw the motif to a file, whole or not at all: ``.svg``, or ``.png`` (which needs matplotlib).

        Nodes are in the colors of their labels, with the label's text; edges in the line of theirs, bonds as chemists
        draw them.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> from spminer import Pattern
        >>> path = Path(tempfile.mkdtemp()) / "motif.svg"
        >>> Motif(Pattern.parse("0-1:double,1-2:single;C,C,O@2"), 1).save(path)
        >>> path.read_text().count("<line")
        3
        """
        from spminer.report.picture import save_picture  # a convenience, as are the next two: the report knows motifs

        save_picture(self.pattern, path)

    def _repr_svg_(self) -> str:
        """The drawing, for notebooks."""
        from spminer.report.picture import motif_svg

        return motif_svg(self.pattern)

    def _repr_html_(self) -> str:
        """The drawing with its name and frequencies, for notebooks."""
        from spminer.report.picture import motif_html

        return motif_html(self)

    def to_networkx(self) -> Any:
        """The pattern as a ``networkx.Graph`` or ``DiGraph``, see :meth:`spminer.Pattern.to_networkx`."""
        return self.pattern.to_networkx()

    def to_dict(self) -> dict[str, Any]:
        """The motif as in the result file."""
        from spminer.results import store  # a convenience: the store knows motifs, not the other way round

        return store.motif_to_dict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Motif:
        """The inverse of :meth:`to_dict`."""
        from spminer.results import store

        return store.motif_from_dict(data)
