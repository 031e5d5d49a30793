"""Edges from the columns of a table in memory, whatever library it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError
from spminer.graphs.assemble import build, encode_labels
from spminer.graphs.reading import Reading
from spminer.graphs.tables.columns import (
    Direction,
    choose_columns,
    direction_by_names,
    direction_column,
    stated_direction,
)
from spminer.graphs.tables.numbering import number_nodes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.formats.options import ReadOptions

__all__ = ["table_of_edges"]


def table_of_edges(
    table: Mapping[str, Sequence[Any] | NDArray[Any]], options: ReadOptions, *, source: str = "", title: str = "table"
) -> GraphCollection:
    """One graph from columns, of which two hold the ends of edges.

    Parameters
    ----------
    table
        Columns by their names.
    options
        What the user asked for.
    source, title
        Where the table is from and what it is, for messages.

    Examples
    --------
    >>> from spminer.graphs.formats.options import ReadOptions
    >>> graphs = table_of_edges({"source": ["a", "b"], "target": ["b", "c"], "n": [1, 2]}, ReadOptions())
    >>> graphs.reading.message()
    'read as table: edges from columns source and target; undirected (nothing says otherwise); no labels; not taken: n'
    """
    names = [str(name) for name in table]
    if len(names) < 2:
        raise InputError(f"has {len(names)} columns", source=source, remedy="a table of edges has two columns of nodes")
    values = list(table.values())
    columns = choose_columns(names, len(names), options, source=source)
    pairs = _pairs(values[columns.source], values[columns.target], source, options.ids)
    place = direction_column(names)
    direction = direction_by_names(names[columns.source], names[columns.target])
    taken: tuple[str, ...] = ()
    if place >= 0 and place not in (columns.source, columns.target, columns.label):
        declared = stated_direction(names[place], _listed(values[place]), asked=options.directed, source=source)
        if declared is not None:
            direction, taken = Direction(declared, f"column {names[place]} says so"), (names[place],)
    options.patience.check()
    numbered, node_names, nodes = number_nodes(pairs)
    options.patience.check()
    labels = None if columns.label < 0 else encode_labels(_listed(values[columns.label]))
    direction = direction.after_edges(numbered, options)
    return build(
        numbered[:, 0],
        numbered[:, 1],
        nodes=nodes,
        directed=options.is_directed(direction.declared),
        edge_labels=labels,
        source=source,
        node_names=node_names,
        reading=Reading(
            title,
            edges=columns.ends,
            direction=direction.words(options),
            edge_labels=columns.labels,
            left_out=tuple(name for name in columns.left_out if name not in taken),
            notes=columns.notes,
        ),
    )


def _listed(values: Any) -> list[Any]:
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def _pairs(sources: Any, targets: Any, source: str, ids: str) -> NDArray[Any]:
    if ids != "text" and all(isinstance(ends, np.ndarray) and ends.dtype.kind in "iu" for ends in (sources, targets)):
        return np.stack([sources, targets], axis=1)
    listed = [_plain(_listed(column), source) for column in (sources, targets)]
    if ids != "text" and all(isinstance(value, int) and value < 2**63 for column in listed for value in column):
        return np.array(listed, dtype=np.int64).T.reshape(-1, 2)
    pairs = np.empty((len(listed[0]), 2), dtype=object)
    for index, column in enumerate(listed):
        pairs[:, index] = [str(value) for value in column]
    return pairs


def _plain(values: list[Any], source: str) -> list[int | str]:
    """Ends of edges as whole numbers or names; fractions are no ids, and a row needs both ends."""
    plain: list[int | str] = []
    for row, value in enumerate(values, start=1):
        nested = isinstance(value, bool | list | dict | np.ndarray)
        if not nested and (value is None or value != value or value == ""):  # noqa: PLR0124 (nan is not itself)
            raise InputError(f"row {row} has no source or no target", source=source, remedy="drop such rows first")
        # Whole numbers from 2^53 on have lost digits as floats.
        if nested or (isinstance(value, float) and not (value.is_integer() and abs(value) < 2**53)):
            raise InputError(
                f"row {row}: {str(value)[:40]} is no node id",
                source=source,
                remedy="name the columns of the ends with source= and target=",
            )
        plain.append(int(value) if isinstance(value, int | float | np.integer) else str(value))
    return plain
