"""Options of reading, for what the file itself does not say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ReadOptions"]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options of :func:`spminer.read` that concern the content.

    Attributes
    ----------
    directed
        Whether edges have a direction; ``None``: what the file says, else not.
    edge_labels
        Whether a third column of an edge list, or the values of a matrix, are edge labels. Formats that
        mark labels as such keep them always.
    ids
        Whether the ids of an edge list are numbers or names; ``"auto"``: judged by its first line.
    """

    directed: bool | None = None
    edge_labels: bool = False
    ids: Literal["auto", "number", "text"] = "auto"

    def is_directed(self, declared: bool | None = None) -> bool:
        """The direction asked for, else the one that the file declares, else none."""
        if self.directed is not None:
            return self.directed
        return bool(declared)
