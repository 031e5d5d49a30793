"""Order signatures on a device: byte for byte those of the core (``core/src/order``), for many graphs at once.

On a GPU by a kernel (``signature_kernel``); elsewhere, and where it cannot be compiled, by torch's own operations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from spminer import _core
from spminer.encoder.device.bits import bit_count
from spminer.encoder.device.quantities import node_quantities
from spminer.encoder.device.rooted import RootedClasses
from spminer.encoder.device.signature_kernel import signature_kernel

if TYPE_CHECKING:
    from torch import Tensor

    from spminer.encoder.device.quantities import NodeQuantities

__all__ = ["DeviceSignatures"]

# What a coordinate measures, as the core numbers it.
_ROOTED, _NODES, _TOTAL, _EDGES, _NON_EDGES = range(5)


class DeviceSignatures:
    """Counts signatures on one device.

    Parameters
    ----------
    device
        Where rows are, and signatures will be.
    induced
        The kind of containment that signatures are for.
    """

    def __init__(self, device: torch.device, *, induced: bool) -> None:
        tables = _core.SignatureTables()
        self._count = signature_kernel(tables, device, induced=induced) or _PlainSignatures(
            tables, device, induced=induced
        )

    def of(self, rows: Tensor, sizes: Tensor) -> Tensor:
        """Rows of bits ``int64[B, n]`` and numbers of nodes ``[B]`` -> ``uint8[B, SIGNATURE_SIZE]``."""
        if not len(rows):
            return torch.zeros(0, _core.SIGNATURE_SIZE, dtype=torch.uint8, device=rows.device)
        return self._count(rows, sizes)


class _PlainSignatures:
    """Signatures by torch's own operations, with the tables these need."""

    def __init__(self, tables: _core.SignatureTables, device: torch.device, *, induced: bool) -> None:
        self._induced = induced
        self._classes = RootedClasses(tables, device, induced=induced)
        self._limits = (tables.most_paths, tables.most_cycle_pairs)
        self._bytes = torch.from_numpy(tables.byte_of_count()).to(device)
        coordinates = torch.from_numpy(tables.coordinates()).to(device).long()
        self._by_measure = [
            (which, *coordinates[which, 1:].T.contiguous())
            for which in (torch.nonzero(coordinates[:, 0] == measure).squeeze(1) for measure in range(5))
        ]

    def __call__(self, rows: Tensor, sizes: Tensor) -> Tensor:
        counts = torch.zeros(len(rows), _core.SIGNATURE_SIZE, dtype=torch.int64, device=rows.device)
        table = node_quantities(rows, sizes, *self._limits, induced=self._induced)
        which, _, _, classes = self._by_measure[_ROOTED]
        counts[:, which] = self._classes.counts(rows)[:, classes]
        self._count_nodes(table, counts)
        self._count_edges(rows, table, counts)
        return self._bytes[counts.clamp_(max=len(self._bytes) - 1)]

    def _count_nodes(self, table: NodeQuantities, counts: Tensor) -> None:
        """Nodes of a region with enough of a quantity, and totals of a quantity over a region."""
        which, regions, quantities, least = self._by_measure[_NODES]
        enough = table.quantity[:, quantities] >= least.unsqueeze(1)
        counts[:, which] = (enough & table.region[:, regions]).sum(-1)
        which, regions, quantities, _ = self._by_measure[_TOTAL]
        counts[:, which] = (table.quantity[:, quantities] * table.region[:, regions]).sum(-1)

    def _count_edges(self, rows: Tensor, table: NodeQuantities, counts: Tensor) -> None:
        """Pairs of nodes of a region that are joined, and pairs that are not."""
        for measure in (_EDGES, _NON_EDGES):
            which, regions, _, _ = self._by_measure[measure]
            if measure == _NON_EDGES and not self._induced:
                continue  # which such containment may join
            for coordinate, region in zip(which.tolist(), regions.tolist(), strict=True):
                inside = table.region[:, region]
                ends = (bit_count(rows & _packed(inside).unsqueeze(1)) * inside).sum(-1) // 2
                nodes = inside.sum(-1)
                counts[:, coordinate] = ends if measure == _EDGES else nodes * (nodes - 1) // 2 - ends


def _packed(flags: Tensor) -> Tensor:
    """Truth values ``[..., nodes]`` as sets ``[...]``; as in :mod:`spminer.encoder.device.bits`."""
    position = torch.arange(flags.shape[-1], device=flags.device)
    return (flags.long() << position).sum(-1)
