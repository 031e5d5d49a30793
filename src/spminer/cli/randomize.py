"""``spminer randomize``: shuffled copies of a graph, to compare it with chance."""

from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spminer._util.options import FINDING, OUTPUT, SEED, THREADS, option
from spminer._util.text import format_number
from spminer._util.text_table import Column
from spminer.cli.console import print_table
from spminer.cli.options import GRAPH, FileOptions, RunOptions, arguments, output_file, some
from spminer.cli.session import Session, takes
from spminer.graphs.options import ReadOptions
from spminer.results.request import ModelName

if TYPE_CHECKING:
    from spminer.significance.null_models import NullModel

_LEAST_DIGITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomizeOptions:
    """The options of the verb; those of :func:`spminer.randomize` have their names and defaults."""

    graph: str = option(**GRAPH)
    output: Path = option(
        MISSING,
        "Where to write; the name tells the format. Several copies get -001, -002, ... in their names.",
        group=OUTPUT,
        metavar="FILE",
        names=("--output", "-o"),
        parse=output_file,
    )
    model: ModelName = option(
        "degree",
        "What is kept: degree; reciprocal (also pairs of opposite arcs); labels (also which node labels edges join); "
        "joint-degree (also which degrees); clustering (also the triangles); er (only the number of edges).",
        group=FINDING,
        metavar="NAME",
    )
    samples: int = option(1, "Number of copies.", group=FINDING, metavar="N", minimum=1)
    switches: float = option(10.0, "Successful switches per edge.", group=FINDING, metavar="X")
    seed: int = option(**SEED)
    threads: int = option(**THREADS)


@takes(
    RandomizeOptions,
    ReadOptions,
    some(RunOptions, "cluster", "time_limit", "quiet"),
    some(FileOptions, "as_json"),
)
def command(session: Session, options: RandomizeOptions, reading: ReadOptions, files: FileOptions) -> int:
    """Write shuffled copies of a graph or a collection.

    The copies are simple graphs, and random but for what the model keeps. The table tells how well each was mixed: the
    share of switches that succeeded, and what is left of the given graph (autocorrelation, near 0 is good).

    \b
    Examples:
      spminer randomize friends.csv -o shuffled.csv
      spminer randomize tu:ENZYMES --model labels --samples 100 -o null.spm
      spminer randomize edges.txt.gz --directed --model reciprocal --seed 7 -o null.txt.gz
    """
    import spminer
    from spminer.significance.null_models import NullModel, standstill

    monitor, output, count = session.monitor, options.output, options.samples
    null = NullModel(**{**arguments(NullModel, options), "graph": session.read([options.graph], reading)})
    rows: list[dict[str, Any]] = []
    with session.running("randomize"):
        for index, copy in enumerate(null.samples(range(count), monitor=monitor)):
            path = output if count == 1 else numbered(output, index + 1, count)
            spminer.write(copy, path)
            rows.append(_facts(null, index, path))
    stopped = monitor.stop_reason if len(rows) < count else None

    def comment() -> None:
        if stopped is not None:
            session.console.warn(f"stopped ({stopped}): {len(rows)} of {count} copies are written")
        if rows and (still := standstill(null.mixing(0), null.model.name)):
            session.console.warn(f"{still}; the copies are the graph itself")

    return session.deliver(
        {"model": null.model.name, "seed": null.seed, "samples": rows},
        lambda: _print(rows),
        as_json=files.as_json,
        stop_reason=stopped,
        finish=comment,
    )


def numbered(path: Path, number: int, count: int) -> Path:
    """The name of one file of several, all equally long.

    >>> numbered(Path("null.txt.gz"), 7, 20).name
    'null-007.txt.gz'
    """
    packed = path.suffix if path.suffix.lower() == ".gz" else ""
    plain = Path(path.name.removesuffix(packed))
    digits = max(_LEAST_DIGITS, len(str(count)))
    return path.with_name(f"{plain.stem}-{number:0{digits}}{plain.suffix}{packed}")


def _facts(null: "NullModel", index: int, path: Path) -> dict[str, Any]:
    mixing = null.mixing(index)
    facts: dict[str, Any] = {
        "sample": index + 1,
        "file": str(path),
        "attempted": mixing.attempted,
        "accepted": mixing.accepted,
        "autocorrelation": mixing.autocorrelation,
        "rigid": mixing.rigid,
    }
    if len(null.graphs) > 1:
        facts["rigid_graphs"] = mixing.rigid_graphs
    if mixing.triangles is not None:
        facts |= {"triangles": mixing.triangles, "wanted_triangles": mixing.wanted_triangles}
    return facts


def _print(rows: list[dict[str, Any]]) -> None:
    if rows:
        print_table(
            [
                Column(name.replace("_", " "), [_text(row[name]) for row in rows], right=name != "file")
                for name in rows[0]
            ]
        )


def _text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    return format_number(value) if isinstance(value, int) else str(value)
