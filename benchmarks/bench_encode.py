"""Graphs embedded per second by the native forward pass and by ONNX Runtime, with the same model and graphs.

    python benchmarks/bench_encode.py [--data DIR] [--model PATH] [--threads N] [--seconds S]

Both are given the threads asked for and take turns, so that other work on the machine slows both alike; the best
round of each counts. Graphs are neighborhoods in ``DIR/ca-AstroPh.txt.gz`` if there is a ``DIR``, else random ones of
mean degree 4. The model has the default shape and random weights unless one is named: the speed does not depend on the
weights. Graphs per CPU second are what one core does by itself.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import onnxruntime

import spminer
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.inference import Embedder, NativeEmbedder
from spminer.encoder.model import EncoderModel, ModelConfig, expected_shapes, load_model
from spminer.encoder.onnx_export import onnx_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZES = (5, 10, 20, 30, 50, 64)
ONNX_BATCHES = (16, 32, 128)  # graphs per call of ONNX Runtime


class OnnxEmbedder:
    """A session of ONNX Runtime on dense batches of graphs of the same size, so that nothing is padded."""

    def __init__(self, model: EncoderModel, *, threads: int, batch_size: int) -> None:
        self.model = model
        self.batch_size = batch_size
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(onnx_bytes(model), options, providers=["CPUExecutionProvider"])

    def embed(self, batch: AnchoredBatch) -> NDArray[np.float32]:
        """One row per graph, in order."""
        config = self.model.config
        out = np.empty((len(batch), config.dimensions), dtype=np.float32)
        for graphs, nodes in batch.by_size(self.batch_size):
            inputs = {"adjacency": batch.adjacency(graphs, nodes), "sizes": batch.sizes[graphs].astype(np.int64)}
            if config.counts:
                signatures = _core.signatures(batch.rows[graphs], batch.sizes[graphs], induced=config.induced)
                inputs["counts"] = signatures.astype(np.float32)
            out[graphs] = self._session.run(None, inputs)[0]
        return out


class Speed(NamedTuple):
    """Graphs per second of wall clock and of processor time, the best seen."""

    wall: float
    cpu: float


def random_model(config: ModelConfig) -> EncoderModel:
    random = np.random.default_rng(0)
    shapes = expected_shapes(config)
    tensors = {name: random.normal(size=shape, scale=1 / 8).astype(np.float32) for name, shape in shapes.items()}
    return EncoderModel(config, tensors)


def random_graphs(count: int, size: int) -> AnchoredBatch:
    """Connected graphs of mean degree about 4: every node is joined to two earlier ones."""
    random = np.random.default_rng(size)
    dense: NDArray[np.bool_] = np.zeros((count, size, size), dtype=bool)
    for node in range(1, size):
        for _ in range(2):
            dense[np.arange(count), node, random.integers(0, node, size=count)] = True
    bits = np.uint64(1) << np.arange(size, dtype=np.uint64)
    rows = ((dense | dense.transpose(0, 2, 1)) * bits).sum(axis=2, dtype=np.uint64)
    return AnchoredBatch(rows, np.full(count, size, dtype=np.int32))


def neighborhoods(graphs: spminer.GraphCollection, count: int, size: int) -> AnchoredBatch:
    """Induced by nodes that were reached from a random one, each over a random edge out of one reached before."""
    random = np.random.default_rng(size)
    rows = np.zeros((count, size), dtype=np.uint64)
    for index in range(count):
        nodes: list[int] = []
        while len(nodes) < size:  # a small component is left again
            nodes = _grown(graphs, int(random.integers(graphs.num_nodes)), size, random)
        for i, node in enumerate(nodes):
            joined = np.isin(nodes, graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]])
            rows[index, i] = sum(1 << int(j) for j in np.flatnonzero(joined))
    return AnchoredBatch(rows, np.full(count, size, dtype=np.int32))


def _grown(graphs: spminer.GraphCollection, start: int, size: int, random: np.random.Generator) -> list[int]:
    nodes = [start]
    for _ in range(20 * size):
        node = nodes[random.integers(len(nodes))]
        begin, end = int(graphs.indptr[node]), int(graphs.indptr[node + 1])
        reached = int(graphs.indices[random.integers(begin, end)]) if end > begin else node
        if reached not in nodes:
            nodes.append(reached)
        if len(nodes) == size:
            break
    return nodes


def time_once(embedder: Embedder, batch: AnchoredBatch) -> Speed:
    wall, cpu = time.perf_counter(), time.process_time()
    embedder.embed(batch)
    return Speed(len(batch) / (time.perf_counter() - wall), len(batch) / (time.process_time() - cpu))


def compare(embedders: dict[str, Embedder], batch: AnchoredBatch, seconds: float) -> dict[str, Speed]:
    best = dict.fromkeys(embedders, Speed(0, 0))
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        for name, embedder in embedders.items():
            speed = time_once(embedder, batch)
            best[name] = Speed(max(best[name].wall, speed.wall), max(best[name].cpu, speed.cpu))
    return best


def operations(config: ModelConfig, nodes: int) -> int:
    """Floating-point operations of the dense products for one graph."""
    total = 0
    for name, shape in expected_shapes(config).items():
        if name.endswith(".weight"):
            total += 2 * int(np.prod(shape)) * (nodes if name.startswith(("input", "convs")) else 1)
    return total


def largest_difference(found: NDArray[np.float32], expected: NDArray[np.float32]) -> float:
    return float(np.abs(found - expected).max() / np.abs(expected).max())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of the data sets; random graphs if not given")
    parser.add_argument("--model", type=Path, help="model file; random weights of the default shape if not given")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=5, help="time for each size of graphs")
    args = parser.parse_args()

    model = load_model(args.model) if args.model else random_model(ModelConfig())
    embedders: dict[str, Embedder] = {"native": NativeEmbedder(model, threads=args.threads)}
    for size in ONNX_BATCHES:
        embedders[f"onnx {size}"] = OnnxEmbedder(model, threads=args.threads, batch_size=size)
    graphs = spminer.read(args.data / "ca-AstroPh.txt.gz", directed=False) if args.data else None
    print(f"{args.threads} threads; graphs per second (in brackets: per CPU second); onnx: the best of {ONNX_BATCHES}")
    print(f"{'nodes':>5}{'native':>22}{'GFLOP/CPU s':>13}{'onnx':>22}{'ratio':>8}{'CPU ratio':>11}{'difference':>12}")
    for nodes in SIZES:
        count = max(512, 40_000 // nodes)
        batch = random_graphs(count, nodes) if graphs is None else neighborhoods(graphs, count, nodes)
        difference = largest_difference(embedders["onnx 32"].embed(batch), embedders["native"].embed(batch))
        found = compare(embedders, batch, args.seconds)
        native = found.pop("native")
        onnx = Speed(max(speed.wall for speed in found.values()), max(speed.cpu for speed in found.values()))
        rate = native.cpu * operations(model.config, nodes) / 1e9
        print(
            f"{nodes:5}{f'{native.wall:,.0f} ({native.cpu:,.0f})':>22}{rate:13.0f}"
            f"{f'{onnx.wall:,.0f} ({onnx.cpu:,.0f})':>22}{native.wall / onnx.wall:8.1f}{native.cpu / onnx.cpu:11.1f}"
            f"{difference:12.0e}"
        )


if __name__ == "__main__":
    main()
