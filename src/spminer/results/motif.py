"""A motif: a pattern with its frequencies and examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spminer.patterns.field_names import FieldNames, field_names

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True)
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
