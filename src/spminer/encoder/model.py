"""Model files: the configuration of an encoder, its weights and its calibration.

A file has the safetensors format. Its arrays are the weights, listed by :func:`expected_shapes`. Its metadata are the
format and its version, the configuration as JSON, the calibration, and the training settings. The whole content is
checked before use, and nothing in it is executed.

In reading order: configuration, model and calibration as values; loading, saving and their checks; the shapes of all
weights; arrays in files.
"""

from __future__ import annotations

import hashlib
import json
import math
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
from safetensors import SafetensorError, deserialize

from spminer import _core
from spminer._util.files import write_atomic
from spminer._util.options import check_options, from_plain, option
from spminer.errors import InputError, UsageError
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

__all__ = [
    "DEFAULT_MODEL",
    "Calibration",
    "EncoderModel",
    "ModelConfig",
    "load_model",
    "model_digest",
    "model_for",
    "model_names",
    "read_tensors",
    "save_model",
    "with_prefix",
    "write_tensors",
]

_FORMAT = "spminer-encoder"
_VERSION = "1"
_SUFFIX = ".safetensors"
DEFAULT_MODEL = "real"  # of node-induced containment; `spminer reproduce learning` says why
_LARGEST_WIDTH = 4096
_LARGEST_FACTOR = 1e6


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """The shape of an encoder."""

    width: int = option(64, "Features per node in every layer.", minimum=1, maximum=_LARGEST_WIDTH)
    layers: int = option(8, "Graph convolutions, and so how many hops a node sees.", minimum=1, maximum=64)
    conv: Literal["sage", "gin", "gcn"] = option("sage", "Kind of convolution; ``sage`` sums over neighbors.")
    skip: bool | Literal["paper"] = option(
        True,
        "Learnable dense skip connections: each layer reads a weighted sum of all states before it, with weights in "
        '(0, 1). ``"paper"``: any weights, and neither the input nor the layer\'s own state is in the sum.',
    )
    hops: int = option(
        8,
        "Input features that say whether a node is within 1, 2, ... hops of the anchor; with 0, the input is the "
        "anchor bit alone, as in the paper.",
        minimum=0,
        maximum=64,
    )
    scale: float = option(
        0.25,
        "Factor on sums over neighbors; keeps activations level over many layers.",
        minimum=-_LARGEST_FACTOR,
        maximum=_LARGEST_FACTOR,
    )
    pool_scale: float = option(
        0.25, "Factor on sums over all nodes.", minimum=-_LARGEST_FACTOR, maximum=_LARGEST_FACTOR
    )
    anchor_pool: bool = option(True, "Whether the anchor's own features join the pooled ones.")
    counts: bool = option(
        False, "Whether the perceptron also reads the order signature: exact counts around the anchor, as logarithms."
    )
    head: tuple[int, ...] = option((128, 128, 256), "Widths of the hidden layers of the perceptron after pooling.")
    dimensions: int = option(128, "Dimensions of the embedding.", minimum=1, maximum=_LARGEST_WIDTH)
    output: Literal["order", "mlp"] = option(
        "order", "``order``: order embedding. ``mlp``: a perceptron on both embeddings answers yes or no (baseline)."
    )
    induced: bool = option(True, "Whether the model was trained on node-induced pairs; otherwise edge-induced.")

    def __post_init__(self) -> None:
        check_options(self, "model settings")
        if not all(1 <= width <= _LARGEST_WIDTH for width in self.head):
            raise UsageError(f"model settings: head must be widths from 1 to {_LARGEST_WIDTH}, not {list(self.head)}")

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)


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
    def skip_weights(self) -> NDArray[np.float32] | None:
        """Weights of the skip connections: in row ``l`` those by which layer ``l`` multiplies states ``0 .. l``."""
        if not self.config.skip:
            return None
        if self.config.skip == "paper":  # states 1 .. l - 1
            weights = np.tril(self.tensors["skip"], -1)
            weights[:, 0] = 0
            return weights
        skip = self.tensors["skip"].astype(np.float64)
        return (0.5 * (1 + np.tanh(0.5 * skip))).astype(np.float32)  # the sigmoid, without overflow


