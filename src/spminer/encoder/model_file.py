"""Model files: trained weights with the configuration they belong to, checked against each other."""

from __future__ import annotations

import hashlib
import json
import math
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import numpy as np

from spminer import _core
from spminer.encoder.config import ModelConfig
from spminer.encoder.tensorfile import read_tensors, write_tensors
from spminer.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

__all__ = ["EncoderModel", "expected_shapes", "load_model", "model_digest", "model_names", "save_model"]

_FORMAT = "spminer-encoder"
_VERSION = "1"
_SUFFIX = ".safetensors"
_LARGEST_COUNTS = {"layers": 64, "hops": 64}  # others: 4096
_LARGEST_FACTOR = 1e6


@dataclass(frozen=True, eq=False)
class EncoderModel:
    """A trained model as plain arrays.

    Attributes
    ----------
    config
        The shape of the model.
    tensors
        Weights by name, as :func:`expected_shapes` lists them.
    metadata
        Texts that came with the weights.
    """

    config: ModelConfig
    tensors: dict[str, NDArray[np.float32]]
    metadata: dict[str, str] = field(default_factory=dict)

    @property
    def threshold(self) -> float | None:
        """The penalty up to which a pair counts as contained, if the file has one."""
        return float(self.metadata["threshold"]) if "threshold" in self.metadata else None

    @property
    def mixture(self) -> NDArray[np.float32] | None:
        """Weights of the skip connections: in row ``l`` those by which layer ``l`` multiplies states ``0 .. l``."""
        if not self.config.skip:
            return None
        skip = self.tensors["skip"].astype(np.float64)
        return (0.5 * (1 + np.tanh(0.5 * skip))).astype(np.float32)  # the sigmoid, without overflow


def model_names() -> list[str]:
    """Names of the models that come with the package."""
    folder = files("spminer.encoder") / "models"
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def load_model(model: str | Path) -> EncoderModel:
    """Read a model by the name of one that comes with the package, or by the path of a ``.safetensors`` file.

    Raises
    ------
    UsageError
        If there is no model of that name.
    InputError
        If the file is unreadable, from another version, or its weights do not fit its configuration.

    Examples
    --------
    >>> load_model("no-such-model")
    Traceback (most recent call last):
    spminer.errors.UsageError: no model 'no-such-model'; ...
    """
    with _file_of(model) as path:
        return _load_file(path)


def model_digest(model: str | Path) -> str:
    """What tells the file of a model from that of every other: its weights, its calibration, its configuration.

    >>> model_digest("default") == model_digest("mlp")
    False
    """
    with _file_of(model) as path:
        try:
            return hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            load_model(model)  # says what is wrong with it
            raise


def save_model(
    path: str | Path,
    config: ModelConfig,
    tensors: Mapping[str, NDArray[Any]],
    *,
    metadata: Mapping[str, str] | None = None,
    half: bool = False,
) -> None:
    """Write a model file in one move: whoever reads the path sees the old file or the new one, never half of it.

    Parameters
    ----------
    path
        Where to.
    config, tensors
        The model; the weights must fit the configuration.
    metadata
        Further texts, such as ``threshold``.
    half
        Store 16-bit weights, which halves the file.
    """
    arrays = {name: np.asarray(values, dtype=np.float32, order="C") for name, values in tensors.items()}
    texts = {**(metadata or {}), "format": _FORMAT, "version": _VERSION, "config": json.dumps(config.to_dict())}
    _check(EncoderModel(config, arrays, texts), str(path))
    if half:
        largest = float(np.finfo(np.float16).max)
        if too_large := [name for name, values in arrays.items() if np.abs(values).max(initial=0) > largest]:
            raise UsageError(f"weights of {', '.join(too_large)} are too large for 16 bits; save with half=False")
        write_tensors(Path(path), {name: values.astype(np.float16) for name, values in arrays.items()}, texts)
    else:
        write_tensors(Path(path), arrays, texts)


def expected_shapes(config: ModelConfig) -> dict[str, tuple[int, ...]]:
    """Names and shapes of a model's weights.

    >>> expected_shapes(ModelConfig(width=4, layers=1, hops=0, head=(), dimensions=2, skip=False))
    ... # doctest: +NORMALIZE_WHITESPACE
    {'input.weight': (4, 1), 'input.bias': (4,), 'convs.0.own.weight': (4, 4), 'convs.0.own.bias': (4,),
     'convs.0.neighbour.weight': (4, 4), 'head.0.weight': (2, 16), 'head.0.bias': (2,)}
    """
    width = config.width
    shapes = _dense("input", 3 + config.hops if config.hops else 1, width)
    for layer in range(config.layers):
        shapes |= _convolution(config, f"convs.{layer}", 2 * width if config.skip else width)
    if config.skip:
        shapes["skip"] = (config.layers, config.layers)
    pooled = (config.layers + 1) * width * (2 if config.anchor_pool else 1)
    pooled += _core.SIGNATURE_SIZE if config.counts else 0
    shapes |= _perceptron("head", (pooled, *config.head, config.dimensions))
    if config.output == "mlp":
        shapes |= _perceptron("verdict", (2 * config.dimensions, config.dimensions, 1))
    return shapes


