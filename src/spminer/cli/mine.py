"""``spminer mine``: the most frequent patterns of each size, the main job."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click
from click.core import ParameterSource

from spminer._util.options import FINDING, OUTPUT, RUNNING, SEARCHING, option
from spminer._util.text import did_you_mean
from spminer.cli.options import FileOptions, RunOptions, folder, keywords
from spminer.cli.output import check_title, deliver_motifs
from spminer.cli.session import Session, takes
from spminer.errors import UsageError
from spminer.graphs.options import ReadOptions
from spminer.methods.registry import expand_preset, get_method, method_names, parse_settings
from spminer.results.frequency import FrequencyName
from spminer.results.request import AUTO, FREQUENCY_HELP, MiningRequest

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection
    from spminer.results.request import Plan


def _method(name: str) -> str:
    if name != AUTO:
        get_method(name)
    return name


def _frequency(text: str) -> str:
    names = get_args(FrequencyName)
    if not set(text.split(",")) <= set(names):
        raise UsageError(f"{text!r} is not one of {', '.join(names)}{did_you_mean(text, names, otherwise='')}")
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class MineOptions:
    """What the verb has besides the request."""

    graph: tuple[str, ...] = option(
        (),
        "Graph files or folders, tu:NAME, snap:NAME, example:NAME or addresses, taken together; - is standard input; "
        "none: example:karate.",
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
    keywords(
        MiningRequest,
        method={"help": f"One of {', '.join((AUTO, *method_names()))}.", "parse": _method},
        frequency={
            "help": f"{FREQUENCY_HELP} anchored,graph: by the first, with both.",
            "parse": _frequency,
        },
        sizes={
            "help": "Nodes of a pattern: 5, or 5-20; by default 5-20, as far as the graph has them.",
            "default": None,
        },
    ),
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
    searched, and the best candidates are counted exactly, or on a sample with an interval where that is too much. A
    terminal shows three patterns of each size unless --top is given; files and pipes have all.

    \b
    Examples:
      spminer mine
      spminer mine friends.csv --sizes 5-12 --report report.html
      spminer mine tu:ENZYMES --ignore-labels --time-limit 60 -o result.json
      spminer mine edges.txt.gz --dry-run
      spminer mine friends.csv --sizes 3-5 --against degree
      spminer mine --print-config > run.toml
    """
    from spminer.mining.mine import default_sizes, mine_request

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
    if request["sizes"] is None:
        asked = asked.for_sizes(default_sizes(graphs) if options.graph else _SIZES_OF_EXAMPLE)

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
    source = click.get_current_context().get_parameter_source("top")
    return deliver_motifs(
        session.memory.with_memory_warning(result, before),
        session,
        files,
        per_size=_ROWS if source is ParameterSource.DEFAULT else None,
        hints=_hints(session, graphs, asked, files, options, named=request["sizes"] is not None),
    )


_ROWS = 3  # of each size in a terminal
_SIZES_OF_EXAMPLE = (3, 4, 5)
_LESSON = (
    "this is the bundled example: a karate club of 34 members and 78 friendships",
    "shape: the pattern, and where its anchor is; --output FILE and wider terminals have its edges too",
    "nodes: how many members can be the anchor; node sets: how many sets of members form the pattern",
    "next: spminer mine FILE, with a table of edges or another graph file; spminer help mine",
)


def _hints(
    session: Session,
    graphs: "GraphCollection",
    asked: MiningRequest,
    files: FileOptions,
    options: MineOptions,
    *,
    named: bool,
) -> tuple[str, ...]:
    """What to do next, with the command for this graph; for the example, what the table says."""
    if not options.graph:
        return _LESSON
    if asked.against is not None:
        return () if files.report else (f"next: {session.command_line} --report report.html",)
    classes = [] if graphs.graph_labels is None else sorted({int(label) for label in graphs.graph_labels})
    reference = f"class:{classes[0]},{classes[1]}" if len(classes) > 1 else "degree"
    why = "which tell the two classes apart" if len(classes) > 1 else "which are more frequent than chance"
    sizes = "" if named or asked.sizes[0] < 5 else " --sizes 3-5"
    return (f"next, {why}: {session.command_line}{sizes} --against {reference}",)


def _settings(method: str, texts: tuple[str, ...], options: MineOptions) -> dict[str, Any]:
    """The settings of the method, some of which have options of their own."""
    direct = {"neighborhoods": options.neighborhoods, "walks": options.walks, "model": options.model}
    for name in (text.partition("=")[0].strip() for text in texts):
        if name in (*direct, "support", "closed"):
            raise UsageError(f"setting {name} has an option of its own: --{name}")
    return parse_settings(method, texts) | {name: value for name, value in direct.items() if value is not None}
