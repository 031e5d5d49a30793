"""Table of a profile: wide with a column per position, or long with a row per node and position; and its files."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.files import atomic_path
from spminer._util.imports import import_optional
from spminer._util.text import counted, did_you_mean, spreadsheet_cell
from spminer._util.text_table import Column, format_table
from spminer.errors import UsageError
from spminer.patterns.names import names_of
from spminer.results.frequency import Frequency

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    import pandas as pd
    from numpy.typing import NDArray

    from spminer.patterns import Pattern
    from spminer.patterns.names import PatternNames

__all__ = ["Participation", "Position", "Profile", "ProfileTable", "check_table_path"]

TABLE_FORMATS = (".csv", ".tsv", ".parquet")
_LONG = ("size", "motif", "position", "name", "man", "graphlet", "orbit", "count", "kind")
_KINDS = np.array(["lower_bound", "exact"], dtype=object)
_ROWS_AT_ONCE = 4096
_ROWS_SHOWN = 20


@dataclass(frozen=True, eq=False)
class ProfileTable:
    """A row per node and a column per position in a motif; ``Profile`` explains the attributes."""

    positions: tuple[Position, ...]
    nodes: NDArray[np.int32]
    node_names: tuple[str, ...]
    graph_names: tuple[str, ...] | None
    counts: NDArray[np.int64]
    complete: NDArray[np.bool_]

    def listed(self, row: int) -> list[int]:
        """The positions that a node has, or may have where the count was cut short before anything was found."""
        found: list[int] = np.flatnonzero((self.counts[row] > 0) | ~self.complete[row]).tolist()
        return found

    def kind(self, row: int, column: int) -> str:
        """Whether a count is ``"exact"`` or a ``"lower_bound"``."""
        return str(_KINDS[int(self.complete[row, column])])

    def wide_columns(self) -> dict[str, Sequence[Any] | NDArray[Any]]:
        """A row per node: its name, its graph if there are several, and a column of counts per position.

        A column with lower bounds is followed by one that says for each node which kind of number it is.
        """
        columns: dict[str, Sequence[Any] | NDArray[Any]] = {"node": self.node_names}
        if self.graph_names is not None:
            columns["graph"] = self.graph_names
        for index, position in enumerate(self.positions):
            columns[position.id] = self.counts[:, index]
            complete = self.complete[:, index]
            if not complete.all():
                columns[f"{position.id} kind"] = _KINDS[complete.astype(int)]
        return columns

    def long_records(self) -> Iterator[dict[str, Any]]:
        """A row per node and position that it has (see :meth:`listed`)."""
        positions = [_fields(position) for position in self.positions]
        for row, name in enumerate(self.node_names):
            head = {"node": name} if self.graph_names is None else {"node": name, "graph": self.graph_names[row]}
            for column in self.listed(row):
                found = {"count": int(self.counts[row, column]), "kind": self.kind(row, column)}
                yield {**head, **positions[column], **found}

    def _long_fields(self) -> list[str]:
        """The columns of the long table, which are there without any row too."""
        return ["node", *(() if self.graph_names is None else ("graph",)), *_LONG]

    def to_pandas(self, *, long: bool = False) -> pd.DataFrame:
        """The profile as a table.

        Parameters
        ----------
        long
            One row per node and position that it has, instead of one row per node and a column per position. In the
            wide table a column with lower bounds is followed by one that says which numbers are.

        Examples
        --------
        >>> import spminer
        >>> path = spminer.from_edges([("a", "b"), ("b", "c")])
        >>> print(spminer.profile(path, ["0-1,1-2"]).to_pandas())
          node  0-1,1-2@0  0-1,0-2@0
        0    a          1          0
        1    b          0          1
        2    c          1          0
        """
        pandas = import_optional("pandas", "spminer[graphs]")
        if not long:
            frame: pd.DataFrame = pandas.DataFrame(self.wide_columns())
            return frame
        frame = pandas.DataFrame(list(self.long_records()), columns=self._long_fields())
        return frame.astype({"size": "int64", "orbit": "Int64", "count": "int64"})

    def write(self, path: str | Path, *, long: bool = False) -> None:
        """Write the table to a file that ends in ``.csv``, ``.tsv`` or ``.parquet``, whole or not at all."""
        check_table_path(path)
        ending = Path(path).suffix.lower()
        with atomic_path(path) as temporary:
            if ending == ".parquet":
                self.to_pandas(long=long).to_parquet(temporary, engine="pyarrow", index=False)
                return
            with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
                self.write_text(file, long=long, delimiter="," if ending == ".csv" else "\t")

    def write_text(self, file: TextIO, *, long: bool = False, delimiter: str = ",") -> None:
        """Write the table as text with a header; what does not apply is empty.

        >>> import sys
        >>> import spminer
        >>> path = spminer.from_edges([("a", "b"), ("b", "c")])
        >>> spminer.profile(path, ["0-1,1-2"]).write_text(sys.stdout, delimiter=" ")
        node 0-1,1-2@0 0-1,0-2@0
        a 1 0
        b 0 1
        c 1 0
        """
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        if long:
            writer.writerow(self._long_fields())
            writer.writerows(map(spreadsheet_cell, record.values()) for record in self.long_records())
            return
        columns = self.wide_columns()
        writer.writerow(columns)
        for start in range(0, len(self.nodes), _ROWS_AT_ONCE):
            parts = [column[start : start + _ROWS_AT_ONCE] for column in columns.values()]
            rows = zip(*(np.asarray(part, dtype=object) for part in parts), strict=True)
            writer.writerows(map(spreadsheet_cell, row) for row in rows)


def check_table_path(path: str | Path) -> None:
    """Refuse a file that no table can be written to, before any work is done.

    >>> check_table_path("profile.xlsx")
    Traceback (most recent call last):
    spminer.errors.UsageError: a profile is written to a file that ends in .csv, .tsv, .parquet, not to profile.xlsx
    """
    ending = Path(path).suffix.lower()
    if ending not in TABLE_FORMATS:
        raise UsageError(f"a profile is written to a file that ends in {', '.join(TABLE_FORMATS)}, not to {path}")
    if ending == ".parquet":
        for library in ("pandas", "pyarrow"):
            import_optional(library, "spminer[parquet]")


def _fields(position: Position) -> dict[str, Any]:
    names = position.names
    return {
        "size": position.motif.size,
        "motif": position.motif.text,
        "position": position.id,
        "name": names.name,
        "man": names.man,
        "graphlet": names.graphlet,
        "orbit": names.orbit,
    }


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a motif: nodes that its automorphisms map onto each other.

    Attributes
    ----------
    motif
        The motif without an anchor, in canonical form.
    pattern
        The motif anchored at the position, in canonical form.
    nodes
        How many nodes of the motif have this position.
    """

    motif: Pattern
    pattern: Pattern
    nodes: int

    @property
    def id(self) -> str:
        """The text of the anchored pattern: what a result file calls the motif with its anchor here."""
        return self.pattern.text

    @property
    def names(self) -> PatternNames:
        """What the field calls it, see :func:`spminer.patterns.names.names_of`."""
        return names_of(self.pattern)


