"""Plain values as arrays of bytes, for the states of a checkpoint."""

from __future__ import annotations

import json
import lzma
import zlib
from tokenize import TokenError
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ARCHIVE_DAMAGE", "pack", "unpack"]

# What NumPy and zipfile raise of bytes that are no archive of arrays.
ARCHIVE_DAMAGE = (
    ArithmeticError,
    AttributeError,
    BadZipFile,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    SyntaxError,
    TokenError,
    TypeError,
    ValueError,
    lzma.LZMAError,
    zlib.error,
)


def pack(value: Any) -> NDArray[np.uint8]:
    """A plain value (as of JSON) as an array of bytes.

    >>> unpack(pack({"sizes": [3, 4]}))
    {'sizes': [3, 4]}
    """
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


def unpack(array: NDArray[np.uint8]) -> Any:
    """The inverse of :func:`pack`."""
    return json.loads(array.tobytes())
