"""Notes on a count: what of a pattern the graphs do not have, so that a zero is not taken for more than it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer._util.text import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern

__all__ = ["count_notes"]

_MOST_NAMED = 12


def count_notes(pattern: Pattern, graphs: GraphCollection) -> tuple[str, ...]:
    """What the user should know about labels to judge a count, one sentence each.

    Examples
    --------
    >>> import networkx as nx
    >>> import spminer
    >>> graph = nx.path_graph(2)
    >>> nx.set_node_attributes(graph, {0: "C", 1: "O"}, "label")
    >>> count_notes(spminer.Pattern.parse("0-1;C,N@0"), spminer.from_networkx(graph, node_label="label"))
    ('no node has the label N, so the pattern cannot occur; labels are C, O',)
    """
    notes = [
        *_label_notes("node", pattern.node_labels, graphs.node_label_names),
        *_label_notes("edge", pattern.edge_labels, graphs.edge_label_names),
    ]
    return tuple(notes)


def _label_notes(kind: str, asked: Sequence[str] | None, known: tuple[str, ...]) -> list[str]:
    if asked is None:
        return []
    unknown = [label for label in dict.fromkeys(asked) if label not in known]
    if not unknown:
        return []
    noun = "label" if len(unknown) == 1 else "labels"
    named = ", ".join(known[:_MOST_NAMED]) + (
        f" and {len(known) - _MOST_NAMED:,} more" if len(known) > _MOST_NAMED else ""
    )
    hint = did_you_mean(unknown[0], known, otherwise="")
    return [f"no {kind} has the {noun} {', '.join(unknown)}, so the pattern cannot occur; labels are {named}{hint}"]
