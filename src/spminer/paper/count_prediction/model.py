"""The count predictor: message passing over edge lists, in logarithms.

The count of a motif is a sum over nodes of products. Linear layers over logarithms multiply, and sums over neighbors
and nodes are taken of exponentials. So the network consists of the operations that make up counts, and generalizes from
small graphs to large ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from spminer.paper.count_prediction.data import motif_classes

if TYPE_CHECKING:
    from spminer.paper.count_prediction.data import CountConfig, GraphBatch

__all__ = ["CountPredictor", "log_sum"]

_LARGEST = 40.0  # largest logarithm: sums of e**40 fit into single precision


def log_sum(values: Tensor, index: Tensor, count: int) -> Tensor:
    """``log(1 + sum of exp(values))`` over rows with the same index; ``[R, w]``, ``[R]`` -> ``[count, w]``.

    >>> log_sum(torch.zeros(3, 1), torch.tensor([0, 0, 1]), 2).exp().round()
    tensor([[3.],
            [2.]])
    """
    total = values.new_zeros(count, values.shape[1])
    return total.index_add(0, index, values.clamp(max=_LARGEST).exp()).log1p()


class LogSageLayer(nn.Module):
    """SAGE with sums over neighbors taken in logarithms: ``relu(W x + U log(1 + sum of exp(V x_j + E e_j)))``."""

    def __init__(self, inputs: int, width: int, *, edges: bool) -> None:
        super().__init__()
        self.own = nn.Linear(inputs, width)
        self.message = nn.Linear(inputs, width)
        self.edge = nn.Linear(1, width, bias=False) if edges else None
        self.gathered = nn.Linear(width, width, bias=False)

    def forward(self, x: Tensor, batch: GraphBatch) -> Tensor:
        """``x [N, inputs]`` -> ``[N, width]``."""
        messages = self.message(x)[batch.source]
        if self.edge is not None:
            messages = messages + self.edge(batch.edge_features)
        return torch.relu(self.own(x) + self.gathered(log_sum(messages, batch.target, len(x))))


class CountPredictor(nn.Module):
    """Convolutions with the encoder's learnable dense skip connections, and a perceptron at each node.

    Parameters
    ----------
    config
        The shape of the model.
    """

    def __init__(self, config: CountConfig) -> None:
        super().__init__()
        self.config = config
        w, layers = config.width, config.layers
        self.input = nn.Linear(5 if config.walks else 1, w)
        self.convs = nn.ModuleList(LogSageLayer(2 * w, w, edges=config.walks) for _ in range(layers))
        self.skip = nn.Parameter(torch.zeros(layers, layers))
        self.head = nn.Sequential(
            nn.Linear((layers + 1) * w, config.head),
            nn.ReLU(),
            nn.Linear(config.head, config.head),
            nn.ReLU(),
            nn.Linear(config.head, len(motif_classes())),
        )

    def forward(self, batch: GraphBatch) -> tuple[Tensor, Tensor]:
        """``log(1 + share)`` of each node and ``log(1 + count)`` of each graph: ``[N, 29]`` and ``[G, 29]``."""
        features = batch.node_features if self.config.walks else batch.node_features[:, :1]
        states = [torch.relu(self.input(features))]  # each [N, w]
        for index, conv in enumerate(self.convs):
            weights = torch.sigmoid(self.skip[index, : index + 1])
            mixture = torch.stack(states, dim=-1) @ weights
            states.append(conv(torch.cat([mixture, states[-1]], dim=-1), batch))
        log_share = self.head(torch.cat(states, dim=-1))
        counts = log_sum(log_share, batch.graph, len(batch.log_counts))
        return nn.functional.softplus(log_share), counts
