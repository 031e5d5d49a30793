"""Lines ``v ID LABEL`` and ``e ID ID LABEL``: gSpan's format of many graphs (``t # NAME``), GraMi's ``.lg`` of one.

``d`` lines are arcs. Ids are whole numbers, labels are texts. The formats cannot leave labels out: if all are ``0``,
there are none. Numbers with a fraction on ``e`` lines are weights and left out, unless ``edge_labels=True``. The reader
also supports the variant with a line ``t NODES EDGES`` and a degree after each node's label.

References: X. Yan, J. Han, "gSpan: Graph-based substructure pattern mining", 2002; M. Elseidy et al., "GraMi", 2014.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import IO, TYPE_CHECKING

import numpy as np

from spminer import _core
from spminer._util.options import option_text
from spminer.errors import InputError, UsageError
from spminer.graphs.build import LabelCodes, assemble, sort_labels
from spminer.graphs.formats.format import Format, Holds, labeled_edges, labeled_nodes, used_labels
from spminer.graphs.reading import Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["GSPAN_FORMAT", "LG_FORMAT"]

_HEAD = re.compile(rb"\s*(?:[#%][^\n]*\n\s*)*(?:t\s+#[^\n]*|t\s+\d+\s+\d+\s*)\n\s*[vt]\s")
_HEADLESS = re.compile(rb"\s*#\s*t\s+\d+\s*\n\s*v\s")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_NO_LABEL = ["0"]  # the names of labels if there are none


def looks_like_graph_lines(sample: bytes) -> bool:
    """Whether a file starts with a ``t`` line and a ``v`` line."""
    return bool(_HEAD.match(sample) or _HEADLESS.match(sample))


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read ``t``, ``v`` and ``e`` lines; see :func:`spminer.read`."""
    parser = _core.GraphLinesParser()
    source.feed(parser)
    ids, offsets = parser.ids(), parser.graph_offsets()
    if len(offsets) == 1:
        raise InputError(
            "no graphs found", source=source.name, remedy="lines are 't # NAME', 'v ID LABEL', 'e ID ID LABEL'"
        )
    directed = options.is_directed(parser.has_arcs)
    csr = source.deadline.native(parser.build, directed=directed)
    weights = _are_weights(parser.edge_label_names()) and not options.edge_labels
    edge_labels = None if weights else _labels(csr["edge_labels"], parser.edge_label_names())
    csr["edge_labels"] = None if edge_labels is None else edge_labels.codes
    return assemble(
        csr,
        directed=directed,
        source=source.name,
        graph_offsets=offsets,
        node_names=None if len(offsets) == 2 and np.array_equal(ids, np.arange(len(ids))) else ids,
        node_labels=_labels(parser.node_labels(), parser.node_label_names()),
        edge_label_names=() if edge_labels is None else edge_labels.names,
        graph_names=tuple(parser.graph_names) if len(parser.graph_names) > 1 and any(parser.graph_names) else None,
        reading=_reading(options, parser, weights),
    )


def _reading(options: ReadOptions, parser: _core.GraphLinesParser, weights: bool) -> Reading:
    node_labels, edge_labels = parser.node_label_names(), parser.edge_label_names()
    return Reading(
        "t/v/e lines",
        direction=options.direction(parser.has_arcs, stated_by="d lines" if parser.has_arcs else "no d lines"),
        node_labels="" if node_labels in ([], _NO_LABEL) else "v lines",
        edge_labels="" if weights or edge_labels in ([], _NO_LABEL) else "e lines",
        notes=(
            "numbers with a fraction on e lines are taken for weights; "
            f"{option_text('edge_labels', True)} makes them labels",
        )
        if weights
        else (),
    )


def _labels(codes: NDArray[np.int32], names: list[str]) -> LabelCodes | None:
    return None if names in ([], _NO_LABEL) else sort_labels(codes, names)


def _are_weights(names: list[str]) -> bool:
    """Whether all labels are numbers and some have a fraction; 1.0 counts as a whole number."""
    return all(map(_NUMBER.fullmatch, names)) and not all(float(name).is_integer() for name in names)


def _write_graph(file: IO[bytes], graph: GraphCollection) -> None:
    """Write the ``v`` and ``e`` lines of a collection of one graph."""
    mark = "d" if graph.directed else "e"
    lines = [f"v {node} {label or _NO_LABEL[0]}\n" for node, (_, label) in enumerate(labeled_nodes(graph))]
    lines += [f"{mark} {source} {target} {label or _NO_LABEL[0]}\n" for source, target, label in labeled_edges(graph)]
    file.write("".join(lines).encode())


def _check_words(graphs: GraphCollection, form: str) -> None:
    """Refuse labels that would be read as no labels or as weights."""
    edge_labels = used_labels(graphs.edge_label_names, graphs.edge_labels)
    for labels in (used_labels(graphs.node_label_names, graphs.node_labels), edge_labels):
        if labels == _NO_LABEL:
            raise UsageError(f"format {form} cannot hold 0 as the only label; format spm holds everything")
    if edge_labels and _are_weights(edge_labels):
        raise UsageError(
            f"format {form} cannot hold numbers with a fraction as edge labels, which would be read as weights; "
            "format spm holds everything"
        )


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write all graphs, nodes numbered from 0; names of graphs are kept if they are single words."""
    _check_words(graphs, "gspan")
    for index, graph in enumerate(graphs):
        name = "" if graph.graph_names is None else graph.graph_names[0]
        file.write(f"t # {name if name.isprintable() and len(name.split()) == 1 else index}\n".encode())
        _write_graph(file, graph)
    file.write(b"t # -1\n")


def write_lg(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write one graph, nodes numbered from 0."""
    _check_words(graphs, "lg")
    file.write(b"# t 1\n")
    _write_graph(file, graphs)


_HOLDS = Holds(
    node_labels=True,
    edge_labels=True,
    arcless=False,
    isolated=True,
    names=False,
    bad_labels=r"\s|^$|[\x00-\x1f\x7f\ud800-\udfff]",
)

GSPAN_FORMAT = Format(
    "gspan", "gSpan t/v/e lines", (".gspan",), looks_like_graph_lines, read, write, replace(_HOLDS, many=True)
)
LG_FORMAT = Format(
    "lg", "GraMi t/v/e lines", (".lg",), looks_like_graph_lines, read, write_lg, replace(_HOLDS, empty=False)
)
