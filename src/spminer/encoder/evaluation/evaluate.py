"""Evaluation of an encoder on a data set: decisions on pairs, and the ranking of patterns by estimated frequency.

Pairs of independent neighborhoods give accuracy, average precision and AUROC, with and without the exact signature.
Frequent and random patterns of each size with exact counts give the rank correlation of the estimates, and all classes
of sizes 5 and 6 give hit rates. :func:`evaluate` does all of it.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.devices import describe_device, resolve_device
from spminer.encoder.batch import ABSENT, CONTAINED, AnchoredBatch, decide
from spminer.encoder.evaluation.calibrate import sparse_graphs
from spminer.encoder.evaluation.metrics import accuracy_at, area_under_roc, average_precision, rank_correlation
from spminer.encoder.evaluation.pairs import DECISION_STEPS, independent_pairs, plain_structure, synthetic_graphs
from spminer.encoder.evaluation.patterns import CountedPattern, counted_classes, frequent_and_random
from spminer.encoder.inference import open_embedder
from spminer.encoder.neighborhoods import LARGE_SIZES, sample
from spminer.encoder.scoring import OrderScorer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from spminer.encoder.batch import Embedded
    from spminer.encoder.evaluation.pairs import PairSet
    from spminer.encoder.inference import Index
    from spminer.encoder.model import EncoderModel
    from spminer.graphs import GraphCollection

__all__ = ["EvaluationReport", "HitRate", "PairScores", "RankingScore", "evaluate", "plot_space", "score_pairs"]

RANKED_SIZES = range(4, 21)
ENUMERATED_SIZES = (5, 6)
TOPS = (10, 20, 30, 40, 50)
_SPARSE_GRAPHS = 200
_PLOTTED = 4000


@dataclass(frozen=True, slots=True)
class PairScores:
    """Scores of decisions on pairs: at the learned threshold, and over all thresholds."""

    accuracy: float
    average_precision: float
    area_under_roc: float


@dataclass(frozen=True, slots=True)
class RankingScore:
    """Estimated against exact frequencies of the patterns of one size.

    Attributes
    ----------
    size, patterns
        Size of the patterns, and their number.
    soft, hard
        Rank correlation of the two estimates with the exact frequency.
    signature
        The same for the signature alone, without the learned embedding.
    matched
        The same for the share of neighborhoods that contain the pattern by exact matching: an upper bound of what these
        neighborhoods can show.
    open_auroc
        Area under the ROC curve of the learned penalty, among the pairs that the signature leaves open; undefined if
        all of them have the same answer.
    exact_share, soft_share, hard_share
        Mean exact frequency, and the mean of each estimate, as shares of the nodes.
    """

    size: int
    patterns: int
    soft: float
    hard: float
    signature: float
    matched: float
    open_auroc: float
    exact_share: float
    soft_share: float
    hard_share: float


@dataclass(frozen=True, slots=True)
class HitRate:
    """The share of the true top n of all classes of one size in the estimated top n."""

    size: int
    classes: int
    top: int
    soft: float
    hard: float


@dataclass(frozen=True)
class EvaluationReport:
    """The result of :func:`evaluate`."""

    data: str
    pairs: int
    positives: int
    with_signature: PairScores
    without_signature: PairScores
    neighborhoods: int
    ranking: tuple[RankingScore, ...]
    hits: tuple[HitRate, ...]
    device: str
    timing_s: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON; an undefined correlation is ``None``."""
        plain: dict[str, Any] = _without_nan(asdict(self))
        return plain


def evaluate(
    model: str | Path | EncoderModel = "default",
    graphs: GraphCollection | None = None,
    *,
    pairs: int = 40_000,
    neighborhoods: int = 8000,
    per_size: int = 26,
    sizes: Sequence[int] = RANKED_SIZES,
    seed: int = 0,
    threads: int = 0,
    device: str = "auto",
) -> EvaluationReport:
    """Measure a model on a data set.

    Parameters
    ----------
    model
        Name or path of a calibrated model, or the model itself.
    graphs
        The data set, without its labels and direction. The default are synthetic graphs: pairs come from the whole mix,
        patterns from its sparse graphs, since exact counts of large patterns in dense ones take hours.
    pairs
        Pairs of independent neighborhoods (:func:`spminer.encoder.evaluation.pairs.independent_pairs`).
    neighborhoods
        Samples of 40 to 64 nodes for the estimates; at most one around each node.
    per_size, sizes
        Patterns of each size, and their sizes (:func:`spminer.encoder.evaluation.patterns.frequent_and_random`).
    seed
        Seed of all draws.
    threads
        Number of threads; 0 means every core. The result does not depend on it.
    device
        Device of the model: ``"cpu"``, ``"cuda"``, or ``"auto"``.
    """
    started = time.perf_counter()
    data = synthetic_graphs(seed=seed) if graphs is None else plain_structure(graphs)
    name = data.source or "graphs"
    chosen = resolve_device(device)
    scorer = OrderScorer(open_embedder(model, device=chosen, threads=threads))
    induced = scorer.embedder.model.config.induced
    drawn = independent_pairs(data, count=pairs, seed=seed, induced=induced, threads=threads)
    with_signature, without_signature = score_pairs(scorer, drawn)
    paired = time.perf_counter()
    if graphs is None:
        data = sparse_graphs(_SPARSE_GRAPHS, seed=seed + 1)  # others than in the calibration
    samples, _ = sample(data.target(), neighborhoods, LARGE_SIZES, seed=seed, threads=threads)
    index = scorer.index(samples)
    patterns = frequent_and_random(data, sizes, per_size=per_size, induced=induced, seed=seed, threads=threads)
    points = scorer.embedder.read(samples, signatures=False)
    ranking = tuple(
        _ranking(scorer, index, samples, points, data.num_nodes, entries, threads)
        for entries in patterns.values()
        if entries
    )
    ranked = time.perf_counter()
    hits = tuple(
        hit
        for size in ENUMERATED_SIZES
        for hit in _hits(scorer, index, size, counted_classes(data, size, induced=induced, threads=threads))
    )
    finished = time.perf_counter()
    timing = {"pairs": paired - started, "ranking": ranked - paired, "hits": finished - ranked}
    return EvaluationReport(
        data=name,
        pairs=len(drawn),
        positives=int(drawn.labels.sum()),
        with_signature=with_signature,
        without_signature=without_signature,
        neighborhoods=len(index),
        ranking=ranking,
        hits=hits,
        device=describe_device(chosen),
        timing_s={"total": finished - started, **timing},
    )


