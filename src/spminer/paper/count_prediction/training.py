"""The trainer of a count predictor, which can be stopped and resumed, and the errors of its predictions.

A run has a folder: ``log.csv`` (one line per validation) and ``checkpoint.safetensors`` (configuration, weights,
optimizer state, step and time, replaced atomically), which is also the file of the predictor.
"""

from __future__ import annotations

import json
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

from spminer._util.options import from_plain
from spminer.encoder.evaluation.pairs import plain_structure
from spminer.encoder.model import read_tensors, with_prefix, write_tensors
from spminer.encoder.training.trainer import append_line, named_state, restore_state
from spminer.errors import InputError, UsageError
from spminer.paper.count_prediction.data import CountConfig, CountFeed, GraphBatch, collate
from spminer.paper.count_prediction.model import CountPredictor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray
    from torch import Tensor

    from spminer.graphs import GraphCollection

__all__ = ["CountErrors", "CountTrainer", "batches_by_size", "load_predictor"]

_FORMAT = "spminer-counts"
_VALIDATION = 10**9  # first number of the batches of validation, which training never reaches
_LOG_FIELDS = ("step", "seconds", "loss", "learning_rate", "mse", "relative_error")


class CountTrainer:
    """One training run: model, optimizer, data and folder.

    Parameters
    ----------
    config
        The configuration. A run in the folder must have the same, except for its length.
    folder
        Folder of the run.
    device
        ``"cpu"`` or ``"cuda"``; by default the GPU if there is one.
    threads
        Threads that draw graphs.
    """

    def __init__(self, config: CountConfig, folder: str | Path, *, device: str | None = None, threads: int = 1) -> None:
        self.config = config
        self.folder = Path(folder)
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        torch.manual_seed(config.seed)
        self.model = CountPredictor(config).to(self.device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=config.learning_rate)
        self.feed = CountFeed(config, device=self.device, threads=threads)
        self.step = 0
        self.seconds = 0.0
        if self._checkpoint.exists():
            self._resume()

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.safetensors"

    def run(self, *, report: Callable[[dict[str, Any]], None] | None = None) -> None:
        """Train to the last step or the time limit, whichever is first, and write a checkpoint."""
        config = self.config
        self.folder.mkdir(parents=True, exist_ok=True)
        started = time.monotonic() - self.seconds
        held_out = [self.feed.draw(_VALIDATION + i).to(self.device) for i in range(config.validation_batches)]
        total, since = torch.zeros((), device=self.device), self.step
        for batch in self.feed.steps(self.step, config.steps):
            total += self._update(batch)
            self.step += 1
            self.seconds = time.monotonic() - started
            ended = self.step == config.steps or self.seconds >= config.seconds
            if self.step % config.validate_every == 0 or ended:
                self.save()  # before the log, so that a resumed run writes no line twice
                self._log(total.item() / (self.step - since), held_out, report)
                total, since = torch.zeros_like(total), self.step
            if ended:
                break

    def _update(self, batch: GraphBatch) -> Tensor:
        """One step of the optimizer; returns the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.learning_rate()
        self.optimizer.zero_grad(set_to_none=True)
        log_shares, log_counts = self.model(batch)
        loss = nn.functional.mse_loss(log_counts, batch.log_counts)
        loss = loss + self.config.node_weight * nn.functional.mse_loss(log_shares, batch.log_shares)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        self.optimizer.step()
        return loss.detach()

    def learning_rate(self) -> float:
        """Linear warm-up, then a cosine down to 0 at the last step or the time limit."""
        config = self.config
        share = min(max(self.step / config.steps, self.seconds / config.seconds), 1.0)
        rise = min(1.0, (self.step + 1) / max(config.warmup, 1))
        return config.learning_rate * rise * 0.5 * (1 + math.cos(math.pi * share))

    def _log(self, loss: float, held_out: list[GraphBatch], report: Callable[[dict[str, Any]], None] | None) -> None:
        errors = CountErrors.measure(self.model, held_out)
        values = (self.step, self.seconds, loss, self.learning_rate(), errors.mse, errors.relative_error)
        line = dict(zip(_LOG_FIELDS, values, strict=True))
        append_line(self.folder / "log.csv", line)
        if report is not None:
            report(line)

    def save(self) -> None:
        """Write configuration, weights, optimizer state, step and time, atomically."""
        tensors = {f"model.{name}": value for name, value in self.model.state_dict().items()}
        tensors |= {f"optimizer.{name}": value for name, value in named_state(self.optimizer, self.model).items()}
        metadata = {
            "format": _FORMAT,
            "config": json.dumps(self.config.to_dict()),
            "step": str(self.step),
            "seconds": repr(self.seconds),
        }
        write_tensors(self._checkpoint, {k: v.detach().cpu().float().numpy() for k, v in tensors.items()}, metadata)

    def _resume(self) -> None:
        config, tensors, metadata = _read(self._checkpoint)
        if _without_length(config) != _without_length(self.config):
            raise UsageError(f"{self.folder} has a run with another configuration; choose another folder")
        self.model.load_state_dict(with_prefix("model.", tensors))
        state = with_prefix("optimizer.", tensors)
        # The optimizer needs its step counters on the CPU.
        moved = {name: v if name.endswith(".step") else v.to(self.device) for name, v in state.items()}
        restore_state(self.optimizer, self.model, moved)
        self.step, self.seconds = int(metadata["step"]), float(metadata["seconds"])


def load_predictor(path: str | Path) -> CountPredictor:
    """The predictor of a training run, by its folder or checkpoint file.

    >>> load_predictor("no-such-run")
    Traceback (most recent call last):
    spminer.errors.InputError: no-such-run: cannot read the file: No such file or directory...
    """
    path = Path(path)
    path = path / "checkpoint.safetensors" if path.is_dir() else path
    config, tensors, _ = _read(path)
    model = CountPredictor(config)
    try:
        model.load_state_dict(with_prefix("model.", tensors))
    except RuntimeError as error:
        raise InputError(f"the weights do not fit: {error}", source=str(path), remedy="train it again") from error
    return model


def _read(path: Path) -> tuple[CountConfig, dict[str, Tensor], dict[str, str]]:
    arrays, metadata = read_tensors(path)
    if metadata.get("format") != _FORMAT:
        remedy = "make one with: python -m spminer.paper.count_prediction train --out DIR"
        raise InputError("not a count predictor", source=str(path), remedy=remedy)
    try:
        config = from_plain(CountConfig, json.loads(metadata["config"]), "settings")
    except (LookupError, RecursionError, UsageError, ValueError) as error:
        raise InputError("has an invalid configuration", source=str(path), remedy="train it again") from error
    return config, {name: torch.from_numpy(values) for name, values in arrays.items()}, metadata


def _without_length(config: CountConfig) -> dict[str, Any]:
    """The settings that a resumed run must not change."""
    return {key: value for key, value in config.to_dict().items() if key not in {"steps", "seconds"}}


@dataclass(frozen=True, slots=True)
class CountErrors:
    """Errors of natural logarithms of 1 + count, over pairs of a graph and a motif class."""

    graphs: int
    """Number of graphs."""
    occurring: float
    """Share of the pairs whose exact count is not zero."""
    mse: float
    """Mean squared error over all pairs."""
    mse_occurring: float
    """Mean squared error over pairs that occur."""
    relative_error: float
    """Mean of |predicted - exact| / exact over pairs that occur."""
    relative_mse: float
    """Sum of squared errors over sum of squares of the exact values."""

    @classmethod
    def of(cls, predicted: NDArray[np.floating], exact: NDArray[np.floating]) -> CountErrors:
        """Compare arrays ``[graphs, classes]`` of logarithms.

        >>> CountErrors.of(np.array([[1.0, 0.5]]), np.array([[2.0, 0.0]])).relative_error
        0.5
        """
        error, there = predicted - exact, exact > 0
        if not there.any():
            return cls(len(exact), 0.0, float(np.square(error).mean()), *[float("nan")] * 3)
        return cls(
            graphs=len(exact),
            occurring=float(there.mean()),
            mse=float(np.square(error).mean()),
            mse_occurring=float(np.square(error[there]).mean()),
            relative_error=float((np.abs(error[there]) / exact[there]).mean()),
            relative_mse=float(np.square(error).sum() / np.square(exact).sum()),
        )

    @classmethod
    def measure(cls, model: CountPredictor, batches: Iterable[GraphBatch]) -> CountErrors:
        """Predict, and compare with the exact counts of the batches."""
        return cls.of(*predict(model, batches))


def predict(model: CountPredictor, batches: Iterable[GraphBatch]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Predicted and exact ``log(1 + count)`` of all graphs of the batches, ``[graphs, 29]`` each."""
    device = next(model.parameters()).device
    predicted, exact = [], []
    with torch.no_grad():
        for batch in batches:
            predicted.append(model(batch.to(device))[1].double().cpu().numpy())
            exact.append(batch.log_counts.double().cpu().numpy())
    return np.concatenate(predicted), np.concatenate(exact)


def batches_by_size(graphs: GraphCollection, *, nodes: int = 6000, threads: int = 1) -> Iterator[GraphBatch]:
    """All graphs of a collection as plain graphs, in batches of about this many nodes, small ones first."""
    plain, sizes = plain_structure(graphs), np.diff(graphs.graph_offsets)
    chosen: list[int] = []
    for graph in np.argsort(sizes, kind="stable"):
        if chosen and sizes[chosen].sum() + sizes[graph] > nodes:
            yield collate(plain[chosen], threads=threads)
            chosen = []
        chosen.append(int(graph))
    if chosen:
        yield collate(plain[chosen], threads=threads)
