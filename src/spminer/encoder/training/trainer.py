"""The trainer of an encoder: a loop over steps that can be stopped and resumed.

Each step takes pairs or blocks, computes the loss, clips gradients, and updates the weights (Adam or AdamW with warm-up
and a cosine schedule) and their running average, which is the trained model. Validations on held-out data write lines
of the log. On a GPU the step is recorded as a CUDA graph.

A run has a folder: ``config.json``, ``log.csv`` (one line per validation), ``checkpoint.safetensors`` (weights, their
average, optimizer state and step, replaced atomically) and, at the end, ``model.safetensors``. At the time limit the
run ends with a validation and a checkpoint; a later call continues as if it had not been stopped.
"""

from __future__ import annotations

import csv
import json
import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file

from spminer._util.devices import describe_device
from spminer._util.files import atomic_path, write_atomic
from spminer._util.options import from_plain
from spminer.encoder.evaluation.metrics import area_under_roc, average_precision, best_threshold
from spminer.encoder.model import EncoderModel, load_model, save_model, with_prefix
from spminer.encoder.network import Encoder
from spminer.encoder.training.config import TrainConfig
from spminer.encoder.training.cuda_graphs import CapturedStep
from spminer.encoder.training.data import BlockFeed, PairFeed
from spminer.encoder.training.loss import batch_loss, validation_distances
from spminer.encoder.training.plots import plot_curves
from spminer.errors import InputError, UsageError
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor, nn

    from spminer import _core
    from spminer.encoder.training.cuda_graphs import StepBatch

__all__ = ["Trainer", "append_line", "finish", "load_weights", "named_state", "restore_state", "train"]

_DAMAGE = (LookupError, RecursionError, RuntimeError, SafetensorError, TypeError, ValueError)  # of a checkpoint
_WORTH_COMPILING = 5000  # steps; compiling takes as long as one or two thousand of them
_VALIDATION_SEED_OFFSET = 1_000_003  # so that validation has other data
_LOG_FIELDS = ("step", "seconds", "pairs", "pairs_per_second", "loss", "learning_rate", "accuracy", "average_precision")


def train(
    config: TrainConfig,
    folder: str | Path,
    *,
    sources: Sequence[_core.Target] = (),
    start_from: dict[str, Tensor] | None = None,
    device: str | None = None,
    compiled: bool | None = None,
    threads: int = 0,
    time_limit: float | None = None,
    report: Callable[[dict[str, Any]], None] | None = None,
) -> Trainer:
    """Train in ``folder``, or resume its run.

    Parameters
    ----------
    config
        The configuration. A run in the folder must have the same, except for the number of steps.
    folder
        Folder of the run.
    sources
        Collections of the blocks; or one graph for pairs, instead of synthetic graphs.
    start_from
        Initial weights, for fine-tuning.
    device
        ``"cpu"`` or ``"cuda"``; by default the GPU if there is one.
    compiled
        Whether torch compiles the model: twice as fast after a minute or two. By default for long runs on a GPU.
    threads
        Threads that draw training data; 0 means every core.
    time_limit
        Stop after this many seconds with a checkpoint; the next call continues from there.
    report
        Called with each line of the log.

    Returns
    -------
    Trainer
        The trainer, with the model at the last step.
    """
    trainer = Trainer(config, Path(folder), sources=sources, device=device, compiled=compiled, threads=threads)
    if not trainer.resume() and start_from is not None:
        trainer.start_from(start_from)
    trainer.run(time_limit=time_limit, report=report)
    return trainer


@dataclass(slots=True)
class _Progress:
    """Step and seconds of a run over all its sessions."""

    step: int = 0
    seconds: float = 0.0


