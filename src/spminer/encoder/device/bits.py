"""Sets of up to 64 nodes as bits of ``int64`` tensors, on any device."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["above", "bit", "bit_count", "each_bit", "unpacked"]

_ALL = -1  # every bit of an int64


def bit(node: Tensor) -> Tensor:
    """The set of one node."""
    return torch.ones_like(node) << node


def above(node: Tensor) -> Tensor:
    """The set of all nodes after one."""
    return (torch.full_like(node, _ALL) << node) << 1


def bit_count(sets: Tensor) -> Tensor:
    """How many nodes each set has.

    >>> bit_count(torch.tensor([0, 5, -1])).tolist()
    [0, 2, 64]
    """
    # Shifts of negative numbers fill with ones, which the masks take away again.
    pairs = sets - ((sets >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    bytes_ = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bytes_ * 0x0101010101010101) >> 56) & 0xFF


def unpacked(sets: Tensor, nodes: int) -> Tensor:
    """Sets ``[...]`` as truth values ``[..., nodes]``."""
    return ((sets.unsqueeze(-1) >> torch.arange(nodes, device=sets.device)) & 1).bool()


def each_bit(sets: Tensor, nodes: int) -> tuple[Tensor, Tensor]:
    """Every node of every set: the number of the set, and the node.

    >>> [part.tolist() for part in each_bit(torch.tensor([5, 0, 2]), 3)]
    [[0, 0, 2], [0, 2, 1]]
    """
    number, node = torch.nonzero(unpacked(sets, nodes), as_tuple=True)
    return number, node