@dataclass(frozen=True, slots=True)
class Participation:
    """A position that a node has.

    Attributes
    ----------
    node, graph
        The node's own name, and the graph that it is in, if there are several.
    position
        Where in which motif.
    count
        Number of node sets that form the motif with the node at this position.
    """

    node: str
    graph: str | None
    position: Position
    count: Frequency


@dataclass(frozen=True, eq=False, repr=False)
class Profile(ProfileTable):
    """How often nodes have each position in each of some motifs: the graphlet degree vector, for motifs of any size.

    Attributes
    ----------
    positions
        The columns: every position (node orbit) in every motif.
    nodes, node_names, graph_names
        The rows: numbers and names of the nodes, and the graphs that they are in, if there are several.
    counts
        Number of node sets that form the motif with the node at the position.
    complete
        Whether that is all; otherwise a limit ended the count, and it is a lower bound.
    induced
        Whether nodes that are not joined in the motif are not joined in the graph either.
    limit
        How far the matcher counted at each node and position; 0 is no limit.
    stop_reason
        What cut the whole profile short, or ``None``.
    """

    induced: bool = True
    limit: int = 0
    stop_reason: str | None = None

    def __repr__(self) -> str:
        rows, columns = self.counts.shape
        motifs = len({position.motif for position in self.positions})
        bounds = int((~self.complete).sum())
        sure = counted(bounds, "lower bound") if bounds else "all exact"
        return f"Profile({counted(rows, 'node')}, {counted(columns, 'position')} in {counted(motifs, 'motif')}, {sure})"

    def __str__(self) -> str:
        """What there is, and the first positions: how many nodes have each, and which has it most often."""
        head = repr(self).removeprefix("Profile(").removesuffix(")")
        if not self.counts.size:
            return head
        shown = self.positions[:_ROWS_SHOWN]
        counts = self.counts[:, : len(shown)]
        most = counts.argmax(axis=0)
        columns = [
            Column("position", [position.names.text for position in shown]),
            Column("nodes", [f"{nodes:,}" for nodes in (counts > 0).sum(axis=0)], right=True),
            Column("most", [f"{count:,}" for count in counts.max(axis=0)], right=True),
            Column("at", [self.node_names[row] if counts[row, i] else "-" for i, row in enumerate(most)]),
        ]
        hidden = len(self.positions) - len(shown)
        more = [f"and {counted(hidden, 'more position')}; to_pandas() has all"] if hidden else []
        return "\n".join([head, *format_table(columns)[0], *more])

    def participations(self, node: str | None = None) -> list[Participation]:
        """The positions that nodes have, or one node, the most frequent first; where none was found, none is listed.

        A position whose count was cut short before anything was found is listed with at least 0.

        >>> import spminer
        >>> square = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("d", "e")])
        >>> for found in spminer.profile(square, ["0-1,1-2"]).participations("d"):
        ...     print(found.position.names.name, int(found.count.value))
        path of 3, at the middle 3
        path of 3, at an end 2
        """
        rows = range(len(self.nodes)) if node is None else [i for i, name in enumerate(self.node_names) if name == node]
        if node is not None and not rows:
            hint = did_you_mean(str(node), self.node_names, otherwise="; name one of its node_names")
            raise UsageError(f"the profile has no node {node!r}{hint}")
        cells = [(row, column) for row in rows for column in self.listed(row)]
        cells.sort(key=lambda cell: -int(self.counts[cell]))
        return [self._participation(row, column) for row, column in cells]

    def _participation(self, row: int, column: int) -> Participation:
        count = int(self.counts[row, column])
        return Participation(
            self.node_names[row],
            None if self.graph_names is None else self.graph_names[row],
            self.positions[column],
            Frequency.exact(count) if self.complete[row, column] else Frequency.lower_bound(count),
        )

    def to_dict(self) -> dict[str, Any]:
        """The profile as plain values, ready for JSON; of each node the positions that it has."""
        return {
            "status": "complete" if self.stop_reason is None else "partial",
            "stop_reason": self.stop_reason,
            "induced": self.induced,
            "limit": self.limit,
            "nodes": len(self.nodes),
            "positions": [position.id for position in self.positions],
            "rows": list(self.long_records()),
        }