class Trainer:
    """One training run: model, average, optimizer, data and folder."""

    def __init__(
        self,
        config: TrainConfig,
        folder: Path,
        *,
        sources: Sequence[_core.Target] = (),
        device: str | None = None,
        compiled: bool | None = None,
        threads: int = 0,
    ) -> None:
        self.config = config
        self.folder = folder
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        if self.device.type == "cuda":
            # TF32 keeps 10 bits of the factors; the 7 of bfloat16 are too few for penalties near the margin.
            torch.set_float32_matmul_precision("high")
        torch.manual_seed(config.seed)
        self.model = Encoder(config.model).to(self.device)
        self.average = Encoder(config.model).to(self.device).requires_grad_(False)
        self.average.load_state_dict(self.model.state_dict())
        if compiled if compiled is not None else self.device.type == "cuda" and config.steps >= _WORTH_COMPILING:
            # Fuses the sums over all earlier layers; one program for all bucket sizes.
            self.model.compile(dynamic=True)
        self._rate = torch.zeros((), device=self.device)  # the learning rate, read by the optimizer
        self.optimizer = make_optimizer(config, self.model, self._rate)
        self._captured: CapturedStep | None = None
        self.progress = _Progress()
        self.feed = _open_feed(config, sources, threads)
        held_out = replace(config, seed=config.seed + _VALIDATION_SEED_OFFSET, batch=config.validation_pairs)
        self._validation: Sequence[StepBatch] = _open_feed(held_out, sources, threads).step(0)

    def run(self, *, time_limit: float | None = None, report: Callable[[dict[str, Any]], None] | None = None) -> None:
        """Train to the last step or to the time limit, then save."""
        config, progress = self.config, self.progress
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomic(self.folder / "config.json", json.dumps(config.to_dict(), indent=1) + "\n")
        started = time.monotonic() - progress.seconds
        session = time.monotonic()
        total = torch.zeros((), device=self.device)
        since = (progress.step, progress.seconds)
        for batches in self.feed.steps(progress.step, config.steps):
            total += self.step(batches)
            progress.step += 1
            progress.seconds = time.monotonic() - started
            last = progress.step == config.steps
            out_of_time = time_limit is not None and time.monotonic() - session > time_limit
            if progress.step % config.validate_every == 0 or last or out_of_time:
                done = progress.step - since[0]
                self._log(total.item() / done, done * self.feed.pairs / (progress.seconds - since[1]), report)
                total.zero_()
                progress.seconds = time.monotonic() - started
                since = (progress.step, progress.seconds)
            if progress.step % config.checkpoint_every == 0 or last or out_of_time:
                self.save_checkpoint()
            if out_of_time:
                break

    def step(self, batches: Sequence[StepBatch]) -> Tensor:
        """One step of training; returns the mean loss of a pair, valid until the next call."""
        self._rate.fill_(self.learning_rate(self.progress.step))
        if self.device.type != "cuda":
            loss = self._update(batches)
        else:
            if self._captured is None:
                self._captured = CapturedStep(self._update, [b.to(self.device) for b in batches], self._changing)
            loss = self._captured(batches)
        self._update_average()
        return loss

    def _update(self, batches: Sequence[StepBatch]) -> Tensor:
        self.optimizer.zero_grad(set_to_none=True)
        pairs = self.feed.pairs if self.config.blocks is None else 1  # the loss of blocks is a mean
        parts = []
        for batch in batches:
            part = batch_loss(self.model, batch, self.config) / pairs
            part.backward()  # type: ignore[no-untyped-call]
            parts.append(part.detach())
        if self.config.clip:
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        self.optimizer.step()
        return torch.stack(parts).sum()

    def _changing(self) -> Iterator[Tensor]:
        """The tensors that an update changes."""
        yield from self.model.parameters()
        yield from named_state(self.optimizer, self.model).values()

    def learning_rate(self, step: int) -> float:
        """Linear warm-up, then constant or a cosine down to a hundredth."""
        config = self.config
        rise = min(1.0, (step + 1) / config.warmup) if config.warmup else 1.0
        if config.schedule == "constant":
            return config.learning_rate * rise
        share = min(step / max(config.steps, 1), 1.0)
        return config.learning_rate * rise * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))

    def _update_average(self) -> None:
        decay = min(self.config.average, (self.progress.step + 1) / (self.progress.step + 10))
        if self.config.average == 0:
            decay = 0.0
        averaged: list[Tensor] = [*self.average.parameters()]
        torch._foreach_lerp_(averaged, [*self.model.parameters()], 1 - decay)

    def trained(self) -> dict[str, NDArray[np.float32]]:
        """The averaged weights, which are the trained model, as arrays."""
        return {name: value.detach().cpu().numpy() for name, value in self.average.state_dict().items()}

    def validate(self) -> tuple[float, ...]:
        """Accuracy at the best threshold and average precision of the averaged model on held-out pairs.

        For blocks, also the area under the ROC curve among the pairs that the signature leaves open.
        """
        with torch.no_grad():
            parts = [
                [part.cpu() for part in validation_distances(self.average, b.to(self.device))] for b in self._validation
            ]
        distance, labels, left_open = (torch.cat(column).numpy() for column in zip(*parts, strict=True))
        _, accuracy = best_threshold(distance, labels)
        figures = (accuracy, average_precision(-distance, labels))
        if self.config.blocks is None:
            return figures
        return (*figures, area_under_roc(-distance[left_open], labels[left_open]))

    def _log(self, loss: float, rate: float, report: Callable[[dict[str, Any]], None] | None) -> None:
        step = self.progress.step
        values = (step, self.progress.seconds, step * self.feed.pairs, rate, loss, self.learning_rate(step - 1))
        line = dict(zip(self._log_fields(), (*values, *self.validate()), strict=True))
        append_line(self.folder / "log.csv", line)
        if report is not None:
            report(line)

    def _log_fields(self) -> tuple[str, ...]:
        return _LOG_FIELDS if self.config.blocks is None else (*_LOG_FIELDS, "open_auroc")

    def save_checkpoint(self) -> None:
        """Write weights, their average, optimizer state and step, atomically."""
        tensors = {f"model.{name}": value for name, value in self.model.state_dict().items()}
        tensors |= {f"average.{name}": value for name, value in self.average.state_dict().items()}
        tensors |= {f"optimizer.{name}": value for name, value in named_state(self.optimizer, self.model).items()}
        metadata = {
            "step": str(self.progress.step),
            "seconds": repr(self.progress.seconds),
            "config": json.dumps(self.config.to_dict()),
        }
        path = self.folder / "checkpoint.safetensors"
        plain = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
        with atomic_path(path) as temporary:
            save_file(plain, temporary, metadata)

    def resume(self) -> bool:
        """Load the checkpoint of the folder; returns whether there is one."""
        path = self.folder / "checkpoint.safetensors"
        if not path.exists():
            return False
        try:
            self._restore(path)
        except _DAMAGE as error:
            remedy = "delete it to train from the start, or restore it from a copy"
            reason = f"is damaged ({str(error).splitlines()[0][:80] if str(error) else type(error).__name__})"
            raise InputError(reason, source=str(path), remedy=remedy) from error
        cut_after(self.folder / "log.csv", self.progress.step, self._log_fields())
        return True

    def _restore(self, path: Path) -> None:
        with safe_open(path, "pt") as file:
            metadata = file.metadata()
        held = from_plain(TrainConfig, json.loads(metadata["config"]), "training settings")
        if replace(held, steps=self.config.steps) != self.config:
            raise UsageError(f"{self.folder} has a run with another configuration; choose another folder")
        tensors = load_file(path, device=str(self.device))
        self.model.load_state_dict(with_prefix("model.", tensors))
        self.average.load_state_dict(with_prefix("average.", tensors))
        restore_state(self.optimizer, self.model, with_prefix("optimizer.", tensors))
        self.progress = _Progress(int(metadata["step"]), float(metadata["seconds"]))

    def start_from(self, weights: dict[str, Tensor]) -> None:
        """Load initial weights instead of random ones."""
        try:
            self.model.load_state_dict(weights)
        except RuntimeError as error:
            raise InputError(f"the weights do not fit the model: {error}") from error
        self.average.load_state_dict(self.model.state_dict())