@dataclass(frozen=True, eq=False)
class Calibration:
    """How penalties of a model become decisions and estimates.

    Attributes
    ----------
    threshold
        Penalty up to which a pair of any sizes counts as a containment.
    thresholds
        The same for patterns of 1, 2, ... 64 nodes against neighborhoods of mining, with as many false positives as
        false negatives, so that counts are right.
    caps
        For the same sizes, the penalty from which on a neighborhood adds nothing to the soft estimate.
    """

    threshold: float
    thresholds: NDArray[np.float32]
    caps: NDArray[np.float32]

    def __post_init__(self) -> None:
        for values in (self.thresholds, self.caps):
            if values.shape != (MAX_PATTERN_NODES,) or not np.isfinite(values).all() or values.min() <= 0:
                raise UsageError(f"a calibration has {MAX_PATTERN_NODES} positive numbers of each kind")

    @classmethod
    def of(cls, model: EncoderModel) -> Calibration:
        """The calibration that is stored with a model.

        Raises
        ------
        UsageError
            If the model was never calibrated.
        """
        threshold = model.threshold
        if threshold is None or not {"thresholds_by_size", "caps_by_size"} <= set(model.metadata):
            raise UsageError("the model is not calibrated; use `spminer train` or spminer.encoder.evaluation.calibrate")
        return cls(threshold, *(_numbers(model.metadata[name]) for name in ("thresholds_by_size", "caps_by_size")))

    def to_metadata(self) -> dict[str, str]:
        """As texts for a model file; :meth:`of` reads them back."""
        return {
            "threshold": repr(self.threshold),
            "thresholds_by_size": json.dumps([float(f"{value:.6g}") for value in self.thresholds]),
            "caps_by_size": json.dumps([float(f"{value:.6g}") for value in self.caps]),
        }


def _numbers(text: str) -> NDArray[np.float32]:
    try:
        return np.array(json.loads(text), dtype=np.float32)
    except (RecursionError, TypeError, ValueError) as error:
        raise InputError(f"the model's calibration is damaged: {error}", remedy="calibrate it again") from error


def model_names() -> list[str]:
    """Names of the models that come with the package."""
    folder = files("spminer.encoder") / "models"
    names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def load_model(model: str | Path) -> EncoderModel:
    """Load a model by its name, if it comes with the package, or by the path of a ``.safetensors`` file.

    Raises
    ------
    UsageError
        If the name is unknown.
    InputError
        If the file is unreadable or from another version, or its weights do not fit its configuration.

    Examples
    --------
    >>> load_model("no-such-model")
    Traceback (most recent call last):
    spminer.errors.UsageError: unknown model 'no-such-model'; ...
    """
    with _file_of(model) as path:
        source = str(path)
        tensors, metadata = read_tensors(path)
        if metadata.get("format") != _FORMAT:
            raise InputError("not a model of spminer", source=source, remedy="make one with: spminer train")
        if metadata.get("version") != _VERSION:
            reason = f"unsupported version {metadata.get('version')!r} of the model format; supported is {_VERSION!r}"
            raise InputError(reason, source=source, remedy="upgrade spminer, or train the model again")
        found = EncoderModel(_config(metadata.get("config", ""), source), tensors, metadata)
        _check(found, source)
        return found


def model_for(model: str, *, induced: bool) -> str:
    """The name of the model for a kind of containment; only ``"default"`` depends on it.

    >>> model_for("default", induced=True), model_for("default", induced=False), model_for("paper", induced=True)
    ('real', 'edge-induced', 'paper')
    """
    return (DEFAULT_MODEL if induced else "edge-induced") if model == "default" else model


def model_digest(model: str | Path) -> str:
    """A hash of a model's file: its weights, calibration and configuration.

    >>> model_digest("default") == model_digest("mlp")
    False
    """
    with _file_of(model) as path:
        try:
            return hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            load_model(model)  # raises an error that names the fault
            raise


