"""Layers of the encoder on a device: what they do beside matrix products.

On a GPU by kernels (``layers.cu``, ``mix.cu``), which read every number once; elsewhere, and where these cannot be
compiled, by torch's own operations.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from spminer.encoder.device.bits import bit_count, unpacked
from spminer.encoder.device.kernel import compiled

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["LayerKernels", "PlainLayers", "layers_on"]

_MOST_NODES = 64
_MOST_TRIANGLES = (_MOST_NODES - 1) * (_MOST_NODES - 2) // 2
_WARP, _THREADS = 32, 256
_MOST_HOPS = 64  # as in layers.cu
_MOST_NUMBERS = 2**33  # of all states of a layer, four to a thread whose number is an int


@lru_cache(maxsize=8)
def layers_on(device: torch.device) -> PlainLayers:
    """The operations of layers for a device, by its kernels if it has any."""
    names = ("node_features", "add_neighbors", "pool_layers")
    kernels = [compiled("layers.cu", name, device) for name in names] + [compiled("mix.cu", "mix_layers", device)]
    return PlainLayers(device) if None in kernels else LayerKernels(device, kernels)


class PlainLayers:
    """Layers by torch's own operations.

    Parameters
    ----------
    device
        Where the graphs are.
    """

    def __init__(self, device: torch.device) -> None:
        self.log1p = torch.from_numpy(np.log1p(np.arange(_MOST_TRIANGLES + 1.0)).astype(np.float32)).to(device)

    def features(self, rows: Tensor, hops: int) -> Tensor:
        """Anchor or not, degree, triangles, and whether the anchor is within 1, 2, ... hops: ``[B * n, features]``."""
        features = torch.zeros(*rows.shape, 3 + hops if hops else 1, device=rows.device)
        features[:, 0, 0] = 1
        if hops:
            joined = unpacked(rows, rows.shape[1]).float()
            corners = (torch.bmm(joined, joined) * joined).sum(-1).long()
            features[..., 1], features[..., 2] = self.log1p[bit_count(rows)], self.log1p[corners // 2]
            reach = features[..., :1]
            for hop in range(hops):
                reach = (reach + torch.bmm(joined, reach)).clamp(max=1)
                features[..., 3 + hop : 4 + hop] = reach
        return features.view(-1, features.shape[-1])

    def mix(self, weights: Tensor, states: Tensor) -> Tensor:
        """States ``[L, N, width]`` of layers added up with weights ``[L]``, beside the last: ``[N, 2 * width]``."""
        mixed = (weights.unsqueeze(0) @ states.reshape(len(states), -1)).view(states.shape[1:])
        return torch.cat([mixed, states[-1]], dim=1)

    def add_neighbors(self, rows: Tensor, both: Tensor, out: Tensor) -> None:
        """What nodes make of themselves, and what they send to neighbors: ``[B * n, 2 * width]`` -> the next states."""
        (graphs, nodes), width = rows.shape, both.shape[1] // 2
        whole = both.view(graphs, nodes, 2 * width)
        joined = unpacked(rows, nodes).float()
        torch.baddbmm(whole[..., :width], joined, whole[..., width:], out=out.view(graphs, nodes, width)).relu_()

    def pool(self, states: Tensor, sizes: Tensor, scale: float, *, anchors: bool) -> Tensor:
        """States ``[L, B, n, width]`` summed over the nodes of a graph, then those of anchors: ``[B, columns]``."""
        graphs, nodes = states.shape[1:3]
        there = (torch.arange(nodes, device=states.device) < sizes.unsqueeze(1)) * scale
        summed = torch.matmul(there.view(1, graphs, 1, nodes), states).squeeze(2)
        pooled = [summed, states[:, :, 0]] if anchors else [summed]
        return torch.cat([part.transpose(0, 1).reshape(graphs, -1) for part in pooled], dim=1)


class LayerKernels(PlainLayers):
    """Layers by kernels; widths that are no multiples of four stay with torch's operations."""

    def __init__(self, device: torch.device, kernels: list[Any]) -> None:
        super().__init__(device)
        self._features, self._add_neighbors, self._pool, self._mix = kernels

    def features(self, rows: Tensor, hops: int) -> Tensor:  # noqa: D102
        if not 0 < hops <= _MOST_HOPS:
            return super().features(rows, hops)
        graphs, nodes = rows.shape
        out = torch.empty(graphs * nodes, 3 + hops, device=rows.device)
        self._features((graphs, 1, 1), (_WARP, 1, 1), (rows.contiguous(), self.log1p, nodes, hops, out))
        return out

    def mix(self, weights: Tensor, states: Tensor) -> Tensor:  # noqa: D102
        nodes, width = states.shape[1:]
        if width % 4 or nodes * width >= _MOST_NUMBERS:
            return super().mix(weights, states)
        out = torch.empty(nodes, 2 * width, device=states.device)
        shape = len(states), nodes * width // 4, width // 4
        self._mix(_blocks(shape[1]), (_THREADS, 1, 1), (states, weights.contiguous(), *shape, out))
        return out

    def add_neighbors(self, rows: Tensor, both: Tensor, out: Tensor) -> None:  # noqa: D102
        width = both.shape[1] // 2
        if width % 4 or out.numel() >= _MOST_NUMBERS:
            super().add_neighbors(rows, both, out)
            return
        shape = out.numel() // 4, rows.shape[1], width // 4
        self._add_neighbors(_blocks(shape[0]), (_THREADS, 1, 1), (rows.contiguous(), both, *shape, out))

    def pool(self, states: Tensor, sizes: Tensor, scale: float, *, anchors: bool) -> Tensor:  # noqa: D102
        layers, graphs, nodes, width = states.shape
        if width % 4 or states.numel() // nodes >= _MOST_NUMBERS:
            return super().pool(states, sizes, scale, anchors=anchors)
        columns = layers * width * (1 + anchors)
        out = torch.empty(graphs, columns, device=states.device)
        times = torch.tensor([scale], device=states.device)  # a number would be passed in another precision
        shape = graphs, nodes, layers, width // 4, int(anchors), columns // 4
        grid = _blocks(graphs * layers * width // 4)
        self._pool(grid, (_THREADS, 1, 1), (states, sizes.int(), times, *shape, out))
        return out


def _blocks(threads: int) -> tuple[int, int, int]:
    return -(-threads // _THREADS), 1, 1
