"""GraMi's ``.lg`` format: one labeled graph as lines ``v ID LABEL`` and ``e ID ID LABEL``.

The reader takes the variant with a line ``t NODES EDGES`` and a degree after each node's label as well.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from spminer.graphs.formats.graphlines import check_words, read, write_graph
from spminer.graphs.formats.writing import check_holds

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["read", "write"]


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write one graph, nodes numbered from 0."""
    check_holds(
        graphs, "lg", node_labels=True, edge_labels=True, isolated=True, names=False, arcless=False, empty=False
    )
    check_words(graphs, "lg")
    file.write(b"# t 1\n")
    write_graph(file, graphs)
