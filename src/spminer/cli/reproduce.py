"""``spminer reproduce``: the paper's experiments, with its numbers beside ours."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spminer._util.text import format_duration
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
from spminer.paper.experiment import ALL, TOTAL_S, experiment_names, get_experiment

if TYPE_CHECKING:
    from spminer.paper.experiment import Experiment, ExperimentContext

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
            help="For all experiments with one seed; every part has its share of it.",
            rich_help_panel=RUNNING,
        ),
    ] = str(TOTAL_S),  # type: ignore[assignment]  # typer parses it
    quick: Annotated[bool, typer.Option("--quick", help="Smoke run on the bundled example, without data.")] = False,
    seed: SeedOption = 0,
    seeds: Annotated[
        int,
        typer.Option(
            "--seeds",
            min=1,
            metavar="N",
            help="What draws something runs with so many seeds, from --seed on; tables and figures show the spread.",
            rich_help_panel=RUNNING,
        ),
    ] = 1,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="PATTERN",
            help="Compute the pieces of these names only, such as 'large/COX2-*-seed3', and draw nothing; repeatable. "
            "Processes that share DIR may make different pieces at the same time.",
            rich_help_panel=RUNNING,
        ),
    ] = None,
    list_pieces: Annotated[
        bool,
        typer.Option(
            "--list",
            help="Compute nothing: print the pieces that are missing, each after the seconds that it may take.",
            rich_help_panel=RUNNING,
        ),
    ] = False,
    threads: ThreadsOption = 0,
    cluster: ClusterOption = None,
    quiet: QuietOption = False,
) -> None:
    """Run the experiments of the SPMiner paper.

    Writes tables (JSON, CSV), figures (PNG, SVG) and a page, results.md, with the paper's numbers beside those
    measured. What was computed is kept in DIR/cells, one piece for each run: a run that was stopped goes on where it
    was, and several processes can share the work by --only.

    \b
    Examples:
      spminer reproduce all --data datasets --out results --seeds 5
      spminer reproduce small --data datasets
      spminer reproduce large --data datasets --seeds 5 --only 'large/COX2-*'
      spminer reproduce all --quick --out smoke
    """
    from spminer.paper.experiment import ExperimentContext
    from spminer.paper.page import write_page, write_result

    console = Console(quiet)
    if data is None and not quick:
        raise UsageError("name the folder of the data sets with --data DIR, or try --quick, which needs none")
    pieces = tuple(only) if only else () if list_pieces else None
    if only and list_pieces:
        raise UsageError("--list computes nothing; leave out --only, or list without it")
    setting = ExperimentContext(
        data=data,
        out=out,
        seed=seed,
        repeats=seeds,
        threads=threads,
        time_limit=time_limit,
        quick=quick,
        report=console.note,
        name_patterns=pieces,
    )
    chosen = [get_experiment(name) for name in (experiment_names() if experiment == ALL else (experiment,))]
    setting.check(name for one in chosen for name in one.data)  # before hours of work, not after
    with open_cluster(cluster) as setting.executor:
        if pieces is not None:
            _collect(setting, chosen, console, list_pieces=list_pieces)
            return
        for one in chosen:
            console.note(f"{one.name}: {one.summary}")
            setting.start_experiment()
            result = one.run(setting)
            seconds = setting.cell_seconds
            write_result(setting, one, result, seconds=seconds, command=context.obj.command_line)
            console.note(f"{one.name}: done in {format_duration(seconds)}")
    typer.echo(write_page(out, page))


def _collect(setting: "ExperimentContext", chosen: "list[Experiment]", console: Console, *, list_pieces: bool) -> None:
    """Make the pieces that were chosen, or name those that are missing."""
    for one in chosen:
        one.compute(setting)
    if list_pieces:
        for name, seconds in setting.missing.items():
            typer.echo(f"{seconds:.0f}\t{name}")
    elif setting.computed == 0 and setting.matched == 0:
        names = ", ".join(list(setting.missing)[:3])
        raise UsageError(
            f"no piece has a name like {' or '.join(setting.name_patterns or ())}; missing pieces: {names}..."
        )
    else:
        console.note(f"{setting.computed} pieces made, {len(setting.missing)} missing")
