"""``spminer evaluate``: how good a model is."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from spminer._util.options import DEVICE, OUTPUT, SEED, THREADS, option
from spminer._util.text import format_number
from spminer._util.text_table import Column
from spminer.cli.console import print_facts, print_table
from spminer.cli.options import JSON_FILE, MODEL, FileOptions, RunOptions, output_file, some
from spminer.cli.session import FileToWrite, Session, takes
from spminer.graphs.options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.encoder.evaluation.evaluate import EvaluationReport


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateOptions:
    """The options of the verb."""

    model: str = option(**MODEL)
    pairs: str = option("synthetic", "Data set that pairs and patterns come from.", metavar="synthetic|GRAPH")
    count: int = option(40_000, "Number of pairs.", metavar="N", minimum=2)
    neighborhoods: int = option(8000, "Samples that frequencies are estimated from.", metavar="N", minimum=1)
    patterns: int = option(26, "Patterns of each size to rank.", metavar="N", minimum=2)
    plot: Path | None = option(
        None, "Draw the embedding space (png, svg, pdf).", group=OUTPUT, metavar="FILE", parse=output_file
    )
    seed: int = option(**SEED)
    threads: int = option(**THREADS)
    device: Literal["auto", "cpu", "cuda"] = option(**DEVICE)


@takes(
    EvaluateOptions,
    some(ReadOptions, "format"),
    some(RunOptions, "quiet"),
    some(FileOptions, "output", "as_json", output=JSON_FILE),
)
def command(session: Session, options: EvaluateOptions, reading: ReadOptions, files: FileOptions) -> int:
    """Measure how good a model is.

    The two measures are how well it tells containments and how well it ranks patterns by frequency.

    Pairs of random neighborhoods are labeled by the exact matcher; patterns of 4 to 20 nodes, half of them
    frequent, are counted exactly. Labels and direction of GRAPH are ignored.

    \b
    Examples:
      spminer evaluate
      spminer evaluate --pairs ENZYMES.zip --json
      spminer evaluate --model run/model.safetensors --plot space.png
    """
    from spminer.encoder.evaluation.evaluate import evaluate, plot_space
    from spminer.encoder.model import load_model

    model, seed, threads, device = load_model(options.model), options.seed, options.threads, options.device
    graphs = None if options.pairs == "synthetic" else session.read([options.pairs], reading)
    with session.working("evaluating"):
        report = evaluate(
            model,
            graphs,
            pairs=options.count,
            neighborhoods=options.neighborhoods,
            per_size=options.patterns,
            seed=seed,
            threads=threads,
            device=device,
        )
    plot = FileToWrite(
        "plot", options.plot, lambda path: plot_space(model, graphs, path, seed=seed, threads=threads, device=device)
    )
    return session.deliver(
        report.to_dict(),
        lambda: _print(report),
        as_json=files.as_json,
        files=[FileToWrite("evaluation", files.output), plot],
    )


def _print(report: "EvaluationReport") -> None:
    positives = format_number(report.positives)
    print_facts(
        [
            ("data", report.data),
            ("pairs", f"{format_number(report.pairs)}, {positives} of them containments"),
            ("neighborhoods", format_number(report.neighborhoods)),
            ("device", report.device),
            ("seconds", f"{report.timing_s['total']:.0f}"),
        ]
    )
    scores, ranking, hits = (report.with_signature, report.without_signature), report.ranking, report.hits

    def percent(name: str, field: str) -> Column:
        return Column(name, [f"{100 * getattr(one, field):.1f}" for one in scores], right=True)

    def share(name: str) -> Column:
        field = name.lower().replace(" ", "_")
        return Column(name, [f"{getattr(one, field):.3f}" for one in ranking], right=True)

    def number(rows: "Sequence[object]", *names: str) -> list[Column]:
        return [Column(name, [str(getattr(one, name)) for one in rows], right=True) for name in names]

    shares = ("soft", "hard", "signature", "matched", "open AUROC", "exact share", "soft share", "hard share")
    tables = (
        [
            Column("pairs", ["with signature", "learned alone"]),
            percent("accuracy", "accuracy"),
            percent("AP", "average_precision"),
            percent("AUROC", "area_under_roc"),
        ],
        [*number(ranking, "size", "patterns"), *map(share, shares)],
        [
            *number(hits, "size", "classes", "top"),
            Column("soft hits", [f"{one.soft:.2f}" for one in hits], right=True),
            Column("hard hits", [f"{one.hard:.2f}" for one in hits], right=True),
        ],
    )
    for table in tables:
        print()
        print_table(table)
