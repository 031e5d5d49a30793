"""``spminer enumerate``: every pattern of a size, with exact frequencies."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spminer._util.options import FINDING, OUTPUT, option
from spminer._util.text import format_duration, format_rough_duration
from spminer._util.text_table import Column
from spminer.cli.console import print_table
from spminer.cli.options import FileOptions, RunOptions, keywords
from spminer.cli.output import check_title, deliver_motifs
from spminer.cli.session import Session, takes
from spminer.graphs.options import ReadOptions
from spminer.results.frequency import format_frequency
from spminer.results.request import ENUMERATION, MiningRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.results.request import EnumerationCost

_SHOWN_FROM_S = 60.0  # no note on shorter runs


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumerateOptions:
    """What the verb has besides the request."""

    graph: str | None = option(
        None,
        "Graph file, folder or address, tu:NAME, snap:NAME, example:NAME; - is standard input; none: example:karate.",
        metavar="GRAPH",
        argument=True,
    )
    ignore_labels: bool = option(False, "Compare patterns by their edges alone, not by labels.", group=FINDING)
    dry_run: bool = option(False, "Estimate the work and stop.", group=OUTPUT)


@takes(keywords(MiningRequest, *ENUMERATION, **ENUMERATION), EnumerateOptions, ReadOptions, RunOptions, FileOptions)
def command(
    session: Session, request: dict[str, Any], options: EnumerateOptions, reading: ReadOptions, files: FileOptions
) -> int | None:
    """Find all connected patterns of K nodes, and count them.

    Patterns are induced, and frequencies exact, unless a limit ends the count. With --against, every pattern of
    either side is counted on both, and the table is ranked by surprise.

    \b
    Examples:
      spminer enumerate --sizes 4
      spminer enumerate friends.csv --sizes 3-5 --top 10 --report report.html
      spminer enumerate ENZYMES.zip --sizes 8 --time-limit 60 --output result.json
      spminer enumerate genes.tsv --directed --sizes 3 --top 0 --frequency graph --against degree
      spminer enumerate edges.txt.gz --sizes 6 --dry-run
    """
    from spminer.counting.engine_choice import enumeration_cost
    from spminer.mining.enumerate import enumerate_request
    from spminer.significance.comparison import other_name

    check_title(files)
    graphs = session.read(
        () if options.graph is None else (options.graph,), reading, ignore_labels=options.ignore_labels
    )
    against = session.read_reference(request["against"], reading, ignore_labels=options.ignore_labels)
    limit = session.options.time_limit
    asked = MiningRequest.from_options(
        **request | {"top": request["top"] or None, "against": other_name(against)},
        command="enumerate",
        method="exact",
        time_limit=limit,
        memory_limit=session.memory.table_bytes(graphs),
    )

    def cost(size: int, estimate_s: float, limit: float | None = None) -> "EnumerationCost":
        return enumeration_cost(
            graphs,
            size,
            seed=asked.seed,
            estimate_s=estimate_s,
            time_limit=limit,
            memory_limit=asked.memory_limit,
            threads=asked.threads,
        )

    threads = asked.threads or os.cpu_count() or 1
    if options.dry_run:
        _print_forecast({size: cost(size, 2.0) for size in asked.sizes}, threads)
        return None
    # The largest size decides how long it takes; its estimate may take a tenth of the limit.
    costs = {asked.sizes[-1]: cost(asked.sizes[-1], 0.5, None if limit is None else limit / 10)}
    _note_duration(costs, threads, session)
    before = session.memory.resident_bytes()
    with session.running("enumerate"):
        result = enumerate_request(graphs, asked, session.monitor, against=against, costs=costs)
    return deliver_motifs(session.memory.with_memory_warning(result, before), session, files)


def _print_forecast(costs: "Mapping[int, EnumerationCost]", threads: int) -> None:
    """The estimated work of each size as a table."""
    durations = [
        format_rough_duration(cost.seconds / threads) + (" by census" if cost.engine == "census" else "")
        for cost in costs.values()
    ]
    print_table(
        [
            Column("size", [str(size) for size in costs], right=True),
            Column("subgraphs [95 %]", [format_frequency(cost.subgraphs) for cost in costs.values()]),
            Column("time", durations),
        ]
    )


def _note_duration(costs: "Mapping[int, EnumerationCost]", threads: int, session: Session) -> None:
    """Warn if the run will not finish in time; a note if it will take long."""
    limit = session.options.time_limit
    size, cost = max(costs.items())
    seconds, number = cost.seconds / threads, cost.subgraphs
    many = f"about {number.value:.2g}" if number.kind == "estimate" else "an unknown number of"
    work = f"{many} subgraphs of size {size}, {format_rough_duration(seconds)}"
    if limit is not None and seconds > limit:
        session.console.warn(f"{work}: expect a partial result at the time limit of {format_duration(limit)}")
    elif limit is None and seconds > _SHOWN_FROM_S:
        session.console.note(f"{work}; --time-limit bounds it, Ctrl-C stops it with a partial result")
