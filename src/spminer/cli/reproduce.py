"""``spminer reproduce``: the paper's experiments, with its numbers beside ours."""

from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from spminer._util.options import RUNNING, SEED, THREADS, option
from spminer._util.text import format_duration
from spminer.cli.options import RunOptions, existing_folder, folder, output_file, parse_seconds, some
from spminer.cli.session import Session, takes
from spminer.errors import UsageError
from spminer.paper.experiment import ALL, CONTROLS, TOTAL_S, ExperimentContext, experiment_names, get_experiment

if TYPE_CHECKING:
    from spminer.paper.experiment import Experiment


def _experiment(name: str) -> str:
    if name != ALL:
        get_experiment(name)
    return name


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproduceOptions:
    """The options of the verb."""

    experiment: str = option(
        MISSING,
        f"One of {', '.join((ALL, *experiment_names()))}.",
        metavar="EXPERIMENT",
        parse=_experiment,
        argument=True,
    )
    data: Path | None = option(None, "Folder of the data sets.", metavar="DIR", parse=existing_folder)
    out: Path = option(Path("results"), "Folder of the results.", metavar="DIR", parse=folder)
    page: Path | None = option(None, "Write the page there, not to DIR/results.md.", metavar="FILE", parse=output_file)
    time_limit: float = option(
        TOTAL_S,
        "For all experiments with one seed; every part has its share of it.",
        group=RUNNING,
        metavar="SECONDS",
        parse=parse_seconds,
    )
    controls: bool = option(
        False,
        f"With {ALL}: also {CONTROLS}, which measures what learning contributes by controls that learned nothing.",
    )
    quick: bool = option(False, "Smoke run on the bundled example, without data.")
    seed: int = option(**SEED)
    seeds: int = option(
        1,
        "Random runs have this many seeds, from --seed on; tables and figures show the spread.",
        group=RUNNING,
        metavar="N",
        minimum=1,
    )
    only: tuple[str, ...] = option(
        (),
        "Compute the pieces of these names only, such as 'large/COX2-*-seed3', and draw nothing; repeatable. Processes "
        "that share DIR may make different pieces at the same time.",
        group=RUNNING,
        metavar="PATTERN",
    )
    list_pieces: bool = option(
        False,
        "Compute nothing: print the pieces that are missing, each after the seconds that it may take.",
        group=RUNNING,
        names=("--list",),
    )
    threads: int = option(**THREADS)


@takes(ReproduceOptions, some(RunOptions, "cluster", "quiet"))
def command(session: Session, options: ReproduceOptions) -> None:
    """Run the experiments of the SPMiner paper.

    Writes tables (JSON, CSV), figures (PNG, SVG) and a page, results.md, with the paper's numbers beside those
    measured. Each run is kept as a piece in DIR/cells: the same command goes on after a stop, and several processes can
    share the work by --only.

    \b
    Examples:
      spminer reproduce all --data datasets --out results --seeds 5
      spminer reproduce small --data datasets
      spminer reproduce large --data datasets --seeds 5 --only 'large/COX2-*'
      spminer reproduce all --quick --out smoke
    """
    from spminer.cluster import open_cluster
    from spminer.paper.page import write_page, write_result

    console = session.console
    if options.data is None and not options.quick:
        raise UsageError("name the folder of the data sets with --data DIR, or try --quick, which needs none")
    if options.only and options.list_pieces:
        raise UsageError("--list computes nothing; leave out --only, or list without it")
    context = ExperimentContext(
        data=options.data,
        out=options.out,
        seed=options.seed,
        repeats=options.seeds,
        threads=options.threads,
        time_limit=options.time_limit,
        quick=options.quick,
        report=console.note,
        name_patterns=options.only if options.only or options.list_pieces else None,
    )
    names = tuple(name for name in experiment_names() if options.controls or name != CONTROLS)
    if options.experiment != ALL:
        names = (options.experiment,)
    experiments = [get_experiment(name) for name in names]
    context.check(name for one in experiments for name in one.data)  # before hours of work, not after
    with open_cluster(session.options.cluster) as context.executor:
        if context.name_patterns is not None:
            _collect(context, experiments, session, list_pieces=options.list_pieces)
            return
        for one in experiments:
            console.note(f"{one.name}: {one.summary}")
            context.start_experiment()
            result = one.run(context)
            seconds = context.cell_seconds
            write_result(context, one, result, seconds=seconds, command=session.command_line)
            console.note(f"{one.name}: done in {format_duration(seconds)}")
    click.echo(write_page(options.out, options.page))


def _collect(
    context: ExperimentContext, experiments: "list[Experiment]", session: Session, *, list_pieces: bool
) -> None:
    """Make the pieces that were chosen, or name those that are missing."""
    for one in experiments:
        one.compute(context)
    if list_pieces:
        for name, seconds in context.missing.items():
            click.echo(f"{seconds:.0f}\t{name}")
    elif context.computed == 0 and context.matched == 0:
        names = ", ".join(list(context.missing)[:3])
        raise UsageError(
            f"no piece has a name like {' or '.join(context.name_patterns or ())}; missing pieces: {names}..."
        )
    else:
        session.console.note(f"{context.computed} pieces made, {len(context.missing)} missing")
