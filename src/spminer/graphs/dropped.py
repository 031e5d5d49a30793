"""Report of what reading left out or merged."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Dropped"]


@dataclass(frozen=True, slots=True)
class Dropped:
    """What reading left out or merged, so that nothing disappears silently.

    Attributes
    ----------
    self_loops
        Edges from a node to itself.
    repeated_edges
        Edges listed more than once beyond the first (an undirected edge listed both ways is not a repeat).
    isolated_nodes
        Nodes without any edge. They are kept; the count is only information.
    extra_columns
        Whether an edge list had columns that were not asked for, such as weights.
    """

    self_loops: int = 0
    repeated_edges: int = 0
    isolated_nodes: int = 0
    extra_columns: bool = False

    def message(self, *, columns: bool = True) -> str:
        """One line that says what was dropped, or an empty string; ``columns=False`` leaves out what others say.

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
            said.append("ignored columns beyond the node ids (edge_labels reads the first as labels)")
        return "; ".join(said)
