"""gSpan and Gaston: CPU seconds and memory on one core, next to the published programs' figures at equal output.

Each run is a process of its own, whose peak memory has the graphs in it. The figures of gBolt and of the Gaston program
were taken on one core with a cap of 9 GB. Labels are ignored but where it says so, as they were there.

    python benchmarks/bench_fragments.py --data DIR
"""

from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import get_args

import spminer
from common import arguments, measure_apart
from spminer.methods.gspan_gaston import Miner, frequent_patterns


@dataclass(frozen=True)
class Run:
    """What is mined, and what the published programs took: CPU seconds and MB by miner."""

    data: str
    support: float | None
    largest: int
    peers: dict[str, str]
    top: int | None = None
    labels: bool = False


RUNS = (
    Run("ENZYMES.zip", 0.95, 6, {"gspan": "32.5 s / 2,553 MB", "gaston": "26 s / 3,513 MB"}),
    Run("COX2.zip", 0.90, 10, {"gspan": "5.4 s / 373 MB", "gaston": "1.6 s / 153 MB (trees only)"}),
    Run("ENZYMES.zip", 0.95, 8, {"gspan": "over 9 GB", "gaston": "over 9 GB"}),
    Run("ENZYMES.zip", 0.90, 10, {}),
    Run("ENZYMES.zip", None, 8, {}, top=50),
    Run("COX2.zip", 0.20, 10, {}, labels=True),
    Run("NCI1.zip", 0.10, 10, {}, labels=True),
)


def graphs_of(path: Path, run: Run) -> spminer.GraphCollection:
    graphs = spminer.read(path)
    return graphs if run.labels else graphs.without_labels()


def mine(run: Run, miner: Miner, threads: int, graphs: spminer.GraphCollection) -> tuple[int, list[int]]:
    """Patterns that were tested, and patterns found of each size."""
    sizes = range(2, run.largest + 1)
    found = frequent_patterns(graphs, sizes, support=run.support, top=run.top, miner=miner, threads=threads)
    return found.tested, [count for _, count in sorted(Counter(p.size for p in found.patterns).items())]


def main() -> None:
    parser = arguments(__doc__, data="ENZYMES.zip, COX2.zip and NCI1.zip")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    for run in RUNS:
        goal = f"{run.support:.0%} support" if run.support is not None else f"best {run.top} of each size"
        print(f"{run.data}, {goal}, 2 to {run.largest} nodes{', labeled' * run.labels}")
        for miner in get_args(Miner):
            took = measure_apart(
                partial(mine, run, miner, options.threads), partial(graphs_of, options.data / run.data, run)
            )
            tested, counts = took.value
            print(
                f"  {miner:<7}{took.cpu:>7.2f} CPU s{took.wall:>7.2f} s{took.peak:>6.0f} MiB (+{took.growth:.0f}), "
                f"{tested:,} tested; published: {run.peers.get(miner, '-')}\n"
                f"          patterns {', '.join(map(str, counts))}",
                flush=True,
            )


if __name__ == "__main__":
    main()
