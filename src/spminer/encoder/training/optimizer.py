"""Optimizers with state by name: what a checkpoint keeps of them, and how a resumed run gets it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from spminer.encoder.tensorfile import under

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor, nn

    from spminer.encoder.training.config import TrainConfig

__all__ = ["make_optimizer", "named_state", "restore_state"]


def make_optimizer(config: TrainConfig, model: nn.Module, rate: Tensor) -> torch.optim.Optimizer:
    """The optimizer of a run, which reads its learning rate from a tensor."""
    # Capturable: the rate and the step count are tensors on the device, so that a recorded step reads them anew.
    kind = torch.optim.Adam if config.optimizer == "adam" else torch.optim.AdamW
    return kind(model.parameters(), lr=rate, weight_decay=config.weight_decay, capturable=rate.is_cuda)


def named_state(optimizer: torch.optim.Optimizer, model: nn.Module) -> dict[str, Tensor]:
    """The state of each parameter under the parameter's name.

    >>> layer = torch.nn.Linear(1, 1, bias=False)
    >>> optimizer = torch.optim.Adam(layer.parameters())
    >>> layer(torch.ones(1)).backward()
    >>> optimizer.step()
    >>> list(named_state(optimizer, layer))
    ['weight.step', 'weight.exp_avg', 'weight.exp_avg_sq']
    """
    names: dict[Tensor, str] = {parameter: name for name, parameter in model.named_parameters()}
    return {
        f"{names[parameter]}.{key}": value
        for parameter, state in optimizer.state.items()
        for key, value in state.items()
    }


def restore_state(optimizer: torch.optim.Optimizer, model: nn.Module, tensors: Mapping[str, Tensor]) -> None:
    """The inverse of :func:`named_state`; the tensors are used as they are, on the devices that they are on."""
    for name, parameter in model.named_parameters():
        if state := under(f"{name}.", tensors):
            optimizer.state[parameter] = state
