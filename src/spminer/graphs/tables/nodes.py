"""Tables of nodes and names of labels: read from files, frames or dicts, checked, and applied to a graph.

A table of nodes has a column of ids, which are the names that edges have for nodes, and a column of labels. Both are
found by their names, else they are the first two. A column of labels that no two nodes share gives names instead,
unless ``label=`` asks for it. Nodes of the table that have no edges are added to the graph. Repeated ids are refused.

Names of labels replace the numbers that data sets have for labels; labels with the same name become one label.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.options import option_text
from spminer.errors import InputError
from spminer.graphs.build import encode_labels, log_notes, sort_labels
from spminer.graphs.convert.tables import frame_columns
from spminer.graphs.formats import arrow
from spminer.graphs.formats.json import load as load_json
from spminer.graphs.formats.json import looks_like_json
from spminer.graphs.reading import listed
from spminer.graphs.source import Source, is_source
from spminer.graphs.tables.columns import column_kind, find_column
from spminer.graphs.tables.edges import is_canonical, numbered_rows
from spminer.graphs.tables.sniff import sniff_table

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions

__all__ = ["apply_node_table", "read_label_names", "read_nodes", "rename_labels"]

_IDS = ("id", "nodeid", "node", "vertex", "vertexid", "key", "name", "gene", "protein", "user", "userid", "person")
_NAMES = ("label", "name")
_LABELS = (
    "label",
    "class",
    "type",
    "category",
    "group",
    "labels",
    "color",
    "kind",
    "role",
    "community",
    "modularityclass",
)


@dataclass(frozen=True, slots=True)
class NodeTable:
    """One row per node.

    Attributes
    ----------
    ids
        The nodes, by the names that edges have for them.
    labels, names
        Their labels, and distinct names; ``None`` if there is no such column.
    label_column, name_column
        The columns of labels and names, in words.
    left_out
        Other columns.
    """

    ids: list[str]
    labels: list[str] | None = None
    names: list[str] | None = None
    label_column: str = ""
    name_column: str = ""
    left_out: tuple[str, ...] = ()


def node_table(columns: Mapping[str, Sequence[Any]], options: ReadOptions, *, named: bool, source: str) -> NodeTable:
    """A table of nodes from columns; finds those of ids, labels and names.

    Parameters
    ----------
    columns
        Columns by name.
    options
        Options of reading, with the label asked for.
    named
        Whether the columns have names; else the first holds ids and the second labels.
    source
        The table, for messages.

    Examples
    --------
    >>> from spminer.graphs.options import ReadOptions
    >>> columns = {"Id": ["1", "2", "3"], "class": ["x", "y", "x"]}
    >>> node_table(columns, ReadOptions(), named=True, source="").labels
    ['x', 'y', 'x']
    """
    names = list(columns)
    place = _place(names, _IDS) if named else 0
    if place < 0:
        raise InputError(
            f"the column of the ids of nodes is ambiguous, of: {listed(names)}",
            source=source,
            remedy="name that column id",
        )
    ids = [_text(value) for value in columns[names[place]]]
    for row, node in enumerate(ids, start=1):
        if not node:
            raise InputError(f"row {row} has no id", source=source, remedy="correct the table of nodes")
    twice = next((node for node, times in Counter(ids).items() if times > 1), None)
    if twice is not None:
        raise InputError(f"node {twice[:40]!r} is listed twice", source=source, remedy="make the ids unique")
    chosen = _label_place(names, place, options, named, source)
    given = {index: [_text(value) for value in columns[name]] for index, name in enumerate(names)}
    # Names are what would be labels if no two were alike, or a column named so beside the label asked for.
    candidates = [chosen] if chosen >= 0 and options.label is None else []
    if options.label is not None:
        candidates = [i for i, name in enumerate(names) if name.strip().lower() in _NAMES and i not in (place, chosen)]
    named_by = next((index for index in candidates if _are_distinct(given[index])), -1)
    if named_by == chosen:
        chosen = -1
    own = [f"{name if named else index + 1} of {source or 'the table'}" for index, name in enumerate(names)]
    return NodeTable(
        ids,
        labels=given[chosen] if chosen >= 0 else None,
        names=given[named_by] if named_by >= 0 else None,
        label_column=f"column {own[chosen]}" if chosen >= 0 else "",
        name_column=f"column {own[named_by]}" if named_by >= 0 else "",
        left_out=tuple(words for index, words in enumerate(own) if index not in (place, chosen, named_by)),
    )


def _are_distinct(values: list[str]) -> bool:
    return len(values) > 1 and "" not in values and len(set(values)) == len(values)


def looks_like_node_header(row: Sequence[str]) -> bool:
    """Whether a row names columns of a table of nodes.

    >>> looks_like_node_header(["Id", "Label"]), looks_like_node_header(["7", "C"])
    (True, False)
    """
    return _place(list(row), _IDS) >= 0 or _place(list(row), _LABELS) >= 0


def _label_place(names: list[str], ids: int, options: ReadOptions, named: bool, source: str) -> int:
    if options.label is not None:
        return find_column(options.label, names if named else (), len(names), source=source)
    if not named:
        return 1 if len(names) > 1 else -1
    others = [name for index, name in enumerate(names) if index != ids]
    found = _place(others, _LABELS)
    if found >= 0:
        return names.index(others[found])
    plain = [name for name in others if column_kind(name) not in ("weight", "time", "row")]
    return names.index(plain[0]) if len(plain) == 1 else -1


def _place(names: list[str], words: tuple[str, ...]) -> int:
    plain = [re.sub(r"[^a-z0-9]", "", name.lower()) for name in names]
    return next((plain.index(word) for word in words if word in plain), -1)


def _text(value: Any) -> str:
    if value is None or value != value:  # noqa: PLR0124 (nan is not itself)
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def apply_node_table(graphs: GraphCollection, table: NodeTable, *, source: str) -> GraphCollection:
    """A graph with the labels or names of a table of nodes, and with those of its nodes that have no edges.

    Examples
    --------
    >>> import spminer
    >>> table = NodeTable(["b", "a", "c"], ["x", "y", "x"])
    >>> graph = apply_node_table(spminer.from_edges([("a", "b")]), table, source="")
    >>> graph.num_nodes, graph.names([0, 1, 2]), graph.node_labels.tolist(), graph.node_label_names
    (3, ['a', 'b', 'c'], [1, 0, 0], ('x', 'y'))
    """
    if graphs.num_graphs != 1:
        raise InputError(
            f"there are {graphs.num_graphs} graphs for one table of nodes", source=source, remedy="give one graph"
        )
    own = graphs.names(range(graphs.num_nodes))
    rows = {node: row for row, node in enumerate(table.ids)}
    missing = [node for node in own if node not in rows]
    if own and len(missing) == len(own):
        reason = f"has no node of the graph, whose nodes are {listed(own)}"
        raise InputError(reason, source=source, remedy="check the column of ids")
    known = set(own)
    names = own + [node for node in table.ids if node not in known]
    grown = _with_isolated(graphs, names)
    notes = (f"{len(missing)} of {len(own)} nodes are not in the table of nodes",) if missing else ()
    log_notes(notes, source)
    left_out = (*grown.reading.left_out, *table.left_out)
    reading = replace(grown.reading, notes=(*grown.reading.notes, *notes), left_out=left_out)
    if table.names is not None and not missing:
        values = [table.names[rows[name]] for name in names]
        grown = replace(grown, node_names=np.array(values, dtype=object))
        reading = replace(reading, names=f"{table.name_column} (no two alike)")
    elif table.names is not None:
        reading = replace(reading, left_out=(*reading.left_out, table.name_column.removeprefix("column ")))
    if table.labels is None:
        return replace(grown, reading=reading)
    labels = encode_labels([table.labels[rows[name]] if name in rows else "" for name in names])
    return replace(
        grown,
        node_labels=labels.codes,
        node_label_names=labels.names,
        reading=replace(reading, node_labels=table.label_column),
    )


def _with_isolated(graphs: GraphCollection, names: list[str]) -> GraphCollection:
    """The graph with these names, the last ones for new nodes without edges."""
    more = len(names) - graphs.num_nodes
    if more == 0:
        return graphs
    numbers = graphs.node_names is None or graphs.node_names.dtype != object
    plain = numbers and all(map(is_canonical, names))
    return replace(
        graphs,
        indptr=np.concatenate([graphs.indptr, np.full(more, graphs.indptr[-1])]),
        graph_offsets=np.array([0, len(names)], dtype=np.int64),
        node_names=np.array([int(name) for name in names], dtype=np.int64) if plain else np.array(names, dtype=object),
        node_labels=None,
        node_label_names=(),
        dropped=replace(graphs.dropped, isolated_nodes=graphs.dropped.isolated_nodes + more),
    )


_PAIR = re.compile(
    r"\s*(?P<quote>['\"]?)(?P<label>[^\s,;:=]+?)(?P=quote)\s*(?:[,;:=\t]|\s)\s*['\"]?(?P<name>[^'\"]*\S)['\"]?\s*,?"
)
_REMEDY = "write one label and its name per line, as in '0 C', or a JSON object"


def parse_label_names(text: str, source: str = "") -> dict[str, str]:
    r"""Names of labels from lines such as ``0 C``, ``0,C`` or ``0: C``, or from a JSON object.

    >>> parse_label_names("0 C\n1 N\n"), parse_label_names('{"0": "C"}')
    ({'0': 'C', '1': 'N'}, {'0': 'C'})
    """
    if text.lstrip().startswith("{"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"is not JSON ({error})", source=source, remedy=_REMEDY) from error
        if not all(isinstance(name, str | int) for name in found.values()):
            raise InputError("has a label without a name", source=source, remedy=_REMEDY)
        return {str(label): str(name) for label, name in found.items()}
    names: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith(("#", "%", "//")):
            continue
        match = _PAIR.fullmatch(line)
        if match is None:
            raise InputError(f"invalid line {line[:40]!r}", source=source, line=number, remedy=_REMEDY)
        if names.get(match["label"], match["name"]) != match["name"]:
            reason = f"label {match['label'][:40]!r} has two names"
            raise InputError(reason, source=source, line=number, remedy=_REMEDY)
        names[match["label"]] = match["name"]
    return names


def rename_labels(graphs: GraphCollection, names: Mapping[str, str], *, source: str = "") -> GraphCollection:
    """The same graphs with other names for node labels; labels with the same name become one.

    Examples
    --------
    >>> import spminer
    >>> graph = spminer.from_edges([(0, 1)], node_labels=["0", "1"])
    >>> rename_labels(graph, {"0": "C", "1": "N"}).node_label_names
    ('C', 'N')
    """
    if graphs.node_labels is None:
        raise InputError(
            "the nodes have no labels",
            source=graphs.source,
            remedy=f"leave {option_text('label_names')} out, or name the labels with {option_text('label')}",
        )
    known = graphs.node_label_names
    missing = [label for label in known if label not in names]
    if len(missing) == len(known):
        reason = f"names none of the labels, which are {listed(known)}"
        raise InputError(reason, source=source, remedy=_REMEDY)
    wanted = [names.get(label, label) for label in known]
    distinct = list(dict.fromkeys(wanted))
    codes = np.array([distinct.index(name) for name in wanted], dtype=np.int32)[graphs.node_labels]
    labels = sort_labels(codes, distinct)
    notes = []
    if missing:
        notes.append(f"labels without a name: {listed(missing)}")
    if len(distinct) < len(wanted):
        notes.append("labels of one name are one label")
    log_notes(notes, source)
    labels_from = ", named by ".join(part for part in (graphs.reading.node_labels, source) if part)
    reading = replace(graphs.reading, notes=(*graphs.reading.notes, *notes), node_labels=labels_from)
    return replace(graphs, node_labels=labels.codes, node_label_names=labels.names, reading=reading)


_COLUMNS_REMEDY = "give a table with a column of ids and one of labels"


def read_nodes(nodes: Any, options: ReadOptions) -> tuple[NodeTable, str]:
    """The table of nodes in a path, a data frame or a ``dict``, and its name in messages.

    Examples
    --------
    >>> from spminer.graphs.options import ReadOptions
    >>> read_nodes({"a": "x", "b": "x"}, ReadOptions())[0].labels
    ['x', 'x']
    """
    if isinstance(nodes, Mapping) and not hasattr(nodes, "__arrow_c_stream__"):
        given = {"id": list(nodes), "label": list(nodes.values())}
        return node_table(given, options, named=True, source="nodes"), "nodes"
    if not is_source(nodes):
        return node_table(frame_columns(nodes), options, named=True, source="nodes"), "nodes"
    with Source(nodes, deadline=options.deadline) as source:
        columns, named = _columns(source)
        return node_table(columns, options, named=named, source=source.name), source.name


def _columns(source: Source) -> tuple[Mapping[str, Any], bool]:
    """Columns of a file, and whether they have names."""
    if source.is_folder:
        raise InputError("is a folder, not a table of nodes", source=source.name, remedy=_COLUMNS_REMEDY)
    sample = source.sample()
    if arrow.looks_like_parquet(sample):
        return arrow.parquet_columns(source), True
    if looks_like_json(sample):
        return _json_columns(source), True
    if b"\0" in sample:
        raise InputError("is binary, not a table of nodes", source=source.name, remedy=_COLUMNS_REMEDY)
    table = sniff_table(sample, header=False)
    first = table.rows[0] if table.rows else ()
    named = looks_like_node_header(first) or sniff_table(sample).header
    rows = [row for _, row in numbered_rows(source, table.delimiter)]
    if not rows:
        raise InputError("has no rows", source=source.name, remedy=_COLUMNS_REMEDY)
    names = rows.pop(0) if named else [str(place + 1) for place in range(len(rows[0]))]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(names):
            reason = f"row {number} has {len(row)} columns, the first row {len(names)}"
            raise InputError(reason, source=source.name, remedy=_COLUMNS_REMEDY)
    if len(set(names)) != len(names):
        raise InputError("two columns have the same name", source=source.name, remedy="rename one of them")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}, named


def _json_columns(source: Source) -> dict[str, list[Any]]:
    document = load_json(source)
    if isinstance(document, dict):
        return {"id": list(document), "label": list(document.values())}
    if not isinstance(document, list) or not all(isinstance(row, dict) for row in document):
        raise InputError("is JSON, but not a list of nodes", source=source.name, remedy=_COLUMNS_REMEDY)
    names = list(dict.fromkeys(name for row in document for name in row))
    return {name: [row.get(name) for row in document] for name in names}


def read_label_names(names: Mapping[Any, str] | str | os.PathLike[str]) -> tuple[dict[str, str], str]:
    """Names of labels from a ``dict`` or a file, and its name in messages.

    >>> read_label_names({0: "C"})
    ({'0': 'C'}, 'label_names')
    """
    if isinstance(names, Mapping):
        return {str(label): str(name) for label, name in names.items()}, "label_names"
    with Source(names) as source:
        return parse_label_names(source.text(), source.name), source.name
