"""What limits the ranking of patterns by estimated frequency: samples, signature, learned penalty, or the cap.

Patterns of each size against sampled neighborhoods of 40 to 64 nodes, drawn several times. By size, the mean rank
correlation with the exact anchored frequency of the share of neighborhoods that the signature allows, of the soft
estimate with the model's own caps and with others, and of the share that contains the pattern by exact matching; and
how well the learned penalty tells containments among the pairs that the signature allows (area under the ROC curve)::

    python benchmarks/bench_ranking.py --data DIR                                  # what the model reaches
    python benchmarks/bench_ranking.py --data DIR --caps 0.8 1 1.25 1.5 2 --names MSRC_9 AIDS PROTEINS
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import spminer
from spminer.encoder.batch import CONTAINED, AnchoredBatch, decide
from spminer.encoder.evaluation.metrics import area_under_roc, rank_correlation
from spminer.encoder.evaluation.pairs import DECISION_STEPS
from spminer.encoder.evaluation.patterns import frequent_and_random
from spminer.encoder.inference import open_embedder
from spminer.encoder.neighborhoods import LARGE, sample
from spminer.encoder.scoring import OrderScorer

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZES = range(4, 21)
LAST_SMALL = 10  # means are given for sizes up to it, and above


def scores(
    scorer: OrderScorer, graphs: spminer.GraphCollection, seed: int, caps: list[float]
) -> dict[str, dict[int, float]]:
    """One draw of patterns and neighborhoods: each score by size."""
    neighborhoods = sample(graphs.target(), 8000, LARGE, seed=seed)
    found: dict[str, dict[int, float]] = {}
    for size, entries in frequent_and_random(graphs, SIZES, per_size=26, seed=seed).items():
        patterns = AnchoredBatch.from_patterns(entry.pattern for entry in entries)
        penalties = scorer.all_penalties(patterns, neighborhoods)
        allowed = np.isfinite(penalties)
        truth = decide(patterns, neighborhoods, steps=DECISION_STEPS) == CONTAINED
        shares = {"signature": allowed, "soft": soft(penalties, scorer.cap(size))}
        shares |= {f"cap {cap}": soft(penalties, cap) for cap in caps} | {"matched": truth}
        exact = [entry.count for entry in entries]
        for kind, share in shares.items():
            found.setdefault(kind, {})[size] = rank_correlation(share.mean(axis=1), exact)
        found.setdefault("AUROC", {})[size] = area_under_roc(-penalties[allowed], truth[allowed])
    return found


def soft(penalties: NDArray[np.float32], cap: float) -> NDArray[np.float32]:
    """By how much each neighborhood counts."""
    shares: NDArray[np.float32] = 1 - np.minimum(penalties / np.float32(cap), np.float32(1))
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the collections")
    parser.add_argument("--names", nargs="*", default=["ENZYMES", "COX2", "MSRC_21", "FIRSTMM_DB"])
    parser.add_argument("--model", default="default")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--caps", type=float, nargs="*", default=[])
    options = parser.parse_args()
    scorer = OrderScorer(open_embedder(options.model, device="cpu"))
    print(f"{'':<22}{' '.join(f'{size:>4}' for size in SIZES)}   to {LAST_SMALL}  above")
    for name in options.names:
        graphs = spminer.read(options.data / f"{name}.zip").without_labels()
        draws = [scores(scorer, graphs, seed, options.caps) for seed in range(options.seeds)]
        for kind in draws[0]:
            table = np.array([[draw[kind].get(size, np.nan) for size in SIZES] for draw in draws])
            present = ~np.isnan(table).all(axis=0)
            means = np.full(len(SIZES), np.nan)
            means[present] = np.nanmean(table[:, present], axis=0)
            small = np.array(SIZES) <= LAST_SMALL
            row = " ".join(f"{mean:4.2f}" for mean in means)
            print(
                f"{name:<12}{kind:<10}{row}  {np.nanmean(means[small]):.3f}  {np.nanmean(means[~small]):.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
