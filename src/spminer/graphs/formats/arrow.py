"""Parquet, Arrow and Feather files: tables of edges, read and written with pyarrow.

The columns of the ends are found by their names, as in text tables (``tables/columns.py``), or given by ``source=`` and
``target=``. Whole numbers are numbers, other values names; a row without an end is refused. A column ``directed`` or
``type`` of directions decides about direction. The writer's columns are ``source``, ``target``, ``label`` (if there are
labels) and ``directed``. Damaged files are refused: Arrow would follow their offsets without a check.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from spminer._util.imports import import_optional
from spminer.errors import InputError
from spminer.graphs.convert.tables import arrow_columns, check_distinct
from spminer.graphs.formats.format import COLUMNS, Format, Holds
from spminer.graphs.tables.edges import table_of_edges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["ARROW_FORMAT", "PARQUET_FORMAT", "ParquetTable", "looks_like_parquet", "parquet_columns"]

_INSTALL = "spminer[parquet]"
_BUFFER = 1 << 20  # of each column; without one, all of a row group is read at once
_REMEDY = "check the file, or write it again"


def looks_like_parquet(sample: bytes) -> bool:
    """Whether a file starts with the mark of Parquet."""
    return sample.startswith(b"PAR1")


def looks_like_arrow(sample: bytes) -> bool:
    """Whether a file starts with a mark of Arrow (Feather) files or streams."""
    return sample.startswith((b"ARROW1", b"FEA1")) or (
        sample.startswith(b"\xff\xff\xff\xff") and sample[8:12] == b"\x10\0\0\0"
    )


def read_parquet(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a Parquet file; see :func:`spminer.read`."""
    parquet = import_optional("pyarrow.parquet", _INSTALL)
    return _read(source, options, lambda file: parquet.ParquetFile(file).read(), "Parquet table")


def read_arrow(source: Source, options: ReadOptions) -> GraphCollection:
    """Read an Arrow or Feather file, or an Arrow stream; see :func:`spminer.read`."""
    stream = source.sample(16).startswith(b"\xff\xff\xff\xff")
    if stream:
        ipc = import_optional("pyarrow.ipc", _INSTALL)
        return _read(source, options, lambda file: ipc.open_stream(file).read_all(), "Arrow table")
    feather = import_optional("pyarrow.feather", _INSTALL)
    return _read(source, options, feather.read_table, "Arrow table")


def parquet_columns(source: Source) -> dict[str, Any]:
    """The columns of a Parquet file by name."""
    parquet = import_optional("pyarrow.parquet", _INSTALL)
    return _columns(source, lambda file: parquet.ParquetFile(file).read(), "Parquet table")


class ParquetTable:
    """An opened Parquet file that is read in batches of rows.

    Attributes
    ----------
    names
        Names of the columns.
    """

    def __init__(self, source: Source) -> None:
        parquet = import_optional("pyarrow.parquet", _INSTALL)
        self._source = source
        with _damage(source.name, "Parquet table"):
            self._file = parquet.ParquetFile(source.seekable(), buffer_size=_BUFFER)
            self.names: list[str] = self._file.schema_arrow.names
            check_distinct(self.names)

    def batches(self, places: Sequence[int], rows: int) -> Iterator[list[Any]]:
        """For each batch of rows the columns at these places; ``None`` where a place is -1."""
        arrow = import_optional("pyarrow", _INSTALL)
        names = [None if place < 0 else self.names[place] for place in places]
        wanted = list(dict.fromkeys(name for name in names if name is not None))
        for group in range(self._file.num_row_groups):  # together they would stay in memory until the end
            with _damage(self._source.name, "Parquet table"):
                batches = self._file.iter_batches(
                    batch_size=rows, columns=wanted, row_groups=[group], use_threads=False
                )
            while (columns := self._next(batches)) is not None:
                yield [None if name is None else columns[name] for name in names]
            arrow.default_memory_pool().release_unused()  # else it keeps what batches took

    def _next(self, batches: Iterator[Any]) -> dict[str, Any] | None:
        """The columns of the next batch."""
        arrow = import_optional("pyarrow", _INSTALL)
        with _damage(self._source.name, "Parquet table"):
            batch = next(batches, None)
            if batch is None:
                return None
            batch.validate(full=True)  # else Arrow follows the offsets of a damaged file
            return arrow_columns(arrow.Table.from_batches([batch]))


def _read(source: Source, options: ReadOptions, load: Callable[[Any], Any], title: str) -> GraphCollection:
    return table_of_edges(_columns(source, load, title), options, source=source.name, title=title)


def _columns(source: Source, load: Callable[[Any], Any], title: str) -> dict[str, Any]:
    with _damage(source.name, title):
        table = load(source.seekable())
        table.validate(full=True)  # else Arrow follows the offsets of a damaged file
        return arrow_columns(table)


@contextmanager
def _damage(source: str, title: str) -> Iterator[None]:
    """Turn what Arrow says of a damaged file into an :class:`InputError`."""
    arrow = import_optional("pyarrow", _INSTALL)
    try:
        yield
    except (arrow.ArrowException, OSError, ValueError, KeyError, IndexError, MemoryError) as error:
        reason = f"cannot be read as a {title} ({str(error).splitlines()[0][:80] if str(error) else 'damaged'})"
        raise InputError(reason, source=source, remedy=_REMEDY) from error


def _table(graphs: GraphCollection) -> Any:
    arrow = import_optional("pyarrow", _INSTALL)
    names = np.arange(graphs.num_nodes) if graphs.node_names is None else graphs.node_names
    sources, targets, codes = graphs.edges()
    columns: dict[str, Any] = {"source": names[sources], "target": names[targets]}
    if codes is not None:
        columns["label"] = [graphs.edge_label_names[code] for code in codes]
    columns["directed"] = [graphs.directed] * len(sources)
    return arrow.table(columns)


def write_parquet(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write a Parquet file."""
    import_optional("pyarrow.parquet", _INSTALL).write_table(_table(graphs), file)


def write_arrow(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write an Arrow file, uncompressed."""
    import_optional("pyarrow.feather", _INSTALL).write_feather(_table(graphs), file, compression="uncompressed")


_HOLDS = Holds(edge_labels=True, arcless=False, bad_names=r"^$|[\ud800-\udfff]")

PARQUET_FORMAT = Format(
    "parquet",
    "Parquet table of edges",
    (".parquet", ".pq"),
    looks_like_parquet,
    read_parquet,
    write_parquet,
    _HOLDS,
    compressible=False,
    options=COLUMNS,
)
ARROW_FORMAT = Format(
    "arrow",
    "Arrow or Feather table of edges",
    (".arrow", ".feather", ".ipc"),
    looks_like_arrow,
    read_arrow,
    write_arrow,
    _HOLDS,
    compressible=False,
    options=COLUMNS,
)