def plot_space(
    model: EncoderModel,
    graphs: GraphCollection | None,
    path: str | Path,
    *,
    seed: int = 0,
    threads: int = 0,
    device: str = "auto",
) -> None:
    """Draw the embeddings of random neighborhoods of graphs, or of synthetic graphs."""
    from spminer.encoder.training.plots import plot_embedding

    pairs = independent_pairs(graphs or synthetic_graphs(seed=seed), count=_PLOTTED, seed=seed, threads=threads)
    plot_embedding(open_embedder(model, device=device, threads=threads).embed(pairs.sub), pairs.sub.sizes, path)


def score_pairs(scorer: OrderScorer, pairs: PairSet) -> tuple[PairScores, PairScores]:
    """Scores with the signature, and scores of the learned penalty alone."""
    threshold, embedder = scorer.calibration.threshold, scorer.embedder
    sub, sup = (embedder.read(side, signatures=True) for side in (pairs.sub, pairs.sup))
    combined = embedder.penalties(sub, sup)
    learned = embedder.penalties(sub.without_signatures(), sup)
    return pair_scores(combined, pairs.labels, threshold), pair_scores(learned, pairs.labels, threshold)


def pair_scores(distances: NDArray[np.floating], labels: NDArray[np.bool_], threshold: float) -> PairScores:
    """Scores of distances, small ones meaning containment.

    >>> pair_scores(np.array([0.1, 0.2, np.inf]), np.array([True, False, False]), threshold=0.15)
    PairScores(accuracy=1.0, average_precision=1.0, area_under_roc=1.0)
    """
    finite = np.nan_to_num(distances.astype(np.float64), posinf=np.finfo(np.float64).max)  # infinite ones are ties
    return PairScores(
        accuracy_at(threshold, finite, labels), average_precision(-finite, labels), area_under_roc(-finite, labels)
    )


def _ranking(
    scorer: OrderScorer,
    index: Index,
    samples: AnchoredBatch,
    points: Embedded,
    nodes: int,
    entries: list[CountedPattern],
    threads: int,
) -> RankingScore:
    exact = np.array([entry.count for entry in entries]) / nodes
    patterns = AnchoredBatch.from_patterns(entry.pattern for entry in entries)
    estimate = scorer.frequency(patterns, index)
    induced = scorer.embedder.model.config.induced
    answers = decide(patterns, samples, induced=induced, steps=DECISION_STEPS, threads=threads)
    left_open = (answers == CONTAINED) | (answers == ABSENT)
    learned = scorer.all_penalties(scorer.embedder.read(patterns, signatures=False), points)
    return RankingScore(
        size=entries[0].pattern.size,
        patterns=len(entries),
        soft=rank_correlation(estimate.soft, exact),
        hard=rank_correlation(estimate.hard, exact),
        signature=rank_correlation(scorer.share(patterns, index, "signature"), exact),
        matched=rank_correlation((answers == CONTAINED).mean(axis=1), exact),
        open_auroc=area_under_roc(-learned[left_open], answers[left_open] == CONTAINED),
        exact_share=float(exact.mean()),
        soft_share=float(estimate.soft.mean()),
        hard_share=float(estimate.hard.mean()),
    )


def _hits(scorer: OrderScorer, index: Index, size: int, classes: list[CountedPattern]) -> list[HitRate]:
    if not classes:
        return []
    estimate = scorer.frequency(AnchoredBatch.from_patterns(entry.pattern for entry in classes), index)
    exact = np.array([entry.count for entry in classes])
    return [
        HitRate(size, len(classes), top, *(hit_rate(values, exact, top) for values in (estimate.soft, estimate.hard)))
        for top in TOPS
    ]


def hit_rate(estimate: NDArray[np.floating], exact: NDArray[np.integer], top: int) -> float:
    """Share of the estimated top n in the exact top n, which includes ties of its last class.

    >>> hit_rate(np.array([0.9, 0.1, 0.5]), np.array([70, 60, 10]), top=2)
    0.5
    """
    top = min(top, len(exact))
    least = np.sort(exact)[::-1][top - 1]
    chosen = np.argsort(-estimate, kind="stable")[:top]
    return float(np.mean(exact[chosen] >= least))


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(entry) for entry in value]
    return None if isinstance(value, float) and np.isnan(value) else value
