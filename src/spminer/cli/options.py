"""Arguments and options that several verbs share, each defined once; their types and checks."""

import inspect
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from spminer._util.files import exists
from spminer._util.text import parse_sizes, size_ranges
from spminer.cluster import parse_address
from spminer.errors import UsageError
from spminer.results.frequency import Definition, Objective  # typer reads them
from spminer.results.request import COMPARING, FINDING, OUTPUT, RUNNING, SEARCHING, Direction
from spminer.results.table import check_result_path

__all__ = [
    "COMPARING",
    "FINDING",
    "OUTPUT",
    "READING",
    "RUNNING",
    "SEARCHING",
    "AgainstOption",
    "AllAnchorsOption",
    "ClusterOption",
    "DeviceOption",
    "ExamplesOption",
    "FormatOption",
    "FrequencyOption",
    "GraphArgument",
    "IgnoreLabelsOption",
    "JsonOption",
    "MemoryLimitOption",
    "ObjectiveOption",
    "OutputOption",
    "OverOption",
    "QuietOption",
    "ReadingOptions",
    "ReportOption",
    "ResultOption",
    "SamplesOption",
    "SeedOption",
    "Sizes",
    "ThreadsOption",
    "TimeLimitOption",
    "TitleOption",
    "UnderOption",
    "check_writable",
    "direction_of",
    "parse_bytes",
    "parse_size_option",
    "reads_graphs",
]


READING = "Reading"  # a group of options in the help texts

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
            parse_address(text)
        except UsageError as error:
            raise typer.BadParameter(str(error)) from None
    return text


def check_seed(seed: int) -> int:
    """Refuse what native code has no room for."""
    if seed >= 2**64:
        raise typer.BadParameter(f"{seed} is more than 2^64 - 1")
    return seed


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
        callback=check_seed,
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


FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="NAME",
        help="Format of GRAPH, if its name and content do not tell.",
        rich_help_panel=READING,
    ),
]
DirectedOption = Annotated[
    bool | None,
    typer.Option(
        "--directed/--undirected",
        help="Take edges as arcs or not, if the format leaves it open.",
        rich_help_panel=READING,
    ),
]
SourceOption = Annotated[
    str | None,
    typer.Option(
        "--source",
        metavar="COLUMN",
        help="Column of a table that edges start from: its name, or its number from 1.",
        rich_help_panel=READING,
    ),
]
TargetOption = Annotated[
    str | None,
    typer.Option("--target", metavar="COLUMN", help="Column that edges lead to.", rich_help_panel=READING),
]
LabelOption = Annotated[
    str | None,
    typer.Option(
        "--label",
        metavar="NAME",
        help="Attribute of nodes, or column of --nodes, to take labels from.",
        rich_help_panel=READING,
    ),
]
EdgeLabelOption = Annotated[
    str | None,
    typer.Option(
        "--edge-label", metavar="NAME", help="Attribute or column to take edge labels from.", rich_help_panel=READING
    ),
]
EdgeLabelsOption = Annotated[
    bool,
    typer.Option(
        "--edge-labels",
        help="Take the third column of an edge list, or the values of a matrix, as labels.",
        rich_help_panel=READING,
    ),
]
NodesOption = Annotated[
    Path | None,
    typer.Option(
        "--nodes",
        metavar="FILE",
        help="Table of nodes: an id and a label or class in each row.",
        rich_help_panel=READING,
    ),
]
LabelNamesOption = Annotated[
    Path | None,
    typer.Option(
        "--label-names",
        metavar="FILE",
        help="Names for labels that are numbers: lines such as 0 C, or JSON.",
        rich_help_panel=READING,
    ),
]
HeaderOption = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether the first row of a table names its columns, if that cannot be told.",
        rich_help_panel=READING,
    ),
]
ThresholdOption = Annotated[
    float | None,
    typer.Option(
        "--threshold",
        metavar="X",
        help="Take entries of a matrix whose absolute value is at least X for edges.",
        rich_help_panel=READING,
    ),
]
IdsOption = Annotated[
    Literal["auto", "number", "text"],
    typer.Option(
        "--ids",
        help="Whether node ids of an edge list are numbers or names; auto: numbers if all are written as such.",
        rich_help_panel=READING,
    ),
]


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """What the user says about reading, by the names that :func:`spminer.read` has for it."""

    format: FormatOption = None
    directed: DirectedOption = None
    source: SourceOption = None
    target: TargetOption = None
    label: LabelOption = None
    edge_label: EdgeLabelOption = None
    edge_labels: EdgeLabelsOption = False
    nodes: NodesOption = None
    label_names: LabelNamesOption = None
    header: HeaderOption = None
    threshold: ThresholdOption = None
    ids: IdsOption = "auto"

    def arguments(self) -> dict[str, Any]:
        """The arguments of :func:`spminer.read`."""
        return asdict(self)

    @property
    def given(self) -> bool:
        """Whether anything was said."""
        return self != ReadingOptions()


def reads_graphs(verb: Callable[..., None]) -> Callable[..., None]:
    """Give a verb all options about reading, which it gets as one argument ``reading``."""
    signature = inspect.signature(verb)
    options = inspect.signature(ReadingOptions).parameters
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        if parameter.name == "reading":
            parameters += [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in options.values()]
        else:
            parameters.append(parameter)

    @wraps(verb)
    def run(*args: Any, **values: Any) -> None:
        reading = ReadingOptions(**{name: values.pop(name) for name in options if name in values})
        verb(*args, reading=reading, **values)

    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


AgainstOption = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="WHAT",
        help="Rank by surprise, compared with a null model (degree, reciprocal, labels, joint-degree, clustering, "
        "er), another GRAPH, or class:A,B of the same collection.",
        rich_help_panel=COMPARING,
    ),
]
SamplesOption = Annotated[
    int | None,
    typer.Option(
        "--samples",
        min=2,
        metavar="N",
        help="Graphs of the null model that judge; unless given 100, or up to 1,000 where they take little time.",
        rich_help_panel=COMPARING,
    ),
]
OverOption = Annotated[
    bool, typer.Option("--over", help="Only what is more frequent than expected.", rich_help_panel=COMPARING)
]
UnderOption = Annotated[
    bool, typer.Option("--under", help="Only what is less frequent than expected.", rich_help_panel=COMPARING)
]


def direction_of(over: bool, under: bool) -> Direction:
    """Both, unless one is asked for."""
    if over == under:
        return "both"
    return "over" if over else "under"
