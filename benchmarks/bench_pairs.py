"""Verified training pairs per second on one core, for several ranges of target sizes.

Run: python benchmarks/bench_pairs.py [--data DIR]

Times are CPU seconds of this process. With --data, pairs from ENZYMES (fine-tuning) are timed as well.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import spminer
from spminer import _core

RANGES = ((6, 29), (6, 16), (20, 29), (30, 45), (46, 64), (6, 64))
STREAMS: dict[str, dict[str, Any]] = {
    "paper": {"min_pattern": 5},
    "induced": {},
    "induced, hard": {"hard": 1.0},
    "edge-induced": {"induced": False},
}


def pairs_per_second(stream: _core.PairStream, low: int, high: int, seconds: float = 0.5) -> float:
    """Pairs per CPU second over batches of 2048."""
    start, step = time.process_time(), 0
    while time.process_time() - start < seconds:
        stream.batch(step, pairs=2048, low=low, high=high, threads=1)
        step += 1
    return 2048 * step / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with ENZYMES.zip")
    data = parser.parse_args().data
    streams = {name: _core.PairStream(seed=0, **options) for name, options in STREAMS.items()}
    if data is not None:
        graphs = spminer.read(data / "ENZYMES.zip").without_labels()
        streams["ENZYMES"] = _core.PairStream(seed=0, target=graphs.target())
    print(f"{'pairs/s, target sizes':<22}" + "".join(f"{f'{low}-{high}':>10}" for low, high in RANGES))
    for name, stream in streams.items():
        rates = (pairs_per_second(stream, low, high) for low, high in RANGES)
        print(f"{name:<22}" + "".join(f"{rate:>10,.0f}" for rate in rates), flush=True)


if __name__ == "__main__":
    main()
