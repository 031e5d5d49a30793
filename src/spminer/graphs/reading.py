"""What reading took for edges, direction, names and labels, and what it dropped."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from spminer._util.options import option_text

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Dropped", "Reading", "listed"]

_MOST_LISTED = 6


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file or table was interpreted. Empty where there was nothing to choose.

    Attributes
    ----------
    format
        The format, in words.
    edges
        The source of the edges, such as the names of two columns.
    direction
        Whether edges have a direction, and what decided it.
    names
        The source of the nodes' names, if not their ids.
    node_labels, edge_labels
        The source of the labels.
    graph_labels
        The source of the classes of graphs, and the numbers of those that are text.
    left_out
        Columns and attributes that were not used.
    notes
        Further notes for the user; the log has them too.
    """

    format: str = ""
    edges: str = ""
    direction: str = ""
    names: str = ""
    node_labels: str = ""
    edge_labels: str = ""
    graph_labels: str = ""
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def message(self, *, notes: bool = True) -> str:
        """One line about the reading, with or without the notes; empty if there is nothing to say.

        >>> Reading("edge list", "columns from and to", "undirected (not stated)", left_out=("weight",)).message()
        'read as edge list: edges from columns from and to; undirected (not stated); no labels; not taken: weight'
        """
        if not self.format:
            return ""
        parts = [
            f"edges from {self.edges}" if self.edges else "",
            self.direction,
            f"names from {self.names}" if self.names else "",
            self._labels(),
            f"classes from {self.graph_labels}" if self.graph_labels else "",
            f"not taken: {listed(self.left_out)}" if self.left_out else "",
            *(self.notes if notes else ()),
        ]
        said = "; ".join(part for part in parts if part)
        return f"read as {self.format}: {said}"

    def _labels(self) -> str:
        parts = [
            f"{of} labels from {where}"
            for of, where in (("node", self.node_labels), ("edge", self.edge_labels))
            if where
        ]
        return ", ".join(parts) or ("no labels" if self.direction else "")

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values, for JSON; empty ones are left out."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items() if value
        }


def listed(names: Iterable[object]) -> str:
    """Names in one line, at most the first six.

    >>> listed(["a", "b"]), listed(range(9))
    ('a, b', '0, 1, 2, 3, 4, 5 and 3 more')
    """
    every = [str(name)[:40] for name in names]
    rest = len(every) - _MOST_LISTED
    return ", ".join(every) if rest <= 0 else f"{', '.join(every[:_MOST_LISTED])} and {rest} more"


@dataclass(frozen=True, slots=True)
class Dropped:
    """Edges and columns that reading left out or merged.

    Attributes
    ----------
    self_loops
        Edges from a node to itself.
    repeated_edges
        Repeats of edges that were listed before (an undirected edge listed both ways is not a repeat).
    isolated_nodes
        Nodes without any edge. They are kept; the count is only information.
    extra_columns
        Whether an edge list had further columns, such as weights.
    """

    self_loops: int = 0
    repeated_edges: int = 0
    isolated_nodes: int = 0
    extra_columns: bool = False

    def message(self, *, columns: bool = True) -> str:
        """One line that says what was dropped, or an empty text; ``columns=False`` does not mention columns.

        >>> Dropped(self_loops=2).message()
        'dropped 2 self-loops'
        """
        parts = [
            f"{count} {name if count != 1 else name[:-1]}"
            for count, name in ((self.self_loops, "self-loops"), (self.repeated_edges, "repeated edges"))
            if count
        ]
        said = [f"dropped {' and '.join(parts)}"] if parts else []
        if self.extra_columns and columns:
            first = option_text("edge_labels", True)
            said.append(f"ignored columns beyond the node ids ({first} reads the first as labels)")
        return "; ".join(said)
