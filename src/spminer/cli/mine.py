"""``spminer mine``: the most frequent patterns of each size, the main job."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spminer._util.options import FINDING, OUTPUT, RUNNING, SEARCHING, option
from spminer.cli.options import FileOptions, RunOptions, folder, keywords
from spminer.cli.output import check_title, deliver_motifs
from spminer.cli.session import Session, takes
from spminer.errors import UsageError
from spminer.graphs.options import ReadOptions
from spminer.methods.registry import expand_preset, get_method, method_names, parse_settings
from spminer.results.request import AUTO, MiningRequest

if TYPE_CHECKING:
    from spminer.results.request import Plan


def _method(name: str) -> str:
    if name != AUTO:
        get_method(name)
    return name


@dataclass(frozen=True, slots=True, kw_only=True)
class MineOptions:
    """What the verb has besides the request."""

    graph: tuple[str, ...] = option(
        (),
        "Graph files or folders, tu:NAME or snap:NAME, taken together; - is standard input; none: the bundled example.",
        metavar="GRAPH",
        argument=True,
    )
    ignore_labels: bool = option(False, "Compare patterns by their edges alone, not by labels.", group=FINDING)
    neighborhoods: int | None = option(
        None, "Samples that a neural search scores by.", group=SEARCHING, metavar="N", minimum=1
    )
    walks: int | None = option(None, "Seeds that a neural search starts from.", group=SEARCHING, metavar="N", minimum=1)
    model: str | None = option(None, "Model of a neural search.", group=SEARCHING, metavar="NAME|FILE")
    preset: str | None = option(
        None, "Named settings of the method; paper: search as the SPMiner paper does.", group=SEARCHING, metavar="NAME"
    )
    checkpoint: Path | None = option(
        None, "Keep states of the run in a new folder.", group=RUNNING, metavar="DIR", parse=folder
    )
    resume: bool = option(False, "Go on with the run whose states are in DIR.", group=RUNNING)
    dry_run: bool = option(False, "Print the plan and stop.", group=OUTPUT)


@takes(
    keywords(MiningRequest, method={"help": f"One of {', '.join((AUTO, *method_names()))}.", "parse": _method}),
    MineOptions,
    ReadOptions,
    RunOptions,
    FileOptions,
)
def command(
    session: Session, request: dict[str, Any], options: MineOptions, reading: ReadOptions, files: FileOptions
) -> int:
    """Find the most frequent patterns of each size.

    The plan is printed first: sizes that are few enough are enumerated, and their answer is proven; the others are
    searched, and the best candidates are counted exactly, or on a sample with an interval where that is too much.

    \b
    Examples:
      spminer mine
      spminer mine friends.csv --sizes 5-12 --report report.html
      spminer mine tu:ENZYMES --ignore-labels --time-limit 60 -o result.json
      spminer mine edges.txt.gz --dry-run
      spminer mine friends.csv --sizes 3-5 --against degree
      spminer mine --print-config > run.toml
    """
    from spminer.mining.mine import mine_request

    check_title(files)
    method, against = request["method"], request["against"]
    request["settings"] = _settings(method, request["settings"], options)
    if options.preset is not None:
        expanded = expand_preset(options.preset, method, request["settings"], request["verify"])
        request["method"], request["settings"], request["verify"] = expanded
        method = request["method"]
    graphs = session.read(options.graph, reading, ignore_labels=options.ignore_labels)
    reference = session.read_reference(against, reading, ignore_labels=options.ignore_labels)
    limits = {
        "time_limit": session.options.time_limit,
        "memory_limit": session.memory.table_bytes(graphs, method),
    }
    asked = MiningRequest.from_options(**request, **limits)

    def announce(plan: "Plan") -> None:
        for line in plan.lines(asked.threads):
            (click.echo if options.dry_run else session.console.note)(line)
        if options.dry_run:
            raise click.exceptions.Exit(0)

    before = session.memory.resident_bytes()
    with session.running("planning", here=options.dry_run):
        result = mine_request(
            graphs,
            asked,
            session.monitor,
            against=reference,
            checkpoint=None if options.dry_run else options.checkpoint,
            resume=options.resume and not options.dry_run,
            announce=announce,
        )
    return deliver_motifs(session.memory.with_memory_warning(result, before), session, files)


def _settings(method: str, texts: tuple[str, ...], options: MineOptions) -> dict[str, Any]:
    """The settings of the method, some of which have options of their own."""
    direct = {"neighborhoods": options.neighborhoods, "walks": options.walks, "model": options.model}
    for name in (text.partition("=")[0].strip() for text in texts):
        if name in (*direct, "support", "closed"):
            raise UsageError(f"setting {name} has an option of its own: --{name}")
    return parse_settings(method, texts) | {name: value for name, value in direct.items() if value is not None}
