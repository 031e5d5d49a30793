"""What limits the ranking of patterns by estimated frequency: samples, signature or learned penalty.

Patterns of each size against sampled neighborhoods of 40 to 64 nodes. Per size: the rank correlation with the exact
anchored frequency of (a) the share of neighborhoods that the signature allows and (b) the share that contains the
pattern by exact matching; and, among the pairs that the signature allows, how many are containments and how well the
learned penalty tells them apart (area under the ROC curve).

Run: python benchmarks/bench_ranking.py --data DIR
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import spminer
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.containment import CONTAINED, decide
from spminer.encoder.evaluation.pairs import DECISION_STEPS
from spminer.encoder.evaluation.ranking import mixed_patterns
from spminer.encoder.metrics import area_under_roc, rank_correlation
from spminer.encoder.runtime import open_embedder
from spminer.encoder.scoring.neighborhoods import LARGE, sample
from spminer.encoder.scoring.order import OrderScorer

SIZES = range(4, 21)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ENZYMES.zip and COX2.zip")
    parser.add_argument("--model", default="default")
    options = parser.parse_args()
    scorer = OrderScorer(open_embedder(options.model))
    print(f"{'data':<10}{'size':>5}{'signature':>11}{'exact':>8}{'containments':>14}{'AUROC':>8}")
    for name in ("ENZYMES", "COX2"):
        graphs = spminer.read(options.data / f"{name}.zip").without_labels()
        neighborhoods = sample(graphs.target(), 8000, [LARGE])
        for size, entries in mixed_patterns(graphs, SIZES, per_size=26, induced=True, seed=0, threads=0).items():
            patterns = AnchoredBatch.from_patterns(entry.pattern for entry in entries)
            penalties = scorer.all_penalties(patterns, neighborhoods)
            allowed = np.isfinite(penalties)
            truth = decide(patterns, neighborhoods, steps=DECISION_STEPS) == CONTAINED
            exact = [entry.count for entry in entries]
            print(
                f"{name:<10}{size:>5}{rank_correlation(allowed.mean(axis=1), exact):>11.3f}"
                f"{rank_correlation(truth.mean(axis=1), exact):>8.3f}{truth.sum() / allowed.sum():>14.3f}"
                f"{area_under_roc(-penalties[allowed], truth[allowed]):>8.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
