"""``spminer evaluate``: how good a model is."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spminer._util.files import write_atomic
from spminer._util.text import format_number
from spminer.cli.console import Console, print_facts, print_table
from spminer.cli.options import (
    OUTPUT,
    DeviceOption,
    FormatOption,
    JsonOption,
    OutputOption,
    QuietOption,
    ReadingOptions,
    SeedOption,
    ThreadsOption,
    check_writable,
)
from spminer.cli.session import read_graphs, shown

if TYPE_CHECKING:
    from spminer.encoder.evaluation.evaluate import EvaluationReport
    from spminer.graphs import GraphCollection

__all__ = ["evaluate"]


def evaluate(
    *,
    model: Annotated[
        str, typer.Option("--model", metavar="NAME|FILE", help="Model of the package, or a model file.")
    ] = "default",
    pairs: Annotated[
        str, typer.Option("--pairs", metavar="synthetic|GRAPH", help="Data set that pairs and patterns come from.")
    ] = "synthetic",
    count: Annotated[int, typer.Option("--count", min=2, metavar="N", help="Number of pairs.")] = 40_000,
    neighborhoods: Annotated[
        int, typer.Option("--neighborhoods", min=1, metavar="N", help="Samples that frequencies are estimated from.")
    ] = 8000,
    patterns: Annotated[
        int, typer.Option("--patterns", min=2, metavar="N", help="Patterns of each size to rank.")
    ] = 26,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot",
            callback=check_writable,
            metavar="FILE",
            help="Draw the embedding space (png, svg, pdf).",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    format: FormatOption = None,
    seed: SeedOption = 0,
    threads: ThreadsOption = 0,
    device: DeviceOption = "auto",
    output: OutputOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Measure how good a model is.

    How well it tells containments, and how well it ranks patterns by frequency.

    Pairs of random neighborhoods are labeled by the exact matcher; patterns of 4 to 20 nodes, half of them
    frequent, are counted exactly. Labels and direction of GRAPH are ignored.

    \b
    Examples:
      spminer evaluate
      spminer evaluate --pairs ENZYMES.zip --json
      spminer evaluate --model run/model.safetensors --plot space.png
    """
    from spminer.encoder.evaluation.evaluate import evaluate as measure
    from spminer.encoder.model import load_model

    console = Console(quiet)
    loaded = load_model(model)
    graphs = None
    if pairs != "synthetic":
        graphs = read_graphs(pairs, console, ReadingOptions(format=format))
    with shown("evaluating", console):
        report = measure(
            loaded,
            graphs,
            pairs=count,
            neighborhoods=neighborhoods,
            per_size=patterns,
            seed=seed,
            threads=threads,
            device=device,
        )
    if plot is not None:
        _draw(model, graphs, plot, seed, device, threads)
    text = json.dumps(report.to_dict(), indent=1)
    if output is not None:
        write_atomic(output, text + "\n")
    if as_json:
        typer.echo(text)
    else:
        _print(report)


def _draw(model: str, graphs: "GraphCollection | None", path: Path, seed: int, device: str, threads: int) -> None:
    from spminer.encoder.evaluation.pairs import independent_pairs, synthetic_graphs
    from spminer.encoder.inference import open_embedder
    from spminer.encoder.training.plots import plot_embedding

    sample = independent_pairs(graphs or synthetic_graphs(seed=seed), count=4000, seed=seed, threads=threads).sub
    plot_embedding(open_embedder(model, device=device, threads=threads).embed(sample), sample.sizes, path)


def _print(report: "EvaluationReport") -> None:
    print_facts(
        [
            ("data", report.data),
            ("pairs", f"{format_number(report.pairs)}, {format_number(report.positives)} of them containments"),
            ("neighborhoods", format_number(report.neighborhoods)),
            ("device", report.device),
            ("seconds", f"{report.timing_s['total']:.0f}"),
        ]
    )
    print()
    rows = (("with signature", report.with_signature), ("learned alone", report.without_signature))
    print_table(
        ("pairs", "accuracy", "AP", "AUROC"),
        [(name, *map(_percent, (s.accuracy, s.average_precision, s.area_under_roc))) for name, s in rows],
        right=(1, 2, 3),
    )
    print()
    print_table(
        (
            *("size", "patterns", "soft", "hard", "signature", "matched", "open AUROC"),
            *("exact share", "soft share", "hard share"),
        ),
        [
            (
                str(r.size),
                str(r.patterns),
                *(f"{v:.3f}" for v in (r.soft, r.hard, r.signature, r.matched, r.open_auroc)),
                *(f"{v:.3f}" for v in (r.exact_share, r.soft_share, r.hard_share)),
            )
            for r in report.ranking
        ],
        right=range(10),
    )
    print()
    print_table(
        ("size", "classes", "top", "soft hits", "hard hits"),
        [(str(h.size), str(h.classes), str(h.top), f"{h.soft:.2f}", f"{h.hard:.2f}") for h in report.hits],
        right=range(5),
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
