"""Order signatures on a GPU (``signature.cu``), a warp for each graph: byte for byte those of ``core/src/order``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from spminer import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.encoder.device.kernel import Compiler

__all__ = ["SignatureKernel"]

_WARP = 32
_ROOTED = 0  # the measure of coordinates that count sets of a rooted class
_FIRST_CLASSES = (0, 3, 14, 72)  # of 3, 4, 5 and 6 nodes


class SignatureKernel:
    """Launches of the kernel, with the tables that it reads.

    Parameters
    ----------
    device
        Where rows are, and signatures will be.
    induced
        The kind of containment that signatures are for.
    compiler
        What compiles the kernel.
    """

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
    """The classes whose sets count for a coordinate: its own one, and for edge-induced containment those above it."""
    classes = round(len(tables.above().reshape(-1)) ** 0.5)
    above = tables.above().reshape(classes, classes)
    none = np.zeros(0, np.int32)
    return [
        none if measure != _ROOTED
        else np.array([value], np.int32) if induced
        else np.flatnonzero(above[value]).astype(np.int32)
        for measure, _, _, value in coordinates
    ]  # fmt: skip
