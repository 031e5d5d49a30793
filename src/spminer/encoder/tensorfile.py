"""Arrays in a file: the safetensors format, read with suspicion and written in one move.

A file is an 8-byte little-endian length, that many bytes of JSON (``{name: {dtype, shape, data_offsets}}``, and text
under ``__metadata__``), then the raw values. Nothing in it is ever executed.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from spminer._util.files import write_whole
from spminer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["read_tensors", "under", "write_tensors"]

_DTYPES: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
_METADATA = "__metadata__"
_MAX_HEADER = 1 << 20
_MAX_FILE = 1 << 28
_Value = TypeVar("_Value")


def read_tensors(path: Path) -> tuple[dict[str, NDArray[np.float32]], dict[str, str]]:
    """The arrays of a file as float32, and its metadata.

    Raises
    ------
    InputError
        If the file cannot be read or is not exactly what its header says.

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
        return _parse(_contents(path))
    except _BadFileError as error:
        remedy = "the file is damaged or not a safetensors file; get it again"
        raise InputError(str(error), source=str(path), remedy=remedy) from error.__cause__


def write_tensors(path: Path, tensors: Mapping[str, NDArray[Any]], metadata: Mapping[str, str]) -> None:
    """Write float16 or float32 arrays; an existing file is replaced whole or, if anything fails, left as it was.

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
    text += b" " * (-len(text) % 8)  # the format wants the values aligned
    write_whole(path, b"".join([len(text).to_bytes(8, "little"), text, *chunks]))


def under(prefix: str, tensors: Mapping[str, _Value]) -> dict[str, _Value]:
    """The values whose names start with a prefix, by the rest of their names.

    >>> under("model.", {"model.bias": 1, "optimizer.bias": 2})
    {'bias': 1}
    """
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}


class _BadFileError(Exception):
    """What is wrong with a file, in a few words."""


def _contents(path: Path) -> bytes:
    try:
        if path.stat().st_size > _MAX_FILE:
            raise _BadFileError(f"larger than {_MAX_FILE >> 20} MiB")
        return path.read_bytes()
    except OSError as error:
        reason = f"cannot read the file: {error.strerror}"
        raise InputError(reason, source=str(path), remedy="check the path") from error


def _parse(data: bytes) -> tuple[dict[str, NDArray[np.float32]], dict[str, str]]:
    if len(data) < 8:
        raise _BadFileError("shorter than its first field")
    length = int.from_bytes(data[:8], "little")
    if length > min(_MAX_HEADER, len(data) - 8):
        raise _BadFileError(f"a header of {length} bytes cannot be meant")
    header = _header(data[8 : 8 + length])
    metadata = _metadata(header.pop(_METADATA, {}))
    values = memoryview(data)[8 + length :]
    spans = {name: _span(name, entry) for name, entry in header.items()}
    _check_cover(list(spans.values()), len(values))
    return {name: _tensor(header[name], values[begin:end]) for name, (begin, end) in spans.items()}, metadata


def _header(text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise _BadFileError("the header is not JSON") from error
    if not isinstance(header, dict):
        raise _BadFileError("the header is not a JSON object")
    return header


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise _BadFileError("the header has a name twice")
    return dict(pairs)


def _metadata(metadata: Any) -> dict[str, str]:
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise _BadFileError("the metadata is not a table of texts")
    return metadata


def _span(name: str, entry: Any) -> tuple[int, int]:
    """Where an array's bytes are, once its entry is known to be sound."""
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise _BadFileError(f"array {name!r} is not described by dtype, shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        raise _BadFileError(f"array {name!r} has values of type {dtype!r}, known are {', '.join(_DTYPES)}")
    if not _is_counts(shape) or not _is_counts(offsets) or len(offsets) != 2:
        raise _BadFileError(f"array {name!r} has a shape or offsets that are not counts")
    begin, end = offsets
    if end - begin != math.prod(shape) * _DTYPES[dtype].itemsize:
        raise _BadFileError(f"array {name!r} of shape {shape} does not fill its {end - begin} bytes")
    return begin, end


def _is_counts(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int and value >= 0 for value in values)


def _check_cover(spans: list[tuple[int, int]], size: int) -> None:
    """Every byte belongs to exactly one array."""
    reached = 0
    for begin, end in sorted(spans):
        if begin != reached:
            raise _BadFileError("arrays overlap or leave gaps")
        reached = end
    if reached != size:
        raise _BadFileError(f"{size} bytes of values where the header announces {reached}")


def _tensor(entry: dict[str, Any], values: memoryview) -> NDArray[np.float32]:
    stored = np.frombuffer(values, dtype=_DTYPES[entry["dtype"]])
    return np.array(stored.reshape(entry["shape"]), dtype=np.float32)
