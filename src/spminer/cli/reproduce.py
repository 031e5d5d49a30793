"""``spminer reproduce``: the paper's experiments, with its numbers beside ours."""

import time
from pathlib import Path
from typing import Annotated

import typer

from spminer.cli.console import Console
from spminer.cli.options import (
    RUNNING,
    ClusterOption,
    QuietOption,
    SeedOption,
    ThreadsOption,
    check_writable,
    parse_seconds,
)
from spminer.cluster import open_cluster
from spminer.errors import UsageError
from spminer.experiments.budgets import TOTAL_S
from spminer.experiments.registry import ALL, experiment_names, get_experiment
from spminer.text.formatting import format_duration

__all__ = ["reproduce"]


def _check_name(name: str) -> str:
    if name != ALL:
        try:
            get_experiment(name)
        except UsageError as error:
            raise typer.BadParameter(str(error)) from None
    return name


def reproduce(
    context: typer.Context,
    experiment: Annotated[
        str,
        typer.Argument(
            metavar="EXPERIMENT",
            callback=_check_name,
            help=f"One of {', '.join((ALL, *experiment_names()))}.",
            show_default=False,
        ),
    ],
    *,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", file_okay=False, exists=True, help="Folder of the data sets."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", file_okay=False, help="Folder of the results.")] = Path(
        "results"
    ),
    page: Annotated[
        Path | None,
        typer.Option(
            "--page", metavar="FILE", callback=check_writable, help="Write the page there, not to DIR/results.md."
        ),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit",
            parser=parse_seconds,
            metavar="SECONDS",
            help="For all experiments; every part has its share of it.",
            rich_help_panel=RUNNING,
        ),
    ] = str(TOTAL_S),  # type: ignore[assignment]  # typer parses it
    quick: Annotated[bool, typer.Option("--quick", help="Smoke run on the bundled example, without data.")] = False,
    seed: SeedOption = 0,
    threads: ThreadsOption = 0,
    cluster: ClusterOption = None,
    quiet: QuietOption = False,
) -> None:
    """Run the experiments of the SPMiner paper.

    Writes tables (JSON, CSV), figures (PNG, SVG) and a page, results.md, with the paper's numbers beside those
    measured. What was computed is kept in DIR/cells: a run that was stopped goes on where it was.

    \b
    Examples:
      spminer reproduce all --data datasets --out results
      spminer reproduce small --data datasets
      spminer reproduce all --quick --out smoke
    """
    from spminer.experiments.context import Context
    from spminer.experiments.page import write_outcome, write_page

    console = Console(quiet)
    if data is None and not quick:
        raise UsageError("name the folder of the data sets with --data DIR, or try --quick, which needs none")
    setting = Context(data, out, seed, threads, time_limit, quick, console.note)
    chosen = [get_experiment(name) for name in (experiment_names() if experiment == ALL else (experiment,))]
    setting.check(name for one in chosen for name in one.data)  # before hours of work, not after
    command = context.obj.command_line
    with open_cluster(cluster) as setting.crew:
        for one in chosen:
            console.note(f"{one.name}: {one.summary}")
            started, setting.kept_seconds = time.monotonic(), 0.0
            outcome = one.run(setting)
            seconds = time.monotonic() - started + setting.kept_seconds
            write_outcome(setting, one, outcome, seconds=seconds, command=command)
            console.note(f"{one.name}: done in {format_duration(seconds)}")
    typer.echo(write_page(out, page))
