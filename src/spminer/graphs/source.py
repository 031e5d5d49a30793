"""Source: a path, ``-`` for standard input or a file object, read as one stream of bytes.

A source is decompressed as it is read (gzip, bz2, xz, zstd), looks at the deadline at every chunk, also where a pipe is
silent, and refuses archives that expand beyond any real graph file. Zip archives give their members.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import select
import stat
import struct
import sys
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, cast

from spminer import _core
from spminer._util.deadline import Deadline
from spminer._util.imports import import_optional
from spminer.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "SAMPLE",
    "Compression",
    "ReadableSource",
    "Source",
    "compression_by_suffix",
    "guarded",
    "input_errors",
    "is_source",
    "open_single_member",
    "open_zip",
    "open_zip_member",
]


LONGEST_MARK = 6
_ZSTD_PIECE = 4096


@dataclass(frozen=True, slots=True)
class Compression:
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
        self._library = import_optional("zstandard", "spminer[zstd]")
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
    return import_optional("zstandard", "spminer[zstd]").open(file, mode, closefd=False)


PACKINGS = (
    Compression("gzip", ".gz", b"\x1f\x8b", _open_gzip),
    Compression("bzip2", ".bz2", b"BZh", cast("Any", bz2.BZ2File)),
    Compression("xz", ".xz", b"\xfd7zXZ\x00", cast("Any", lzma.LZMAFile)),
    Compression("zstd", ".zst", b"\x28\xb5\x2f\xfd", _open_zstd),
)


def detect_compression(first: bytes) -> Compression | None:
    r"""How a stream is compressed, by its first bytes.

    >>> detect_compression(b"\x1f\x8b....").name
    'gzip'
    """
    return next((packing for packing in PACKINGS if first.startswith(packing.mark)), None)


def compression_by_suffix(name: str) -> Compression | None:
    """How a file of this name is compressed.

    >>> compression_by_suffix("edges.csv.xz").name
    'xz'
    """
    return next((packing for packing in PACKINGS if name.lower().endswith(packing.suffix)), None)


def unpacked(packing: Compression, file: Any, chunk: int, name: str) -> Iterator[bytes]:
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


_LOOK_S = 0.1
_MOST = 1 << 20


def polling_reader(file: IO[Any], deadline: Deadline) -> Any:
    """The file, or for a pipe a reader that looks at the deadline while nothing comes.

    >>> import io
    >>> from spminer._util.deadline import Deadline
    >>> polling_reader(io.BytesIO(b"a b"), Deadline()).read()
    b'a b'
    """
    return _Pipe(file, deadline) if deadline.limited and _is_pipe(file) else file


def _is_pipe(file: IO[Any]) -> bool:
    if os.name != "posix" or not hasattr(file, "read1"):  # elsewhere nobody can be asked whether something came
        return False
    try:
        mode = os.fstat(file.fileno()).st_mode
    except (OSError, AttributeError, ValueError):  # of files that are no files of the system
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


class _Pipe:
    """Reads from the system as much as is there, so that nothing stays in a buffer that waiting would not see."""

    def __init__(self, file: Any, deadline: Deadline) -> None:
        self._file, self._deadline = file, deadline

    def read(self, size: int = -1) -> bytes:
        """So many bytes, or all."""
        found = bytearray()
        while size < 0 or len(found) < size:
            while not select.select([self._file], [], [], _LOOK_S)[0]:
                self._deadline.check()
            part = self._file.read1(_MOST if size < 0 else size - len(found))
            if not part:
                break
            found += part
        return bytes(found)


CHUNK = 1 << 20
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SAMPLE = 1 << 16
# Real graph files shrink 3 to 20 times; deflate's limit is about 1,030. What grows more than this and is
# not small is an archive bomb.
MOST_EXPANSION = 200
ALWAYS_FINE = 64 << 20

ReadableSource = str | os.PathLike[str] | IO[Any]


def is_source(origin: object) -> bool:
    """Whether an object is a path, or a file that can be read."""
    return isinstance(origin, str | os.PathLike) or hasattr(origin, "read")


class _Feeder(Protocol):
    def feed(self, chunk: bytes) -> None: ...
    def finish(self) -> None: ...


class _CountedReader:
    """Reads a file object as bytes and counts them."""

    def __init__(self, file: IO[Any]) -> None:
        self._file = file
        self.count = 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        data = data.encode() if isinstance(data, str) else data
        self.count += len(data)
        return bytes(data)


def guarded(total: int, compressed: int, name: str) -> None:
    """Refuse what an archive bomb would make of memory.

    Parameters
    ----------
    total, compressed
        Bytes after and before decompression.
    name
        The file, for the message.
    """
    if total > ALWAYS_FINE and total > MOST_EXPANSION * max(compressed, 1):
        raise InputError(
            f"expands to more than {MOST_EXPANSION} times its size",
            source=name,
            remedy="unpack it yourself if it is meant to be so",
        )


@contextmanager
def input_errors(name: str) -> Iterator[None]:
    """Turn what can go wrong while reading a file into an `InputError` that names it."""
    try:
        yield
    except _core.ParseError as error:
        reason, line, remedy = error.args
        raise InputError(reason, source=name, line=line, remedy=remedy) from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"damaged gzip file ({error})", source=name, remedy="fetch the file again") from error
    except zipfile.BadZipFile as error:
        raise InputError(f"damaged zip archive ({error})", source=name, remedy="fetch the file again") from error
    except UnicodeDecodeError as error:
        raise InputError("is not valid UTF-8", source=name, remedy="convert the file to UTF-8") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(reason.lower(), source=name, remedy="check the path and its permissions") from error


@contextmanager
def open_zip(source: Source) -> Iterator[zipfile.ZipFile]:
    """The zip archive that a source is."""
    file = source.seekable()
    with input_errors(source.name):
        try:
            archive = zipfile.ZipFile(file)
        except (ValueError, NotImplementedError, IndexError, struct.error) as error:  # as damage makes it
            raise zipfile.BadZipFile(str(error)) from error
    with archive:
        yield archive


def open_zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> IO[bytes]:
    """One member of an archive as a stream. It is never extracted, so its path can do no harm."""
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputError("is encrypted or packed in an unusual way", source=name, remedy="unpack the archive yourself")
    guarded(info.file_size, info.compress_size, name)
    with input_errors(name):
        try:
            return archive.open(info)
        except (ValueError, NotImplementedError, RuntimeError, IndexError, struct.error) as error:
            raise zipfile.BadZipFile(str(error)) from error


class Source:
    """One opened input: a folder, or a stream of bytes that is decompressed on the way if it is compressed.

    Use it as a context manager. The first bytes can be looked at (`sample`) before the chunks are consumed. Its
    `deadline` is asked at every chunk; `size` is the number of bytes, where the origin itself does not tell.
    """

    def __init__(
        self, origin: ReadableSource, *, name: str = "", deadline: Deadline | None = None, size: int | None = None
    ) -> None:
        self.path: Path | None = None
        self.deadline = deadline or Deadline()
        self._size = size
        self._file: IO[Any] | None = None
        self._head: list[bytes] = []
        self._kept: io.BytesIO | None = None
        self._second: IO[bytes] | None = None
        self._is_packed = False
        if isinstance(origin, (str, os.PathLike)) and os.fspath(origin) != "-":
            self.path = Path(origin)
            self.name = str(self.path)
            self._open()
        else:
            is_standard_input = isinstance(origin, (str, os.PathLike))
            if not (is_standard_input or hasattr(origin, "read")):
                raise UsageError(f"cannot read {origin!r:.100}; give a path, a file object or the name of a data set")
            self.name = name or ("-" if is_standard_input else str(getattr(origin, "name", "file object")))
            self._chunks = self._read(sys.stdin.buffer if is_standard_input else origin)  # type: ignore[arg-type]

    def _open(self) -> None:
        assert self.path is not None
        with input_errors(self.name):
            if self.is_folder:
                return
            if not self.path.exists():
                raise InputError("no such file or folder", source=self.name, remedy="check the path")
            if not self.path.is_file() and not self.path.is_fifo():
                raise InputError("is not a regular file", source=self.name, remedy="give a file or a data set folder")
            self._file = self.path.open("rb")
            self._size = os.fstat(self._file.fileno()).st_size
        self._chunks = self._read(self._file)

    @property
    def is_folder(self) -> bool:
        """Whether the source is a folder, which has no bytes of its own."""
        return self.path is not None and self.path.is_dir()

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._file, self._second):
            if file is not None:
                file.close()

    def _read(self, file: IO[Any]) -> Iterator[bytes]:
        with input_errors(self.name):
            self.deadline.start_phase(f"reading {self.name}", self._size)
            raw = _CountedReader(polling_reader(file, self.deadline))
            first = raw.read(LONGEST_MARK)
            packing = detect_compression(first)
            self._is_packed = packing is not None
            if packing is None:
                yield first
                for chunk in iter(lambda: raw.read(CHUNK), b""):
                    self.deadline.check(raw.count)
                    yield chunk
                return
            total = 0
            for chunk in unpacked(packing, Rejoined(first, raw), CHUNK, self.name):
                total += len(chunk)
                guarded(total, raw.count, self.name)
                self.deadline.check(raw.count)
                yield chunk

    def sample(self, size: int = SAMPLE) -> bytes:
        """The first bytes (after decompression), which stay to be read."""
        while sum(map(len, self._head)) < size:
            chunk = next(self._chunks, b"")
            if not chunk:
                break
            self._head.append(chunk)
        self._head = [b"".join(self._head).removeprefix(BYTE_ORDER_MARK)]
        return self._head[0][:size]

    def chunks(self) -> Iterator[bytes]:
        """All bytes, about a megabyte at a time. Consumes the source."""
        self.sample()
        head, self._head = self._head, []
        yield from filter(None, head)
        yield from self._chunks

    def lines(self) -> Iterator[bytes]:
        """All lines without their ends. Consumes the source."""
        rest = b""
        for chunk in self.chunks():
            *whole, rest = (rest + chunk).split(b"\n")
            yield from (line.rstrip(b"\r") for line in whole)
        if rest:
            yield rest.rstrip(b"\r")

    def feed(self, parser: _Feeder, *, check: Callable[[bytes], None] | None = None) -> None:
        """Let a native parser read everything, after a look at each chunk."""
        with input_errors(self.name):
            for chunk in self.chunks():
                if check is not None:
                    check(chunk)
                parser.feed(chunk)
            parser.finish()

    def text(self) -> str:
        """Everything as text."""
        with input_errors(self.name):
            return b"".join(self.chunks()).decode("utf-8-sig")

    def mappable(self) -> IO[bytes] | None:
        """The file itself, if it is one that can be mapped into memory as it is."""
        self.sample(1)
        plain = self.path is not None and self.path.is_file() and not self._is_packed
        return self._file if plain else None

    def seekable(self) -> IO[bytes]:
        """Everything as a file that can be searched, as archives need it."""
        self.sample(1)
        if self.path is not None and self._file is not None and not self._is_packed and self._file.seekable():
            if self._second is None:  # of its own, so that the stream stays where it is
                self._second = self.path.open("rb")
            self._second.seek(0)
            return self._second
        if self._kept is None:
            data = b"".join(self.chunks())
            self._kept, self._head = io.BytesIO(data), [data]
        self._kept.seek(0)
        return self._kept


@contextmanager
def open_single_member(source: Source) -> Iterator[Source]:
    """The one file of a zip archive that holds nothing else; any other source is itself."""
    if source.is_folder or not source.sample(4).startswith(b"PK\x03\x04"):
        yield source
        return
    with open_zip(source) as archive:
        files = [
            info
            for info in archive.infolist()
            if not info.filename.endswith("/") and not info.filename.startswith("__MACOSX")
        ]
        if any(info.filename == "xl/workbook.xml" for info in files):
            raise InputError("is an Excel file", source=source.name, remedy="save the sheet as CSV")
        if len(files) == 1 and not files[0].filename.endswith((".npy", "_A.txt")):
            name = f"{source.name}/{files[0].filename}"
            with open_zip_member(archive, files[0], name) as member:
                yield Source(member, name=name, deadline=source.deadline, size=files[0].file_size)
            return
    yield source
