"""Count prediction: whether a graph network can tell how often small motifs occur."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from spminer.errors import UsageError
from spminer.experiments import published
from spminer.experiments.budgets import CELL_S
from spminer.experiments.context import DataSet
from spminer.experiments.figures import panels, save
from spminer.experiments.registry import Experiment, Outcome
from spminer.experiments.tables import Table
from spminer.generate import synthetic

if TYPE_CHECKING:
    from spminer.count_prediction.model import CountPredictor
    from spminer.experiments.context import Context

__all__ = ["EXPERIMENT"]

DATA = ("COX2", "DD", "MSRC_21", "FIRSTMM_DB")
TRAINING_SHARE = 330 / 450  # of the time; the rest is for the exact counts of the data sets
TEST_SEED = 20_000  # of graphs that no training sees


def run(context: Context) -> Outcome:
    """Train a predictor on synthetic graphs, and compare its counts with exact ones."""
    graphs = context.pick(500, 10)
    random = DataSet("E-R", lambda: synthetic(graphs, (10, 100), kind="er", seed=TEST_SEED, threads=1))
    data = [random, *(context.dataset(name) for name in context.pick(DATA, DATA[:1]))]
    seconds = context.seconds("counts") * TRAINING_SHARE
    errors = {
        one.name: context.cell(f"counts/{one.name}", {"seconds": seconds}, partial(_errors, context, one, seconds))
        for one in data
    }
    rows = tuple(
        (name, found["graphs"], found["mse"], paper[0], 100 * found["relative_error"], paper[1])
        for name, found in errors.items()
        for paper in [published.COUNT_ERRORS[name]]
    )
    columns = ("data set", "graphs", "MSE", "MSE (paper)", "relative error %", "relative error % (paper)")
    table = Table("counts-errors", "Errors of predicted log counts of all motifs of 3 to 5 nodes", columns, rows)
    notes = ("The paper does not define motifs, graphs and errors of this experiment: compare the scale only.",)
    return Outcome((table,), (_draw(context, rows),), notes)


def _errors(context: Context, data: DataSet, seconds: float) -> dict[str, Any]:
    model = _predictor(context, seconds)
    from spminer.count_prediction.evaluation import CountErrors, batches_by_size

    context.report(f"counts: {data.name}")
    return asdict(CountErrors.measure(model, batches_by_size(data.load(), threads=max(context.threads, 1))))


def _predictor(context: Context, seconds: float) -> CountPredictor:
    """The trained predictor; training goes on where it was stopped."""
    try:
        from spminer.count_prediction.config import PRESETS
        from spminer.count_prediction.training import CountTrainer, load_predictor
    except ImportError as error:
        raise UsageError("counts needs torch; install it with: pip install 'spminer[train]'") from error
    config = replace(PRESETS[context.pick("cpu", "tiny")], seconds=seconds, seed=context.seed)
    folder = context.out / "cells" / f"counts-model-{seconds:.0f}s-seed{context.seed}{'-quick' * context.quick}"
    trainer = CountTrainer(config, folder, device="cpu", threads=max(context.threads, 1))
    if trainer.seconds < seconds and trainer.step < config.steps:
        context.report(f"counts: training for {seconds:.0f} s")
        trainer.run()
    return load_predictor(folder)


def _draw(context: Context, rows: tuple[tuple[Any, ...], ...]) -> str:
    figure, (axes,) = panels(1, title="How well can counts of small motifs be predicted?", size=(6.0, 3.4))
    positions = range(len(rows))
    axes.bar([x - 0.2 for x in positions], [row[4] for row in rows], 0.4, color="#1f4fa3", label="measured")
    axes.bar([x + 0.2 for x in positions], [row[5] for row in rows], 0.4, color="#c3cbd6", label="paper")
    axes.set_xticks(positions, [row[0] for row in rows])
    axes.set(ylabel="relative error of log counts (%)")
    axes.legend(frameon=False)
    return save(figure, context.out, "counts-errors")


EXPERIMENT = Experiment("counts", "Can counts of small motifs be predicted?", DATA, CELL_S["counts"], run)
