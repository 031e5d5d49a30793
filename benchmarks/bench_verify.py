"""Verification of what a search might propose: 100 patterns of a size, sampled from the target, down to the best 10.

The patterns are what tree sampling meets, so their frequencies spread from one occurrence to nearly all nodes.
CPU seconds, one thread.

Run: python benchmarks/bench_verify.py --data DIR
"""

import argparse
import time
from collections import Counter
from pathlib import Path

import spminer
from spminer import Monitor, Pattern, _core
from spminer.methods.base import Candidate, Task
from spminer.mining.verify import verify

RUNS = {"ENZYMES.zip": (5, 10, 15, 20), "COX2.zip": (10, 20), "ego-Twitter.txt.gz": (5, 8, 12)}
PROPOSALS = 100


def proposals(graphs: spminer.GraphCollection, size: int) -> list[Candidate]:
    """Distinct patterns as samples of the target show them."""
    rows, sizes, _, _ = _core.sample_neighborhoods(graphs.target(), 20 * PROPOSALS, low=size, high=size, seed=1)
    found: dict[Pattern, Candidate] = {}
    for sample, nodes in zip(rows, sizes, strict=True):
        if nodes == size and len(found) < PROPOSALS:
            edges = [(a, b) for a in range(size) for b in range(a + 1, size) if int(sample[a]) >> b & 1]
            pattern = Pattern.from_edges(edges, size=size, anchor=0).canonical()
            found.setdefault(pattern, Candidate(pattern, 0.0))
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ENZYMES.zip and the others")
    data = parser.parse_args().data
    print(f"{'data':<22}{'size':>5}{'seconds':>9}{'best':>10}{'10th':>10}  kinds of the ten")
    for name, sizes in RUNS.items():
        graphs = spminer.read(data / name, directed=False).without_labels()
        graphs.match_index()
        for size in sizes:
            checked = spminer.Verification(factor=10)
            task = Task.of(graphs, sizes=(size,), top=10, threads=1, verify=checked)
            candidates = proposals(graphs, size)
            start = time.process_time()
            best = verify(
                candidates,
                task,
                Monitor(),
            ).candidates
            spent = time.process_time() - start
            values = [candidate.known["anchored"].value for candidate in best]
            kinds = Counter(candidate.known["anchored"].kind for candidate in best)
            said = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
            print(f"{name:<22}{size:>5}{spent:>9.2f}{values[0]:>10,.0f}{values[-1]:>10,.0f}  {said}", flush=True)


if __name__ == "__main__":
    main()