def load_weights(model: str) -> dict[str, Tensor]:
    """The weights of a trained model, to start from."""
    return {name: torch.from_numpy(values.copy()) for name, values in load_model(model).tensors.items()}


def finish(trainer: Trainer, *, preset: str, threads: int = 0) -> Path:
    """Calibrate the model of a run, write it with all that made it, and draw the curves; the path of the model."""
    from spminer.encoder.evaluation.calibrate import calibrated

    config, progress = trainer.config, trainer.progress
    only_collections = config.collections and config.blocks and config.blocks.synthetic == 0
    facts = {
        "preset": Path(preset).name,
        "data": ", ".join([*config.collections, *([] if only_collections else ["synthetic"])]),
        "device": describe_device(trainer.device.type),
        "spminer": __version__,
        "steps": progress.step,
        "pairs": progress.step * trainer.feed.pairs,
        "seconds": round(progress.seconds, 1),
        "config": config.to_dict(),
    }
    model = EncoderModel(config.model, trainer.trained(), {"training": json.dumps(facts)})
    if config.model.output == "order":  # a perceptron answers yes or no itself
        model = calibrated(model, cap=config.cap, seed=config.seed, threads=threads)
    path = trainer.folder / "model.safetensors"
    save_model(path, model.config, model.tensors, metadata=model.metadata)
    plot_curves(trainer.folder / "log.csv", trainer.folder / "curves.png")
    return path


def _open_feed(config: TrainConfig, sources: Sequence[_core.Target], threads: int) -> PairFeed | BlockFeed:
    """The data of a run: blocks or pairs."""
    if config.blocks is not None:
        if config.model.output != "order":
            raise UsageError("blocks are not supported by a perceptron; train it on pairs")
        return BlockFeed(config, sources=sources, threads=threads)
    if len(sources) > 1:
        raise UsageError("pairs support only one graph; train on blocks to learn from several")
    return PairFeed(config, source=sources[0] if sources else None, threads=threads)


def make_optimizer(config: TrainConfig, model: nn.Module, rate: Tensor) -> torch.optim.Optimizer:
    """The optimizer of a run, which reads its learning rate from a tensor."""
    # Capturable: rate and step count are tensors on the device, so that a recorded step reads their new values.
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
    """The inverse of :func:`named_state`; the tensors stay on their devices."""
    for name, parameter in model.named_parameters():
        if state := with_prefix(f"{name}.", tensors):
            optimizer.state[parameter] = state


def append_line(path: Path, line: Mapping[str, float]) -> None:
    """Append a line to a CSV file, and the header to a new file.

    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "log.csv"
    >>> append_line(path, {"step": 10, "loss": 0.25})
    >>> path.read_text().split()
    ['step,loss', '10,0.25']
    """
    fresh = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(line), lineterminator="\n")
        if fresh:
            writer.writeheader()
        writer.writerow({key: f"{value:.6g}" if isinstance(value, float) else value for key, value in line.items()})


def cut_after(path: Path, step: int, fields: Sequence[str]) -> None:
    """Drop the lines after a step, since these steps are done again."""
    if not path.exists():
        return
    with path.open(newline="", encoding="utf-8") as file:
        lines = [line for line in csv.DictReader(file) if int(line["step"]) <= step]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
