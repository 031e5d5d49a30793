"""Arguments and options that several verbs share, each defined once."""

import math
from pathlib import Path
from typing import Annotated, Literal

import typer

from spminer._util.files import exists
from spminer._util.text import parse_sizes, size_ranges
from spminer.cluster import parse_cluster
from spminer.errors import UsageError
from spminer.results.frequency import Definition, Objective  # typer reads them
from spminer.results.table import check_result_path

__all__ = [
    "COMPARING",
    "FINDING",
    "OUTPUT",
    "READING",
    "RUNNING",
    "SEARCHING",
    "AllAnchorsOption",
    "ClusterOption",
    "DeviceOption",
    "ExamplesOption",
    "FrequencyOption",
    "GraphArgument",
    "IgnoreLabelsOption",
    "JsonOption",
    "MemoryLimitOption",
    "ObjectiveOption",
    "OutputOption",
    "QuietOption",
    "ReportOption",
    "ResultOption",
    "SeedOption",
    "Sizes",
    "ThreadsOption",
    "TimeLimitOption",
    "TitleOption",
    "check_cluster",
    "check_json_file",
    "check_result_file",
    "check_writable",
    "parse_bytes",
    "parse_size_option",
]

# Groups of options in the help texts.
FINDING, COMPARING, SEARCHING = "What to find", "Compared with what", "How to search"
READING, RUNNING, OUTPUT = "Reading", "Running", "Output"

