"""The encoder on the CPU: embeddings beside ONNX Runtime, what signatures reject, and the penalty beside numpy.

    python benchmarks/bench_encode.py [--data DIR] [--model PATH] [--threads N] [--seconds S] [--pairs N]

Embeddings: both are given the threads asked for and take turns, so that other work on the machine slows both alike; the
best round of each counts. Graphs are neighborhoods in ``DIR/ca-AstroPh.txt.gz`` if there is a ``DIR``, else random ones
of mean degree 4. The model has the default shape and random weights unless one is named: the speed does not depend on
the weights. Graphs per CPU second are what one core does by itself.

Signatures: pairs of neighborhoods of ``ENZYMES.zip``, ``COX2.zip``, ``FIRSTMM_DB.zip`` and ``MSRC_21.zip``, which had
no part in choosing the coordinates, labeled by exact matching: ``random`` pairs have 5 to 29 nodes each, the smaller
one being the pattern; ``mining`` pairs are patterns of 4 to 20 nodes in neighborhoods of 40 to 64. Average precision is
that of the score "not rejected": the share of positives among the pairs that are left.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import onnxruntime

import spminer
from common import arguments
from spminer import _core
from spminer.encoder.batch import CONTAINED, AnchoredBatch, decide
from spminer.encoder.evaluation.pairs import DECISION_STEPS
from spminer.encoder.inference import Embedder, NativeEmbedder
from spminer.encoder.model import EncoderModel, ModelConfig, expected_shapes, load_model
from spminer.encoder.neighborhoods import LARGE_SIZES, sample
from spminer.encoder.onnx_export import onnx_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

DATA_SETS = ("ENZYMES", "COX2", "FIRSTMM_DB", "MSRC_21")
PROTOCOLS = {"random": ((5, 29), (5, 29)), "mining": ((4, 20), LARGE_SIZES)}
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
    """Neighborhoods of exactly this size, by tree sampling."""
    target = graphs.target(direction=False, node_labels=False, edge_labels=False)
    drawn, _ = sample(target, 2 * count, (size, size), seed=size)
    chosen = np.resize(np.flatnonzero(drawn.sizes == size), count)
    return AnchoredBatch(drawn.rows[chosen][:, :size].copy(), drawn.sizes[chosen])


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


class Rejections(NamedTuple):
    """What signatures did to the pairs of one protocol."""

    positives: float
    rejected: float
    precision: float
    sub_us: float
    sup_us: float


def measure_signatures(graphs: spminer.GraphCollection, protocol: str, count: int) -> Rejections:
    """Pairs of neighborhoods, the smaller one being the pattern, labeled by exact matching."""
    target = graphs.target(direction=False, node_labels=False, edge_labels=False)
    sides = [sample(target, count, sizes, seed=seed).batch for seed, sizes in enumerate(PROTOCOLS[protocol])]
    swapped = sides[0].sizes > sides[1].sizes
    rows = [np.zeros((count, 64), dtype=np.uint64) for _ in sides]
    for row, side in zip(rows, sides, strict=True):
        row[:, : side.rows.shape[1]] = side.rows
    low, high = (np.where(swapped[:, None], rows[1 - k], rows[k]) for k in (0, 1))
    small, large = (np.where(swapped, sides[1 - k].sizes, sides[k].sizes) for k in (0, 1))
    patterns, targets = AnchoredBatch(low, small), AnchoredBatch(high, large)
    truth = np.array([bool(contained(patterns, targets, number)) for number in range(count)])
    (signed_low, sub_us), (signed_high, sup_us) = signed(patterns), signed(targets)
    violated = _core.order_violated(signed_low, signed_high).astype(bool)
    if (violated & truth).any():
        raise AssertionError("a pair was rejected that matching proves")
    return Rejections(truth.mean(), violated[~truth].mean(), truth.sum() / (~violated).sum(), sub_us, sup_us)


def contained(patterns: AnchoredBatch, targets: AnchoredBatch, number: int) -> bool:
    one = slice(number, number + 1)
    pattern, target = (AnchoredBatch(batch.rows[one], batch.sizes[one]) for batch in (patterns, targets))
    return bool(decide(pattern, target, steps=DECISION_STEPS)[0, 0] == CONTAINED)


def signed(batch: AnchoredBatch) -> tuple[NDArray[np.uint8], float]:
    """Signatures, and microseconds for each on one thread."""
    _core.signatures(batch.rows[:1], batch.sizes[:1])  # builds the table of classes
    start = time.process_time()
    signatures = _core.signatures(batch.rows, batch.sizes, threads=1)
    return signatures, (time.process_time() - start) / len(batch) * 1e6


def table_of_signatures(data: Path, pairs: int) -> None:
    print("\ndata set    protocol  positives  negatives rejected     AP  us/pattern  us/neighborhood")
    for name in DATA_SETS:
        graphs = spminer.read(data / f"{name}.zip")
        for protocol in PROTOCOLS:
            r = measure_signatures(graphs, protocol, pairs)
            print(
                f"{name:<11} {protocol:<9} {r.positives:8.3f} {r.rejected:19.4f} {r.precision:6.3f}"
                f" {r.sub_us:11.1f} {r.sup_us:17.1f}",
                flush=True,
            )


def compare_kernel(candidates: int = 1000, neighborhoods: int = 10000, dimensions: int = 64) -> None:
    """The kernel next to numpy with all differences of one candidate in memory, both on one thread."""
    random = np.random.default_rng(0)
    sub = random.random((candidates, dimensions), dtype=np.float32)
    sup = random.random((neighborhoods, dimensions), dtype=np.float32)
    thresholds = np.ones(candidates, dtype=np.float32)
    index = _core.PenaltyIndex(sup)
    start = time.perf_counter()
    soft, _ = index.score(sub, thresholds=thresholds, cap=4.0, threads=1)
    native = (time.perf_counter() - start) / candidates
    sample = 50
    start = time.perf_counter()
    plain = [np.minimum((np.maximum(row - sup, 0) ** 2).sum(axis=1), 4.0).sum() for row in sub[:sample]]
    numpy_time = (time.perf_counter() - start) / sample
    np.testing.assert_allclose(soft[:sample], plain, rtol=1e-3)
    print(f"penalty of a candidate against {neighborhoods} neighborhoods, {dimensions} dimensions, one thread:")
    print(f"  kernel {native * 1e6:.1f} us, numpy {numpy_time * 1e6:.1f} us, ratio {numpy_time / native:.0f}")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--model", type=Path, help="model file; random weights of the default shape if not given")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=5, help="time for each size of graphs")
    parser.add_argument("--pairs", type=int, default=4000, help="pairs that signatures judge, for each data set")
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
    if args.data:
        table_of_signatures(args.data, args.pairs)
    compare_kernel()


if __name__ == "__main__":
    main()
