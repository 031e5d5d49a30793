"""``spminer generate``: synthetic graphs, plain or with a planted pattern."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from spminer._util.text import format_number
from spminer.cli.console import print_facts
from spminer.cli.options import JsonOption, SeedOption, ThreadsOption, check_writable
from spminer.cli.verb import Verb
from spminer.generate import GraphKind, PlantKind

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection

__all__ = ["generate"]

generate = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

_FileOption = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        callback=check_writable,
        metavar="FILE",
        help="Where to write; the name tells the format: .g6, .gspan, .spm, ...",
        show_default=False,
    ),
]
_FormatOption = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help="Format of FILE, if its name does not tell.")
]
_GraphsOption = Annotated[int, typer.Option("--graphs", min=1, metavar="N", help="Number of graphs.")]


def _parse_nodes(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text)
    low, high = (0, 0) if match is None else (int(match[1]), int(match[2] or match[1]))
    if not 1 <= low <= high:
        raise typer.BadParameter(f"{text!r} is not a number such as 25 or a range such as 20-30", param_hint="--nodes")
    return low, high


@generate.callback()
def _before_kind() -> None:
    """Make synthetic graphs, or graphs with a planted pattern.

    \b
    Examples:
      spminer generate synthetic --graphs 100 --nodes 20-30 -o graphs.g6
      spminer generate plant clique -o planted.g6
    """


@generate.command(cls=Verb)
def synthetic(
    output: _FileOption,
    *,
    graphs: _GraphsOption = 100,
    nodes: Annotated[str, typer.Option("--nodes", metavar="N", help="Nodes of a graph: 25, or 20-30.")] = "20-30",
    kind: Annotated[
        GraphKind,
        typer.Option(
            "--kind",
            metavar="NAME",
            help="er (Erdős-Rényi), ba (extended Barabási-Albert), plc (power-law cluster), ws (Watts-Strogatz), "
            "mixed (any of these) or sparse (trees with short cycles).",
        ),
    ] = "mixed",
    seed: SeedOption = 0,
    threads: ThreadsOption = 0,
    format: _FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write connected random graphs.

    The parameters are drawn anew for each of them.

    \b
    Examples:
      spminer generate synthetic --graphs 100 --nodes 20-30 -o graphs.g6
      spminer generate synthetic --graphs 1 --nodes 5000 --kind ba -o network.txt
    """
    import spminer.generate

    made = spminer.generate.synthetic(graphs, _parse_nodes(nodes), kind=kind, seed=seed, threads=threads)
    _write(made, output, format, as_json, {})


@generate.command(cls=Verb)
def plant(
    kind: Annotated[
        PlantKind,
        typer.Argument(
            metavar="KIND", help=f"The pattern of ten nodes: {', '.join(get_args(PlantKind))}.", show_default=False
        ),
    ],
    output: _FileOption,
    *,
    graphs: _GraphsOption = 1000,
    base_nodes: Annotated[
        int, typer.Option("--base-nodes", min=1, metavar="N", help="Nodes of the graphs that it is attached to.")
    ] = 10,
    attachments: Annotated[
        int, typer.Option("--attachments", min=1, metavar="N", help="Edges between the pattern and each graph.")
    ] = 1,
    seed: SeedOption = 0,
    format: _FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write random graphs that all have the same pattern.

    The pattern is planted, and shown.

    \b
    Examples:
      spminer generate plant star -o star.g6
      spminer generate plant random --graphs 200 --base-nodes 15 -o planted.spm
    """
    import spminer.generate

    made = spminer.generate.plant(kind, graphs=graphs, base_nodes=base_nodes, attachments=attachments, seed=seed)
    _write(made.graphs, output, format, as_json, {"pattern": str(made.pattern)})


def _write(graphs: "GraphCollection", path: Path, format: str | None, as_json: bool, more: dict[str, str]) -> None:
    """Write the graphs and say what they are."""
    import spminer

    spminer.write(graphs, path, format=format)
    facts: dict[str, str | int] = {
        "file": str(path),
        "graphs": graphs.num_graphs,
        "nodes": graphs.num_nodes,
        "edges": graphs.num_edges,
        **more,
    }
    if as_json:
        typer.echo(json.dumps(facts, indent=1))
    else:
        print_facts([(name, fact if isinstance(fact, str) else format_number(fact)) for name, fact in facts.items()])
