"""Data frames of R (``.rds``, ``.rda``, ``.RData``) as tables of edges, read with rdata.

The columns of the ends are found by their names, as in text tables (``tables/columns.py``), or given by ``source=`` and
``target=``; factors are names. Nothing of R is run: what is no data frame is left out with a note, and a file with
several data frames is refused with their names.

Reference: R Internals, section 1.8, "Serialization Formats".
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from spminer._util.imports import import_optional
from spminer.errors import InputError
from spminer.graphs.build import log_notes
from spminer.graphs.convert.tables import frame_columns, is_frame
from spminer.graphs.formats.format import COLUMNS, Format
from spminer.graphs.reading import listed
from spminer.graphs.tables.edges import table_of_edges

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_INSTALL = "spminer[r]"
_WORKSPACES = (b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n")


def looks_like_r(sample: bytes) -> bool:
    """Whether a file starts like a workspace of R, or like one object in its portable binary form.

    >>> looks_like_r(bytes([88, 10, 0, 0, 0, 3])), looks_like_r(b"X Y")
    (True, False)
    """
    return sample.startswith((*_WORKSPACES, b"X\n\0\0\0\x02", b"X\n\0\0\0\x03"))


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read a data frame of edges; see :func:`spminer.read`."""
    objects = _objects(source)
    frames = {name: value for name, value in objects.items() if is_frame(value)}
    if not frames:
        reason = f"has no data frame, but {listed(f'{name} ({type(objects[name]).__name__})' for name in objects)}"
        remedy = "save a data frame of edges, as saveRDS(igraph::as_data_frame(g), FILE)"
        raise InputError(reason, source=source.name, remedy=remedy)
    if len(frames) > 1:
        reason = f"has {len(frames)} data frames: {listed(frames)}"
        raise InputError(reason, source=source.name, remedy="save the one of edges alone, by saveRDS")
    others = listed(name for name in objects if name not in frames)
    notes = (f"not read, since they are no data frames: {others}",) if others else ()
    columns = frame_columns(*frames.values())
    graphs = table_of_edges(columns, options, source=source.name, title="data frame of R")
    log_notes(notes, source.name)
    return replace(graphs, reading=replace(graphs.reading, notes=(*graphs.reading.notes, *notes)))


def _objects(source: Source) -> dict[str, Any]:
    """The objects of a workspace by name, or the one object of an ``.rds`` file."""
    rdata = import_optional("rdata", _INSTALL)
    data = source.seekable().read()
    source.deadline.check()
    workspace = data.startswith(_WORKSPACES)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # classes that rdata does not know stay lists
            found = rdata.conversion.convert(rdata.parser.parse_data(data, extension=".rda" if workspace else ".rds"))
    except Exception as error:  # a damaged file can raise anything
        reason = f"cannot be read as data of R ({str(error)[:80] or type(error).__name__})"
        raise InputError(reason, source=source.name, remedy="save it again, by saveRDS") from error
    source.deadline.check()
    return dict(found) if workspace else {"the object": found}


FORMAT = Format(
    "r",
    "data frame of R",
    (".rds", ".rda", ".rdata"),
    looks_like_r,
    read,
    options=COLUMNS,
)
