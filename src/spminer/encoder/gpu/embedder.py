"""Embeddings and order signatures on a GPU: rows of bits in, tensors on the device out.

The forward pass has the steps of the core, in float32: products are never rounded to TF32. :class:`GpuEmbedder` splits
batches into chunks of similar sizes that fit into memory. The other classes launch the kernels of ``layers.cu``,
``mix.cu`` and ``signature.cu``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn import functional

from spminer import _core
from spminer.encoder.batch import Embedded, LabeledPatterns
from spminer.encoder.gpu.kernels import compile_kernel, full_precision
from spminer.encoder.gpu.scoring import GpuIndex
from spminer.encoder.network import check_rows, order_penalty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.batch import AnchoredBatch
    from spminer.encoder.gpu.kernels import Compiler
    from spminer.encoder.model import EncoderModel, ModelConfig

__all__ = ["GpuEmbedder", "has_kernels"]

_MOST_NODES = 64
_LEAK = 0.1  # slope of the first LeakyReLU of the perceptron
_STEP = 8  # graphs whose sizes differ by less are computed together
# Memory of a graph while signatures and layers are computed, the share of a GPU's memory to use, and a limit.
_BYTES_PER_NODE, _SHARE, _MOST_GRAPHS = 16_384, 0.4, 65_536


class GpuEmbedder:
    """A trained model on a GPU, by CUDA kernels.

    Parameters
    ----------
    model
        The model, of a shape that the kernels support (:func:`spminer.encoder.gpu.embedder.has_kernels`).
    device
        The device.
    compiler
        The function that compiles a kernel. Tests give one for the CPU.
    memory
        Bytes of a chunk; by default a share of the device's memory.
    """

    def __init__(
        self,
        model: EncoderModel,
        device: str = "cuda",
        *,
        compiler: Compiler = compile_kernel,
        memory: int | None = None,
    ) -> None:
        self.model = model
        self.device = torch.device(device)
        self.signatures = SignatureKernel(self.device, induced=model.config.induced, compiler=compiler)
        self.net = _SageNet(model, self.device, compiler)
        self.compiler = compiler
        self._memory = memory or int(_SHARE * torch.cuda.get_device_properties(self.device).total_memory)

    def embed(self, batch: AnchoredBatch) -> NDArray[np.float32]:
        """One row per graph, in order, on the host; the graphs are checked first."""
        for _, rows, sizes in self._chunks(batch):
            check_rows(rows, sizes)
        points: NDArray[np.float32] = self.read(batch, signatures=False).points.cpu().numpy()
        return points

    @full_precision()
    def read(self, batch: AnchoredBatch, *, signatures: bool, labelings: LabeledPatterns | None = None) -> Embedded:
        """Points of graphs on the device, and on request their signatures, which are computed once."""
        reads, dimensions = self.model.config.counts, self.model.config.dimensions
        points = torch.empty(len(batch), dimensions, device=self.device)
        counts = torch.empty(len(batch), _core.SIGNATURE_SIZE if signatures else 0, dtype=torch.uint8).to(self.device)
        for chosen, rows, sizes in self._chunks(batch):
            own = self.signatures(rows, sizes) if signatures or reads else None
            points[chosen] = self.net(rows, sizes, own if reads else None)
            if signatures and own is not None:
                counts[chosen] = own
        if labelings is not None:
            structure = torch.from_numpy(labelings.structure).to(self.device)
            points, counts = points[structure], counts[structure]
            if signatures:
                counts = torch.cat([counts, torch.from_numpy(labelings.signatures).to(self.device)], dim=1)
        return Embedded(points, counts if signatures else None)

    @full_precision()
    def penalties(self, sub: Embedded, sup: Embedded) -> NDArray[np.float32]:
        """Penalty of each aligned pair, on the host; infinite if signatures exclude a containment."""
        values = order_penalty(sub.points, sup.points)
        if sub.signatures is not None:
            values[(sub.signatures > sup.signatures).any(-1)] = torch.inf
        result: NDArray[np.float32] = values.cpu().numpy()
        return result

    def index(
        self, neighborhoods: AnchoredBatch, *, signatures: bool, labels: NDArray[np.uint8] | None = None
    ) -> GpuIndex:
        """Embed neighborhoods, which stay on the device, with signatures or without."""
        labelings = None if labels is None else LabeledPatterns(np.arange(len(labels)), labels)
        return GpuIndex(self.read(neighborhoods, signatures=signatures, labelings=labelings), self.compiler)

    def _chunks(self, batch: AnchoredBatch) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        """Graphs of similar sizes, as many as fit: their indices, rows and sizes, on the device.

        A launch costs the same for one graph as for thousands, so some padding is better than many launches.
        """
        rounded, most = -(-batch.sizes // _STEP), self.graphs_at_once(batch.rows.shape[1])
        for group in np.unique(rounded):
            members = np.flatnonzero(rounded == group)
            for start in range(0, len(members), most):
                graphs = members[start : start + most]
                sizes = batch.sizes[graphs]
                rows = np.ascontiguousarray(batch.rows[graphs, : sizes.max()]).view(np.int64)
                there = [torch.from_numpy(part).to(self.device) for part in (graphs, rows, sizes)]
                yield there[0], there[1], there[2]

    def graphs_at_once(self, nodes: int) -> int:
        """Graphs of this many nodes that fit into memory and into the kernels' index range."""
        config = self.model.config
        numbers = max(nodes, config.layers + 1) * config.width  # of a graph in a layer, or of its pooled layers
        fitting = min(self._memory // (_BYTES_PER_NODE * nodes), (MOST_NUMBERS - 1) // numbers)
        return max(1, min(_MOST_GRAPHS, fitting))


class _SageNet:
    """The forward pass; the weights of a node and of its neighbors form one matrix per layer."""

    def __init__(self, model: EncoderModel, device: torch.device, compiler: Compiler) -> None:
        self.config = model.config

        def load(name: str) -> Tensor:
            return torch.from_numpy(model.tensors[name]).to(device)

        self.input = load("input.weight").T.contiguous(), load("input.bias")
        self.layers = [
            (
                torch.cat([load(f"convs.{i}.own.weight"), self.config.scale * load(f"convs.{i}.neighbour.weight")]).T
                .contiguous(),
                functional.pad(load(f"convs.{i}.own.bias"), (0, self.config.width)),
            )
            for i in range(self.config.layers)
        ]  # fmt: skip
        weights = model.skip_weights
        layers = self.config.layers
        self.skip_weights = torch.tensor(weights, device=device).view(layers, layers) if self.config.skip else None
        self.kernels = LayerKernels(device, compiler)
        head = range(len(self.config.head) + 1)
        self.head = [(load(f"head.{2 * i}.weight"), load(f"head.{2 * i}.bias")) for i in head]

    def __call__(self, rows: Tensor, sizes: Tensor, counts: Tensor | None) -> Tensor:
        """Rows of bits ``int64[B, n]`` and numbers of nodes ``[B]`` -> ``float32[B, D]``."""
        (graphs, nodes), width = rows.shape, self.config.width
        states = torch.empty(self.config.layers + 1, graphs * nodes, width, device=rows.device)
        weight, bias = self.input
        torch.addmm(bias, self.kernels.features(rows, self.config.hops), weight, out=states[0])
        for layer, (weight, bias) in enumerate(self.layers):
            self.kernels.add_neighbors(rows, self._products(states, layer, weight, bias), states[layer + 1])
        whole = states.view(-1, graphs, nodes, width)
        pooled = self.kernels.pool(whole, sizes, self.config.pool_scale, anchors=self.config.anchor_pool)
        if counts is not None:
            pooled = torch.cat([pooled, self.kernels.log1p[counts.int()]], dim=1)
        return self._perceptron(pooled)

    def _products(self, states: Tensor, layer: int, weight: Tensor, bias: Tensor) -> Tensor:
        """The products of a layer with its input: the last state, with skip connections beside a sum of all states."""
        if self.skip_weights is None:
            return torch.addmm(bias, states[layer], weight)
        return torch.addmm(bias, self.kernels.mix(self.skip_weights[layer, : layer + 1], states[: layer + 1]), weight)

    def _perceptron(self, values: Tensor) -> Tensor:
        for index, (weight, bias) in enumerate(self.head):
            values = functional.linear(values, weight, bias)
            if index < len(self.head) - 1:
                values = functional.leaky_relu_(values, _LEAK) if index == 0 else values.relu_()
        return values


MOST_NUMBERS = 2**33  # in all states of a layer: four per thread, whose index is an int

_WARP, _THREADS = 32, 256
_MOST_HOPS = 64  # as in layers.cu


def has_kernels(config: ModelConfig) -> bool:
    """Whether the kernels support models of this shape.

    >>> from spminer.encoder.model import ModelConfig
    >>> has_kernels(ModelConfig()), has_kernels(ModelConfig(width=30)), has_kernels(ModelConfig(conv="gin"))
    (True, False, False)
    """
    return config.conv == "sage" and config.width % 4 == 0 and 0 < config.hops <= _MOST_HOPS


class LayerKernels:
    """Launches of the kernels of the layers."""

    def __init__(self, device: torch.device, compiler: Compiler) -> None:
        self.log1p = torch.from_numpy(np.log1p(np.arange(_MOST_TRIANGLES + 1.0)).astype(np.float32)).to(device)
        names = ("node_features", "add_neighbors", "pool_layers")
        self._features, self._add_neighbors, self._pool = (compiler("layers.cu", name) for name in names)
        self._mix = compiler("mix.cu", "mix_layers")

    def features(self, rows: Tensor, hops: int) -> Tensor:
        """Input features as in ``network.py: node_features``: ``[B * n, features]``."""
        graphs, nodes = rows.shape
        out = torch.empty(graphs * nodes, 3 + hops, device=rows.device)
        self._features((graphs, 1, 1), (_WARP, 1, 1), (rows.contiguous(), self.log1p, nodes, hops, out))
        return out

    def mix(self, weights: Tensor, states: Tensor) -> Tensor:
        """States ``[L, N, width]`` summed with weights ``[L]``, beside the last state: ``[N, 2 * width]``."""
        nodes, width = states.shape[1:]
        out = torch.empty(nodes, 2 * width, device=states.device)
        shape = len(states), nodes * width // 4, width // 4
        self._mix(_blocks(shape[1]), (_THREADS, 1, 1), (states, weights.contiguous(), *shape, out))
        return out

    def add_neighbors(self, rows: Tensor, both: Tensor, out: Tensor) -> None:
        """The next states from the products of nodes with both weight matrices: ``[B * n, 2 * width]``."""
        shape = out.numel() // 4, rows.shape[1], both.shape[1] // 8
        self._add_neighbors(_blocks(shape[0]), (_THREADS, 1, 1), (rows.contiguous(), both, *shape, out))

    def pool(self, states: Tensor, sizes: Tensor, scale: float, *, anchors: bool) -> Tensor:
        """States ``[L, B, n, width]`` summed over the nodes of a graph, then those of anchors: ``[B, columns]``."""
        layers, graphs, nodes, width = states.shape
        columns = layers * width * (1 + anchors)
        out = torch.empty(graphs, columns, device=states.device)
        times = torch.tensor([scale], device=states.device)  # a Python float has another precision
        shape = graphs, nodes, layers, width // 4, int(anchors), columns // 4
        grid = _blocks(graphs * layers * width // 4)
        self._pool(grid, (_THREADS, 1, 1), (states, sizes.int(), times, *shape, out))
        return out


def _blocks(threads: int) -> tuple[int, int, int]:
    return -(-threads // _THREADS), 1, 1


_MOST_TRIANGLES = (_MOST_NODES - 1) * (_MOST_NODES - 2) // 2

_ROOTED = 0  # the measure of coordinates that count sets of a rooted class
_FIRST_CLASSES = (0, 3, 14, 72)  # numbers of the first rooted classes of 3, 4, 5 and 6 nodes


class SignatureKernel:
    """Launches of the kernel of order signatures, with its tables; ``induced`` is the kind of containment."""

    def __init__(self, device: torch.device, *, induced: bool, compiler: Compiler) -> None:
        tables = _core.SignatureTables()
        coordinates = tables.coordinates().astype(np.int32)
        lists = _counted_classes(tables, coordinates, induced=induced)
        rooted = coordinates[:, 0] == _ROOTED
        coordinates[rooted, 1] = 2 + np.searchsorted(_FIRST_CLASSES, coordinates[rooted, 3], side="right")
        starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
        arrays = (tables.class_of_key(), coordinates, starts, np.concatenate(lists), tables.byte_of_count())
        self._kernel = compiler("signature.cu", "signature_bytes")
        self._induced = int(induced)
        self._tables = [torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in arrays]
        self._limits = (len(arrays[-1]) - 1, tables.most_sets, tables.most_paths, tables.most_cycle_pairs)

    def __call__(self, rows: Tensor, sizes: Tensor) -> Tensor:
        """Rows of bits ``int64[B, n]`` and numbers of nodes ``[B]`` -> ``uint8[B, SIGNATURE_SIZE]``."""
        graphs, nodes = rows.shape
        out = torch.empty(graphs, _core.SIGNATURE_SIZE, dtype=torch.uint8, device=rows.device)
        if graphs:
            arguments = (rows.contiguous(), sizes.int(), nodes, self._induced, *self._tables, *self._limits, out)
            self._kernel((graphs, 1, 1), (_WARP, 1, 1), arguments)
        return out


def _counted_classes(
    tables: _core.SignatureTables, coordinates: NDArray[np.int32], *, induced: bool
) -> list[NDArray[np.int32]]:
    """The classes whose sets count for a coordinate: its own, for edge-induced containment also larger ones."""
    classes = round(len(tables.above().reshape(-1)) ** 0.5)
    above = tables.above().reshape(classes, classes)
    none = np.zeros(0, np.int32)
    return [
        none if measure != _ROOTED
        else np.array([value], np.int32) if induced
        else np.flatnonzero(above[value]).astype(np.int32)
        for measure, _, _, value in coordinates
    ]  # fmt: skip