_UNITS = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def parse_seconds(text: str) -> float:
    """A positive number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise typer.BadParameter(f"{text!r} is not a positive number of seconds")
    return seconds


def parse_bytes(text: str) -> int:
    """A positive number of bytes, with or without one of the units K, M, G, T.

    >>> parse_bytes("4G")
    4294967296
    """
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].upper() in _UNITS else (text, "")
    try:
        size = float(number) * _UNITS.get(unit, 1)
    except ValueError:
        size = math.nan
    if not 1 <= size < math.inf:
        raise typer.BadParameter(f"{text!r} is not an amount of memory such as 500M or 4G")
    return int(size)


class Sizes(tuple[int, ...]):
    """Numbers of nodes; a type of its own, since typer takes a tuple for several values."""

    __slots__ = ()

    def __str__(self) -> str:
        """The sizes as the option takes them."""
        return ",".join(size_ranges(self))


def parse_size_option(text: str) -> Sizes:
    """Sizes such as 5, 3-6 or 3,5."""
    try:
        return Sizes(parse_sizes(text))
    except UsageError as error:
        raise typer.BadParameter(str(error)) from None


def check_cluster(text: str | None) -> str | None:
    """Refuse what is no address of a cluster before any work is done."""
    if text is not None:
        try:
            parse_cluster(text)
        except UsageError as error:
            raise typer.BadParameter(str(error)) from None
    return text


def check_writable(path: Path | None) -> Path | None:
    """Refuse a path that cannot be written before any work is done."""
    if path is None:
        return None
    if str(path) == "-":
        raise typer.BadParameter("names a file; --json writes to standard output")
    try:
        if path.is_dir():
            raise typer.BadParameter(f"{path} is a folder")
        if not path.parent.is_dir():
            raise typer.BadParameter(f"folder {path.parent} does not exist")
    except OSError as error:  # a name that is too long, or a folder that must not be looked into
        raise typer.BadParameter(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    return path


def check_result_file(path: Path | None) -> Path | None:
    """Refuse also a path whose name does not say how to write a result."""
    if check_writable(path) is not None:
        try:
            check_result_path(str(path))
        except UsageError as error:
            raise typer.BadParameter(str(error)) from None
    return path


def check_json_file(path: Path | None) -> Path | None:
    """Refuse also a path whose name promises another format, where the answer is one JSON object."""
    if path is not None and path.suffix.lower() not in ("", ".json") and (path.is_file() or not exists(path)):
        raise typer.BadParameter(f"this answer is written as JSON; give a name that ends in .json, not {path}")
    return check_writable(path)


def check_report_file(path: Path | None) -> Path | None:
    """Refuse also a path whose name promises another format than HTML."""
    if check_writable(path) is not None:
        from spminer.report.html import check_report_path

        try:
            check_report_path(str(path))
        except UsageError as error:
            raise typer.BadParameter(str(error)) from None
    return path


GraphArgument = Annotated[
    str,
    typer.Argument(
        metavar="GRAPH", help="Graph file or folder, tu:NAME or snap:NAME; - is standard input.", show_default=False
    ),
]
FrequencyOption = Annotated[
    Definition,
    typer.Option(
        "--frequency",
        metavar="NAME",
        help="anchored: nodes that can be the anchor; graph: distinct node sets.",
        rich_help_panel=FINDING,
    ),
]
ObjectiveOption = Annotated[
    Objective,
    typer.Option(
        "--frequency",
        metavar="NAME",
        help="anchored: nodes that can be the anchor; graph: distinct node sets; transactions: graphs that contain it; "
        "images: fewest images of one of its nodes.",
        rich_help_panel=FINDING,
    ),
]
IgnoreLabelsOption = Annotated[
    bool,
    typer.Option(
        "--ignore-labels", help="Compare patterns by their edges alone, not by labels.", rich_help_panel=FINDING
    ),
]
MemoryLimitOption = Annotated[
    int | None,
    typer.Option(
        "--memory-limit",
        parser=parse_bytes,
        metavar="BYTES",
        help="Stop when the process holds more: 500M, 4G.",
        rich_help_panel=RUNNING,
    ),
]
ExamplesOption = Annotated[
    int, typer.Option("--examples", min=0, metavar="N", help="Embeddings to show.", rich_help_panel=OUTPUT)
]
ThreadsOption = Annotated[
    int, typer.Option("--threads", min=0, metavar="N", help="Threads; 0: one per core.", rich_help_panel=RUNNING)
]
DeviceOption = Annotated[
    Literal["auto", "cpu", "cuda"],
    typer.Option(
        "--device",
        help="Where models compute; auto: a GPU if torch finds one, else the CPU.",
        rich_help_panel=RUNNING,
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        callback=check_cluster,
        metavar="ADDRESS",
        help="Work on a Dask cluster: its scheduler tcp://HOST:PORT, or local:N for N processes of this machine.",
        rich_help_panel=RUNNING,
    ),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        parser=parse_seconds,
        metavar="SECONDS",
        help="Stop then with a partial result (exit code 5).",
        rich_help_panel=RUNNING,
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(
        "--seed",
        min=0,
        max=2**64 - 1,
        metavar="N",
        help="Seed of everything drawn at random.",
        rich_help_panel=RUNNING,
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print the result as JSON instead of a table.", rich_help_panel=OUTPUT)
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        callback=check_json_file,
        metavar="FILE",
        help="Write the result as JSON to FILE.",
        rich_help_panel=OUTPUT,
    ),
]
ResultOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        callback=check_result_file,
        metavar="FILE",
        help="Write the result to FILE: .json keeps all, .csv, .tsv and .parquet a table, .svg and .png a picture.",
        rich_help_panel=OUTPUT,
    ),
]
TitleOption = Annotated[
    str | None,
    typer.Option("--title", metavar="TEXT", help="Title of the report.", rich_help_panel=OUTPUT),
]
ReportOption = Annotated[
    Path | None,
    typer.Option(
        "--report",
        callback=check_report_file,
        metavar="FILE",
        help="Write an HTML report to FILE.",
        rich_help_panel=OUTPUT,
    ),
]
AllAnchorsOption = Annotated[
    bool,
    typer.Option(
        "--all-anchors",
        help="Show each anchor of a pattern as a row or card of its own.",
        rich_help_panel=OUTPUT,
    ),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress, notes or warnings.", rich_help_panel=OUTPUT)
]
