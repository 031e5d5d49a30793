"""What learning contributes: greedy walks by trained models and by controls that have learned nothing.

All walks are the same but for what scores a pattern (:data:`SCORES`), and each is measured twice:

- by the medians of its own ten motifs of a size, counted exactly (``compute``, as cells of experiment 3);
- by the rank correlation of the score with true counts, among the same candidates of one walk for all scores
  (:func:`correlations`).

Proposition 1 of the paper says that the embedding of a walk grows in every coordinate. That holds for a perfect order
embedding; :func:`monotone_steps` measures how far trained ones are from it.

Learning is the trained model minus the signature alone. An untrained network is a control of the whole, but no measure
of learning: its penalties spoil the signature beside them. Which model is the default follows from these tables: no
model has seen the last three data sets, and the models ``synthetic`` and ``paper`` have seen none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.monitor import Monitor
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.evaluation.calibrate import calibrated
from spminer.encoder.evaluation.metrics import rank_correlation
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import EncoderModel, expected_shapes, load_model, model_digest, save_model
from spminer.methods.base import Task
from spminer.methods.greedy import GreedySettings, best_steps
from spminer.methods.walks import WalkEngine
from spminer.paper.experiment import Experiment
from spminer.paper.figures import legend, panels, plot, save
from spminer.paper.report import Cell, ExperimentResult, Table
from spminer.paper.runs import RunsBySeed, Spread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from spminer.graphs import GraphCollection
    from spminer.paper.experiment import DataSet, ExperimentContext

__all__ = ["EXPERIMENT", "SCORES", "correlations", "mine_by_scores", "monotone_steps", "untrained_model"]

DATA = ("ENZYMES", "COX2", "MSRC_9", "COIL-DEL", "MNRoads", "FIRSTMM_DB", "REDDIT-BINARY", "BBBP")
CHAINS = "ENZYMES"  # whose patterns are the random chains
UNSEEN = DATA[-3:]  # by any model of the package
TRAINED = ("synthetic", "real")
SIZES, QUICK_SIZES = range(5, 21), range(4, 7)
RANKED, QUICK_RANKED = (6, 8, 10, 12, 14, 16, 18, 20), (5, 6)
CANDIDATES, QUICK_CANDIDATES = 200, 20  # of a size, whose true counts are compared with the scores
ANCHORS, STEPS = 1000, 20_000  # nodes at which they are matched, and search steps for each

SCORES: dict[str, dict[str, Any]] = {
    "synthetic": {"model": "synthetic"},
    "real": {"model": "real"},
    "paper": {"model": "paper", "score": "penalty"},
    "learned alone": {"model": "synthetic", "score": "penalty"},
    "signature alone": {"model": "synthetic", "score": "signature"},  # of the model, only its kind of containment
    "untrained": {"model": "untrained"},
    "random": {"score": "random"},
}
"""Settings of a greedy search by what scores; the model ``untrained`` is made for the experiment."""


@dataclass(frozen=True, slots=True)
class Computed:
    """Runs by data set and score, rank correlations by data set, score and size, and steps of chains by model."""

    runs: dict[str, dict[str, RunsBySeed]]
    correlations: dict[str, dict[str, dict[int, Spread]]]
    monotone: dict[str, dict[str, float]]


def compute(context: ExperimentContext) -> Computed:
    """Walk on every data set by every score, and rank the candidates of one walk by all scores."""
    sizes, names = context.full_or_quick(SIZES, QUICK_SIZES), context.full_or_quick(DATA, DATA[:1])
    scores = _scores(context)
    runs: dict[str, dict[str, RunsBySeed]] = {}
    found: dict[str, dict[str, dict[int, Spread]]] = {}
    for name in names:
        data = context.dataset(name)
        runs[name] = mine_by_scores(context, "learning", data, sizes)
        by_seed = {seed: _correlations(context, name, scores, seed) for seed in context.seeds}
        known = next((one for one in by_seed.values() if one), {})
        found[name] = {
            score: {
                int(size): Spread.of({seed: one.get(score, {}).get(size) for seed, one in by_seed.items()})
                for size in known[score]
            }
            for score in known
        }
    return Computed(runs, found, _monotone(context))


def _scores(context: ExperimentContext) -> dict[str, dict[str, Any]]:
    """The settings of :data:`SCORES`, with the file of the untrained model."""
    untrained = {"model": str(untrained_model(context.out / "cells" / "untrained.safetensors"))}
    return {
        score: settings | (untrained if settings.get("model") == "untrained" else {})
        for score, settings in SCORES.items()
    }


def mine_by_scores(
    context: ExperimentContext, part: str, data: DataSet, sizes: Sequence[int], **options: Any
) -> dict[str, RunsBySeed]:
    """Greedy walks by each score, in their own ranking."""
    return {
        score: context.mine_each(
            part, data, ("greedy",), sizes, ranking="own", variant=score.replace(" ", "-"), **settings, **options
        )["greedy"]
        for score, settings in _scores(context).items()
    }


def _correlations(
    context: ExperimentContext, name: str, scores: Mapping[str, dict[str, Any]], seed: int
) -> dict[str, dict[str, float | None]]:
    """Rank correlations of one data set and seed, as a cell."""
    sizes = context.full_or_quick(RANKED, QUICK_RANKED)
    candidates = context.full_or_quick(CANDIDATES, QUICK_CANDIDATES)
    parameters = {"sizes": list(sizes), "candidates": candidates, "anchors": ANCHORS, "steps": STEPS}

    def compute_cell() -> dict[str, dict[str, float | None]]:
        context.report(f"correlation/{name}, seed {seed}")
        graphs = context.dataset(name).load()
        found = correlations(graphs, scores, sizes, candidates=candidates, seed=seed, threads=context.threads)
        return {score: {str(size): value for size, value in by_size.items()} for score, by_size in found.items()}

    limit = context.seconds("correlation")
    return context.get_or_compute(f"correlation/{name}", parameters, compute_cell, seed=seed, limit_s=limit) or {}


def correlations(
    graphs: GraphCollection,
    scores: Mapping[str, Mapping[str, Any]],
    sizes: tuple[int, ...],
    *,
    candidates: int = CANDIDATES,
    seed: int = 0,
    threads: int = 0,
) -> dict[str, dict[int, float | None]]:
    """Rank correlation of each score with true counts, by size, among random candidates of one walk.

    ``None`` where the true counts are all equal.
    """
    task, monitor = Task.of(graphs, sizes=sizes, seed=seed, threads=threads, device="cpu"), Monitor()
    engines = {
        score: WalkEngine(task, GreedySettings(**{"labels": False, **settings}), monitor)
        for score, settings in scores.items()
    }
    truth = WalkEngine(task, GreedySettings(score="matched", anchors=ANCHORS, steps=STEPS), monitor)
    guide = WalkEngine(task, GreedySettings(model="synthetic"), monitor)
    walks = guide.seeds(GreedySettings().walks)
    found: dict[str, dict[int, float | None]] = {score: {} for score in scores}
    for size in range(2, max(sizes) + 1):
        expansion = guide.expand(walks)
        assert expansion is not None  # nothing stops the monitor
        walks = expansion.grown(best_steps(expansion, seed))
        if size not in sizes:
            continue
        random = np.random.default_rng([seed, size])
        number = len(expansion.keys)
        chosen = np.sort(random.choice(number, size=min(candidates, number), replace=False))
        truth.score(expansion, chosen)
        counts = expansion.scores[chosen].copy()
        for score, engine in engines.items():
            engine.score(expansion, chosen)
            value = rank_correlation(expansion.scores[chosen], counts)
            found[score][size] = None if np.isnan(value) else value
    return found


def _monotone(context: ExperimentContext) -> dict[str, dict[str, float]]:
    """Steps of random chains by model, as one cell."""
    models = ("synthetic", "real", "paper")
    chains, largest = context.full_or_quick((300, max(SIZES)), (10, max(QUICK_SIZES)))

    def compute_cell() -> dict[str, dict[str, float]]:
        graphs = context.dataset(CHAINS).load()
        return {model: monotone_steps(graphs, model, chains=chains, largest=largest) for model in models}

    parameters = {"models": {model: model_digest(model) for model in models}, "chains": chains, "largest": largest}
    return context.get_or_compute("correlation/monotone", parameters, compute_cell) or {}


def monotone_steps(graphs: GraphCollection, model: str, *, chains: int, largest: int) -> dict[str, float]:
    """How the embeddings of random chains of patterns grow: each pattern is the one before with a random node more.

    Shares of the steps without a smaller coordinate, and with a penalty up to the model's threshold; the median
    penalty of a step; and the penalty of an edge in a triangle, the smallest containment with a cycle.
    """
    task, embedder = Task.of(graphs, sizes=(largest,), device="cpu"), open_embedder(model, device="cpu")
    engine = WalkEngine(task, GreedySettings(score="random"), Monitor())
    walks, penalties = engine.seeds(chains), []
    while walks.size < largest:
        expansion = engine.expand(walks)
        assert expansion is not None  # nothing stops the monitor
        steps = best_steps(expansion, 0)
        before, after = walks.take(expansion.walk[steps]), expansion.grown(steps)
        if before.size > 1:
            low, high = (
                embedder.embed(AnchoredBatch(one.rows, np.full(len(one), one.size, dtype=np.int32)))
                for one in (before, after)
            )
            penalties.append((np.maximum(0, low - high) ** 2).sum(axis=1))
        walks = after
    steps_taken = np.concatenate(penalties)
    edge, triangle = embedder.embed(AnchoredBatch.from_patterns(["0-1@0", "0-1,1-2,2-0@0"]))
    return {
        "steps": len(steps_taken),
        "monotone": float((steps_taken == 0).mean()),
        "within threshold": float((steps_taken <= (embedder.model.threshold or 0)).mean()),
        "median penalty": float(np.median(steps_taken)),
        "edge in a triangle": float((np.maximum(0, edge - triangle) ** 2).sum()),
    }


def untrained_model(path: Path) -> Path:
    """A model of the shape of ``synthetic`` with random weights, calibrated as trained ones are; made once.

    Weights and biases are drawn as torch draws those of a linear layer: uniformly within one over the root of its
    inputs.
    """
    if path.exists():
        return path
    config, random = load_model("synthetic").config, np.random.default_rng(0)
    shapes = expected_shapes(config)
    tensors: dict[str, np.ndarray] = {}
    for name, shape in shapes.items():
        weight = shapes.get(name.removesuffix("bias") + "weight", shape) if name.endswith("bias") else shape
        bound = 1 / np.sqrt(weight[-1])
        tensors[name] = random.uniform(-bound, bound, shape).astype(np.float32)
    model = calibrated(EncoderModel(config, tensors))
    path.parent.mkdir(parents=True, exist_ok=True)
    save_model(path, model.config, model.tensors, metadata=model.metadata)
    return path


def report(context: ExperimentContext, found: Computed) -> ExperimentResult:
    """Medians and correlations of every score, and what is left of them when the signature alone is taken away."""
    sizes = context.full_or_quick(SIZES, QUICK_SIZES)
    ranked = context.full_or_quick(RANKED, QUICK_RANKED)
    tables = []
    for name, runs in found.runs.items():
        rows: list[tuple[Cell, ...]] = [(score, *map(by_seed.median, sizes)) for score, by_seed in runs.items()]
        title = f"{name}: median anchored frequency of a walk's own ten motifs by what scores, by size"
        tables.append(Table(f"learning-{name}", title, ("score", *map(str, sizes)), tuple(rows)))
    lines: list[tuple[Cell, ...]] = [
        (name, score, *(by_size[size].rounded(3) if size in by_size else None for size in ranked))
        for name, by_score in found.correlations.items()
        for score, by_size in by_score.items()
    ]
    title = "Rank correlation of the score with true counts among candidates of one walk, by size"
    tables.append(Table("learning-correlation", title, ("data set", "score", *map(str, ranked)), tuple(lines)))
    gains = [(name, model, *_gain(found.runs[name], model, sizes)) for name in found.runs for model in TRAINED]
    title = "What learning contributes: medians as multiples of those by the signature alone, by size"
    tables.insert(0, Table("learning-gain", title, ("data set", "model", *map(str, sizes)), tuple(gains)))
    columns = ("steps", "monotone", "within threshold", "median penalty", "edge in a triangle")
    chains: list[tuple[Cell, ...]] = [
        (model, *(round(one[column], 4) for column in columns)) for model, one in found.monotone.items()
    ]
    title = "Proposition 1: do embeddings grow along random chains of patterns (shares of the steps; penalties)?"
    tables.append(Table("learning-monotone", title, ("model", *columns), tuple(chains)))
    notes = (
        "The models `synthetic` and `paper` were trained on synthetic graphs alone. `real`, which is the default, has "
        f"seen graphs of ENZYMES, COX2, MSRC_9, COIL-DEL and MNRoads, but none of {', '.join(UNSEEN)}.",
        "All are greedy walks with the same work; the ten motifs of a size that the score ranks best are counted. "
        "`paper` and `learned alone` use the learned penalty without signature and cap.",
        f"A run ends after {context.seconds('learning'):.0f} s. Where a median is missing, most of that size was not "
        "counted by then.",
        "An untrained network is no measure of learning, since it spoils the signature beside it. Learning is the "
        "trained model against the signature alone, also where that is 1 or less.",
    )
    return ExperimentResult(tuple(tables), (_draw(context, found, sizes),), notes)


def _gain(runs: Mapping[str, RunsBySeed], model: str, sizes: range) -> list[float | None]:
    """Medians over seeds of a model, divided by those of the signature alone."""
    gains = []
    for size in sizes:
        trained, exact = runs[model].median(size).middle, runs["signature alone"].median(size).middle
        gains.append(trained / exact if trained and exact else None)
    return gains


def _draw(context: ExperimentContext, found: Computed, sizes: range) -> str:
    """A panel for each data set: medians by size, as shares of the best score's."""
    title = "What does learning contribute? Medians of a walk's own ten motifs, as shares of the best score's"
    drawn = {name: runs for name, runs in found.runs.items() if runs["synthetic"].median(sizes[0]).known}
    figure, grid = panels(len(drawn), columns=4, title=title, size=(3.2, 2.5))
    for axes, (name, runs) in zip(grid, drawn.items(), strict=True):
        middles = {score: {size: by_seed.median(size).middle for size in sizes} for score, by_seed in runs.items()}
        best = {size: max((by[size] or 0.0 for by in middles.values()), default=0.0) for size in sizes}
        for score, by_size in middles.items():
            shares = {size: value / best[size] for size, value in by_size.items() if value and best[size]}
            plot(axes, score, shares)
        axes.set(ylim=(0, 1.05), xlabel="motif size (nodes)", ylabel="share of the best")
        axes.set_title(name, loc="left", fontsize=10)
    legend(figure, grid)
    return save(figure, context.out, "learning-medians")


EXPERIMENT = Experiment(
    "learning",
    "What does learning contribute, and which model is the best for graphs that none has seen?",
    DATA,
    compute,
    report,
)
