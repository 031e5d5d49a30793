"""Input features of nodes and edges: what short walks see of them before any message is passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["walk_features"]


def walk_features(source: Tensor, target: Tensor, sizes: Tensor, *, block: int = 64) -> tuple[Tensor, Tensor]:
    """What short walks see of nodes and edges, as logarithms of 1 + number.

    Column ``c`` of the work arrays belongs, in every graph, to its own ``c``-th node, so that one array of as many
    columns as the largest graph has nodes holds the walks of all graphs; ``block`` columns are done at a time.

    Parameters
    ----------
    source, target
        Ends of all edges, both ways, nodes numbered through.
    sizes
        Nodes of each graph.
    block
        Columns at a time.

    Returns
    -------
    nodes, edges
        ``[N, 5]``: degree, triangles, nodes at distance two, and half the closed walks of length 4 and 5 that never
        turn back on the spot. ``[E, 1]``: common neighbors.

    Examples
    --------
    >>> nodes, edges = walk_features(torch.tensor([0, 1]), torch.tensor([1, 0]), torch.tensor([2]))
    >>> nodes[0].expm1().round()
    tensor([1., 0., 0., 0., 0.])
    """
    count = int(sizes.sum())
    number = torch.arange(count) - torch.repeat_interleave(sizes.cumsum(0) - sizes, sizes)  # number within the graph
    degree = torch.zeros(count).index_add_(0, source, torch.ones(len(source)))
    back = (degree - 1).unsqueeze(1)
    nodes = torch.zeros(count, 5)
    nodes[:, 0] = degree
    edges = torch.zeros(len(source), 1)

    own_size = torch.repeat_interleave(sizes, sizes)

    def onward(walks: Tensor) -> Tensor:
        """Walks of one more step, from every node to the nodes of the columns."""
        return torch.zeros_like(walks).index_add_(0, active_source, walks[active_target])

    for first in range(0, int(sizes.max()), block):
        active = own_size[source] > first  # smaller graphs have no node in these columns
        active_source, active_target = source[active], target[active]
        mine = torch.nonzero((number >= first) & (number < first + block)).squeeze(1)
        column = number[mine] - first
        one = torch.zeros(count, block)
        one[mine, column] = 1
        start, one = one, onward(one)
        two = onward(one) - degree.unsqueeze(1) * start
        three = onward(two) - back * one
        four = onward(three) - back * two
        five = onward(four) - back * three
        nodes[mine, 1] = three[mine, column] / 2
        nodes[:, 2] += ((two > 0) & (one == 0)).sum(1)  # symmetric: counted at the far end
        nodes[mine, 3] = four[mine, column] / 2
        nodes[mine, 4] = five[mine, column] / 2
        here = torch.nonzero((number[target] >= first) & (number[target] < first + block)).squeeze(1)
        edges[here, 0] = two[source[here], number[target[here]] - first]
    return nodes.clamp(min=0).log1p(), edges.clamp(min=0).log1p()
