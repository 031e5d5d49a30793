"""The encoder as a torch module: anchored graphs in, points of the order embedding out.

This file defines the network; the core, the CUDA kernels and the ONNX file compute the same function. In reading order:
the order penalty (equation 1 of the paper), the input features of nodes, three graph convolutions, and
:class:`Encoder` with skip connections (equation 3), pooling and a perceptron.

Batches are dense: ``adjacency`` is ``[B, n, n]``, zero-padded, and the anchor is node 0. Padding nodes have no
neighbors, so they send no messages, and pooling leaves them out. A forward pass takes O(B (n^2 w L + n w^2 L)) steps
for width w and L layers.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from spminer import _core
from spminer.errors import InputError
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from spminer.encoder.model import ModelConfig

__all__ = ["Encoder", "check_rows", "node_features", "order_penalty", "unpack"]


def order_penalty(sub: Tensor, sup: Tensor) -> Tensor:
    """The penalty of a pair: the squared length of the part of ``sub`` above ``sup``; 0 if ``sub <= sup`` everywhere.

    Shapes ``[..., D]`` and ``[..., D]``, result ``[...]``.

    >>> order_penalty(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 0.0]))
    tensor(4.)
    """
    return (sub - sup).clamp(min=0).square().sum(-1)


def unpack(rows: Tensor, nodes: int | None = None) -> Tensor:
    """Bit rows ``int64 [B, n]`` to adjacency matrices ``float32 [B, n, n]``, or ``[B, n, nodes]``.

    >>> unpack(torch.tensor([[2, 1]]))
    tensor([[[0., 1.],
             [1., 0.]]])
    """
    return ((rows.unsqueeze(-1) >> torch.arange(nodes or rows.shape[1], device=rows.device)) & 1).float()


def check_rows(rows: Tensor, sizes: Tensor) -> None:
    """Refuse bit rows ``int64 [B, n]`` that are not simple graphs of ``sizes [B]`` nodes."""
    joined = unpack(rows, MAX_PATTERN_NODES).bool()
    beyond = torch.arange(MAX_PATTERN_NODES, device=rows.device) >= sizes.view(-1, 1, 1)
    own = joined[..., : rows.shape[1]]
    for wrong, what in (
        (joined & beyond, "has an edge to a node that it does not have"),
        (own.diagonal(dim1=1, dim2=2), "has a loop"),
        (own != own.transpose(1, 2), "is not symmetric"),
    ):
        if bool(wrong.any()):
            raise InputError(f"a graph {what}", remedy="give simple undirected graphs as symmetric rows of bits")


def node_features(adjacency: Tensor, mask: Tensor, hops: int) -> Tensor:
    """Input features of nodes: anchor bit, log degree, log triangles, and bits for the anchor within 1, 2, ... hops.

    ``adjacency [B, n, n]``, ``mask [B, n]`` -> ``[B, n, 1]`` if ``hops`` is 0 (the paper), else ``[B, n, 3 + hops]``.
    """
    anchor = torch.zeros_like(mask)
    anchor[:, 0] = 1
    if hops == 0:
        return anchor.unsqueeze(-1)
    degree = adjacency.sum(-1)
    triangles = (torch.bmm(adjacency, adjacency) * adjacency).sum(-1) / 2
    columns = [anchor, degree.log1p(), triangles.log1p()]
    reach = anchor.unsqueeze(-1)  # [B, n, 1]
    for _ in range(hops):
        reach = (reach + torch.bmm(adjacency, reach)).clamp(max=1)
        columns.append(reach.squeeze(-1))
    return torch.stack(columns, dim=-1) * mask.unsqueeze(-1)


_LEVEL_SCALE = 0.25  # factor on sums over neighbors that keeps activations level over many layers


class SageLayer(nn.Module):
    """``relu(x W_self + scale * (sum over neighbors of x) W_neighbor + b)``."""

    def __init__(self, inputs: int, width: int, scale: float) -> None:
        super().__init__()
        self.own = nn.Linear(inputs, width)
        self.neighbour = nn.Linear(inputs, width, bias=False)
        self.scale = scale
        if scale > _LEVEL_SCALE:  # otherwise sums over many layers explode before they are trained
            with torch.no_grad():
                self.neighbour.weight.mul_(_LEVEL_SCALE / scale)

    def forward(self, x: Tensor, adjacency: Tensor) -> Tensor:
        """``x [B, n, inputs]`` -> ``[B, n, width]``; applying the weights first halves the sum over neighbors."""
        return torch.relu(torch.baddbmm(self.own(x), adjacency, self.neighbour(x), alpha=self.scale))


class GinLayer(nn.Module):
    """``mlp((1 + eps) x + scale * sum over neighbors of x)`` (Xu et al. 2019)."""

    def __init__(self, inputs: int, width: int, scale: float) -> None:
        super().__init__()
        self.epsilon = nn.Parameter(torch.zeros(()))
        self.first = nn.Linear(inputs, width)
        self.second = nn.Linear(width, width)
        self.scale = scale

    def forward(self, x: Tensor, adjacency: Tensor) -> Tensor:
        """``x [B, n, inputs]`` -> ``[B, n, width]``."""
        mixed = (1 + self.epsilon) * x + self.scale * torch.bmm(adjacency, x)
        return torch.relu(self.second(torch.relu(self.first(mixed))))


class GcnLayer(nn.Module):
    """``relu(D^-1/2 (A + I) D^-1/2 x W + b)`` (Kipf and Welling 2017)."""

    def __init__(self, inputs: int, width: int, _scale: float) -> None:
        super().__init__()
        self.linear = nn.Linear(inputs, width)

    def forward(self, x: Tensor, adjacency: Tensor) -> Tensor:
        """``x [B, n, inputs]`` -> ``[B, n, width]``."""
        norm = (adjacency.sum(-1, keepdim=True) + 1).rsqrt()  # [B, n, 1]
        scaled = norm * self.linear(x)
        return torch.relu(norm * (scaled + torch.bmm(adjacency, scaled)))


_LAYERS = {"sage": SageLayer, "gin": GinLayer, "gcn": GcnLayer}


class Encoder(nn.Module):
    """Convolutions with learnable dense skip connections, pooling, and a perceptron.

    Parameters
    ----------
    config
        The shape of the model.

    References
    ----------
    "Representation Learning for Frequent Subgraph Mining", section on the encoder, and Hamilton et al. 2017 for the
    convolution.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        w, layers = config.width, config.layers
        self.input = nn.Linear(3 + config.hops if config.hops else 1, w)
        wide = 2 * w if config.skip else w
        layer = _LAYERS[config.conv]
        self.convs = nn.ModuleList(layer(wide, w, config.scale) for _ in range(layers))
        if config.skip:
            equal = 1 / layers if config.skip == "paper" else 0.0  # of the sigmoid: 1/2
            self.skip = nn.Parameter(torch.full((layers, layers), equal))
        pooled = (layers + 1) * w * (2 if config.anchor_pool else 1)
        pooled += _core.SIGNATURE_SIZE if config.counts else 0
        self.head = _perceptron((pooled, *config.head, config.dimensions))
        if config.output == "mlp":
            self.verdict = _perceptron((2 * config.dimensions, config.dimensions, 1))

    def forward(self, adjacency: Tensor, sizes: Tensor, counts: Tensor | None = None) -> Tensor:
        """``adjacency [B, n, n]``, ``sizes [B]``, ``counts [B, coordinates]`` -> ``[B, D]``.

        ``counts`` are order signatures, an input of models with ``config.counts``.
        """
        n = adjacency.shape[1]
        mask = (torch.arange(n, device=sizes.device) < sizes.unsqueeze(1)).to(adjacency.dtype)  # [B, n]
        states = [self.input(node_features(adjacency, mask, self.config.hops))]  # layer 0, [B, n, w]
        adjacency = adjacency.to(states[0].dtype)  # half precision under autocast, exact for ones and zeros
        for index, conv in enumerate(self.convs):
            states.append(conv(self._layer_input(states, index), adjacency))
        pool = (mask.unsqueeze(1) * self.config.pool_scale).to(states[0].dtype)  # [B, 1, n]
        summed = [torch.bmm(pool, state).squeeze(1) for state in states]  # each [B, w]
        anchors = [state[:, 0] for state in states] if self.config.anchor_pool else []
        with torch.autocast(adjacency.device.type, enabled=False):  # penalties near the margin need full precision
            pooled = torch.cat(summed + anchors, dim=-1).float()
            if self.config.counts and counts is not None:
                pooled = torch.cat([pooled, counts.float().log1p()], dim=-1)
            embedding: Tensor = self.head(pooled)
        return embedding

    def _layer_input(self, states: list[Tensor], index: int) -> Tensor:
        """Input of layer ``index``: the last state, and with skip connections a weighted sum of all states.

        Equation 3 of the paper sums ``w[i, l] H_i`` for ``1 <= i < l``, with state 0 as the input (``skip="paper"``).
        The sum is empty for the first two layers. By default the sum has all states, and the weights are sigmoids.
        """
        if not self.config.skip:
            return states[-1]
        if self.config.skip == "paper":
            mixture = torch.zeros_like(states[-1])
            for weight, state in zip(self.skip[index, 1:index].to(mixture.dtype), states[1:index], strict=True):
                mixture = torch.addcmul(mixture, state, weight)
            return torch.cat([mixture, states[-1]], dim=-1)
        weights = torch.sigmoid(self.skip[index, : index + 1]).to(states[0].dtype)
        mixture = weights[0] * states[0]
        for weight, state in zip(weights[1:], states[1:], strict=True):
            mixture = torch.addcmul(mixture, state, weight)
        return torch.cat([mixture, states[-1]], dim=-1)

    def compare(self, sub: Tensor, sup: Tensor) -> Tensor:
        """The distance of a (sub, sup) pair of embeddings: the order penalty, or minus the logit of the perceptron."""
        if self.config.output == "order":
            return order_penalty(sub, sup)
        logit: Tensor = self.verdict(torch.cat([sub, sup], dim=-1))
        return -logit.squeeze(-1)


def _perceptron(widths: tuple[int, ...]) -> nn.Sequential:
    """Linear layers; LeakyReLU after the first, ReLU after the others, nothing after the last."""
    steps: list[nn.Module] = []
    for index, (inputs, outputs) in enumerate(pairwise(widths)):
        steps.append(nn.Linear(inputs, outputs))
        if index < len(widths) - 2:
            steps.append(nn.LeakyReLU(0.1) if index == 0 else nn.ReLU())
    return nn.Sequential(*steps)
