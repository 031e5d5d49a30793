"""``spminer randomize``: shuffled copies of a graph, to compare it with chance."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spminer._util.monitor import Monitor
from spminer._util.text import format_number
from spminer.cli.console import Console, print_table
from spminer.cli.options import (
    FINDING,
    OUTPUT,
    ClusterOption,
    GraphArgument,
    JsonOption,
    QuietOption,
    ReadingOptions,
    SeedOption,
    ThreadsOption,
    TimeLimitOption,
    check_writable,
    reads_graphs,
)
from spminer.cli.session import read_graphs, working
from spminer.errors import exit_code
from spminer.significance.null_models import ModelName, standstill

if TYPE_CHECKING:
    from spminer.significance.null_models import NullModel

__all__ = ["randomize"]

_LEAST_DIGITS = 3


@reads_graphs
def randomize(
    context: typer.Context,
    graph: GraphArgument,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            callback=check_writable,
            metavar="FILE",
            help="Where to write; the name tells the format. Several copies get -001, -002, ... in their names.",
            rich_help_panel=OUTPUT,
            show_default=False,
        ),
    ],
    *,
    model: Annotated[
        ModelName,
        typer.Option(
            "--model",
            metavar="NAME",
            help="What is kept: degree; reciprocal (also pairs of opposite arcs); labels (also which node labels edges "
            "join); joint-degree (also which degrees); clustering (also the triangles); er (only the number of edges).",
            rich_help_panel=FINDING,
        ),
    ] = "degree",
    samples: Annotated[
        int, typer.Option("--samples", min=1, metavar="N", help="Number of copies.", rich_help_panel=FINDING)
    ] = 1,
    switches: Annotated[
        float,
        typer.Option("--switches", metavar="X", help="Successful switches per edge.", rich_help_panel=FINDING),
    ] = 10.0,
    seed: SeedOption = 0,
    reading: ReadingOptions,
    threads: ThreadsOption = 0,
    cluster: ClusterOption = None,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Write shuffled copies of a graph or of a collection of graphs.

    The copies are simple graphs, and random but for what the model keeps. The table says how well each was mixed: the
    share of switches that succeeded, and what is left of the given graph (autocorrelation, near 0 is good).

    \b
    Examples:
      spminer randomize friends.csv -o shuffled.csv
      spminer randomize tu:ENZYMES --model labels --samples 100 -o null.spm
      spminer randomize edges.txt.gz --directed --model reciprocal --seed 7 -o null.txt.gz
    """
    from spminer.significance.null_models import NullModel

    console = Console(quiet)
    monitor = context.obj.monitor(time_limit)
    graphs = read_graphs(graph, console, reading, monitor=monitor)
    null = NullModel(graphs, model, seed=seed, switches=switches, threads=threads)
    with working(monitor, cluster, "randomize", console):
        written = _write(null, samples, output, monitor)
    _print(null, written, as_json)
    _comment(null, written, samples, monitor, console)
    raise typer.Exit(exit_code(monitor.stop_reason if len(written) < samples else None))


def _write(null: "NullModel", samples: int, output: Path, monitor: Monitor) -> list[Path]:
    """Write one copy after the other; the paths of those that were finished."""
    import spminer

    written: list[Path] = []
    for index, copy in enumerate(null.samples(range(samples), monitor=monitor)):
        path = output if samples == 1 else numbered(output, index + 1, samples)
        spminer.write(copy, path)
        written.append(path)
    return written


def numbered(path: Path, number: int, count: int) -> Path:
    """The name of one file of several, all equally long.

    >>> numbered(Path("null.txt.gz"), 7, 20).name
    'null-007.txt.gz'
    """
    packed = path.suffix if path.suffix.lower() == ".gz" else ""
    plain = Path(path.name.removesuffix(packed))
    digits = max(_LEAST_DIGITS, len(str(count)))
    return path.with_name(f"{plain.stem}-{number:0{digits}}{plain.suffix}{packed}")


def _facts(null: "NullModel", index: int, path: Path) -> dict[str, Any]:
    mixing = null.mixing(index)
    facts: dict[str, Any] = {
        "sample": index + 1,
        "file": str(path),
        "attempted": mixing.attempted,
        "accepted": mixing.accepted,
        "autocorrelation": mixing.autocorrelation,
        "rigid": mixing.rigid,
    }
    if len(null.graphs) > 1:
        facts["rigid_graphs"] = mixing.rigid_graphs
    if mixing.triangles is not None:
        facts |= {"triangles": mixing.triangles, "wanted_triangles": mixing.wanted_triangles}
    return facts


def _print(null: "NullModel", written: list[Path], as_json: bool) -> None:
    rows = [_facts(null, index, path) for index, path in enumerate(written)]
    if as_json:
        typer.echo(json.dumps({"model": null.model.name, "seed": null.seed, "samples": rows}, indent=1))
    elif rows:
        header = [name.replace("_", " ") for name in rows[0]]
        cells = [[_shown(value) for value in row.values()] for row in rows]
        print_table(header, cells, right=[column for column in range(len(header)) if header[column] != "file"])


def _shown(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    return format_number(value) if isinstance(value, int) else str(value)


def _comment(null: "NullModel", written: list[Path], samples: int, monitor: Monitor, console: Console) -> None:
    """What the user should know to judge the copies."""
    if len(written) < samples:
        console.warn(f"stopped ({monitor.stop_reason}): {len(written)} of {samples} copies are written")
    if written and (still := standstill(null.mixing(0), null.model.name)):
        console.warn(f"{still}; the copies are the graph itself")
