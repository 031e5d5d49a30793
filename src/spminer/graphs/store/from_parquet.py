"""The store of a Parquet table of edges that is larger than memory.

Batches of rows go to the sort on disk (``from_edge_list.py``). Ids are judged as those of a table that is read whole
(``tables/edges.py``): they are numbers until one is a name; then all are names, those of earlier batches too.

The result equals the store of the same table that was read into memory.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError
from spminer.graphs.formats.arrow import ParquetTable
from spminer.graphs.store.format import encode_names
from spminer.graphs.store.from_edge_list import ExternalEdges, write_store
from spminer.graphs.tables.edges import edge_ends, listed_values, table_layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.options import ReadOptions
    from spminer.graphs.reading import Reading
    from spminer.graphs.source import Source
    from spminer.graphs.store.external_sort import TemporaryStorage
    from spminer.graphs.store.from_edge_list import ParsedBatch
    from spminer.graphs.tables.columns import Direction

__all__ = ["ColumnParser", "write_store_from_parquet"]

_EDGES_PER_ROW = 8  # of the budget: values are Python objects for a while, and Arrow decodes pages
_MOST_DIRECTIONS = 50  # distinct values of a column of directions


class ColumnParser:
    """Batches of columns, as the parser of text gives batches of lines.

    Examples
    --------
    >>> parser = ColumnParser("auto", "table")
    >>> parser.add(np.array([7, 8]), ["a", 7], None)
    >>> sources, targets, _, (text, _) = parser.take_batch()
    >>> parser.named, sources.tolist(), targets.tolist(), bytes(text)
    (True, [0, 2], [1, 0], b'7a8')
    """

    def __init__(self, ids: str, source: str) -> None:
        self.named = ids == "text"
        self._source, self._rows = source, 0
        self._negative = False
        self._label_numbers: dict[str, int] = {}
        self._batch: tuple[NDArray[np.int64], NDArray[np.int32], list[str]] | None = None

    def add(self, sources: Any, targets: Any, labels: Any) -> None:
        """Take more rows, after those before were taken as a batch."""
        pairs = edge_ends(sources, targets, self._source, "text" if self.named else "auto", first_row=self._rows + 1)
        self._rows += len(pairs)
        names: dict[str, int] = {}
        if pairs.dtype.kind == "O":
            self.named = True
            flat = [names.setdefault(name, len(names)) for name in pairs.reshape(-1).tolist()]
            pairs = np.array(flat, dtype=np.int64).reshape(-1, 2)
        else:
            self._negative = self._negative or bool((pairs < 0).any())
        numbers = self._label_numbers
        codes = () if labels is None else [numbers.setdefault(str(one), len(numbers)) for one in listed_values(labels)]
        self._batch = pairs, np.array(codes, dtype=np.int32), list(names)

    def take_batch(self) -> ParsedBatch:
        """Sources, targets and labels of the rows, and the names that the ends are numbers of."""
        assert self._batch is not None, "rows were added"
        pairs, codes, names = self._batch
        return np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1]), codes, encode_names(names)

    def label_names(self) -> list[str]:
        """The labels of all batches by their numbers."""
        return list(self._label_numbers)

    def check(self) -> None:
        """Refuse negative numbers, once it is known that ids are numbers."""
        if self._negative and not self.named:
            reason, remedy = "node numbers are negative or beyond 64 bits", "renumber the nodes from 0"
            raise InputError(reason, source=self._source, remedy=remedy)


def write_store_from_parquet(source: Source, options: ReadOptions, file: IO[bytes], scratch: TemporaryStorage) -> None:
    """Write the store of a Parquet table, without the parts of an index; the arguments are as for edge lists."""
    table = ParquetTable(source)
    layout = table_layout(table.names, options, source=source.name)
    ends = layout.columns
    parser = ColumnParser(options.ids, source.name)
    external = ExternalEdges(parser, options, scratch, labeled=ends.label >= 0)
    stated: set[str] = set()
    wanted = (ends.source, ends.target, ends.label, layout.direction_place)
    for batch in table.batches(wanted, max(scratch.budget.edges // _EDGES_PER_ROW, 1)):
        options.deadline.check()
        sources, targets, labels, directions = batch
        parser.add(sources, targets, labels)
        external.take_batch()
        if directions is not None and len(stated) <= _MOST_DIRECTIONS:
            stated.update(str(value).strip().lower() for value in listed_values(directions))
    parser.check()
    direction, taken = layout.direction(stated, options, source=source.name)

    def reading(final: Direction, *_: object) -> Reading:
        return layout.reading("Parquet table", final, taken, options)

    write_store(external, direction, options, source.name, file, scratch, reading)
