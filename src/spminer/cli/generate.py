"""``spminer generate``: synthetic graphs, plain or with a planted pattern."""

import re
from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from spminer._util.options import SEED, THREADS, option
from spminer._util.text import format_number
from spminer.cli.commands import Group
from spminer.cli.console import print_facts
from spminer.cli.options import FileOptions, arguments, output_file, some
from spminer.cli.session import Session, takes
from spminer.errors import UsageError

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedFile:
    """Where graphs are written."""

    output: Path = option(
        MISSING,
        "Where to write; the name tells the format: .g6, .gspan, .spm, ...",
        metavar="FILE",
        names=("--output", "-o"),
        parse=output_file,
    )
    format: str | None = option(None, "Format of FILE, if its name does not tell.", metavar="NAME")


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntheticOptions:
    """The options of :func:`spminer.generate.synthetic`."""

    graphs: int = option(100, "Number of graphs.", metavar="N", minimum=1)
    nodes: str = option("20-30", "Nodes of a graph: 25, or 20-30.", metavar="N")
    kind: Literal["er", "ba", "plc", "ws", "mixed", "sparse"] = option(
        "mixed",
        "er (Erdős-Rényi), ba (extended Barabási-Albert), plc (power-law cluster), ws (Watts-Strogatz), mixed (any of "
        "these) or sparse (trees with short cycles).",
        metavar="NAME",
    )
    seed: int = option(**SEED)
    threads: int = option(**THREADS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantOptions:
    """The options of :func:`spminer.generate.plant`."""

    kind: Literal["star", "clique", "molecule", "random"] = option(
        MISSING, "The pattern of ten nodes: star, clique, molecule, random.", metavar="KIND", argument=True
    )
    graphs: int = option(1000, "Number of graphs.", metavar="N", minimum=1)
    base_nodes: int = option(10, "Nodes of the graphs that it is attached to.", metavar="N", minimum=1)
    attachments: int = option(1, "Edges between the pattern and each graph.", metavar="N", minimum=1)
    seed: int = option(**SEED)


@takes(GeneratedFile, SyntheticOptions, some(FileOptions, "as_json"))
def synthetic(session: Session, file: GeneratedFile, options: SyntheticOptions, files: FileOptions) -> int:
    """Write connected random graphs.

    The parameters of each graph are drawn at random.

    \b
    Examples:
      spminer generate synthetic --graphs 100 --nodes 20-30 -o graphs.g6
      spminer generate synthetic --graphs 1 --nodes 5000 --kind ba -o network.txt
    """
    import spminer.generate

    chosen = arguments(spminer.generate.synthetic, options) | {"nodes": _parse_nodes(options.nodes)}
    return _write(session, spminer.generate.synthetic(**chosen), file, as_json=files.as_json)


@takes(PlantOptions, GeneratedFile, some(FileOptions, "as_json"))
def plant(session: Session, options: PlantOptions, file: GeneratedFile, files: FileOptions) -> int:
    """Write random graphs that all have the same pattern.

    The pattern is attached to each graph, and printed.

    \b
    Examples:
      spminer generate plant star -o star.g6
      spminer generate plant random --graphs 200 --base-nodes 15 -o planted.spm
    """
    import spminer.generate

    made = spminer.generate.plant(**arguments(spminer.generate.plant, options))
    return _write(session, made.graphs, file, pattern=str(made.pattern), as_json=files.as_json)


command = Group(
    "generate",
    commands=[synthetic, plant],
    no_args_is_help=True,
    help="""Make synthetic graphs, or graphs with a planted pattern.

    \b
    Examples:
      spminer generate synthetic --graphs 100 --nodes 20-30 -o graphs.g6
      spminer generate plant clique -o planted.g6
    """,
)


def _parse_nodes(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text)
    low, high = (0, 0) if match is None else (int(match[1]), int(match[2] or match[1]))
    if not 1 <= low <= high:
        raise UsageError(f"--nodes {text!r} is not a number such as 25 or a range such as 20-30")
    return low, high


def _write(session: Session, graphs: "GraphCollection", file: GeneratedFile, *, as_json: bool, **more: str) -> int:
    """Write the graphs and print their sizes."""
    import spminer

    spminer.write(graphs, file.output, format=file.format)
    facts: dict[str, str | int] = {
        "file": str(file.output),
        "graphs": graphs.num_graphs,
        "nodes": graphs.num_nodes,
        "edges": graphs.num_edges,
        **more,
    }
    lines = [(name, fact if isinstance(fact, str) else format_number(fact)) for name, fact in facts.items()]
    return session.deliver(facts, lambda: print_facts(lines), as_json=as_json)
