"""Files and objects that tell of nodes and labels, beside the file of the edges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from spminer.errors import InputError
from spminer.graphs.convert.frames import frame_columns
from spminer.graphs.formats import arrow, json
from spminer.graphs.formats.source import SAMPLE, Source, is_source
from spminer.graphs.tables.labelnames import parse_label_names
from spminer.graphs.tables.nodes import NodeTable, looks_like_node_header, node_table
from spminer.graphs.tables.rows import numbered_rows
from spminer.graphs.tables.text import look_at

if TYPE_CHECKING:
    import os

    from spminer.graphs.formats.options import ReadOptions

__all__ = ["read_label_names", "read_nodes"]

_REMEDY = "give a table with a column of ids and one of labels"


def read_nodes(nodes: Any, options: ReadOptions) -> tuple[NodeTable, str]:
    """The table of nodes that a path, a data frame or a ``dict`` holds, and what to call it in messages.

    Examples
    --------
    >>> from spminer.graphs.formats.options import ReadOptions
    >>> read_nodes({"a": "x", "b": "x"}, ReadOptions())[0].labels
    ['x', 'x']
    """
    if isinstance(nodes, Mapping) and not hasattr(nodes, "__arrow_c_stream__"):
        given = {"id": list(nodes), "label": list(nodes.values())}
        return node_table(given, options, named=True, source="nodes"), "nodes"
    if not is_source(nodes):
        return node_table(frame_columns(nodes), options, named=True, source="nodes"), "nodes"
    with Source(nodes, patience=options.patience) as source:
        columns, named = _columns(source)
        return node_table(columns, options, named=named, source=source.name), source.name


def _columns(source: Source) -> tuple[Mapping[str, Any], bool]:
    """Columns of a file, and whether it names them."""
    if source.is_folder:
        raise InputError("is a folder, not a table of nodes", source=source.name, remedy=_REMEDY)
    sample = source.sample()
    if arrow.looks_like_parquet(sample):
        return arrow.parquet_columns(source), True
    if json.looks_like_json(sample):
        return _json_columns(source), True
    if b"\0" in sample:
        raise InputError("is binary, not a table of nodes", source=source.name, remedy=_REMEDY)
    table = look_at(sample, whole=len(sample) < SAMPLE, header=False)
    first = table.rows[0] if table.rows else ()
    named = looks_like_node_header(first) or look_at(sample, whole=len(sample) < SAMPLE).header
    rows = [row for _, row in numbered_rows(source, table.delimiter)]
    if not rows:
        raise InputError("has no rows", source=source.name, remedy=_REMEDY)
    names = rows.pop(0) if named else [str(place + 1) for place in range(len(rows[0]))]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(names):
            reason = f"row {number} has {len(row)} columns, the first row {len(names)}"
            raise InputError(reason, source=source.name, remedy=_REMEDY)
    if len(set(names)) != len(names):
        raise InputError("two columns have the same name", source=source.name, remedy="rename one of them")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}, named


def _json_columns(source: Source) -> dict[str, list[Any]]:
    document = json.load(source)
    if isinstance(document, dict):
        return {"id": list(document), "label": list(document.values())}
    if not isinstance(document, list) or not all(isinstance(row, dict) for row in document):
        raise InputError("is JSON, but no list of nodes", source=source.name, remedy=_REMEDY)
    names = list(dict.fromkeys(name for row in document for name in row))
    return {name: [row.get(name) for row in document] for name in names}


def read_label_names(names: Mapping[Any, str] | str | os.PathLike[str]) -> tuple[dict[str, str], str]:
    """Names of labels from a ``dict`` or a file, and what to call it in messages.

    >>> read_label_names({0: "C"})
    ({'0': 'C'}, 'label_names')
    """
    if isinstance(names, Mapping):
        return {str(label): str(name) for label, name in names.items()}, "label_names"
    with Source(names) as source:
        return parse_label_names(source.text(), source.name), source.name
