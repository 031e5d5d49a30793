"""The methods that sample subgraphs: how exact, how fast, in how much memory.

Two tables. ``motivo``: color coding at sizes 5 to 8, where the exact counts can be had (size 5 of all, every size of
ENZYMES) next to them: the median and largest relative error over the classes, the largest among the ten most frequent
ones, and how many of the 95 % intervals cover the truth. ``bias``: a dozen small graphs, many seeds: the mean estimate
of every class against the truth, in standard errors, and the coverage of the intervals. Hit rates are in
``bench_methods.py``.

    python benchmarks/bench_samplers.py --data DIR [--tables motivo bias]
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

import spminer
from common import arguments, measure, measure_apart
from spminer import _core
from spminer._util.monitor import Monitor
from spminer.counting.intervals import count_interval
from spminer.methods import mfinder, motivo, rand_esu
from spminer.methods.base import Method, Task

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENUMERATED = "ENZYMES.zip"
LARGE = ("ego-Facebook.txt.gz", "email-Enron.txt.gz", "ca-AstroPh.txt.gz")


def exact_counts(graphs: spminer.GraphCollection, size: int) -> dict[str, float]:
    motifs = spminer.enumerate(graphs, size, top=None, frequency="graph", examples=0)
    return {motif.id: motif.graph_frequency.value for motif in motifs if motif.graph_frequency}


def accuracy(result: _core.ColorCoding, graphs: spminer.GraphCollection, truth: dict[str, float]) -> str:
    """Relative errors over all classes that exist, those that were not met included."""
    found, covered = dict.fromkeys(truth, 0.0), 0
    classes = result.classes
    for c in range(classes.classes):
        name = str(graphs.pattern(classes.pattern(c)).canonical())
        found[name] = float(classes.count[c])
        low, high = count_interval(
            found[name], float(classes.error[c]), int(classes.hits[c]), degrees=result.colorings - 1
        )
        covered += low <= truth[name] <= high
    errors = np.array([abs(found[name] - value) / value for name, value in truth.items()])
    frequent = errors[np.argsort([-value for value in truth.values()])[:10]]
    return f"{np.median(errors):>9.2%}{errors.max():>9.2%}{frequent.max():>9.2%}{covered:>6}/{len(truth)}"


def run_motivo(path: Path, size: int, samples: int, colorings: int) -> str:
    graphs = spminer.read(path).without_labels()
    target = graphs.target()
    run = measure(
        lambda: _core.sample_motivo(target, size, _core.Control(), samples=samples, colorings=colorings, anchors=False)
    )
    result = run.value
    line = (
        f"{path.name:<22}{size:>5}{result.treelets:>10.2g}{result.classes.classes:>9,}{run.wall:>9.1f}{run.cpu:>9.1f}"
        f"{result.table_bytes / 2**20:>9.1f}{run.peak:>9.0f}"
    )
    return line + (accuracy(result, graphs, exact_counts(graphs, size)) if size == 5 or path.name == ENUMERATED else "")


def table_motivo(data: Path, samples: int, colorings: int) -> None:
    print(f"motivo, {colorings} colorings of {samples:,} samples (CPU seconds of all threads)")
    print(
        f"{'data':<22}{'size':>5}{'treelets':>10}{'classes':>9}{'wall s':>9}{'CPU s':>9}{'table MB':>9}{'peak MB':>9}",
        end="",
    )
    print(f"{'median':>9}{'largest':>9}{'of ten':>9}{'covered':>9}")
    for name in (*LARGE, ENUMERATED):
        for size in (5, 6, 7, 8):
            print(measure_apart(partial(run_motivo, data / name, size, samples, colorings)).value, flush=True)


def dozen_graphs() -> Iterator[spminer.GraphCollection]:
    for seed in range(4):
        for graph in (
            nx.gnm_random_graph(40, 80, seed=seed),
            nx.barabasi_albert_graph(40, 3, seed=seed),
            nx.powerlaw_cluster_graph(40, 3, 0.5, seed=seed),
        ):
            yield spminer.from_edges(list(graph.edges), num_nodes=len(graph))


def table_bias(seeds: int) -> None:
    print(f"\na dozen graphs of 40 nodes, size 5, {seeds} seeds: z of the mean, over classes met 30 times or more")
    methods: dict[str, tuple[Method, Any]] = {
        "mfinder corrected": (mfinder.METHOD, mfinder.MfinderSettings(samples=1000, corrected=True)),
        "rand-esu": (rand_esu.METHOD, rand_esu.RandEsuSettings(tau=1.0)),
        "motivo": (motivo.METHOD, motivo.MotivoSettings(samples=4000, colorings=4, adaptive=False)),
        "motivo adaptive": (motivo.METHOD, motivo.MotivoSettings(samples=4000, colorings=4, cover=100)),
    }
    for name, (method, settings) in methods.items():
        deviations: list[float] = []
        covered = total = 0
        for graphs in dozen_graphs():
            truth = exact_counts(graphs, 5)
            values = {pattern: np.zeros(seeds) for pattern in truth}
            for seed in range(seeds):
                task = Task.of(graphs, sizes=(5,), top=1000, frequency="graph", seed=seed)
                for candidate in method.search(task, settings, Monitor()).candidates[5]:
                    pattern, frequency = candidate.pattern.text, candidate.known.get("graph")
                    values[pattern][seed] = candidate.score
                    if frequency is not None:  # mfinder has no intervals
                        covered += frequency.low <= truth[pattern] <= (frequency.high or 0)
                        total += 1
            for pattern, estimates in values.items():
                if (estimates > 0).sum() >= 30:
                    error = estimates.std(ddof=1) / seeds**0.5
                    deviations.append((estimates.mean() - truth[pattern]) / error)
        z = np.abs(deviations)
        within = " ".join(f"{(z < limit).mean():.3f}" for limit in (1, 2, 3))
        print(
            f"{name:<20}{len(z):>5} classes, within 1, 2, 3 standard errors: {within}; "
            f"mean z {np.mean(deviations):+.3f}, coverage {covered / max(total, 1):.3f} of {total:,} intervals",
            flush=True,
        )


def main() -> None:
    parser = arguments(__doc__, data="ENZYMES.zip and the others")
    parser.add_argument("--tables", nargs="+", default=["motivo", "bias"], choices=["motivo", "bias"])
    parser.add_argument("--samples", type=int, default=200_000, help="of motivo, per coloring")
    parser.add_argument("--colorings", type=int, default=8)
    parser.add_argument("--seeds", type=int, default=100, help="of the table of bias")
    options = parser.parse_args()
    if "motivo" in options.tables:
        table_motivo(options.data, options.samples, options.colorings)
    if "bias" in options.tables:
        table_bias(options.seeds)


if __name__ == "__main__":
    main()
