"""gSpan's format: many labeled graphs as lines ``t # NAME``, ``v ID LABEL`` and ``e ID ID LABEL``."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from spminer.graphs.formats.graphlines import check_words, read, write_graph
from spminer.graphs.formats.writing import check_holds

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["read", "write"]


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write all graphs; nodes are numbered from 0 in each, graphs keep their names if these are single words."""
    check_holds(
        graphs, "gspan", many=True, node_labels=True, edge_labels=True, isolated=True, names=False, arcless=False
    )
    check_words(graphs, "gspan")
    for index, graph in enumerate(graphs):
        name = "" if graph.graph_names is None else graph.graph_names[0]
        file.write(f"t # {name if name.isprintable() and len(name.split()) == 1 else index}\n".encode())
        write_graph(file, graph)
    file.write(b"t # -1\n")
