"""CUDA graphs of training steps.

A step has thousands of small kernels, and launching them one by one takes longer than running them. All shapes of a
step are fixed, so a step is recorded once and then replayed with new data in the same memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from torch import Tensor

    from spminer.encoder.training.data import BlockBatch, PairBatch

    StepBatch = PairBatch | BlockBatch

__all__ = ["CapturedStep"]

_WARM_UPS = 3  # torch asks for a few runs on a side stream before a capture


class CapturedStep:
    """Replays ``update`` (gradients of all batches, clipping, optimizer step; returns the loss) on the GPU.

    Parameters
    ----------
    update
        The step to record; it must not wait for the GPU, and must keep its other data in fixed tensors.
    batches
        Batches of the shapes of all steps. They are used to warm up, after which ``state`` is restored.
    state
        Returns the tensors that ``update`` changes (weights, optimizer state).
    """

    def __init__(
        self,
        update: Callable[[Sequence[StepBatch]], Tensor],
        batches: Sequence[StepBatch],
        state: Callable[[], Iterable[Tensor]],
    ) -> None:
        self._inputs = batches
        # Detached, since a clone with a gradient ties the weights to the current stream.
        before = [tensor.detach().clone() for tensor in state()]
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(_WARM_UPS):
                update(self._inputs)
        torch.cuda.current_stream().wait_stream(side)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._loss = update(self._inputs)
        _restore(list(state()), before)

    def __call__(self, batches: Sequence[StepBatch]) -> Tensor:
        """One step with new data; returns its loss, valid until the next call."""
        for held, batch in zip(self._inputs, batches, strict=True):
            for old, new in zip(held.parts(), batch.parts(), strict=True):
                old.copy_(new, non_blocking=True)
        self._graph.replay()
        return self._loss


def _restore(tensors: list[Tensor], values: list[Tensor]) -> None:
    """Restore old values; state that did not exist before the warm-up becomes zero."""
    with torch.no_grad():
        for tensor, value in zip(tensors, values, strict=False):
            tensor.copy_(value)
        for tensor in tensors[len(values) :]:
            tensor.zero_()
