"""``spminer convert``: a graph file in another format."""

from dataclasses import MISSING, dataclass
from pathlib import Path

from spminer._util.options import RUNNING, option
from spminer._util.text import format_number
from spminer.cli.options import GRAPH, RunOptions, output_file, parse_bytes, some, values_of
from spminer.cli.session import Session, takes
from spminer.graphs.options import ReadOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertOptions:
    """The options of the verb; those of :func:`spminer.convert` have their names and defaults."""

    graph: str = option(**GRAPH)
    output: Path = option(
        MISSING,
        "Where to write; the name tells the format. .spm is the store, which every verb opens at once.",
        metavar="FILE",
        parse=output_file,
        argument=True,
    )
    memory_limit: int | None = option(
        None,
        "Sort an edge list on disk, beside FILE, and use no more memory than this: 500M, 4G.",
        group=RUNNING,
        metavar="BYTES",
        parse=parse_bytes,
    )


@takes(
    ConvertOptions,
    ReadOptions,
    some(RunOptions, "time_limit", "quiet", time_limit={"help": "Give up then, without a new file (exit code 5)."}),
)
def command(session: Session, options: ConvertOptions, reading: ReadOptions) -> None:
    """Write a graph or a collection of graphs in another format.

    The store (.spm) is for graphs that are large or read often: one checked file with everything, which is mapped into
    memory instead of read, and shared by the processes that use it.

    \b
    Examples:
      spminer convert edges.txt.gz graph.spm
      spminer convert huge.txt.gz huge.spm --memory-limit 2G
      spminer convert tu:ENZYMES enzymes.spm
    """
    import spminer

    graph, output, console = options.graph, options.output, session.console
    session.fetch_missing(graph)
    with session.working(f"converting {graph}"):
        graphs = spminer.convert(
            graph, output, memory_limit=options.memory_limit, **values_of(reading), monitor=session.monitor
        )
    console.note(f"{graph}: {graphs.reading.message(notes=False)}")
    size = format_number(output.stat().st_size)
    console.note(
        f"{output}: {format_number(graphs.num_nodes)} nodes, {format_number(graphs.num_edges)} edges, {size} bytes"
    )
