"""Table of a result: a row per motif, as plain values, and its files."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spminer._util.files import atomic_path, exists
from spminer._util.imports import import_optional
from spminer._util.text import spreadsheet_cell
from spminer.errors import UsageError
from spminer.patterns import Pattern
from spminer.results.motif import FREQUENCY_FIELDS, Motif
from spminer.results.provenance import InputFacts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.results.frequency import Frequency

__all__ = [
    "PICTURE_FILES",
    "RESULT_FILES",
    "TABLE_FILES",
    "TEXT_FILES",
    "arrow_table",
    "check_result_path",
    "column_kinds",
    "percent",
    "table_rows",
    "write_table",
]

TABLE_FILES = (".csv", ".tsv", ".parquet")
"""Endings of files that hold the table of a result."""
TEXT_FILES = (".md", ".tex")
"""Endings of files that hold the printed table of a result, for papers and notes."""
PICTURE_FILES = (".svg", ".png")
"""Endings of files that hold its motifs as one picture."""
RESULT_FILES = (".json", *TABLE_FILES, *TEXT_FILES, *PICTURE_FILES)
"""Endings of the files that a result can be written to."""

# Columns, and the fields of a contrast that they show.
_CONTRAST_COLUMNS = {
    "against": "with_",
    "samples": "samples",
    "expected": "expected",
    "spread": "spread",
    "ratio": "ratio",
    "ratio_low": "low",
    "ratio_high": "high",
    "z": "z",
    "p": "p",
    "q": "q",
    "p_max": "p_max",
    "share": "share",
    "other_share": "other_share",
    "odds_ratio": "odds_ratio",
    "odds_low": "odds_low",
    "odds_high": "odds_high",
    "note": "note",
}
_WHOLE = frozenset({"size", "rank", "orbit", "edges"})
_TRUTHS = frozenset({"proven", "closed", "maximal"})
_TEXTS = frozenset({"id", "name", "man", "graphlet", "smiles", "smarts", "example", "example_graph", "against", "note"})
_ARROW = {"whole": "int64", "truth": "bool_", "text": "string", "number": "float64"}


def table_rows(motifs: Sequence[Motif], facts: InputFacts) -> list[dict[str, Any]]:
    """A row per motif: columns and their values, ``None`` where something is unknown or does not apply.

    The facts about the input say what frequencies are shares of.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> result = spminer.enumerate(example(), 3)
    >>> row = table_rows(result.motifs, result.input)[2]
    >>> row["id"], row["anchored_frequency"], round(row["anchored_frequency_percent"], 1), row["proven"]
    ('0-1,0-2@0', 22, 64.7, True)
    """
    compared = any(motif.against for motif in motifs)
    molecules = any(motif.smiles for motif in motifs)
    return [
        _row(motif, facts)
        | ({"smiles": motif.smiles, "smarts": motif.smarts} if molecules else {})
        | (_contrast(motif) if compared else {})
        for motif in motifs
    ]


def column_kinds(rows: list[dict[str, Any]]) -> dict[str, str]:
    """What each column holds: ``"whole"`` or other ``"number"``, ``"truth"`` or ``"text"``."""
    names = rows[0] if rows else {}
    kinds = {"whole": _WHOLE, "truth": _TRUTHS, "text": _TEXTS | {name for name in names if name.endswith("_kind")}}
    return {name: next((kind for kind, of in kinds.items() if name in of), "number") for name in names}


def check_result_path(path: str | Path) -> None:
    """Refuse a file that no result can be written to, before any work is done.

    Devices and pipes need no ending; they get JSON.

    >>> check_result_path("motifs.xls")
    Traceback (most recent call last):
    spminer.errors.UsageError: a result is written to a file that ends in .json, .csv, .tsv, .parquet, .md, .tex,
    .svg or .png, not to motifs.xls
    """
    if _format(path) not in RESULT_FILES:
        page = "; --report FILE, or MotifSet.report, writes a page" if _format(path) in (".html", ".htm") else ""
        endings = f"{', '.join(RESULT_FILES[:-1])} or {RESULT_FILES[-1]}"
        raise UsageError(f"a result is written to a file that ends in {endings}, not to {path}{page}")
    if _format(path) == ".parquet":
        import_optional("pyarrow", "spminer[parquet]")
    if _format(path) == ".png":
        import_optional("matplotlib", "spminer[plot]")


def write_table(motifs: Sequence[Motif], facts: InputFacts, path: str | Path) -> None:
    """Write the table to a file that ends in ``.csv``, ``.tsv`` or ``.parquet``, whole or not at all."""
    check_result_path(path)
    rows = table_rows(motifs, facts)
    with atomic_path(path) as temporary:
        if _format(path) == ".parquet":
            _write_parquet(rows, temporary)
        else:
            _write_text(rows, temporary, "," if _format(path) == ".csv" else "\t")


def _format(path: str | Path) -> str:
    if exists(path) and not Path(path).is_file():
        return ".json"
    return Path(path).suffix.lower()


def _row(motif: Motif, facts: InputFacts) -> dict[str, Any]:
    names = motif.names
    row: dict[str, Any] = {
        "size": motif.size,
        "rank": motif.rank,
        "id": motif.id,
        "name": names.name,
        "man": names.man,
        "graphlet": names.graphlet,
        "orbit": names.orbit,
        "edges": len(motif.pattern.edges),
    }
    # Node sets have no whole that they could be a share of.
    wholes = {"anchored": facts.nodes, "transactions": facts.graphs, "images": facts.nodes}
    for frequency_name, name in FREQUENCY_FIELDS.items():
        row |= _frequency(name, motif.frequency(frequency_name))
        if frequency_name in wholes:
            row[f"{name}_percent"] = percent(motif.frequency(frequency_name), wholes[frequency_name])
    return row | {
        "score": motif.score,
        "proven": motif.proven,
        "closed": motif.closed,
        "maximal": motif.maximal,
        "covers": None if motif.covers is None else motif.covers.value,
        "example": ", ".join(motif.examples[0]) if motif.examples else None,
        "example_graph": motif.example_graphs[0] if motif.examples else None,
    }


def _frequency(name: str, frequency: Frequency | None) -> dict[str, Any]:
    parts = {"": "value", "_kind": "kind", "_low": "low", "_high": "high"}
    return {name + suffix: getattr(frequency, part, None) for suffix, part in parts.items()}


def percent(frequency: Frequency | None, whole: int | None) -> float | None:
    """A frequency as a share of all nodes or graphs, in percent; ``None`` if either is unknown, or there are none.

    >>> from spminer import Frequency
    >>> percent(Frequency.exact(3), 4), percent(Frequency.exact(0), 0)
    (75.0, None)
    """
    return None if frequency is None or not whole else 100 * frequency.value / whole


def _contrast(motif: Motif) -> dict[str, Any]:
    return {column: getattr(motif.against, field, None) for column, field in _CONTRAST_COLUMNS.items()}


def _write_text(rows: list[dict[str, Any]], path: Path, delimiter: str) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(rows[0] if rows else _columns())
        writer.writerows([_cell(value) for value in row.values()] for row in rows)


def _cell(value: Any) -> Any:
    """Truths as other programs read them; nothing is empty."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else spreadsheet_cell(value)


def _write_parquet(rows: list[dict[str, Any]], path: Path) -> None:
    import_optional("pyarrow.parquet", "spminer[parquet]").write_table(arrow_table(rows), path)


def arrow_table(rows: list[dict[str, Any]]) -> Any:
    """The rows as a table of pyarrow, with the kinds of columns given, since that of an empty column is unknown."""
    arrow = import_optional("pyarrow", "spminer[parquet]")
    kinds = column_kinds(rows or [_columns()])
    schema = arrow.schema([(name, getattr(arrow, _ARROW[kind])()) for name, kind in kinds.items()])
    return arrow.Table.from_pylist(_as_floats(rows, kinds), schema=schema)


def _as_floats(rows: list[dict[str, Any]], kinds: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {name: float(value) if kinds[name] == "number" and value is not None else value for name, value in row.items()}
        for row in rows
    ]


def _columns() -> dict[str, Any]:
    """The columns of a table that has no row."""
    return _row(Motif(Pattern.parse("0-1"), 1), InputFacts())
