"""Calibration of a trained model: thresholds of its penalties, and caps of the soft estimate.

One threshold for all pairs is learned on pairs of independent neighborhoods of synthetic graphs; few of them are
containments, as among real graphs. Frequencies need thresholds by size: larger patterns have larger penalties even
if they are contained, so counts under one threshold shrink with the size. These thresholds are learned on patterns
of a synthetic data set against sampled neighborhoods, with exact labels. Each gives as many positive decisions as there
are containments. A parabola through their logarithms gives all sizes.

The soft estimate falls linearly from 1 at penalty 0 to 0 at a cap. The cap is the multiple of the size's threshold that
ranks patterns of similar sizes best. It is large for small patterns, of which the signature decides nearly all pairs.
With the squared loss a penalty is a share of the margin, and the model has one cap for all sizes: the cap that ranks
synthetic patterns best is too small for real ones, whose penalties are larger.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.encoder.batch import CONTAINED, UNDECIDED, AnchoredBatch, decide
from spminer.encoder.evaluation.metrics import best_threshold, rank_correlation
from spminer.encoder.evaluation.pairs import DECISION_STEPS, independent_pairs, synthetic_graphs
from spminer.encoder.evaluation.patterns import frequent_and_random
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import Calibration
from spminer.encoder.neighborhoods import LARGE_SIZES, sample
from spminer.encoder.scoring import OrderScorer
from spminer.errors import UsageError
from spminer.generate import synthetic
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from spminer.encoder.model import EncoderModel
    from spminer.graphs import GraphCollection

__all__ = ["calibrate", "calibrated", "sparse_graphs"]

_LARGEST_MEAN_DEGREE = 4.5  # of the graphs of patterns; in denser ones every node can anchor nearly every pattern
_SIZES = range(4, 21)
_MULTIPLES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
_NEIGHBORS = 2  # sizes on each side whose patterns choose a cap together
_SEED_OFFSET = 1_000_003  # so that an evaluation has other graphs
_SMALLEST = 1e-3  # least threshold


def calibrate(
    model: EncoderModel,
    *,
    sizes: Sequence[int] = _SIZES,
    pairs: int = 20_000,
    graphs: int = 100,
    neighborhoods: int = 1500,
    per_size: int = 30,
    cap: float | None = None,
    seed: int = 0,
    threads: int = 0,
) -> Calibration:
    """Learn the thresholds and caps of an order embedding.

    Parameters
    ----------
    model
        A trained model; its calibration is ignored.
    sizes
        Pattern sizes with thresholds of their own; other sizes follow a smooth curve through them.
    pairs
        Pairs for the threshold of all sizes.
    graphs, neighborhoods, per_size
        Graphs and sampled neighborhoods of the synthetic data set, and patterns of each size in it.
    cap
        The cap of the soft estimate for all sizes; ``None`` learns one for each.
    seed
        Seed of all draws.
    threads
        Number of threads; 0 means every core. The result does not depend on it.
    """
    if not sizes:
        raise UsageError("sizes is empty; give at least one pattern size")
    scorer = OrderScorer(open_embedder(model, device="cpu", threads=threads))
    induced = model.config.induced
    apart = seed + _SEED_OFFSET
    drawn = independent_pairs(synthetic_graphs(seed=apart), count=pairs, seed=apart, induced=induced, threads=threads)
    plain = OrderScorer(scorer.embedder, use_signature=False)
    threshold, _ = best_threshold(plain.penalties(drawn.sub, drawn.sup), drawn.labels)
    tables = _tables(scorer, sparse_graphs(graphs, seed=seed), sizes, neighborhoods, per_size, seed, threads)
    thresholds = _fit_by_size({table.size: _matching_threshold(table) for table in tables})
    caps = _best_caps(tables, thresholds) * thresholds if cap is None else np.full_like(thresholds, cap)
    return Calibration(max(threshold, _SMALLEST), thresholds, caps)


def calibrated(model: EncoderModel, *, cap: float | None = None, seed: int = 0, threads: int = 0) -> EncoderModel:
    """The model with a new calibration in its metadata."""
    found = calibrate(model, cap=cap, seed=seed, threads=threads)
    return replace(model, metadata={**model.metadata, **found.to_metadata()})


def sparse_graphs(count: int, *, seed: int = 0) -> GraphCollection:
    """Sparse graphs of the synthetic mix.

    >>> graphs = sparse_graphs(10)
    >>> graphs.num_graphs, graphs.num_edges < 2.25 * graphs.num_nodes
    (10, True)
    """
    mix = synthetic(20 * count, LARGE_SIZES, seed=seed)
    sizes, degrees = np.diff(mix.graph_offsets), np.diff(mix.indptr[mix.graph_offsets])
    return mix[np.flatnonzero(degrees <= _LARGEST_MEAN_DEGREE * sizes)[:count]]


@dataclass(frozen=True, eq=False)
class _PenaltyTable:
    """Patterns of one size against the neighborhoods of one data set."""

    size: int
    penalties: NDArray[np.float32]  # [patterns, neighborhoods], infinite if the signature excludes the pair
    labels: NDArray[np.bool_]


def _tables(
    scorer: OrderScorer,
    data: GraphCollection,
    sizes: Sequence[int],
    neighborhoods: int,
    per_size: int,
    seed: int,
    threads: int,
) -> list[_PenaltyTable]:
    """Penalties and labels of all pairs, by size of the pattern."""
    induced = scorer.embedder.model.config.induced
    chosen = frequent_and_random(data, sizes, per_size=per_size, induced=induced, seed=seed, threads=threads)
    samples, _ = sample(data.target(), neighborhoods, LARGE_SIZES, seed=seed, threads=threads)
    read = scorer.read(samples)
    tables = []
    for size, entries in chosen.items():
        if entries:
            patterns = AnchoredBatch.from_patterns(entry.pattern for entry in entries)
            penalties = scorer.all_penalties(scorer.read(patterns), read)
            answers = decide(patterns, samples, induced=induced, steps=DECISION_STEPS, threads=threads)
            penalties[answers == UNDECIDED] = np.inf  # pairs without a label are ignored
            tables.append(_PenaltyTable(size, penalties, answers == CONTAINED))
    return tables


def _matching_threshold(table: _PenaltyTable) -> float | None:
    """The threshold up to which there are as many pairs as containments."""
    positives = int(table.labels.sum())
    if positives == 0:
        return None
    penalties = table.penalties[np.isfinite(table.penalties)]
    return float(max(np.partition(penalties, positives - 1)[positives - 1], _SMALLEST))


def _fit_by_size(thresholds: dict[int, float | None]) -> NDArray[np.float32]:
    """A parabola through the logarithms, constant outside of the sizes that it was fitted to."""
    known = {size: value for size, value in thresholds.items() if value is not None}
    if not known:
        raise UsageError("no pattern of these sizes occurs; calibrate with smaller sizes")
    sizes = np.array(list(known), dtype=np.float64)
    fit = np.polynomial.Polynomial.fit(sizes, np.log(list(known.values())), deg=min(2, len(known) - 1))
    every = np.clip(np.arange(1, MAX_PATTERN_NODES + 1), sizes.min(), sizes.max())
    return np.array([math.exp(fit(size)) for size in every], dtype=np.float32)


def _best_caps(tables: list[_PenaltyTable], thresholds: NDArray[np.float32]) -> NDArray[np.float32]:
    """For each size, the multiple of its threshold that ranks the patterns of similar sizes best as cap."""
    known = {}
    for table in tables:
        near = [other for other in tables if abs(other.size - table.size) <= _NEIGHBORS]
        scores = [_ranking(near, multiple * thresholds) for multiple in _MULTIPLES]
        known[table.size] = _MULTIPLES[int(np.argmax(scores))]
    sizes = np.array(list(known))
    nearest = [known[sizes[np.argmin(np.abs(sizes - size))]] for size in range(1, MAX_PATTERN_NODES + 1)]
    return np.array(nearest, dtype=np.float32)


def _ranking(tables: list[_PenaltyTable], caps: NDArray[np.float32]) -> float:
    """Mean rank correlation of soft estimates with true shares."""
    correlations = [
        rank_correlation(
            (1 - np.minimum(table.penalties / caps[table.size - 1], 1)).mean(axis=1), table.labels.mean(axis=1)
        )
        for table in tables
        if len(table.penalties) > 2
    ]
    usable = [value for value in correlations if np.isfinite(value)]
    return float(np.mean(usable)) if usable else 0.0