def save_model(
    path: str | Path,
    config: ModelConfig,
    tensors: Mapping[str, NDArray[Any]],
    *,
    metadata: Mapping[str, str] | None = None,
    half: bool = False,
) -> None:
    """Write a model file atomically.

    Parameters
    ----------
    path
        Path of the file.
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


def _file_of(model: str | Path) -> AbstractContextManager[Path]:
    """The file of a model by its name or path."""
    if not isinstance(model, str | Path):
        raise UsageError(f"model is a name or a file, not {model!r:.100}")
    if isinstance(model, Path) or model.endswith(_SUFFIX) or Path(model).name != model:
        return nullcontext(Path(model))
    model = model_for(model, induced=True)
    if model not in model_names():
        known = ", ".join(model_names()) or "none"
        raise UsageError(f"unknown model {model!r}; choose one of {known}, or give the path of a file (*{_SUFFIX})")
    return as_file(files("spminer.encoder") / "models" / f"{model}{_SUFFIX}")


def _config(text: str, source: str) -> ModelConfig:
    remedy = "the file was not written by save_model; get it again"
    try:
        return from_plain(ModelConfig, json.loads(text), "model settings")
    except (ValueError, RecursionError, UsageError) as error:
        raise InputError(f"cannot read the model's configuration: {error}", source=source, remedy=remedy) from error


def _check(model: EncoderModel, source: str) -> None:
    """Refuse weights that do not fit the configuration or are not finite."""
    shapes = expected_shapes(model.config)
    remedy = "the weights belong to another configuration"
    if missing := sorted(set(shapes) - set(model.tensors)):
        raise InputError(f"weights are missing: {', '.join(missing)}", source=source, remedy=remedy)
    if surplus := sorted(set(model.tensors) - set(shapes)):
        raise InputError(f"has unknown weights: {', '.join(surplus)}", source=source, remedy=remedy)
    for name, shape in shapes.items():
        values = model.tensors[name]
        if values.shape != shape:
            raise InputError(f"{name} has shape {values.shape}, expected {shape}", source=source, remedy=remedy)
        if not np.isfinite(values).all():
            raise InputError(f"{name} has values that are not finite", source=source, remedy="train the model again")
    try:
        finite = math.isfinite(model.threshold or 0)
    except ValueError:
        finite = False
    if not finite:
        reason = f"the threshold {model.metadata['threshold']!r} is not a number"
        raise InputError(reason, source=source, remedy="save the model again with a number")


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


_DTYPES: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
_METADATA = "__metadata__"
_MAX_HEADER = 1 << 20
_MAX_FILE = 1 << 28


def read_tensors(path: Path) -> tuple[dict[str, NDArray[np.float32]], dict[str, str]]:
    """The arrays of a safetensors file as float32, in the order of its header, and its metadata.

    Raises
    ------
    InputError
        If the file cannot be read, does not match its header, or holds values other than floats.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_tensors(Path(folder, "a.safetensors"), {"x": np.ones(2, np.float16)}, {"made by": "hand"})
    ...     read_tensors(Path(folder, "a.safetensors"))
    ({'x': array([1., 1.], dtype=float32)}, {'made by': 'hand'})
    """
    try:
        if path.stat().st_size > _MAX_FILE:
            raise ValueError(f"larger than {_MAX_FILE >> 20} MiB")
        data = path.read_bytes()
        length = int.from_bytes(data[:8], "little")
        if length > _MAX_HEADER:
            raise ValueError(f"a header of {length} bytes, larger than {_MAX_HEADER >> 20} MiB")
        stored = dict(deserialize(data))  # type: ignore[no-untyped-call]  # checks shapes and offsets
        header: dict[str, Any] = json.loads(data[8 : 8 + length])
        metadata = header.pop(_METADATA, None) or {}
        arrays = {}
        for name, entry in header.items():
            if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
                raise ValueError(f"array {name!r} is not described by dtype, shape and data_offsets")
            dtype = entry["dtype"]
            if not isinstance(dtype, str) or dtype not in _DTYPES:
                raise ValueError(f"array {name!r} has the unsupported type {dtype!r}; use {', '.join(_DTYPES)}")
            values = np.frombuffer(stored[name]["data"], dtype=_DTYPES[dtype])
            arrays[name] = values.reshape(stored[name]["shape"]).astype(np.float32)
    except OSError as error:
        reason = f"cannot read the file: {error.strerror}"
        raise InputError(reason, source=str(path), remedy="check the path") from error
    except (SafetensorError, RecursionError, ValueError) as error:
        remedy = "the file is damaged or not a safetensors file; get it again"
        raise InputError(str(error), source=str(path), remedy=remedy) from error
    return arrays, metadata


def write_tensors(path: Path, tensors: Mapping[str, NDArray[Any]], metadata: Mapping[str, str]) -> None:
    """Write float16 or float32 arrays; an existing file is replaced atomically.

    >>> from pathlib import Path
    >>> write_tensors(Path("out.safetensors"), {"x": np.ones(2)}, {})
    Traceback (most recent call last):
    TypeError: x: float64 values cannot be stored; convert them to float32 or float16
    """
    header: dict[str, Any] = {_METADATA: dict(metadata)}
    chunks: list[bytes] = []
    offset = 0
    for name, values in tensors.items():
        if values.dtype not in _NAMES:
            raise TypeError(f"{name}: {values.dtype} values cannot be stored; convert them to float32 or float16")
        chunks.append(values.tobytes())
        span = [offset, offset + len(chunks[-1])]
        header[name] = {"dtype": _NAMES[values.dtype], "shape": list(values.shape), "data_offsets": span}
        offset = span[1]
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)  # the format requires aligned values
    write_atomic(path, b"".join([len(text).to_bytes(8, "little"), text, *chunks]))


_Value = TypeVar("_Value")


def with_prefix(prefix: str, tensors: Mapping[str, _Value]) -> dict[str, _Value]:
    """The values whose names start with a prefix, by the rest of their names.

    >>> with_prefix("model.", {"model.bias": 1, "optimizer.bias": 2})
    {'bias': 1}
    """
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}
