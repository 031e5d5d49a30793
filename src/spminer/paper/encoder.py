"""Experiment 5: accuracy of the encoder on pairs, a picture of its space, and statistics of its training graphs.

The table of architectures has the models of the package and those that ``python -m spminer.paper.ablation`` trained.
Statistics of synthetic graphs are compared with those of real ones.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.imports import import_optional
from spminer.encoder.evaluation.calibrate import sparse_graphs
from spminer.encoder.evaluation.evaluate import PairScores, pair_scores, score_pairs
from spminer.encoder.evaluation.metrics import best_threshold
from spminer.encoder.evaluation.pairs import balanced_pairs, independent_pairs, synthetic_graphs
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import load_model, model_digest
from spminer.encoder.scoring import OrderScorer
from spminer.encoder.training.plots import informative_dimensions
from spminer.errors import InputError
from spminer.graphs.convert.networkx import to_networkx
from spminer.paper import published
from spminer.paper.ablation import learned_distance
from spminer.paper.experiment import DataSet, Experiment
from spminer.paper.figures import legend, log_scale, panels, save
from spminer.paper.report import Cell, ExperimentResult, Table
from spminer.paper.runs import Spread

if TYPE_CHECKING:
    from pathlib import Path

    from spminer.graphs import GraphCollection
    from spminer.paper.experiment import ExperimentContext

DATA = ("ENZYMES", "COX2", "FIRSTMM_DB")
COMPARED = ("ENZYMES", "COX2", "MSRC_9")
PAIRS, QUICK_PAIRS = 20_000, 200
CALIBRATION_PAIRS, QUICK_CALIBRATION_PAIRS = 10_000, 200
POINTS = 2000
GRAPHS, QUICK_GRAPHS = 150, 5

_SYNTHETIC = "synthetic"
_PACKAGE = {"order (real)": "real", "order (synthetic)": "synthetic", "order (paper)": "paper", "MLP (package)": "mlp"}
_SKIPS = ("real", "synthetic", "paper")  # models whose skip weights are drawn


@dataclass(frozen=True, slots=True)
class Computed:
    """Scores of pairs by data set and seed, and statistics of graphs by data set."""

    scores: dict[str, dict[int, dict[str, PairScores]]]
    statistics: dict[str, dict[str, list[float]]]


def compute(context: ExperimentContext) -> Computed:
    """Score the models of the package, and those of an ablation if the user has trained one."""
    models = {**_PACKAGE, **_ablation(context)}
    data = (_SYNTHETIC, *context.full_or_quick(DATA, DATA[:1]))
    sparse = DataSet("synthetic, sparse", lambda: sparse_graphs(GRAPHS, seed=context.seed), context.seed)
    real = [context.dataset(name) for name in context.full_or_quick(COMPARED, COMPARED[:1])]
    compared = [_synthetic(context.seed), sparse, *real]
    return Computed(
        {name: {seed: _scores(context, name, seed, models) for seed in context.seeds} for name in data},
        {one.name: _statistics(context, one) for one in compared},
    )


def report(context: ExperimentContext, found: Computed) -> ExperimentResult:
    """Tables of pairs and of graphs, and a picture of the space."""
    table, drawn = statistics_table(context, found.statistics)
    notes = [
        "Here every pair is labeled by the exact matcher; the paper's negatives are not checked, so the numbers "
        "compare models within a source rather than across.",
        "Each seed draws other pairs (and other synthetic graphs); the models are the same.",
        "The learned score alone is cut by a threshold that is learned on balanced synthetic pairs, half of them "
        "contained; with the signature it is the one that the model has with it. Average precision needs none.",
        "*Always no* is the base rate: few pairs are containments, so that accuracy tells little.",
        "The model `real` has seen graphs of ENZYMES and COX2; the others learned from synthetic graphs alone.",
    ]
    if not _ablation(context):
        notes.append(
            "The paper's five variants are compared when a folder `ablation` lies beside the data, made by "
            "`python -m spminer.paper.ablation --out DIR/ablation` (hours on a CPU; "
            "see docs/models/ablation)."
        )
    figures = (_draw_space(context), _draw_skips(context), drawn)
    return ExperimentResult((_table(found.scores), table), figures, tuple(notes))


def _synthetic(seed: int) -> DataSet:
    return DataSet(_SYNTHETIC, lambda: synthetic_graphs(seed=seed), seed)


def _ablation(context: ExperimentContext) -> dict[str, Path]:
    """Trained variants of the encoder, by name."""
    if context.data is None:
        return {}
    found = {}
    for file in sorted((context.data / "ablation").glob("*/model.safetensors")):
        variant = load_model(file).metadata.get("variant")
        if variant is None:
            remedy = "remove it from the folder, or make the folder by python -m spminer.paper.ablation"
            raise InputError("has no name of a variant of the ablation", source=str(file), remedy=remedy)
        found[variant] = file
    return found


def _scores(context: ExperimentContext, name: str, seed: int, models: dict[str, Any]) -> dict[str, PairScores]:
    count, calibration = (
        context.full_or_quick(PAIRS, QUICK_PAIRS),
        context.full_or_quick(CALIBRATION_PAIRS, QUICK_CALIBRATION_PAIRS),
    )

    def measure() -> dict[str, Any]:
        context.report(f"encoder: pairs of {name}, seed {seed}")
        data = _synthetic(seed) if name == _SYNTHETIC else context.dataset(name)
        pairs = independent_pairs(data.load(), count=count, seed=seed, threads=context.threads)
        balanced = balanced_pairs(calibration, seed=seed)
        scorer = OrderScorer(open_embedder("real", threads=context.threads))
        contained = float(pairs.labels.mean())
        scores = {
            "always no": PairScores(1 - contained, contained, 0.5),
            "order with signature (real)": score_pairs(scorer, pairs)[0],
        }
        for label, source in models.items():
            model = load_model(source)
            threshold, _ = best_threshold(learned_distance(model, balanced, threads=context.threads), balanced.labels)
            learned = learned_distance(model, pairs, threads=context.threads)
            scores[label] = pair_scores(learned, pairs.labels, threshold)
        return {label: asdict(score) for label, score in scores.items()}

    parameters = {"pairs": count, "models": {label: model_digest(source) for label, source in models.items()}}
    kept = context.get_or_compute(
        f"encoder/pairs-{name}", parameters, measure, seed=seed, limit_s=context.seconds("encoder") / 4
    )
    return {label: PairScores(**score) for label, score in (kept or {}).items()}


def _statistics(context: ExperimentContext, data: DataSet) -> dict[str, list[float]]:
    count = context.full_or_quick(GRAPHS, QUICK_GRAPHS)
    parameters = {"graphs": count, "data_seed": data.seed}
    found: dict[str, list[float]] = context.get_or_compute(
        f"encoder/statistics-{data.name}", parameters, lambda: graph_statistics(data.load(), count)
    )
    return found


def _table(scores: dict[str, dict[int, dict[str, PairScores]]]) -> Table:
    def percent(name: str, model: str) -> tuple[Spread, Spread]:
        by_seed = {seed: by_model[model] for seed, by_model in scores[name].items()}
        accuracy = Spread.of({seed: 100 * score.accuracy for seed, score in by_seed.items()})
        precision = Spread.of({seed: 100 * score.average_precision for seed, score in by_seed.items()})
        return accuracy.rounded(1), precision.rounded(1)

    models = list(next(iter(next(iter(scores.values())).values())))
    rows: list[tuple[Cell, ...]] = [
        (model, "measured", *(spread for name in scores for spread in percent(name, model))) for model in models
    ]
    rows += [
        (model, "paper", *(value for name in scores for value in row.get(name, (None, None))))
        for model, row in published.ABLATION.items()
    ]
    columns = ("model", "source", *(f"{name}: {measure}" for name in scores for measure in ("accuracy", "AP")))
    title = "Pairs of neighborhoods: accuracy and average precision (AP) in %"
    return Table("encoder-pairs", title, columns, tuple(rows))


def _draw_space(context: ExperimentContext) -> str:
    count = context.full_or_quick(POINTS, QUICK_PAIRS)
    sample = independent_pairs(
        _synthetic(context.seed).load(), count=count, seed=context.seed, threads=context.threads
    ).sub
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


def _draw_skips(context: ExperimentContext) -> str:
    """The weight of each earlier state in each layer, for every model."""
    figure, grid = panels(len(_SKIPS), title="Which earlier layers does a layer look at?", size=(3.4, 3.0))
    for axes, name in zip(grid, _SKIPS, strict=True):
        weights = load_model(name).skip_weights
        assert weights is not None
        unused = np.triu(np.ones(weights.shape, dtype=bool), 1)
        image = axes.imshow(np.ma.masked_array(weights, unused), cmap="viridis", aspect="auto")
        axes.set(xlabel="state (0: the input)", ylabel="layer")
        axes.set_title(name, loc="left", fontsize=10)
        axes.grid(visible=False)
        figure.colorbar(image, ax=axes)
    return save(figure, context.out, "encoder-skips")


MEASURES = ("density", "diameter", "average path length", "clustering coefficient")
_LARGEST = 300  # nodes: paths between all pairs of larger graphs take minutes


def graph_statistics(graphs: GraphCollection, count: int) -> dict[str, list[float]]:
    """Each measure of the largest component of graphs evenly spread over the collection.

    >>> import networkx as nx, spminer
    >>> found = graph_statistics(spminer.from_networkx([nx.cycle_graph(5)]), 1)
    >>> found["density"], found["diameter"], found["average path length"]
    ([0.5], [2.0], [1.5])
    """
    nx = import_optional("networkx", "spminer[graphs]")
    sizes = np.diff(graphs.graph_offsets)
    fitting = np.flatnonzero((sizes >= 2) & (sizes <= _LARGEST))
    chosen = fitting[np.linspace(0, len(fitting) - 1, min(count, len(fitting))).astype(int)]
    values: dict[str, list[float]] = {measure: [] for measure in MEASURES}
    for index in chosen:
        (graph,) = to_networkx(graphs[int(index)])
        part = graph.subgraph(max(nx.connected_components(graph), key=len))
        if len(part) < 2:
            continue
        lengths = [length for _, reached in nx.all_pairs_shortest_path_length(part) for length in reached.values()]
        row = (
            nx.density(part),
            max(lengths),
            sum(lengths) / (len(part) * (len(part) - 1)),
            nx.average_clustering(part),
        )
        for measure, value in zip(MEASURES, row, strict=True):
            values[measure].append(float(value))
    return values


def statistics_table(context: ExperimentContext, statistics: dict[str, dict[str, list[float]]]) -> tuple[Table, str]:
    """The table of medians and ranges, and the figure."""
    rows: list[tuple[Cell, ...]] = [
        (name, measure, *(round(float(value), 3) for value in np.quantile(values[measure], (0.05, 0.5, 0.95))))
        for name, values in statistics.items()
        for measure in MEASURES
        if values[measure]
    ]
    columns = ("data set", "measure", "5 %", "median", "95 %")
    table = Table("encoder-statistics", "Statistics of synthetic and real graphs", columns, tuple(rows))
    return table, _draw(context, statistics)


def _draw(context: ExperimentContext, statistics: dict[str, Any]) -> str:
    """A column of panels for each real data set, with all synthetic graphs in gray."""
    drawn = [name for name in statistics if name.startswith("synthetic")]
    real = [name for name in statistics if name not in drawn]
    figure, grid = panels(
        2 * len(real),
        columns=len(real),
        title="Do synthetic graphs cover real ones? One point per graph",
        size=(3.6, 2.9),
    )
    pairs = (("density", "diameter"), ("average path length", "clustering coefficient"))
    for number, axes in enumerate(grid):
        (x, y), name = pairs[number // len(real)], real[number % len(real)]
        for gray, marker, one in zip(("#c3cbd6", "#9aa1ab"), ("o", "x"), drawn, strict=True):
            axes.scatter(statistics[one][x], statistics[one][y], c=gray, marker=marker, s=12, label=one, linewidths=0.8)
        axes.scatter(statistics[name][x], statistics[name][y], c="#1f4fa3", marker="^", s=12, label="real graphs")
        axes.set(xlabel=x, ylabel=y)
        axes.set_title(name, loc="left", fontsize=10)
    for axes in grid[: len(real)]:
        axes.set(ylabel="diameter (edges)")
        log_scale(axes.xaxis, (0.03, 0.1, 0.3, 1))
        log_scale(axes.yaxis, (1, 2, 5, 10, 20, 50))
    for axes in grid[len(real) :]:
        axes.set(xlabel="average path length (edges)")
        log_scale(axes.xaxis, (1, 2, 5, 10, 20))
    legend(figure, grid)
    return save(figure, context.out, "encoder-statistics")


EXPERIMENT = Experiment(
    "encoder",
    "How good is the encoder, and do its training graphs cover real ones?",
    tuple(dict.fromkeys((*DATA, *COMPARED))),
    compute,
    report,
)
