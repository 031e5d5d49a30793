"""``spminer profile``: the motifs that each node takes part in."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spminer._util.options import FINDING, OUTPUT, RUNNING, THREADS, option
from spminer._util.text import counted
from spminer._util.text_table import Column
from spminer.cli.console import print_table
from spminer.cli.options import GRAPH, FileOptions, RunOptions, arguments, output_file, some
from spminer.cli.session import FileToWrite, Session, takes
from spminer.graphs.options import ReadOptions
from spminer.results.frequency import format_frequency

if TYPE_CHECKING:
    from spminer.cli.console import Console
    from spminer.counting.profile_table import Profile
    from spminer.patterns import Pattern
    from spminer.results import MotifSet


def _table(text: str) -> Path:
    from spminer.counting.profile_table import check_table_path

    path = output_file(text)
    check_table_path(path)
    return path


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileOptions:
    """The options of the verb; those of :func:`spminer.profile` have their names and defaults."""

    graph: str = option(**GRAPH)
    motifs: str | None = option(
        None,
        "Motifs: a result file of mine or enumerate (--output), or one pattern as for count; none: those of 3 and 4 "
        "nodes, of a directed graph the 13 triads.",
        metavar="MOTIFS",
        argument=True,
    )
    node: tuple[str, ...] | None = option(
        None,
        "Answer for this node only, its most frequent positions first; repeat for more.",
        group=FINDING,
        metavar="NAME",
    )
    limit: int | None = option(
        None,
        "Count up to N at each node and position, by default 10000, with --node 1000000; 0: no limit.",
        group=FINDING,
        metavar="N",
        minimum=0,
    )
    steps: int | None = option(
        None,
        "Leave a count as it is after N steps at a node and position.",
        group=RUNNING,
        metavar="N",
        minimum=1,
    )
    threads: int = option(**THREADS)
    long: bool = option(False, "A row per node and position, not a column per position.", group=OUTPUT)


@takes(
    ProfileOptions,
    ReadOptions,
    some(RunOptions, "time_limit", "cluster", "quiet"),
    some(
        FileOptions,
        "output",
        "as_json",
        output={
            "help": "Write the table to FILE: .csv, .tsv or .parquet; without it, CSV to standard output.",
            "parse": _table,
        },
    ),
)
def command(session: Session, options: ProfileOptions, reading: ReadOptions, files: FileOptions) -> int:
    """Count the positions of motifs that each node takes.

    A position is a node of a motif, up to symmetry: the hub of a star, or a leaf. Its count is the number of node sets
    that form the motif with the node there. For graphlets this is the graphlet degree vector; here motifs may have any
    size.

    \b
    Examples:
      spminer profile friends.csv -o profile.csv
      spminer profile friends.csv motifs.json --node anna
      spminer profile edges.txt.gz motifs.json --long --limit 0 -o profile.parquet
    """
    import spminer

    motifs = _motifs(options.motifs)
    graphs = session.read([options.graph], reading)
    with session.running("profile"):
        nodes = len(options.node or ()) or graphs.num_nodes
        known = "motifs of 3 and 4 nodes" if motifs is None else counted(len(motifs), "motif")
        session.console.note(f"{known} at {counted(nodes, 'node')}")
        answer = spminer.profile(
            **{**arguments(spminer.profile, options), "graph": graphs, "motifs": motifs, "nodes": options.node},
            monitor=session.monitor,
        )

    def show() -> None:
        if options.node:
            _print_positions(answer, session.console)
        elif files.output is None:
            answer.write_text(sys.stdout, long=options.long)

    write = FileToWrite("profile", files.output, lambda path: answer.write(path, long=options.long))
    return session.deliver(
        answer.to_dict() if files.as_json else "",
        show,
        as_json=files.as_json,
        files=[write],
        stop_reason=answer.stop_reason,
        finish=lambda: _comment(answer, session.console),
    )


def _motifs(text: str | None) -> "MotifSet | tuple[Pattern, ...] | None":
    """The motifs of a result file, or one pattern."""
    from spminer.graphs.pattern_files import read_pattern
    from spminer.results import MotifSet

    if text is None:
        return None
    return MotifSet.from_json(text) if Path(text).is_file() else (read_pattern(text),)


def _print_positions(answer: "Profile", console: "Console") -> None:
    """The positions of the nodes asked for as a table."""
    found = answer.participations()
    if not found:
        console.note("none of the motifs contains " + " or ".join(dict.fromkeys(answer.node_names)))
    columns = [Column("node", [one.node for one in found])]
    if answer.graph_names is not None:
        columns.append(Column("graph", [one.graph or "" for one in found]))
    columns += [
        Column("count", [format_frequency(one.count) for one in found], right=True),
        Column("size", [str(one.position.motif.size) for one in found], right=True),
        Column("shape", [one.position.names.text for one in found]),
        Column("position", [one.position.id for one in found], least=14, priority=1),
    ]
    print_table(columns)


def _comment(answer: "Profile", console: "Console") -> None:
    """Warn of counts that are lower bounds."""
    bounds = int((~answer.complete).sum())
    share = f"{bounds:,} of {counted(answer.complete.size, 'count')}"
    if answer.stop_reason is not None:
        console.warn(f"stopped ({answer.stop_reason}): {share} are lower bounds")
    elif bounds:
        more = "--limit 0" if answer.limit else "more --steps"
        console.warn(f"{share} are lower bounds, marked as such; {more} counts on")
