"""Measure the encoder on a GPU: embeddings, signatures and penalties a second, and whole searches beside the CPU.

The penalty is set beside the arithmetic bound (three instructions for each dimension of a pair, at the rate and the
clock of the device) and products beside that of the device's own library::

    python benchmarks/bench_device.py --data DIR                  # rates, then greedy on ENZYMES
    python benchmarks/bench_device.py --data DIR --only same      # motifs of every neural method, CPU and GPU
    python benchmarks/bench_device.py --data DIR --only more --factor 100    # more walks, neighborhoods; growth
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

import spminer
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.gpu.embedder import GpuEmbedder
from spminer.encoder.gpu.kernels import compile_kernel, full_precision
from spminer.encoder.gpu.scoring import PenaltyKernel
from spminer.encoder.inference import open_embedder
from spminer.encoder.model import load_model
from spminer.encoder.neighborhoods import sample

if TYPE_CHECKING:
    from collections.abc import Callable

LANES, INSTRUCTIONS = 128, 3  # of a multiprocessor each clock; for each dimension of a pair
SIZES = range(5, 21)


def seconds(work: Callable[[], Any], repeats: int = 5) -> float:
    """The median time of some work, after one run to warm up."""
    times = []
    for _ in range(repeats + 1):
        torch.cuda.synchronize()
        start = time.perf_counter()
        work()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return float(np.median(times[1:]))


def twenty_nodes(graphs: spminer.GraphCollection, count: int, size: int = 20) -> AnchoredBatch:
    """Neighborhoods of exactly 20 nodes, repeated to the number."""
    target = graphs.target(direction=False, node_labels=False, edge_labels=False)
    drawn, _ = sample(target, min(count, 20_000), (size, size))
    chosen = np.flatnonzero(drawn.sizes == size)
    chosen = np.resize(chosen, count)
    return AnchoredBatch(drawn.rows[chosen], drawn.sizes[chosen])


def measure_rates(name: str, graphs: spminer.GraphCollection, scale: float) -> None:
    """Embeddings and signatures of graphs of 20 nodes, from rows on the device, and from rows on the host."""
    count = max(64, int(1_000_000 * scale))
    batch, model = twenty_nodes(graphs, count), load_model(name)
    embedder, core = GpuEmbedder(model), open_embedder(name, device="cpu")
    everything = torch.from_numpy(batch.rows.view(np.int64)).to(embedder.device)
    rows = torch.split(everything, embedder.graphs_at_once(20))
    sizes = [torch.full((len(part),), 20, device=embedder.device) for part in rows]

    def signatures() -> list[torch.Tensor]:
        return [embedder.signatures(part, size) for part, size in zip(rows, sizes, strict=True)]

    def network() -> list[torch.Tensor]:
        known = counts if model.config.counts else [None] * len(rows)
        return [embedder.net(*part) for part in zip(rows, sizes, known, strict=True)]

    with full_precision():
        counts = signatures()
        alone, signed = seconds(network), seconds(signatures, 2)
    whole = seconds(lambda: embedder.read(batch, signatures=False), 2)
    few = AnchoredBatch(batch.rows[:50_000], batch.sizes[:50_000])
    native = seconds(lambda: _core.signatures(few.rows, few.sizes, induced=model.config.induced), 1)
    here = seconds(lambda: core.embed(few), 1)
    gap = np.abs(embedder.embed(few) - core.embed(few)).max(axis=1) / np.abs(core.embed(few)).max(axis=1)
    print(
        f"{name}, million graphs of 20 nodes a second: network {count / alone / 1e6:.2f}, signatures "
        f"{count / signed / 1e6:.2f}, both from the host {count / whole / 1e6:.2f}; core, every thread: signatures "
        f"{len(few) / native / 1e6:.2f}, all {len(few) / here / 1e6:.3f}; points differ by {gap.max():.1e} at most",
        flush=True,
    )


def measure_penalty(scale: float) -> None:
    """Pairs a second beside the bound, with signatures and without."""
    patterns, neighborhoods = (max(128, int(n * scale)) for n in (16_384, 65_536))
    dimensions = 128
    place = torch.device("cuda")
    torch.manual_seed(0)
    sub, sup = (torch.rand(n, dimensions, device=place) for n in (patterns, neighborhoods))
    low = torch.randint(0, 3, (patterns, 256), device=place, dtype=torch.uint8)
    high = torch.randint(2, 255, (neighborhoods, 256), device=place, dtype=torch.uint8)
    sums, bound = PenaltyKernel(compile_kernel), _bound(place, dimensions)
    for counted in (False, True):
        sides: tuple[Any, Any] = (low, high) if counted else (None, None)
        with full_precision():
            took = seconds(partial(sums, sub, sup, *sides, 5.0, 20.0))
        rate = patterns * neighborhoods / took
        words = "with signatures" if counted else "without"
        print(f"penalty, {words}: {rate / 1e9:.1f} G pairs/s, {rate / bound:.2f} of the bound", flush=True)


def _bound(place: torch.device, dimensions: int) -> float:
    facts = torch.cuda.get_device_properties(place)
    clock = torch.cuda.clock_rate(place) * 1e6
    size = 8192
    a, b = (torch.rand(size, size, device=place) for _ in range(2))
    with full_precision():
        product = seconds(lambda: a @ b)
        clock = max(clock, torch.cuda.clock_rate(place) * 1e6)
    copied = seconds(a.clone)
    print(
        f"{facts.name}, {facts.multi_processor_count} multiprocessors at {clock / 1e9:.2f} GHz: products in float32 "
        f"{2 * size**3 / product / 1e12:.1f} TFLOP/s, copies {8 * size**2 / copied / 1e12:.2f} TB/s",
        flush=True,
    )
    return facts.multi_processor_count * LANES * clock / INSTRUCTIONS / dimensions


def medians(result: spminer.MotifSet) -> list[int]:
    """The median frequency of each size."""
    found = {
        size: [m.anchored_frequency.value for m in result if m.size == size and m.anchored_frequency] for size in SIZES
    }
    return [int(np.median(values)) if values else 0 for values in found.values()]


def searched(graphs: spminer.GraphCollection, method: str, **options: Any) -> spminer.MotifSet:
    """A run, with its times and medians printed."""
    result = spminer.mine(graphs, sizes="5-20", method=method, **options)
    times = " ".join(f"{name} {value:.1f}" for name, value in result.timing_s.items())
    print(f"{method} {options}: {times} [{result.versions.get('device')}]\n  {medians(result)}", flush=True)
    return result


def measure_search(graphs: spminer.GraphCollection, scale: float) -> None:
    """Greedy with its defaults, on both; the first run on the device also starts it."""
    small = {"walks": max(10, int(1000 * scale)), "neighborhoods": max(50, int(10_000 * scale))}
    searched(graphs, "greedy", device="cuda", **small)
    searched(graphs, "greedy", device="cuda", **small)
    searched(graphs, "greedy", device="cpu", **small)


def same_motifs(data: Path, scale: float, seeds: int) -> None:
    """Whether every neural method finds the same on both."""
    runs: dict[str, dict[str, Any]] = {"greedy": {}, "beam": {}, "mlp": {}}
    runs["mcts"] = {"simulations": max(20, int(320 * scale))}
    for name in ("ENZYMES", "COX2"):
        graphs = spminer.read(data / f"{name}.zip").without_labels()
        for method, options in runs.items():
            for seed in range(seeds if method == "greedy" else 1):
                compare(f"{name} {method} seed {seed}", graphs, method=method, seed=seed, **options)


def compare(title: str, graphs: spminer.GraphCollection, **options: Any) -> None:
    """One run on both, and what they have in common."""
    here, there = (spminer.mine(graphs, sizes="5-20", device=where, **options) for where in ("cpu", "cuda"))
    found = [{(m.rank, m.id): m.score or 0.0 for m in result} for result in (here, there)]
    common = found[0].keys() & found[1].keys()
    gap = max((abs(found[0][key] - found[1][key]) for key in common), default=0.0)
    times = [result.timing_s["embed"] + result.timing_s["search"] for result in (here, there)]
    print(
        f"{title}: {len(common)} of {len(here)} motifs at the same rank, scores differ by {gap:.1e}; "
        f"search {times[0]:.1f} s and {times[1]:.1f} s",
        flush=True,
    )


def measure_more(graphs: spminer.GraphCollection, factor: int, limit: float) -> None:
    """Greedy with more of everything, and growth in about the same time."""
    result = searched(
        graphs, "greedy", device="cuda", walks=1000 * factor, neighborhoods=10_000 * factor, time_limit=limit
    )
    searched(graphs, "grow", time_limit=max(10.0, result.timing_s["total"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=["rates", "penalty", "search"])
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--factor", type=int, default=100)
    parser.add_argument("--limit", type=float, default=240.0)
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print("no GPU here")
        return
    graphs = spminer.read(options.data / "ENZYMES.zip").without_labels()
    if "penalty" in options.only:
        measure_penalty(options.scale)
    if "rates" in options.only:
        for name in ("default", "edge-induced"):
            measure_rates(name, graphs, options.scale)
    if "search" in options.only:
        measure_search(graphs, options.scale)
    if "same" in options.only:
        same_motifs(options.data, options.scale, options.seeds)
    if "more" in options.only:
        measure_more(graphs, options.factor, options.limit)


if __name__ == "__main__":
    main()
