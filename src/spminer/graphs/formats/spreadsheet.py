"""Sheets of Excel and OpenDocument files (``.xlsx``, ``.xls``, ``.ods``, ...) as tables of edges, read by calamine.

The sheet becomes the text that a spreadsheet program would save as CSV, and is read like it (``edge_list.py``), so that
columns, direction and names are found by the same rules. Whole numbers have no fraction, dates are ISO dates. Of
several sheets that are not empty the one that is called edges or links is read, else the first; a note names the
others. Cells that are dates get a note, since spreadsheets turn names such as SEPT2 into dates.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from spminer._util.imports import import_optional
from spminer.errors import InputError
from spminer.graphs.build import log_notes
from spminer.graphs.formats import edge_list
from spminer.graphs.formats.format import COLUMNS, Format
from spminer.graphs.source import Source, open_zip

if TYPE_CHECKING:
    import zipfile

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions

__all__ = ["FORMAT"]

_INSTALL = "spminer[excel]"
_MOST_BYTES = 1 << 30  # of all parts, unpacked
_EDGES = re.compile(r"edge|link|arc|interaction|relation", re.IGNORECASE)


def looks_like_spreadsheet(sample: bytes) -> bool:
    """Whether a file starts like a workbook of Excel (new or old) or of OpenDocument."""
    if sample.startswith(b"PK\x03\x04"):
        return b"xl/" in sample or b"opendocument.spreadsheet" in sample[:200]
    return sample.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a sheet; see :func:`spminer.read`."""
    name, rows, notes = _sheet(source)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_cell(value) for value in row] for row in rows)
    inner = Source(
        io.BytesIO(text.getvalue().encode()), name=f"{source.name}, sheet {name!r}", deadline=source.deadline
    )
    with inner as table:
        graphs = edge_list.read(table, options)
    reading = replace(graphs.reading, format="sheet of edges", notes=(*graphs.reading.notes, *notes))
    log_notes(notes, source.name)
    return replace(graphs, source=source.name, reading=reading)


def _sheet(source: Source) -> tuple[str, list[list[Any]], list[str]]:
    """Name and rows of the sheet to read, and notes on what was left out or is doubtful."""
    calamine = import_optional("python_calamine", _INSTALL)
    if source.sample(4) == b"PK\x03\x04":
        with open_zip(source) as archive:
            _refuse_bomb(archive, source.name)
    try:
        book = calamine.CalamineWorkbook.from_filelike(source.seekable())
        sheets = {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}
    except (calamine.CalamineError, OSError, ValueError) as error:
        reason = f"cannot be read as a spreadsheet ({str(error).splitlines()[0][:80] if str(error) else 'damaged'})"
        raise InputError(reason, source=source.name, remedy="save the sheet as CSV") from error
    filled = {name: rows for name, sheet in sheets.items() if (rows := [row for row in sheet if any(map(_said, row))])}
    if not filled:
        raise InputError("has no sheet with cells", source=source.name, remedy="give a table of edges")
    name = next((name for name in filled if _EDGES.search(name)), next(iter(filled)))
    others = [other for other in filled if other != name]
    notes = [f"sheet {name!r} was read; not read: {', '.join(map(repr, others))}"] if others else []
    if any(isinstance(value, date) for row in filled[name][1:] for value in row[:2]):
        notes.append("some cells are dates; spreadsheets turn names such as SEPT2 into dates, so check them")
    return name, filled[name], notes


def _refuse_bomb(archive: zipfile.ZipFile, name: str) -> None:
    size = sum(info.file_size for info in archive.infolist())
    if size > _MOST_BYTES:
        reason = f"unpacks to {size / 2**30:.1f} GiB, more than the {_MOST_BYTES / 2**30:.0f} GiB that are read"
        raise InputError(reason, source=name, remedy="save the sheet as CSV")


def _said(value: Any) -> bool:
    return value is not None and value != ""


def _cell(value: Any) -> str:
    """A cell as a program would save it.

    >>> [_cell(value) for value in (7.0, 0.5, "007", True, None, datetime(2026, 9, 2))]
    ['7', '0.5', '007', 'true', '', '2026-09-02']
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == datetime.min.time() else value.isoformat(sep=" ")
    return str(value)


FORMAT = Format(
    "spreadsheet",
    "sheet of Excel or OpenDocument",
    (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    looks_like_spreadsheet,
    read,
    compressible=False,
    options=(*COLUMNS, "header"),
)
