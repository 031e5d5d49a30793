"""Patterns from text, names, graph6 strings, SMILES, graph files and graphs of other libraries; written as graph6."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from spminer._util.files import exists, near_file
from spminer.errors import InputError, UsageError
from spminer.graphs.convert.arrays import from_edges
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.files import read
from spminer.graphs.formats import graph6
from spminer.graphs.formats.molecules import is_smiles, molecule_from_smiles
from spminer.graphs.formats.registry import read_labeled
from spminer.patterns import MAX_PATTERN_NODES, Pattern
from spminer.patterns.named import near_name, text_of_name

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection

__all__ = ["as_pattern", "check_order", "pattern_from_graph", "pattern_to_graph", "pattern_to_graph6", "read_pattern"]

_EDGE_STRING = re.compile(r"\s*\d+\s*([->;@].*)?", re.DOTALL)
_ANCHORED = re.compile(r"(.+)@([^@/]+)")
_GRAPH6 = re.compile(r"(>>graph6<<)?[?-~]+")
_MOST_DIGITS = 9  # of a node of a pattern
_REMEDY = "give edges such as 0-1,1-2,2-0@0, a name such as triangle, path:4 or 030T, graph6, a SMILES or a graph file"


def as_pattern(pattern: Any) -> Pattern:
    """The pattern that an object stands for: a pattern, a motif, a text (:func:`read_pattern`) or a small graph.

    A graph is of any kind that :func:`spminer.mine` takes; the anchor of one of networkx is its attribute ``anchor``.

    Examples
    --------
    >>> import networkx as nx
    >>> print(as_pattern("star:4@hub"), as_pattern(nx.path_graph(3)))
    0-1,0-2,0-3@0 0-1,1-2
    >>> as_pattern(5)
    Traceback (most recent call last):
    spminer.errors.UsageError: invalid pattern 5 (unsupported type int); give a Pattern, a Motif, ...
    """
    if isinstance(pattern, Pattern):
        return pattern
    if isinstance(pattern, str | PathLike):
        return read_pattern(str(pattern))
    if isinstance(inner := getattr(pattern, "pattern", None), Pattern):
        return inner
    try:
        graphs = as_collection(pattern)
        if graphs.num_graphs > 1:
            raise InputError(f"a pattern is one graph, not {graphs.num_graphs:,}")
    except (InputError, UsageError) as error:
        what = error.reason if isinstance(error, InputError) else str(error)
        raise UsageError(
            f"invalid pattern {pattern!r:.60} ({what}); give a Pattern, a Motif, a small graph, text such as "
            "0-1,1-2,2-0 or a name such as triangle"
        ) from None
    anchor = getattr(pattern, "graph", {}).get("anchor") if hasattr(pattern, "adj") else None
    return pattern_from_graph(graphs, anchor=None if anchor is None else str(anchor))


def check_order(first: Any, second: Any, call: str, *, pattern_first: bool = True) -> None:
    """Refuse a graph and a pattern whose places were taken for each other.

    >>> check_order("friends.csv", "triangle", "count(pattern, graph)")
    Traceback (most recent call last):
    spminer.errors.UsageError: the pattern comes before the graph: count(pattern, graph)
    """
    pattern, graph = (first, second) if pattern_first else (second, first)
    if _is_pattern(graph) and not _is_pattern(pattern):
        raise UsageError(f"the pattern comes {'before' if pattern_first else 'after'} the graph: {call}")


def _is_pattern(given: Any) -> bool:
    """Whether an object can only be a pattern."""
    if isinstance(given, str):
        return bool(_EDGE_STRING.fullmatch(given)) or text_of_name(given) is not None
    return isinstance(given, Pattern) or isinstance(getattr(given, "pattern", None), Pattern)


def read_pattern(text: str, *, anchor: str | None = None) -> Pattern:
    """Read an edge string, a name, a graph6 string, a SMILES or the first graph of a file.

    A suffix ``@K`` or ``anchor`` gives the anchor: the number of a node in a string, its number or place for a name
    (``star:5@hub``), its name in a file. A text that is both a name and a file is a name; one that is both a file and
    a graph6 string or a SMILES is a file. One that is both a graph6 string and a SMILES is refused.

    Parameters
    ----------
    text
        ``0-1,1-2,2-0@0``, ``feed-forward loop``, ``path:4@end``, ``Bw``, ``triangle.gml@2``, ...
    anchor
        The anchor, instead of a suffix.

    Examples
    --------
    >>> print(read_pattern("0-1,1-2,2-0@0"))
    0-1,0-2,1-2@0
    >>> print(read_pattern("Bw", anchor="1"))
    0-1,0-2,1-2@1
    """
    named = text_of_name(text if anchor is None else f"{text}@{anchor}")
    if named is not None:
        return Pattern.parse(named)
    if _EDGE_STRING.fullmatch(text):
        pattern = Pattern.parse(text)
        return pattern if anchor is None else _anchored_at_number(pattern, anchor, text)
    body, suffix = _without_suffix(text)
    anchor = suffix if anchor is None else anchor
    if body == "-" or (body and exists(body)):
        return pattern_from_graph(read_labeled(body), anchor=anchor)
    found = _from_graph6(body) if _GRAPH6.fullmatch(body) else None
    if is_smiles(body):
        if found is not None:
            remedy = f"write >>graph6<<{body} for the graph; write the bonds of the molecule, as in C-O"
            raise InputError("is both a graph6 string and a SMILES", source=body, remedy=remedy)
        found = pattern_from_graph(molecule_from_smiles(body))
    if found is not None:
        return found if anchor is None else _anchored_at_number(found, anchor, text)
    hint = near_name(text) or near_file(text)
    raise InputError(f"neither a pattern nor an existing file{hint}", source=text, remedy=_REMEDY)


def pattern_from_graph(graphs: GraphCollection, *, anchor: str | None = None) -> Pattern:
    """The first graph of a collection as a pattern; ``anchor`` is the name of a node.

    Examples
    --------
    >>> import numpy as np
    >>> from spminer import GraphCollection
    >>> edge = GraphCollection(np.array([0, 1, 2]), np.array([1, 0], np.int32), np.array([0, 2]))
    >>> print(pattern_from_graph(edge, anchor="1"))
    0-1@1
    """
    if graphs.num_graphs == 0:
        raise InputError("contains no graph", source=graphs.source)
    size = int(graphs.graph_offsets[1] - graphs.graph_offsets[0])
    if not 1 <= size <= MAX_PATTERN_NODES:
        raise InputError(f"a pattern has 1 to {MAX_PATTERN_NODES} nodes, not {size:,}", source=graphs.source)
    graph = graphs[0]
    names = graph.names(range(size))
    if anchor is not None and anchor not in names:
        raise InputError(f"unknown anchor {anchor!r}; the graph has no such node", source=graphs.source)
    sources, targets, codes = graph.edges()
    labels = None if graph.node_labels is None else [graph.node_label_names[code] for code in graph.node_labels]
    return Pattern.from_edges(
        list(zip(sources.tolist(), targets.tolist(), strict=True)),
        size=size,
        anchor=None if anchor is None else names.index(anchor),
        directed=graph.directed,
        node_labels=labels,
        edge_labels=None if codes is None else [graph.edge_label_names[code] for code in codes],
    )


def pattern_to_graph(pattern: Pattern) -> GraphCollection:
    """A collection of one graph, whose nodes are named by their numbers.

    Examples
    --------
    >>> pattern_to_graph(Pattern.parse("0-1,1-2,2-0@0"))
    GraphCollection(1 undirected graph, 3 nodes, 3 edges)
    """
    return from_edges(
        pattern.edges,
        num_nodes=pattern.size,
        directed=pattern.directed,
        node_labels=pattern.node_labels,
        edge_labels=pattern.edge_labels or None,
    )


def pattern_to_graph6(pattern: Pattern) -> str | None:
    """The graph6 (directed: digraph6) string, without the anchor; ``None`` if there are labels.

    Examples
    --------
    >>> pattern_to_graph6(Pattern.parse("0-1,1-2,2-0@0"))
    'Bw'
    """
    if pattern.node_labels is not None or pattern.edge_labels is not None:
        return None
    return graph6.encode(pattern_to_graph(pattern)).decode()


def _without_suffix(text: str) -> tuple[str, str | None]:
    """Split off ``@K``; graph6 may contain ``@`` too, but no digits."""
    match = _ANCHORED.fullmatch(text)
    if match is None or exists(text) or not (match[2].isdecimal() or exists(match[1])):
        return text, None
    return match[1], match[2]


def _anchored_at_number(pattern: Pattern, anchor: str, text: str) -> Pattern:
    if not anchor.isdecimal() or len(anchor) > _MOST_DIGITS or int(anchor) >= pattern.size:
        raise InputError(f"invalid anchor {anchor!r}; the nodes are 0..{pattern.size - 1}", source=text)
    return replace(pattern, anchor=int(anchor))


def _from_graph6(text: str) -> Pattern | None:
    try:
        return pattern_from_graph(read(io.BytesIO(text.encode()), format="graph6"))
    except InputError:
        return None
