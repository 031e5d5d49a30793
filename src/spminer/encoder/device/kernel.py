"""Kernels of a GPU: CUDA sources beside this file, compiled when a GPU is first used.

Torch brings the compiler along, so nothing else has to be installed. Where it does not, a kernel is ``None`` and
torch's own operations do the work, more slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

if TYPE_CHECKING:
    from torch import Tensor

    from spminer import _core

__all__ = [
    "Finish",
    "Mix",
    "SignatureArguments",
    "Sums",
    "layer_kernel",
    "mix_kernel",
    "penalty_kernel",
    "plain_mix",
    "signature_kernel",
]

Sums = Callable[..., tuple["Tensor", "Tensor"]]
Mix = Callable[["Tensor", "Tensor"], "Tensor"]
Finish = Callable[..., None]

TILE = 128  # patterns and neighborhoods of one block of threads, as in penalty.cu
_THREADS = 256
_MOST_BLOCKS = 65_535  # of the second axis of a grid
_WARPS, _LANES = 4, 32  # of a block that counts signatures, as in signature.cu
_MOST_NUMBERS = 2**33  # of a state, four to a thread whose number is an int


@lru_cache(maxsize=8)
def penalty_kernel(device: torch.device) -> Sums | None:
    """The kernel for a device, with the arguments of :func:`spminer.encoder.device.penalty.plain_sums`; or ``None``."""
    compiled = _compiled("penalty.cu", "penalty_sums", device)
    return None if compiled is None else _Penalties(compiled)


@lru_cache(maxsize=8)
def mix_kernel(device: torch.device) -> Mix | None:
    """The kernel that adds up layers ``[L, N]`` with weights ``[L]``; or ``None``."""
    compiled = _compiled("mix.cu", "mix_layers", device)
    if compiled is None:
        return None

    def mix(weights: Tensor, states: Tensor) -> Tensor:
        layers, numbers = states.shape
        if numbers % 4 or numbers >= _MOST_NUMBERS:
            return plain_mix(weights, states)
        out = torch.empty(numbers, device=states.device)
        blocks = -(-numbers // 4 // _THREADS)
        compiled((blocks, 1, 1), (_THREADS, 1, 1), (states, weights, layers, numbers // 4, out))
        return out

    return mix


@lru_cache(maxsize=8)
def layer_kernel(device: torch.device) -> Finish | None:
    """The kernel that finishes a layer (:func:`finish_layer`), once it has its compiled part; or ``None``."""
    compiled = _compiled("layer.cu", "finish_layer", device)
    return None if compiled is None else partial(finish_layer, compiled)


def finish_layer(
    compiled: Any, both: Tensor, rows: Tensor, states: Tensor, layer: int, weights: Tensor | None, following: Tensor
) -> None:
    """Add up the products of a layer, keep them as its state, and lay out what the next layer takes products of.

    Parameters
    ----------
    compiled
        The kernel of layer.cu.
    both
        ``[graphs * nodes, 2 * width]``: products of each node for itself, and for its neighbors.
    rows
        ``int64[graphs, nodes]``: neighbors as bits.
    states
        ``[layers + 1, graphs * nodes, width]``: those before the layer are read, its own is written.
    layer
        Its number; 0 is the input.
    weights
        ``[layer + 1]``: of the mixture of all states up to this one, or ``None`` if nothing is mixed.
    following
        ``[graphs * nodes, 2 * width]``: gets the mixture and the state, side by side.
    """
    count, width = states.shape[1:]
    numbers = count * width // 4
    shape = numbers, rows.shape[1], width // 4, layer, int(weights is not None)
    tensors = following if weights is None else weights, states, following
    blocks = -(-numbers // _THREADS)
    compiled((blocks, 1, 1), (_THREADS, 1, 1), (both, rows, *shape, *tensors))


@dataclass(frozen=True, eq=False)
class SignatureArguments:
    """Tables of the core on a device, as signature.cu takes them.

    Attributes
    ----------
    coordinates
        ``int32[256, 4]``: what each coordinate measures.
    class_of_key, above
        ``int16[keys]`` and ``uint8[classes, classes]``: rooted classes, and which are above which.
    byte_of_count
        ``uint8``: what a count becomes.
    most
        ``int32[4]``: paths, pairs of cycles and sets beyond which counts are saturated, and the largest count.
    """

    coordinates: Tensor
    class_of_key: Tensor
    above: Tensor
    byte_of_count: Tensor
    most: Tensor

    @classmethod
    def of(cls, tables: _core.SignatureTables, device: torch.device) -> SignatureArguments:
        """Copy the tables to a device."""
        most = [tables.most_paths, tables.most_cycle_pairs, tables.most_sets, len(tables.byte_of_count()) - 1]
        kinds = (
            (tables.coordinates(), np.int32),
            (tables.class_of_key(), np.int16),
            (tables.above(), np.uint8),
            (tables.byte_of_count(), np.uint8),
            (np.array(most), np.int32),
        )
        return cls(*(torch.from_numpy(np.ascontiguousarray(part, dtype=kind)).to(device) for part, kind in kinds))


def shared_bytes(nodes: int) -> int:
    """Shared memory of a block that counts signatures of graphs of so many nodes; signature.cu has the same sum.

    >>> shared_bytes(64) < 48 * 1024
    True
    """
    rows, regions, quantities, classes, totals = 2 * nodes, 2 * 16, 18 * nodes, 480, 20
    return 4 * _WARPS * (rows + regions + quantities + classes + totals)


@lru_cache(maxsize=8)
def signature_kernel(device: torch.device) -> Callable[..., Tensor] | None:
    """The kernel that counts signatures of ``(rows, sizes, arguments, induced)``; or ``None``."""
    compiled = _compiled("signature.cu", "signatures", device)
    if compiled is None:
        return None

    def signatures(rows: Tensor, sizes: Tensor, arguments: SignatureArguments, *, induced: bool) -> Tensor:
        graphs, nodes = rows.shape
        out = torch.empty(graphs, len(arguments.coordinates), dtype=torch.uint8, device=rows.device)
        tables = (arguments.coordinates, arguments.class_of_key, arguments.above, arguments.byte_of_count)
        asked = (rows.contiguous(), sizes.long(), graphs, nodes, int(induced), *tables, arguments.most, out)
        blocks = -(-graphs // _WARPS)
        if graphs:
            compiled((blocks, 1, 1), (_WARPS * _LANES, 1, 1), asked, shared_mem=shared_bytes(nodes))
        return out

    return signatures


def plain_mix(weights: Tensor, states: Tensor) -> Tensor:
    """Layers ``[L, N]`` added up with weights ``[L]``, by torch's own operations."""
    return (weights.unsqueeze(0) @ states).view(-1)