def _dense(name: str, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def _convolution(config: ModelConfig, name: str, inputs: int) -> dict[str, tuple[int, ...]]:
    width = config.width
    if config.conv == "sage":
        return _dense(f"{name}.own", inputs, width) | {f"{name}.neighbour.weight": (width, inputs)}
    if config.conv == "gcn":
        return _dense(f"{name}.linear", inputs, width)
    return {f"{name}.epsilon": ()} | _dense(f"{name}.first", inputs, width) | _dense(f"{name}.second", width, width)


def _perceptron(name: str, widths: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Dense layers at even numbers; activations, which have no weights, in between."""
    shapes: dict[str, tuple[int, ...]] = {}
    for index, (inputs, outputs) in enumerate(pairwise(widths)):
        shapes |= _dense(f"{name}.{2 * index}", inputs, outputs)
    return shapes


def _file_of(model: str | Path) -> AbstractContextManager[Path]:
    """The file of a model that is named as :func:`load_model` takes it."""
    if isinstance(model, Path) or model.endswith(_SUFFIX) or Path(model).name != model:
        return nullcontext(Path(model))
    if model not in model_names():
        known = ", ".join(model_names()) or "none"
        raise UsageError(f"no model {model!r}; shipped are: {known}; a file is given by its path (*{_SUFFIX})")
    return as_file(files("spminer.encoder") / "models" / f"{model}{_SUFFIX}")


def _load_file(path: Path) -> EncoderModel:
    tensors, metadata = read_tensors(path)
    source = str(path)
    if metadata.get("format") != _FORMAT:
        raise InputError("not a model of spminer", source=source, remedy="make one with: spminer train")
    if metadata.get("version") != _VERSION:
        reason = f"version {metadata.get('version')!r} of the model format, known is {_VERSION!r}"
        raise InputError(reason, source=source, remedy="upgrade spminer, or train the model again")
    model = EncoderModel(_config(metadata.get("config", ""), source), tensors, metadata)
    _check(model, source)
    return model


def _config(text: str, source: str) -> ModelConfig:
    remedy = "the file was not written by save_model; get it again"
    try:
        values = json.loads(text)
        if not isinstance(values, dict):
            raise InputError("the model's configuration is not a table", source=source, remedy=remedy)
        _check_settings(values)
        return ModelConfig.from_dict(values)
    except (ValueError, RecursionError, UsageError) as error:
        raise InputError(f"cannot read the model's configuration: {error}", source=source, remedy=remedy) from error


def _check_settings(values: dict[str, Any]) -> None:
    """Refuse what would fail later with a worse message, or ask for absurd amounts of memory."""
    for name, kind in get_type_hints(ModelConfig).items():
        if name in values and not _is_sound(name, kind, values[name]):
            raise ValueError(f"{name} cannot be {values[name]!r}")


def _is_sound(name: str, kind: Any, value: Any) -> bool:
    if kind is bool:
        return isinstance(value, bool)
    if kind is float:
        return type(value) in (int, float) and abs(value) <= _LARGEST_FACTOR  # not a number: False
    if kind is int:
        return _is_count(name, value)
    if name == "head":
        return isinstance(value, list) and all(_is_count(name, width) for width in value)
    return value in get_args(kind)


def _is_count(name: str, value: Any) -> bool:
    smallest = 0 if name == "hops" else 1
    return type(value) is int and smallest <= value <= _LARGEST_COUNTS.get(name, 4096)


def _check(model: EncoderModel, source: str) -> None:
    """That the weights are those of the configuration, and finite."""
    shapes = expected_shapes(model.config)
    remedy = "the weights belong to another configuration"
    if missing := sorted(set(shapes) - set(model.tensors)):
        raise InputError(f"the model lacks {', '.join(missing)}", source=source, remedy=remedy)
    if surplus := sorted(set(model.tensors) - set(shapes)):
        raise InputError(f"the model has no place for {', '.join(surplus)}", source=source, remedy=remedy)
    for name, shape in shapes.items():
        values = model.tensors[name]
        if values.shape != shape:
            raise InputError(f"{name} has shape {values.shape}, expected {shape}", source=source, remedy=remedy)
        if not np.isfinite(values).all():
            raise InputError(f"{name} has values that are not finite", source=source, remedy="train the model again")
    if "threshold" in model.metadata and not _is_finite(model.metadata["threshold"]):
        reason = f"the threshold {model.metadata['threshold']!r} is not a number"
        raise InputError(reason, source=source, remedy="save the model again with a number")


def _is_finite(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False
