"""Options about reading, defined once for all verbs that read a GRAPH."""

import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from spminer.cli.options import READING

__all__ = ["FormatOption", "ReadingOptions", "reads_graphs"]

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
