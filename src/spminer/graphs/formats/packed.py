"""Compressed streams: gzip, bzip2, xz and Zstandard, told by their first bytes."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, cast

from spminer._util.imports import import_library
from spminer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["PACKINGS", "Packing", "Rejoined", "packing_by_suffix", "packing_of", "unpacked"]

LONGEST_MARK = 6
_ZSTD_PIECE = 4096


@dataclass(frozen=True, slots=True)
class Packing:
    """One way of compressing.

    Attributes
    ----------
    name
        What messages call it.
    suffix
        End of file names.
    mark
        The first bytes of every such stream.
    open
        A file that decompresses another, or (second argument ``"wb"``) compresses into it, always in the same way.
    """

    name: str
    suffix: str
    mark: bytes
    open: Callable[[Any, str], IO[bytes]]


def _open_gzip(file: Any, mode: str) -> Any:
    return gzip.GzipFile(filename="", fileobj=file, mode=mode, mtime=0)  # same graphs, same bytes


class _Zstd:
    """Decompresses frames until their true end: the library's own reader takes a file that was cut for a whole one."""

    def __init__(self, file: Any) -> None:
        self._library = import_library("zstandard", "spminer[zstd]")
        self._file = file
        self._frame = self._library.ZstdDecompressor().decompressobj()
        self._rest = b""
        self._inside = False

    def read(self, _size: int = -1) -> bytes:
        """Some bytes, none at the end. Little is taken at a time, since a few bytes can stand for very many."""
        while True:
            piece = self._rest or self._file.read(_ZSTD_PIECE)
            self._rest = b""
            if not piece:
                if self._inside:
                    raise EOFError("it ends within a frame")
                return b""
            data: bytes = self._frame.decompress(piece)
            self._inside = not self._frame.eof
            if self._frame.eof:
                self._rest = self._frame.unused_data
                self._frame = self._library.ZstdDecompressor().decompressobj()
            if data:
                return data


def _open_zstd(file: Any, mode: str) -> Any:
    if mode == "rb":
        return _Zstd(file)
    return import_library("zstandard", "spminer[zstd]").open(file, mode, closefd=False)


PACKINGS = (
    Packing("gzip", ".gz", b"\x1f\x8b", _open_gzip),
    Packing("bzip2", ".bz2", b"BZh", cast("Any", bz2.BZ2File)),
    Packing("xz", ".xz", b"\xfd7zXZ\x00", cast("Any", lzma.LZMAFile)),
    Packing("zstd", ".zst", b"\x28\xb5\x2f\xfd", _open_zstd),
)


def packing_of(first: bytes) -> Packing | None:
    r"""How a stream is compressed, by its first bytes.

    >>> packing_of(b"\x1f\x8b....").name
    'gzip'
    """
    return next((packing for packing in PACKINGS if first.startswith(packing.mark)), None)


def packing_by_suffix(name: str) -> Packing | None:
    """How a file of this name is compressed.

    >>> packing_by_suffix("edges.csv.xz").name
    'xz'
    """
    return next((packing for packing in PACKINGS if name.lower().endswith(packing.suffix)), None)


def unpacked(packing: Packing, file: Any, chunk: int, name: str) -> Iterator[bytes]:
    """The bytes of a compressed stream, piece by piece."""
    damage = (EOFError, OSError, ValueError, zlib.error, lzma.LZMAError)
    stream = packing.open(file, "rb")
    while True:
        try:
            data = stream.read(chunk)
        except Exception as error:
            if isinstance(error, damage) or type(error).__name__ == "ZstdError":
                reason = f"damaged {packing.name} file ({error})"
                raise InputError(reason, source=name, remedy="fetch the file again") from error
            raise
        if not data:
            return
        yield data


class Rejoined:
    """The bytes already read, then the rest."""

    def __init__(self, first: bytes, rest: Any) -> None:
        self._first = first
        self._rest = rest

    def read(self, size: int = -1) -> bytes:
        """So many bytes, or all."""
        if not self._first:
            rest: bytes = self._rest.read(size)
            return rest
        taken = len(self._first) if size < 0 else size
        first, self._first = self._first[:taken], self._first[taken:]
        return first if 0 <= size <= len(first) else first + self._rest.read(size - len(first) if size >= 0 else -1)

    def readable(self) -> bool:
        """It is, as decompressors ask."""
        return True

    def seekable(self) -> bool:
        """It is not: what was read is gone."""
        return False
