"""Rooted classes on a device: the connected node sets of 3 to 6 nodes with the anchor, by the class they induce.

A set is extended by nodes that the nodes before them did not offer (Wernicke's ESU), all sets of all graphs at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from spminer.encoder.device.bits import above, bit_count, each_bit

if TYPE_CHECKING:
    from torch import Tensor

    from spminer import _core

__all__ = ["SATURATED", "RootedClasses"]

SMALLEST, LARGEST = 3, 6
# More than a signature can tell, and small enough that sums over 64 nodes are 32-bit numbers.
SATURATED = 1 << 20


def _key_bits(size: int) -> int:
    """Bits of the key of a graph, one per pair of its nodes."""
    return size * (size - 1) // 2


class RootedClasses:
    """The classes of small rooted graphs, on one device."""

    def __init__(self, tables: _core.SignatureTables, device: torch.device, *, induced: bool) -> None:
        lengths = [1 << _key_bits(size) for size in range(SMALLEST, LARGEST + 1)]
        parts = np.split(tables.class_of_key().astype(np.int64), np.cumsum(lengths)[:-1])
        self._class_of_key = {
            size: torch.from_numpy(part).to(device) for size, part in enumerate(parts, start=SMALLEST)
        }
        self.count = max(int(part.max()) for part in parts) + 1
        size_of_class = np.concatenate(
            [np.full(part.max() - part[part >= 0].min() + 1, SMALLEST + i) for i, part in enumerate(parts)]
        )
        self._size_of_class = torch.from_numpy(size_of_class).to(device)
        self._most_sets = tables.most_sets
        above_ = torch.from_numpy(tables.above().reshape(self.count, self.count)).to(device)
        self._above = None if induced else above_.T.float().contiguous()

    def counts(self, rows: Tensor) -> Tensor:
        """How many sets of each graph induce each class (or one above it): ``int64[B, classes]``.

        Sizes with too many sets, and all above them, are saturated.
        """
        graphs, nodes = rows.shape
        counts = torch.zeros(graphs * self.count, dtype=torch.int64, device=rows.device)
        largest = torch.full((graphs,), LARGEST, device=rows.device)
        graph = torch.arange(graphs, device=rows.device)
        members, key = [torch.zeros_like(graph)], torch.zeros_like(graph)
        closed, choice = rows[:, 0] | 1, rows[:, 0]
        for size in range(1, LARGEST):
            total = torch.zeros_like(largest).scatter_add_(0, graph, bit_count(choice))
            if size + 1 >= SMALLEST:
                largest = torch.where(total > self._most_sets, torch.clamp(largest, max=size), largest)
                choice = torch.where((largest > size)[graph], choice, 0)
            parent, node = each_bit(choice, nodes)
            graph, members = graph[parent], [member[parent] for member in members]
            row, key = rows[graph, node], key[parent]
            for position, member in enumerate(members):
                key |= ((row >> member) & 1) << (_key_bits(size) + position)
            if size + 1 >= SMALLEST:
                counts.scatter_add_(0, graph * self.count + self._class_of_key[size + 1][key], torch.ones_like(graph))
            if size + 1 < LARGEST:
                members.append(node)
                before, left = closed[parent], choice[parent]
                closed, choice = before | row, (left & above(node)) | (row & ~before)
        return self._saturated(counts.view(graphs, self.count), largest)

    def _saturated(self, counts: Tensor, largest: Tensor) -> Tensor:
        if self._above is not None:  # sums of at most a few thousand, which floats hold exactly
            counts = (counts.float() @ self._above).long()
        return torch.where(self._size_of_class > largest.unsqueeze(1), SATURATED, counts)
