"""``spminer count``: the frequency of one pattern."""

from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING, Any

from spminer._util.options import FINDING, option
from spminer._util.text import format_number
from spminer.cli.console import print_facts
from spminer.cli.options import GRAPH, JSON_FILE, FileOptions, RunOptions, keywords, some
from spminer.cli.session import FileToWrite, Session, takes
from spminer.errors import UsageError
from spminer.graphs.options import ReadOptions
from spminer.patterns.names import names_of
from spminer.results.frequency import UNITS, format_frequency
from spminer.results.motif import contrast_lines
from spminer.results.request import CountRequest

if TYPE_CHECKING:
    from spminer.cli.console import Console
    from spminer.counting.count import CountResult


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOptions:
    """What the verb has besides the request."""

    pattern: str = option(
        MISSING,
        "Edges such as 0-1,1-2,2-0@0, a name (triangle, path:4, star:5@hub, 030T), graph6, SMILES or a graph file.",
        metavar="PATTERN",
        argument=True,
    )
    graph: str = option(**GRAPH)
    anchor: str | None = option(None, "Node of PATTERN that is the anchor, instead of @K.", group=FINDING, metavar="K")


@takes(
    CountOptions,
    keywords(CountRequest),
    ReadOptions,
    some(RunOptions, "time_limit", "cluster", "quiet"),
    some(FileOptions, "output", "as_json", output=JSON_FILE),
)
def command(
    session: Session, options: CountOptions, request: dict[str, Any], reading: ReadOptions, files: FileOptions
) -> int:
    """Count how often a pattern occurs.

    A pattern without an anchor is counted by its node sets, one with an anchor by the nodes that can be it. The count
    is exact, unless --anchors or --error asks for an estimate or a limit ends it. Names are those of shapes (edge,
    triangle, square, diamond, house, path:4, cycle:6, clique:5, star:5, wheel:6), of directed motifs (feed-forward
    loop, feedback loop, bi-fan, bi-parallel), MAN codes of triads (030T) and graphlets (G8).

    \b
    Examples:
      spminer count triangle friends.csv
      spminer count 0-1,1-2,2-0@0 friends.csv
      spminer count "feed-forward loop" genes.tsv --directed --against degree
      spminer count "0>1,1>2,0>2@0" genes.tsv --directed --against degree
      spminer count c1ccccc1 molecules.smi --frequency transactions
      spminer count cycle:6 links.spm --frequency copies --error 5%
      spminer count pattern.gml@7 edges.txt.gz --anchors 1000 --json
    """
    import spminer
    from spminer.graphs.pattern_files import check_order, read_pattern

    check_order(options.pattern, options.graph, "spminer count PATTERN GRAPH")
    if options.pattern == options.graph == "-":
        raise UsageError("PATTERN and GRAPH cannot both be standard input")
    pattern = read_pattern(options.pattern, anchor=options.anchor)
    graphs = session.read([options.graph], reading)
    request["against"] = session.read_reference(request["against"], reading)
    with session.running("counting"):
        answer = spminer.count(pattern, graphs, **request, monitor=session.monitor)
    return session.deliver(
        answer.to_dict(),
        lambda: print_facts(_lines(answer)),
        as_json=files.as_json,
        files=[FileToWrite("count", files.output)],
        stop_reason=answer.stop_reason,
        finish=lambda: _comment(answer, session.console),
    )


def _lines(answer: "CountResult") -> list[tuple[str, str]]:
    lines = [
        ("pattern", str(answer.pattern)),
        (UNITS[answer.definition][1], format_frequency(answer.frequency)),
        ("shape", names_of(answer.pattern).text),
        ("kind", answer.frequency.kind.replace("_", " ")),
    ]
    if answer.samples is None:
        lines.append(("anchors tested", format_number(answer.anchors_tested)))
    elif answer.samples:
        lines.append(("samples", format_number(answer.samples)))
    if answer.undecided:
        lines.append(("undecided", format_number(answer.undecided)))
    if answer.against is not None:
        lines += contrast_lines(answer.against)
    if answer.anchor_names is not None:
        lines.append(("anchors", ", ".join(answer.anchor_names)))
    graphs = [""] * len(answer.examples) if answer.example_graphs is None else answer.example_graphs
    return lines + [
        ("example", ", ".join(example) + (f" in {graph}" if graph else ""))
        for example, graph in zip(answer.examples, graphs, strict=True)
    ]


def _comment(answer: "CountResult", console: "Console") -> None:
    """Warn of a count that is not complete, or may be of another question."""
    for note in answer.notes:
        console.warn(note)
    if answer.stop_reason is not None and answer.frequency.kind == "estimate" and answer.samples:
        console.warn(f"stopped ({answer.stop_reason}): the interval is wider than the error allows")
    elif answer.stop_reason is not None:
        undecided = f"{format_number(answer.undecided)} of {format_number(answer.anchors_tested)} anchors undecided"
        console.warn(f"stopped ({answer.stop_reason}), {undecided}: the count is a lower bound")
