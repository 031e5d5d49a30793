"""The encoder: pairs of neighborhoods, the look of its space, and the graphs that it learned from."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.encoder.evaluation.ablation import learned_distance
from spminer.encoder.evaluation.calibrate import sparse_graphs
from spminer.encoder.evaluation.evaluate import PairScores, pair_scores, score_pairs
from spminer.encoder.evaluation.pairs import balanced_pairs, protocol_pairs, synthetic_graphs
from spminer.encoder.metrics import best_threshold
from spminer.encoder.model_file import load_model
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.order import OrderScorer
from spminer.encoder.training.plots import informative_dimensions
from spminer.experiments import published
from spminer.experiments.budgets import CELL_S
from spminer.experiments.context import DataSet
from spminer.experiments.figures import panels, save
from spminer.experiments.registry import Experiment, Outcome
from spminer.experiments.statistics import graph_statistics, statistics_outcome
from spminer.experiments.tables import Cell, Table

if TYPE_CHECKING:
    from pathlib import Path

    from spminer.experiments.context import Context

__all__ = ["EXPERIMENT"]

DATA = ("ENZYMES", "COX2", "FIRSTMM_DB")
COMPARED = ("ENZYMES", "COX2", "MSRC_9")
PAIRS, QUICK_PAIRS = 20_000, 200
CALIBRATION_PAIRS, QUICK_CALIBRATION_PAIRS = 10_000, 200
POINTS = 2000
GRAPHS, QUICK_GRAPHS = 150, 5


def run(context: Context) -> Outcome:
    """Judge the models of the package, and those of an ablation where the user has trained one."""
    synthetic = DataSet("synthetic", lambda: synthetic_graphs(seed=context.seed))
    data = [synthetic, *(context.dataset(name) for name in context.pick(DATA, DATA[:1]))]
    models = {"order (package)": "default", "MLP (package)": "mlp", **_ablation(context)}
    scores = {one.name: _scores(context, one, models) for one in data}
    sparse = DataSet("synthetic, sparse", lambda: sparse_graphs(GRAPHS, seed=context.seed))
    compared = [synthetic, sparse, *(context.dataset(name) for name in context.pick(COMPARED, COMPARED[:1]))]
    statistics = {one.name: _statistics(context, one) for one in compared}
    table, drawn = statistics_outcome(context, statistics)
    notes = [
        "Here every pair is labeled by the exact matcher; the paper's negatives are not checked, so the numbers "
        "compare models within a source rather than across.",
    ]
    if len(models) == 2:
        notes.append(
            "The paper's five variants are compared when a folder `ablation` lies beside the data, made by "
            "`python -m spminer.encoder.evaluation.ablation --out DIR/ablation` (hours on a CPU; "
            "see docs/models/ablation)."
        )
    return Outcome((_table(scores), table), (_draw_space(context, synthetic), drawn), tuple(notes))


def _ablation(context: Context) -> dict[str, Path]:
    """Trained variants of the encoder, by name."""
    if context.data is None:
        return {}
    files = sorted((context.data / "ablation").glob("*/model.safetensors"))
    return {load_model(file).metadata["variant"]: file for file in files}


def _scores(context: Context, data: DataSet, models: dict[str, Any]) -> dict[str, PairScores]:
    count, calibration = context.pick(PAIRS, QUICK_PAIRS), context.pick(CALIBRATION_PAIRS, QUICK_CALIBRATION_PAIRS)

    def compute() -> dict[str, Any]:
        context.report(f"encoder: pairs of {data.name}")
        pairs = protocol_pairs(data.load(), count=count, seed=context.seed, threads=context.threads)
        balanced = balanced_pairs(calibration, seed=context.seed)
        scorer = OrderScorer(open_embedder("default", threads=context.threads), threads=context.threads)
        scores = {"order with signature (package)": score_pairs(scorer, pairs)[0]}
        for name, source in models.items():
            model = load_model(source)
            threshold, _ = best_threshold(learned_distance(model, balanced, threads=context.threads), balanced.labels)
            scores[name] = pair_scores(learned_distance(model, pairs, threads=context.threads), pairs.labels, threshold)
        return {name: asdict(score) for name, score in scores.items()}

    parameters = {"pairs": count, "models": {name: str(source) for name, source in models.items()}}
    kept = context.cell(f"encoder/pairs-{data.name}", parameters, compute)
    return {name: PairScores(**score) for name, score in kept.items()}


def _statistics(context: Context, data: DataSet) -> dict[str, list[float]]:
    count = context.pick(GRAPHS, QUICK_GRAPHS)
    found: dict[str, list[float]] = context.cell(
        f"encoder/statistics-{data.name}", {"graphs": count}, lambda: graph_statistics(data.load(), count)
    )
    return found


def _table(scores: dict[str, dict[str, PairScores]]) -> Table:
    def percent(score: PairScores) -> str:
        return f"{100 * score.accuracy:.1f} / {100 * score.average_precision:.1f}"

    rows: list[tuple[Cell, ...]] = [
        (name, "measured", *(percent(by_model[name]) for by_model in scores.values()))
        for name in next(iter(scores.values()))
    ]
    rows += [
        (name, "paper", *("{} / {}".format(*row[data]) if data in row else None for data in scores))
        for name, row in published.ABLATION.items()
    ]
    columns = ("model", "source", *scores)
    return Table("encoder-pairs", "Pairs of neighborhoods: accuracy / average precision in %", columns, tuple(rows))


def _draw_space(context: Context, data: DataSet) -> str:
    count = context.pick(POINTS, QUICK_PAIRS)
    sample = protocol_pairs(data.load(), count=count, seed=context.seed, threads=context.threads).sub
    embeddings = open_embedder("default", threads=context.threads).embed(sample)
    first, second = informative_dimensions(embeddings)
    figure, (axes,) = panels(1, title="Do small graphs lie below larger ones?", size=(5.2, 4.0))
    order = np.argsort(-sample.sizes, kind="stable")  # small graphs on top
    points = axes.scatter(
        embeddings[order, first], embeddings[order, second], c=sample.sizes[order], s=7, cmap="viridis"
    )
    axes.set(xlabel=f"embedding, dimension {first}", ylabel=f"embedding, dimension {second}")
    figure.colorbar(points, ax=axes, label="size (nodes)")
    return save(figure, context.out, "encoder-space")


EXPERIMENT = Experiment(
    "encoder",
    "How good is the encoder, and do its training graphs cover real ones?",
    tuple(dict.fromkeys((*DATA, *COMPARED))),
    CELL_S["encoder"],
    run,
)
