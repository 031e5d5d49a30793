"""How well models rank patterns, and what block training gives.

Without ``--train``, what limits the ranking of patterns by estimated frequency: samples, signature, learned penalty, or
the cap. Patterns of each size against sampled neighborhoods of 40 to 64 nodes, drawn several times. By size, the mean
rank correlation with the exact anchored frequency of the share of neighborhoods that the signature allows, of the soft
estimate with the model's own caps and with others (``--caps``), and of the share that contains the pattern by exact
matching; and how well the learned penalty tells containments among the pairs that the signature allows (area under the
ROC curve)::

    python benchmarks/bench_models.py --data DIR
    python benchmarks/bench_models.py --data DIR --caps 0.8 1 1.25 1.5 2 --test MSRC_9 AIDS PROTEINS

With ``--train``, variants of model and loss, trained on the same blocks (every step goes to all variants) and measured
as mining would use them: the area under the ROC curve among the pairs that the signature leaves open, by size of
pattern; the rank correlation of the soft estimate with the exact anchored frequency; and the average precision of the
learned penalty alone on pairs of the protocol. With ``--model FILE`` that model is measured so, too::

    python benchmarks/bench_models.py --data DIR --seconds 300 --variants base squared counts
        --train PROTEINS.zip NCI1.zip --test ENZYMES COX2
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

import spminer
from common import arguments
from spminer._util.devices import resolve_device
from spminer.encoder.batch import CONTAINED, AnchoredBatch, decide
from spminer.encoder.evaluation.metrics import area_under_roc, average_precision, rank_correlation
from spminer.encoder.evaluation.pairs import DECISION_STEPS, PairSet, independent_pairs, plain_structure
from spminer.encoder.evaluation.patterns import frequent_and_random
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import EncoderModel, load_model
from spminer.encoder.neighborhoods import LARGE_SIZES, sample
from spminer.encoder.network import order_penalty
from spminer.encoder.scoring import OrderScorer
from spminer.encoder.training.config import BlockConfig, TrainConfig, preset
from spminer.encoder.training.trainer import Trainer

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from spminer.encoder.training.cuda_graphs import StepBatch

SIZES = range(4, 21)
CAPS = (1.0, 2.0, 4.0, 16.0, 64.0)
LAST_SMALL = 10  # means are given for sizes up to it, and above
WARM_UP = 40  # steps before their time is taken


def variants() -> dict[str, TrainConfig]:
    """Configurations by name; all on the blocks of the preset."""
    blocks = preset("default")
    settings = blocks.blocks or BlockConfig()
    plain = replace(blocks.model, counts=False, head=(128, 128, 256))
    return {
        "base": replace(blocks, model=plain, loss="hinge"),
        "squared": replace(blocks, model=plain),
        "counts": replace(blocks, blocks=replace(settings, frequency=0.0)),
        "frequency": blocks,
        "frequency-20": replace(blocks, blocks=replace(settings, frequency=20.0)),
        "counts-hinge": replace(blocks, loss="hinge"),
        "wide": replace(blocks, model=replace(blocks.model, width=128)),
        "dimensions": replace(blocks, model=replace(blocks.model, dimensions=256)),
        "shallow": replace(blocks, model=replace(blocks.model, layers=4)),
        "narrow": replace(blocks, model=replace(blocks.model, width=32, layers=4)),
    }


@dataclass(frozen=True, eq=False)
class Test:
    """A collection to measure on."""

    samples: AnchoredBatch
    patterns: dict[int, AnchoredBatch]
    shares: dict[int, np.ndarray]
    answers: dict[int, np.ndarray]
    pairs: PairSet


def make_test(graphs: spminer.GraphCollection) -> Test:
    """Patterns, neighborhoods and pairs as `spminer evaluate` draws them."""
    data = plain_structure(graphs)
    samples, _ = sample(data.target(), 8000, LARGE_SIZES, seed=0)
    entries = frequent_and_random(data, SIZES, per_size=26, seed=0)
    patterns = {size: AnchoredBatch.from_patterns(e.pattern for e in some) for size, some in entries.items()}
    shares = {size: np.array([e.count for e in some]) / data.num_nodes for size, some in entries.items()}
    answers = {size: decide(some, samples, steps=DECISION_STEPS) for size, some in patterns.items()}
    return Test(samples, patterns, shares, answers, independent_pairs(data, count=40_000, seed=0))


def read_test(path: Path) -> Test:
    """A test that was kept."""
    held = np.load(path)
    rows = {size: held[f"p{size}"] for size in SIZES if f"p{size}" in held}
    patterns = {size: AnchoredBatch(some, np.full(len(some), size, np.int32)) for size, some in rows.items()}
    sub, sup = (AnchoredBatch(held[f"{side}_rows"], held[f"{side}_sizes"]) for side in ("sub", "sup"))
    return Test(
        AnchoredBatch(held["rows"], held["sizes"]),
        patterns,
        {size: held[f"c{size}"] for size in patterns},
        {size: held[f"a{size}"] for size in patterns},
        PairSet(sub, sup, held["labels"]),
    )


def measure(name: str, model: EncoderModel, tests: dict[str, Test]) -> None:
    embedder, device = open_embedder(model), resolve_device("auto")
    for data, test in tests.items():
        pairs = test.pairs
        sub, sup = (torch.from_numpy(embedder.embed(side)) for side in (pairs.sub, pairs.sup))
        precision = average_precision(-order_penalty(sub, sup).numpy(), pairs.labels)
        points = torch.from_numpy(embedder.embed(test.samples)).to(device)
        areas: dict[int, float] = {}
        ranks: dict[float, dict[int, float]] = {cap: {} for cap in CAPS}
        for size, patterns in test.patterns.items():
            below = torch.from_numpy(embedder.embed(patterns)).to(device)
            penalty = torch.stack([order_penalty(row, points) for row in below]).cpu().numpy()
            answers = test.answers[size]
            left_open = answers >= 0
            areas[size] = area_under_roc(-penalty[left_open], answers[left_open] == 1)
            for cap in CAPS:
                soft = np.where(answers == -2, 0, np.clip(1 - penalty / cap, 0, None)).mean(axis=1)
                ranks[cap][size] = rank_correlation(soft, test.shares[size])
        shown = [size for size in areas if size >= 8]
        print(
            f"{name:<14}{data:<12} AP {100 * precision:5.1f}  AUROC {np.nanmean([areas[s] for s in shown]):.3f}  "
            + " ".join(f"{areas[s]:.2f}"[-3:] for s in shown),
            flush=True,
        )
        for cap, by_size in ranks.items():
            low, high = ([by_size[s] for s in by_size if (s <= 10) == small] for small in (True, False))
            print(
                f"  soft, cap {cap:<4} least {np.nanmin(low):.3f} {np.nanmin(high):.3f} mean {np.nanmean(high):.3f}  "
                + " ".join(f"{by_size[s]:.2f}"[-3:] for s in shown),
                flush=True,
            )


def train(names: list[str], options: argparse.Namespace) -> dict[str, Trainer]:
    """All variants, step by step on the same blocks, for as many steps as fit into the time."""
    targets = [
        spminer.read(options.data / name).target(direction=False, node_labels=False, edge_labels=False)
        for name in options.train
    ]
    configs = variants()
    steps = options.steps or 10**9
    chosen = {name: replace(configs[name], steps=steps, collections=tuple(options.train)) for name in names}
    if options.small:
        chosen = {name: replace(c, blocks=preset("tiny-blocks").blocks) for name, c in chosen.items()}
    trainers = {
        name: Trainer(config, options.out / name, sources=targets, compiled=options.compiled)
        for name, config in chosen.items()
    }
    feed = trainers[names[-1]].feed  # the last one must be of a variant with counts if any is
    started = time.monotonic()
    drawn: Iterator[Sequence[StepBatch]] = feed.steps(0, steps)
    for step, batches in enumerate(drawn):
        for trainer in trainers.values():
            trainer.step(batches)
            trainer.progress.step += 1
        if step == WARM_UP:
            started = time.monotonic()
        if step == 2 * WARM_UP and not options.steps:
            each = (time.monotonic() - started) / WARM_UP
            steps = int(options.seconds / each)
            print(f"{1e3 * each:.1f} ms a step, {steps} steps", flush=True)
            for trainer in trainers.values():
                trainer.config = replace(trainer.config, steps=steps)
        if step % options.every == 0 and step > 0:
            figures = {name: trainer.validate()[-1] for name, trainer in trainers.items()}
            shown = " ".join(f"{name} {value:.3f}" for name, value in figures.items())
            print(f"step {step} {time.monotonic() - started:.0f} s {shown}", flush=True)
        if step + 1 >= steps or time.monotonic() - started > options.seconds + 20:
            break
    return trainers


def scores(
    scorer: OrderScorer, graphs: spminer.GraphCollection, seed: int, caps: list[float]
) -> dict[str, dict[int, float]]:
    """One draw of patterns and neighborhoods: each score by size."""
    neighborhoods, _ = sample(graphs.target(), 8000, LARGE_SIZES, seed=seed)
    samples = scorer.read(neighborhoods)
    found: dict[str, dict[int, float]] = {}
    for size, entries in frequent_and_random(graphs, SIZES, per_size=26, seed=seed).items():
        patterns = AnchoredBatch.from_patterns(entry.pattern for entry in entries)
        penalties = scorer.all_penalties(scorer.read(patterns), samples)
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


def table_of_ranking(options: argparse.Namespace) -> None:
    scorer = OrderScorer(open_embedder(options.model or "default", device="cpu"))
    print(f"{'':<22}{' '.join(f'{size:>4}' for size in SIZES)}   to {LAST_SMALL}  above")
    for name in options.test:
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


def main() -> None:
    parser = arguments(__doc__, data="the collections NAME.zip")
    parser.add_argument("--cache", type=Path, help="folder with NAME.npz of tests that were kept")
    parser.add_argument("--out", type=Path, default=Path("bench-blocks"))
    parser.add_argument("--train", nargs="*", default=[])
    parser.add_argument("--test", nargs="*", default=["ENZYMES", "COX2", "MSRC_21", "FIRSTMM_DB"])
    parser.add_argument("--variants", nargs="*", default=list(variants()))
    parser.add_argument("--model", help="measure this model, and train none")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--small", action="store_true", help="small blocks, to try the script")
    parser.add_argument("--seeds", type=int, default=5, help="draws of patterns and neighborhoods, for the ranking")
    parser.add_argument("--caps", type=float, nargs="*", default=[], help="other caps of the soft estimate")
    options = parser.parse_args()
    if not options.train:
        table_of_ranking(options)
        if not options.model:
            return
    tests = {
        name: read_test(options.cache / f"{name}.npz")
        if options.cache and (options.cache / f"{name}.npz").exists()
        else make_test(spminer.read(options.data / f"{name}.zip"))
        for name in options.test
    }
    if options.model:
        measure(Path(options.model).stem, load_model(options.model), tests)
        return
    for name, trainer in train(options.variants, options).items():
        measure(name, EncoderModel(trainer.config.model, trainer.trained()), tests)
        trainer.folder.mkdir(parents=True, exist_ok=True)
        trainer.save_checkpoint()


if __name__ == "__main__":
    main()
