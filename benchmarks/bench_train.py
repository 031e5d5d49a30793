"""Training speed in pairs a second: drawing the pairs, steps on pairs that are there already, and both together.

First, pairs drawn per second of one core by size of the target; with ``--data``, those of ENZYMES (fine-tuning) too.
Then, for targets of up to 29 and of up to 64 nodes, steps with the model compiled or not.

    python benchmarks/bench_train.py [--data DIR] [--device cuda] [--threads 16]
"""

from __future__ import annotations

import itertools
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

import spminer
from common import arguments
from spminer import _core
from spminer.encoder.training.config import TrainConfig, preset
from spminer.encoder.training.data import PairFeed
from spminer.encoder.training.trainer import Trainer

SMALL = ((6, 16), (17, 24), (25, 29))
RANGES = ((6, 29), (6, 16), (20, 29), (30, 45), (46, 64), (6, 64))
STREAMS: dict[str, dict[str, Any]] = {
    "paper": {"min_pattern": 5},
    "induced": {},
    "induced, hard": {"hard": 1.0},
    "edge-induced": {"induced": False},
}


def drawing_rate(config: TrainConfig, threads: int, seconds: float) -> float:
    feed = PairFeed(config, threads=threads)
    feed.step(0)
    start, step = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        step += 1
        feed.step(step)
    return step * config.batch / (time.perf_counter() - start)


def training_rate(
    config: TrainConfig, device: str, threads: int, seconds: float, *, compiled: bool, drawn: bool
) -> float:
    """Steps after a warm-up: with data as it is drawn, or the same batch again and again."""
    with tempfile.TemporaryDirectory() as folder:
        quiet = replace(config, steps=10**9, validate_every=10**9, checkpoint_every=10**9, validation_pairs=64)
        trainer = Trainer(quiet, Path(folder), device=device, compiled=compiled, threads=threads)
        same = [batch.to(trainer.device) for batch in trainer.feed.step(0)]
        steps = trainer.feed.steps(0, quiet.steps) if drawn else itertools.repeat(same)
        for _ in range(20):
            trainer.step(next(steps))
        _wait(device)
        start, done = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            trainer.step(next(steps))
            done += 1
            if done % 8 == 0:
                _wait(device)
        _wait(device)
        elapsed = time.perf_counter() - start
    return done * config.batch / elapsed


def _wait(device: str) -> None:
    if device == "cuda":
        torch.cuda.synchronize()


def pairs_per_second(stream: _core.PairStream, low: int, high: int, seconds: float = 0.5) -> float:
    """Pairs per CPU second over batches of 2048."""
    start, step = time.process_time(), 0
    while time.process_time() - start < seconds:
        stream.batch(step, pairs=2048, low=low, high=high, threads=1)
        step += 1
    return 2048 * step / (time.process_time() - start)


def table_of_drawing(data: Path | None) -> None:
    """Verified pairs per second on one core, for several ranges of target sizes."""
    streams = {name: _core.PairStream(seed=0, **options) for name, options in STREAMS.items()}
    if data is not None:
        graphs = spminer.read(data / "ENZYMES.zip").without_labels()
        streams["ENZYMES"] = _core.PairStream(seed=0, target=graphs.target())
    print(f"{'pairs/s, target sizes':<22}" + "".join(f"{f'{low}-{high}':>10}" for low, high in RANGES))
    for name, stream in streams.items():
        rates = (pairs_per_second(stream, low, high) for low, high in RANGES)
        print(f"{name:<22}" + "".join(f"{rate:>10,.0f}" for rate in rates), flush=True)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=0, help="threads that draw pairs; 0: every core")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    table_of_drawing(options.data)
    base = preset("pairs")
    base = replace(base, batch=options.batch, model=replace(base.model, width=options.width))
    print(f"device {options.device}, width {options.width}, batch {options.batch}")
    print(f"{'targets':<12}{'hard':>6}{'drawn/s':>12}{'steps alone':>14}{'compiled':>12}{'trained/s':>12}")
    for buckets in (SMALL, base.buckets):
        for hard in (0.0, base.hard):
            config = replace(base, buckets=buckets, hard=hard)
            drawn = drawing_rate(config, options.threads, options.seconds / 2)
            rates = [
                training_rate(
                    config, options.device, options.threads, options.seconds, compiled=compiled, drawn=with_data
                )
                for compiled, with_data in ((False, False), (True, False), (True, True))
            ]
            print(
                f"{buckets[0][0]:>3} - {buckets[-1][1]:<5}{hard:>6.1f}{drawn:>12,.0f}"
                f"{rates[0]:>14,.0f}{rates[1]:>12,.0f}{rates[2]:>12,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
