"""Opening of a comparison: what ``against`` names becomes the target and the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.against.comparison import ClassComparison, OtherComparison, TwoClasses
from spminer.against.shuffled import NullComparison
from spminer.graphs import GraphCollection, read
from spminer.nulls import MODELS

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor
    from spminer.against.comparison import Comparison
    from spminer.against.terms import Terms

__all__ = ["names_a_graph", "open_comparison", "other_name"]

_CLASSES = "class:"


def names_a_graph(against: str) -> bool:
    """Whether a text names another graph, and neither a null model nor classes.

    >>> names_a_graph("degree"), names_a_graph("class:1,2"), names_a_graph("friends.csv")
    (False, False, True)
    """
    return against not in MODELS and not against.startswith(_CLASSES)


def other_name(against: str | GraphCollection | None) -> str | None:
    """What requests and results call the other side."""
    return (against.source or "another graph") if isinstance(against, GraphCollection) else against


def open_comparison(
    graphs: GraphCollection, against: str | GraphCollection, terms: Terms, monitor: Monitor | None = None
) -> tuple[GraphCollection, Comparison]:
    """The target and what it is compared with; of two classes, the first is the target.

    A ``monitor`` watches the reading of another graph.

    Examples
    --------
    >>> from spminer.against.terms import Terms
    >>> from spminer.datasets import example
    >>> target, comparison = open_comparison(example(), "degree", Terms())
    >>> target, comparison.name
    (GraphCollection(1 undirected graph, 34 nodes, 78 edges), 'degree')
    """
    if isinstance(against, GraphCollection):
        return graphs, OtherComparison(graphs, terms, against, other_name(against) or "")
    if against.startswith(_CLASSES):
        classes = TwoClasses.of(graphs, against)
        return classes.first, ClassComparison(classes, terms)
    if against in MODELS:
        return graphs, NullComparison(graphs, terms, MODELS[against].name)
    return graphs, OtherComparison(graphs, terms, read(against, monitor=monitor), against)
