"""Quantities of nodes, and regions around the anchor, on a device: those of ``core/src/order/node_quantities.hh``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import torch

from spminer.encoder.device.bits import above, bit, bit_count, each_bit, unpacked
from spminer.encoder.device.rooted import SATURATED

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["NodeQuantities", "Quantity", "node_quantities"]

HOPS, LONGEST_PATH = 8, 7
REGIONS = HOPS + LONGEST_PATH + 1
ANYWHERE = REGIONS - 1


class Quantity(IntEnum):
    """What is counted at a node, in the order of the core."""

    DEGREE = 0
    TRIANGLES = 1
    CHERRIES = 2
    STEPS = 3
    STARS = 4
    SQUARES = 5
    PAWS = 6
    DIAMONDS = 7
    CLIQUES = 8
    PENTAGONS = 9
    HEXAGONS = 10
    BALL = 11
    PATHS_2 = 12


@dataclass(frozen=True, eq=False)
class NodeQuantities:
    """Counts at the nodes of many graphs.

    Attributes
    ----------
    quantity
        ``int32[B, quantities, n]``.
    region
        ``bool[B, regions, n]``: within 0 to 8 hops of the anchor, at the end of a path of 2 to 7 edges from it,
        anywhere.
    """

    quantity: Tensor
    region: Tensor


def node_quantities(
    rows: Tensor, sizes: Tensor, most_paths: int, most_cycle_pairs: int, *, induced: bool
) -> NodeQuantities:
    """Count at every node of graphs, given by rows of bits ``int64[B, n]`` and numbers of nodes ``[B]``."""
    return _Counter(rows, sizes, induced=induced).run(most_paths, most_cycle_pairs)


class _Counter:
    """Paths and corners of all graphs, and the table they are added up in; a node's ``place`` is graph * n + node."""

    def __init__(self, rows: Tensor, sizes: Tensor, *, induced: bool) -> None:
        self.graphs, self.nodes = rows.shape
        self.rows, self.flat, self.induced = rows, rows.reshape(-1), induced
        place = torch.arange(self.graphs * self.nodes, device=rows.device)
        node = place % self.nodes
        # Nodes that a shape allows beside one where it has no edge to it.
        self.apart = ~bit(node) & ~self.flat if induced else ~bit(node)
        count = Quantity.PATHS_2 + LONGEST_PATH - 1
        self.quantity = torch.zeros(count, len(place), dtype=torch.int32, device=rows.device)
        self.region = torch.zeros(REGIONS, self.graphs, self.nodes, dtype=torch.bool, device=rows.device)
        self.region[ANYWHERE] = torch.arange(self.nodes, device=rows.device) < sizes.unsqueeze(1)

    def run(self, most_paths: int, most_cycle_pairs: int) -> NodeQuantities:
        self._fill_hops()
        self._fill_corners(most_cycle_pairs)
        self._fill_paths(most_paths)
        quantity = self.quantity.view(-1, self.graphs, self.nodes).transpose(0, 1)
        return NodeQuantities(quantity.contiguous(), (self.region & self.region[ANYWHERE]).transpose(0, 1).contiguous())

    def _add(self, quantity: int, place: Tensor, amount: Tensor) -> None:
        self.quantity[quantity].scatter_add_(0, place, amount.int())

    def _fill_hops(self) -> None:
        joined = unpacked(self.rows, self.nodes).float()
        reach = torch.zeros(self.graphs, self.nodes, 1, device=self.rows.device)
        reach[:, 0] = 1
        for hop in range(HOPS + 1):
            self.region[hop] = reach.squeeze(-1) > 0
            reach = (reach + torch.bmm(joined, reach)).clamp(max=1)
        near = torch.bmm(joined, joined) + joined
        near.diagonal(dim1=1, dim2=2).add_(1)
        self.quantity[Quantity.BALL] = (near > 0).sum(-1).view(-1).int()
        self.quantity[Quantity.DEGREE] = bit_count(self.flat).int()

    def _fill_corners(self, most_cycle_pairs: int) -> None:
        """Shapes by pairs of neighbors u < w of a node v."""
        place, u = each_bit(self.flat, self.nodes)
        first = place - place % self.nodes
        self._add(Quantity.STEPS, place, bit_count(self.flat[first + u] & self.apart[place]))
        number, w = each_bit(self.flat[place] & above(u), self.nodes)
        place, first, u = place[number], first[number], u[number]
        row, row_u, row_w = self.flat[place], self.flat[first + u], self.flat[first + w]
        apart, apart_u, apart_w = self.apart[place], self.apart[first + u], self.apart[first + w]
        joined = (row_u >> w) & 1
        others = row & apart_u & apart_w
        self._add(Quantity.TRIANGLES, place, joined)
        self._add(Quantity.PAWS, place, joined * bit_count(others))
        self._add(Quantity.CLIQUES, place, joined * bit_count(row & row_u & row_w & above(w)))
        open_ = 1 - joined if self.induced else torch.ones_like(joined)
        self._add(Quantity.CHERRIES, place, open_)
        self._add(Quantity.STARS, place, open_ * bit_count(others & above(w)))
        self._add(Quantity.DIAMONDS, place, open_ * bit_count(row & row_u & row_w))
        self._add(Quantity.SQUARES, place, open_ * bit_count(row_u & row_w & apart))
        kept = torch.nonzero(open_).squeeze(1)
        beside_u, beside_w = row_u & apart & apart_w, row_w & apart & apart_u
        opposite = apart & apart_u & apart_w
        corners = tuple(part[kept] for part in (place, first, beside_u, beside_w, opposite))
        self._fill_cycles(corners, most_cycle_pairs)

    def _fill_cycles(self, corners: tuple[Tensor, ...], most: int) -> None:
        """Cycles of 5 and 6 nodes: x beside u, y beside w, and for 6 a node opposite."""
        place, first, beside_u, beside_w, opposite = corners
        pairs = torch.zeros(len(self.flat), dtype=torch.int64, device=place.device)
        pairs.scatter_add_(0, place, bit_count(beside_u) * bit_count(beside_w))
        number, x = each_bit(torch.where(pairs[place] > most, 0, beside_u), self.nodes)
        place, first, beside_w, opposite = (part[number] for part in (place, first, beside_w, opposite))
        row_x = self.flat[first + x]
        self._add(Quantity.PENTAGONS, place, bit_count(row_x & beside_w))
        number, y = each_bit(beside_w & self.apart[first + x], self.nodes)
        ends = bit_count(row_x[number] & self.flat[first[number] + y] & opposite[number])
        self._add(Quantity.HEXAGONS, place[number], ends)
        self.quantity[Quantity.PENTAGONS : Quantity.HEXAGONS + 1, pairs > most] = SATURATED

    def _fill_paths(self, most: int) -> None:
        """Paths from the anchor, one edge longer each round; those of a graph with too many end there."""
        graph = torch.arange(self.graphs, device=self.rows.device)
        end, barred = torch.zeros_like(graph), torch.ones_like(graph)
        full = torch.zeros(self.graphs, dtype=torch.bool, device=self.rows.device)
        for length in range(1, LONGEST_PATH + 1):
            place = graph * self.nodes + end
            following = self.flat[place] & ~barred
            total = torch.zeros_like(full, dtype=torch.int64).scatter_add_(0, graph, bit_count(following))
            full |= total > most
            number, node = each_bit(torch.where(full[graph], 0, following), self.nodes)
            barred = barred[number] | ~self.apart[place[number]] | bit(node)
            graph, end = graph[number], node
            if length > 1:
                self._note_paths(length, graph * self.nodes + end, full)

    def _note_paths(self, length: int, place: Tensor, full: Tensor) -> None:
        quantity = Quantity.PATHS_2 + length - 2
        self._add(quantity, place, torch.ones_like(place))
        counted = self.quantity[quantity].view(self.graphs, self.nodes)
        counted[full] = SATURATED
        self.region[HOPS + length - 1] = counted > 0