def _compiled(source: str, name: str, device: torch.device) -> Any:
    compiler = getattr(torch.cuda, "_compile_kernel", None)
    if device.type != "cuda" or compiler is None:
        return None
    try:
        return compiler(Path(__file__).with_name(source).read_text(), name)
    except RuntimeError:
        return None


class _Penalties:
    """Launches of the penalty kernel, with the memory that they need."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled

    def __call__(
        self,
        sub: Tensor,
        sup: Tensor,
        sub_counts: Tensor | None,
        sup_counts: Tensor | None,
        threshold: float,
        cap: float,
    ) -> tuple[Tensor, Tensor]:
        low, high, words = sub, sup, 0
        if sub_counts is not None and sup_counts is not None:
            # Two coordinates to a word, those of the neighborhoods negated: one instruction adds and compares both.
            low, high, words = sub_counts.short(), sup_counts.short().neg_(), sub_counts.shape[1] // 2
        tiles, blocks = -(-len(sub) // TILE), -(-len(sup) // TILE)
        limits = torch.tensor([threshold, cap], device=sub.device)  # numbers would be passed in another precision
        soft = torch.empty(blocks, len(sub), device=sub.device)
        hard = torch.empty(blocks, len(sub), device=sub.device, dtype=torch.int32)
        sides = sub.contiguous(), sup.contiguous(), low.contiguous(), high.contiguous()
        for first in range(0, blocks, _MOST_BLOCKS):
            grid = tiles, min(_MOST_BLOCKS, blocks - first), 1
            shape = len(sub), len(sup), sub.shape[1], words, first
            self._compiled(grid, (_THREADS, 1, 1), (*sides, *shape, limits, soft, hard))
        return soft.sum(0, dtype=torch.float64), hard.sum(0)
