"""Appendix: can a graph network predict how often small motifs occur? Trains the predictor and measures its errors."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from spminer.errors import UsageError
from spminer.generate import synthetic
from spminer.paper import published
from spminer.paper.experiment import DataSet, Experiment
from spminer.paper.figures import bars_with_range, legend, panels, save
from spminer.paper.report import Cell, ExperimentResult, Table
from spminer.paper.runs import Spread
from spminer.version import __version__

if TYPE_CHECKING:
    from spminer.paper.count_prediction.model import CountPredictor
    from spminer.paper.experiment import ExperimentContext

__all__ = ["EXPERIMENT"]

DATA = ("COX2", "DD", "MSRC_21", "FIRSTMM_DB")
TRAINING_SHARE = 330 / 450  # of the time; the rest is for the exact counts of the data sets
TEST_SEED = 20_000  # of graphs that are not used for training


def compute(context: ExperimentContext) -> dict[int, dict[str, dict[str, Any]]]:
    """Train a predictor on synthetic graphs with each seed, and compare its counts with exact ones."""
    seconds = context.seconds("counts") * TRAINING_SHARE
    graphs = context.full_or_quick(500, 10)
    found = {}
    for seed in context.seeds:

        def measure(seed: int = seed) -> dict[str, Any]:
            model = _predictor(context, seconds, seed)
            random = DataSet("E-R", lambda: synthetic(graphs, (10, 100), kind="er", seed=TEST_SEED, threads=1))
            tested = [random, *(context.dataset(name) for name in context.full_or_quick(DATA, DATA[:1]))]
            return {data.name: _errors(context, data, model) for data in tested}

        limit = context.seconds("counts")
        found[seed] = context.get_or_compute("counts/errors", {"seconds": seconds}, measure, seed=seed, limit_s=limit)
    return found


def report(context: ExperimentContext, found: dict[int, dict[str, dict[str, Any]]]) -> ExperimentResult:
    """Errors beside those of the paper."""

    def spread(name: str, measure: str, scale: float = 1.0) -> Spread:
        return Spread.of({seed: scale * errors[name][measure] for seed, errors in found.items()})

    first = found[context.seed]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (name, first[name]["graphs"], spread(name, "mse"), paper[0], spread(name, "relative_error", 100.0), paper[1])
        for name in first
        for paper in [published.COUNT_ERRORS[name]]
    )
    columns = ("data set", "graphs", "MSE", "MSE (paper)", "relative error %", "relative error % (paper)")
    table = Table("counts-errors", "Errors of predicted log counts of all motifs of 3 to 5 nodes", columns, rows)
    notes = ("The paper does not define motifs, graphs and errors of this experiment: compare the scale only.",)
    return ExperimentResult((table,), (_draw(context, rows),), notes)


def _errors(context: ExperimentContext, data: DataSet, model: CountPredictor) -> dict[str, Any]:
    from spminer.paper.count_prediction.training import CountErrors, batches_by_size

    context.report(f"counts: {data.name}")
    return asdict(CountErrors.measure(model, batches_by_size(data.load(), threads=max(context.threads, 1))))


def _predictor(context: ExperimentContext, seconds: float, seed: int) -> CountPredictor:
    """The trained predictor; a stopped training is resumed."""
    try:
        from spminer.paper.count_prediction.data import PRESETS
        from spminer.paper.count_prediction.training import CountTrainer, load_predictor
    except ImportError as error:
        raise UsageError("counts needs torch; install it with: pip install 'spminer[train]'") from error
    config = replace(PRESETS[context.full_or_quick("cpu", "tiny")], seconds=seconds, seed=seed)
    name = f"counts-model-{__version__}-{seconds:.0f}s-seed{seed}{'-quick' * context.quick}"
    folder = context.out / "cells" / name
    trainer = CountTrainer(config, folder, device="cpu", threads=max(context.threads, 1))
    if trainer.seconds < seconds and trainer.step < config.steps:
        context.report(f"counts: training for {seconds:.0f} s, seed {seed}")
        trainer.run()
    return load_predictor(folder)


def _draw(context: ExperimentContext, rows: tuple[tuple[Any, ...], ...]) -> str:
    figure, (axes,) = panels(1, title="How well can counts of small motifs be predicted?", size=(6.0, 3.4))
    positions = range(len(rows))
    bars_with_range(
        axes, [x - 0.2 for x in positions], [row[4] for row in rows], width=0.4, color="#1f4fa3", label="measured"
    )
    bars_with_range(
        axes, [x + 0.2 for x in positions], [row[5] for row in rows], width=0.4, color="#c3cbd6", label="paper"
    )
    axes.set_xticks(positions, [row[0] for row in rows])
    axes.set(ylabel="relative error of log counts (%)")
    legend(figure, [axes])
    return save(figure, context.out, "counts-errors")


EXPERIMENT = Experiment("counts", "Can counts of small motifs be predicted?", DATA, compute, report)
