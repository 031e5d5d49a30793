"""Plain values as arrays of bytes, for the states of a checkpoint, and words as bytes, for the way to others."""

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

__all__ = ["ARCHIVE_DAMAGE", "pack", "pack_words", "unpack", "unpack_words"]

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


def pack_words(words: NDArray[np.uint64]) -> bytes:
    """Words of the core as they are sent: most are small numbers, of which an eighth is left.

    >>> unpack_words(pack_words(np.arange(3, dtype=np.uint64))).tolist()
    [0, 1, 2]
    """
    return zlib.compress(words.tobytes(), level=1)


def unpack_words(sent: bytes) -> NDArray[np.uint64]:
    """The inverse of :func:`pack_words`."""
    return np.frombuffer(zlib.decompress(sent), dtype=np.uint64)
