"""Layers of the encoder on a GPU: what they do beside matrix products (``layers.cu``, ``mix.cu``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

if TYPE_CHECKING:
    from torch import Tensor

    from spminer.encoder.config import ModelConfig
    from spminer.encoder.device.kernel import Compiler

__all__ = ["MOST_NUMBERS", "LayerKernels", "has_kernels"]

MOST_NUMBERS = 2**33  # of all states of a layer, four to a thread whose number is an int
_MOST_NODES = 64
_MOST_TRIANGLES = (_MOST_NODES - 1) * (_MOST_NODES - 2) // 2
_WARP, _THREADS = 32, 256
_MOST_HOPS = 64  # as in layers.cu


def has_kernels(config: ModelConfig) -> bool:
    """Whether the kernels compute models of this shape.

    >>> from spminer.encoder.config import ModelConfig
    >>> has_kernels(ModelConfig()), has_kernels(ModelConfig(width=30)), has_kernels(ModelConfig(conv="gin"))
    (True, False, False)
    """
    return config.conv == "sage" and config.width % 4 == 0 and 0 < config.hops <= _MOST_HOPS


class LayerKernels:
    """Launches of the kernels.

    Parameters
    ----------
    device
        Where the graphs are.
    compiler
        What compiles the kernels.
    """

    def __init__(self, device: torch.device, compiler: Compiler) -> None:
        self.log1p = torch.from_numpy(np.log1p(np.arange(_MOST_TRIANGLES + 1.0)).astype(np.float32)).to(device)
        names = ("node_features", "add_neighbors", "pool_layers")
        self._features, self._add_neighbors, self._pool = (compiler("layers.cu", name) for name in names)
        self._mix = compiler("mix.cu", "mix_layers")

    def features(self, rows: Tensor, hops: int) -> Tensor:
        """Anchor or not, degree, triangles, and whether the anchor is within 1, 2, ... hops: ``[B * n, features]``."""
        graphs, nodes = rows.shape
        out = torch.empty(graphs * nodes, 3 + hops, device=rows.device)
        self._features((graphs, 1, 1), (_WARP, 1, 1), (rows.contiguous(), self.log1p, nodes, hops, out))
        return out

    def mix(self, weights: Tensor, states: Tensor) -> Tensor:
        """States ``[L, N, width]`` of layers added up with weights ``[L]``, beside the last: ``[N, 2 * width]``."""
        nodes, width = states.shape[1:]
        out = torch.empty(nodes, 2 * width, device=states.device)
        shape = len(states), nodes * width // 4, width // 4
        self._mix(_blocks(shape[1]), (_THREADS, 1, 1), (states, weights.contiguous(), *shape, out))
        return out

    def add_neighbors(self, rows: Tensor, both: Tensor, out: Tensor) -> None:
        """What nodes make of themselves, and what they send to neighbors: ``[B * n, 2 * width]`` -> the next states."""
        shape = out.numel() // 4, rows.shape[1], both.shape[1] // 8
        self._add_neighbors(_blocks(shape[0]), (_THREADS, 1, 1), (rows.contiguous(), both, *shape, out))

    def pool(self, states: Tensor, sizes: Tensor, scale: float, *, anchors: bool) -> Tensor:
        """States ``[L, B, n, width]`` summed over the nodes of a graph, then those of anchors: ``[B, columns]``."""
        layers, graphs, nodes, width = states.shape
        columns = layers * width * (1 + anchors)
        out = torch.empty(graphs, columns, device=states.device)
        times = torch.tensor([scale], device=states.device)  # a number would be passed in another precision
        shape = graphs, nodes, layers, width // 4, int(anchors), columns // 4
        grid = _blocks(graphs * layers * width // 4)
        self._pool(grid, (_THREADS, 1, 1), (states, sizes.int(), times, *shape, out))
        return out


def _blocks(threads: int) -> tuple[int, int, int]:
    return -(-threads // _THREADS), 1, 1
