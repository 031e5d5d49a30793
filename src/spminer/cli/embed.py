"""``spminer embed``: every node's neighborhood as a point."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from spminer._util.options import DEVICE, FINDING, SEED, THREADS, option
from spminer._util.text import format_number
from spminer.cli.options import GRAPH, MODEL, FileOptions, RunOptions, arguments, output_file, some
from spminer.cli.session import FileToWrite, Session, takes
from spminer.graphs.options import ReadOptions


def _points(text: str) -> Path:
    from spminer.encoder.nodes import check_points_path

    path = output_file(text)
    check_points_path(path)
    return path


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedOptions:
    """The options of the verb; those of :func:`spminer.embed_nodes` have their names and defaults."""

    graph: str = option(**GRAPH)
    node: tuple[str, ...] | None = option(None, "This node only; repeat for more.", group=FINDING, metavar="NAME")
    model: str = option(**MODEL, group=FINDING)
    samples: Literal["small", "large"] = option(
        "small", "Nodes of a neighborhood: 20 to 29, or 40 to 64.", group=FINDING
    )
    sampling: Literal["tree", "breadth"] = option(
        "tree", "Drawn by edges into the sample, or the nearest nodes.", group=FINDING
    )
    repeats: int = option(
        1, "Neighborhoods of each node, whose mean is its point.", group=FINDING, metavar="N", minimum=1
    )
    threads: int = option(**THREADS)
    device: Literal["auto", "cpu", "cuda"] = option(**DEVICE)
    seed: int = option(**SEED)


@takes(
    EmbedOptions,
    ReadOptions,
    some(RunOptions, "time_limit", "quiet"),
    some(
        FileOptions,
        "output",
        output={
            "help": "Write the table to FILE: .parquet, .csv, .tsv or .npz; without it, CSV to standard output.",
            "parse": _points,
        },
    ),
)
def command(session: Session, options: EmbedOptions, reading: ReadOptions, files: FileOptions) -> int:
    """Embed every node's neighborhood as a point.

    The table has a row per node and a column per coordinate. Nodes with similar surroundings have points that are
    close, wherever in the graph they are. Labels and direction are ignored.

    \b
    Examples:
      spminer embed friends.csv -o points.parquet
      spminer embed friends.csv --node anna --node bela
      spminer embed tu:ENZYMES --samples large --repeats 4 -o points.npz
    """
    import spminer

    graphs = session.read([options.graph], reading)
    with session.running("embed"):
        known = arguments(spminer.embed_nodes, options) | {"graph": graphs, "nodes": options.node}
        points = spminer.embed_nodes(**known, monitor=session.monitor)

    def comment() -> None:
        if points.stop_reason is not None:
            nodes = format_number(len(options.node or ()) or graphs.num_nodes)
            session.console.warn(
                f"stopped ({points.stop_reason}): {format_number(len(points))} of {nodes} nodes have a point"
            )

    return session.deliver(
        "",
        lambda: points.write_text(sys.stdout) if files.output is None else None,
        files=[FileToWrite("points", files.output, points.write)],
        stop_reason=points.stop_reason,
        finish=comment,
    )
