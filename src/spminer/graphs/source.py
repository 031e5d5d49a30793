"""Sources: a path, ``-`` for standard input or a file object, read as one stream of bytes.

A `Source` is decompressed while it is read (gzip, bzip2, xz, zstd; recognized by their first bytes), and text in UTF-16
becomes UTF-8 if it has a byte order mark. Its first bytes can be looked at before it is consumed. The deadline is
checked at every chunk, and also while a pipe is silent. Content that expands beyond the ratio of real graph files is
refused as an archive bomb; members of zip archives are read as streams and never extracted. Errors of reading become an
`InputError` that names the file.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import itertools
import lzma
import os
import re
import select
import stat
import struct
import sys
import tarfile
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol, cast

from spminer import _core
from spminer._util.deadline import Deadline
from spminer._util.files import near_file
from spminer._util.imports import import_optional
from spminer.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "SAMPLE",
    "Compression",
    "ReadableSource",
    "Source",
    "check_expansion",
    "compression_by_suffix",
    "input_errors",
    "is_source",
    "open_single_member",
    "open_zip",
    "open_zip_member",
]

_LONGEST_MARK = 6
_ZSTD_PIECE = 4096


@dataclass(frozen=True, slots=True)
class Compression:
    """A method of compression.

    Attributes
    ----------
    name
        Its name in messages.
    suffix
        Suffix of file names.
    mark
        The first bytes of every such stream.
    open
        A file that decompresses another (``"rb"``) or compresses into it (``"wb"``); equal data give equal bytes.
    """

    name: str
    suffix: str
    mark: bytes
    open: Callable[[Any, str], IO[bytes]]


def _open_gzip(file: Any, mode: str) -> Any:
    return gzip.GzipFile(filename="", fileobj=file, mode=mode, mtime=0)  # neither name nor time in the file


class _Zstd:
    """Decompresses frames to their end: the library's own reader accepts a truncated file."""

    def __init__(self, file: Any) -> None:
        self._library = import_optional("zstandard", "spminer[zstd]")
        self._file = file
        self._frame = self._library.ZstdDecompressor().decompressobj()
        self._rest = b""
        self._inside = False

    def read(self, _size: int = -1) -> bytes:
        """Some bytes, none at the end. Input is read in small pieces, since a few bytes may expand to very many."""
        while True:
            piece = self._rest or self._file.read(_ZSTD_PIECE)
            self._rest = b""
            if not piece:
                if self._inside:
                    raise EOFError("ends within a frame")
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


COMPRESSIONS = (
    Compression("gzip", ".gz", b"\x1f\x8b", _open_gzip),
    Compression("bzip2", ".bz2", b"BZh", cast("Any", bz2.BZ2File)),
    Compression("xz", ".xz", b"\xfd7zXZ\x00", cast("Any", lzma.LZMAFile)),
    Compression("zstd", ".zst", b"\x28\xb5\x2f\xfd", _open_zstd),
)


def detect_compression(first: bytes) -> Compression | None:
    r"""The compression of a stream, by its first bytes.

    >>> detect_compression(b"\x1f\x8b....").name
    'gzip'
    """
    return next((one for one in COMPRESSIONS if first.startswith(one.mark)), None)


def compression_by_suffix(name: str) -> Compression | None:
    """The compression of a file, by its name.

    >>> compression_by_suffix("edges.csv.xz").name
    'xz'
    """
    return next((one for one in COMPRESSIONS if name.lower().endswith(one.suffix)), None)


def _decompress(compression: Compression, file: Any, name: str) -> Iterator[bytes]:
    """The bytes of a compressed stream, piece by piece."""
    damage = (EOFError, OSError, ValueError, zlib.error, lzma.LZMAError)
    stream = compression.open(file, "rb")
    while True:
        try:
            data = stream.read(CHUNK)
        except Exception as error:
            if isinstance(error, damage) or type(error).__name__ == "ZstdError":
                reason = f"damaged {compression.name} file ({error})"
                raise InputError(reason, source=name, remedy="fetch the file again") from error
            raise
        if not data:
            return
        yield data


_LOOK_S = 0.1


class _Bytes:
    """A file object as bytes, which are counted. A silent pipe does not delay the checks of the deadline."""

    def __init__(self, file: Any, deadline: Deadline) -> None:
        self._file, self._deadline = file, deadline
        self._polls = deadline.limited and _is_pipe(file)
        self._peeked = b""
        self.count = 0

    def peek(self, size: int) -> bytes:
        """The first bytes, which the next reads return again."""
        self._peeked = self.read(size)
        return self._peeked

    def read(self, size: int) -> bytes:
        """At most this many bytes; none at the end."""
        if self._peeked:
            data, self._peeked = self._peeked[:size], self._peeked[size:]
            return data
        found = self._poll(size) if self._polls else self._file.read(size)
        data = bytes(found.encode() if isinstance(found, str) else found)
        self.count += len(data)
        return data

    def _poll(self, size: int) -> bytearray:
        """Read what is there, again and again: a buffered read would wait in the system."""
        found = bytearray()
        while len(found) < size:
            while not select.select([self._file], [], [], _LOOK_S)[0]:
                self._deadline.check()
            part = self._file.read1(size - len(found))
            if not part:
                break
            found += part
        return found

    def seekable(self) -> bool:
        """Decompressors ask."""
        return False


def _is_pipe(file: IO[Any]) -> bool:
    if os.name != "posix" or not hasattr(file, "read1"):  # elsewhere a pipe cannot be polled
        return False
    try:
        mode = os.fstat(file.fileno()).st_mode
    except (OSError, AttributeError, ValueError):  # the object is no file of the system
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


CHUNK = 1 << 20
SAMPLE = 1 << 16
_UTF_32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UNMARKED = re.compile(rb"(?:[\t\n\r -~]\0){3}|(?:\0[\t\n\r -~]){3}")  # three characters of ASCII in UTF-16
_LONGEST_START = 6
_TAR_BUFFER = 1 << 20
# Real graph files shrink 3 to 20 times; deflate's limit is about 1,030. Larger files that expand more are archive
# bombs.
MOST_EXPANSION = 200
ALWAYS_FINE = 64 << 20

ReadableSource = str | os.PathLike[str] | IO[Any]


def is_source(origin: object) -> bool:
    """Whether an object is a path, or a file that can be read."""
    return isinstance(origin, str | os.PathLike) or hasattr(origin, "read")


class _Feeder(Protocol):
    def feed(self, chunk: bytes) -> None: ...
    def finish(self) -> None: ...


def check_expansion(total: int, compressed: int, name: str) -> None:
    """Refuse an archive bomb, by its bytes after and before decompression."""
    if total > ALWAYS_FINE and total > MOST_EXPANSION * max(compressed, 1):
        raise InputError(
            f"expands to more than {MOST_EXPANSION} times its size",
            source=name,
            remedy="if that is right, unpack it yourself",
        )


@contextmanager
def input_errors(name: str) -> Iterator[None]:
    """Turn errors of reading into an `InputError` that names the file."""
    try:
        yield
    except _core.ParseError as error:
        reason, line, remedy = error.args
        raise InputError(reason, source=name, line=line, remedy=remedy) from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"damaged gzip file ({error})", source=name, remedy="fetch the file again") from error
    except zipfile.BadZipFile as error:
        raise InputError(f"damaged zip archive ({error})", source=name, remedy="fetch the file again") from error
    except tarfile.TarError as error:
        raise InputError(f"damaged tar archive ({error})", source=name, remedy="fetch the file again") from error
    except UnicodeDecodeError as error:
        encoding = "UTF-16" if error.encoding.startswith("utf-16") else "UTF-8"
        raise InputError(f"is not valid {encoding}", source=name, remedy="convert the file to UTF-8") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(reason.lower(), source=name, remedy="check the path and its permissions") from error


@contextmanager
def open_zip(source: Source) -> Iterator[zipfile.ZipFile]:
    """Open a source as a zip archive."""
    file = source.seekable()
    with input_errors(source.name):
        try:
            archive = zipfile.ZipFile(file)
        except (ValueError, NotImplementedError, IndexError, struct.error) as error:  # the archive is damaged
            raise zipfile.BadZipFile(str(error)) from error
    with archive:
        yield archive


def open_zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> IO[bytes]:
    """One member of an archive as a stream. It is never extracted, so its path can do no harm."""
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        reason = "is encrypted or has an unsupported compression"
        raise InputError(reason, source=name, remedy="unpack the archive yourself")
    check_expansion(info.file_size, info.compress_size, name)
    with input_errors(name):
        try:
            return archive.open(info)
        except (ValueError, NotImplementedError, RuntimeError, IndexError, struct.error) as error:
            raise zipfile.BadZipFile(str(error)) from error


class Source:
    """One opened input: a folder, or a stream of bytes, decompressed if need be. Use it as a context manager.

    Parameters
    ----------
    origin
        A path, ``"-"`` or a file object.
    name
        Its name in messages; by default that of the origin.
    deadline
        Deadline that is checked at every chunk.
    size
        Number of bytes, if the origin does not have it.

    Attributes
    ----------
    recoded
        Whether the bytes read so far were UTF-16, and are now UTF-8.
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
        self._is_compressed = False
        self.recoded = False
        if isinstance(origin, (str, os.PathLike)) and os.fspath(origin) != "-":
            self.path = Path(origin)
            self.name = str(self.path)
            self._open()
        else:
            is_standard_input = isinstance(origin, (str, os.PathLike))
            if not (is_standard_input or hasattr(origin, "read")):
                raise UsageError(f"cannot read {origin!r:.100}; give a path, a file object or the name of a data set")
            self.name = name or ("-" if is_standard_input else str(getattr(origin, "name", "file object")))
            self._chunks = self._as_utf8(self._read(sys.stdin.buffer if is_standard_input else origin))  # type: ignore[arg-type]

    def _open(self) -> None:
        assert self.path is not None
        with input_errors(self.name):
            if self.is_folder:
                return
            if not self.path.exists():
                reason = f"no such file or folder{near_file(self.path)}"
                raise InputError(reason, source=self.name, remedy="check the path")
            if not self.path.is_file() and not self.path.is_fifo():
                raise InputError("is not a regular file", source=self.name, remedy="give a file or a data set folder")
            self._file = self.path.open("rb")
            self._size = os.fstat(self._file.fileno()).st_size
        self._chunks = self._as_utf8(self._read(self._file))

    @property
    def is_folder(self) -> bool:
        """Whether the source is a folder."""
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
            raw = _Bytes(file, self.deadline)
            compression = detect_compression(raw.peek(_LONGEST_MARK))
            self._is_compressed = compression is not None
            if compression is None:
                for chunk in iter(lambda: raw.read(CHUNK), b""):
                    self.deadline.check(raw.count)
                    yield chunk
                return
            total = 0
            for chunk in _decompress(compression, raw, self.name):
                total += len(chunk)
                check_expansion(total, raw.count, self.name)
                self.deadline.check(raw.count)
                yield chunk

    def _as_utf8(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """The chunks without a byte order mark; those of UTF-16 become UTF-8."""
        held = [_first_bytes(chunks)]  # a list, so that they are not kept while the rest is read
        head = held[0][:_LONGEST_START]
        if head.startswith(_UTF_32) or _UNMARKED.match(head):
            what = "UTF-32 text" if head.startswith(_UTF_32) else "UTF-16 text without a byte order mark"
            raise InputError(f"is {what}", source=self.name, remedy="save it as UTF-8")
        self.recoded = head.startswith(_UTF_16)
        if not self.recoded:
            yield held.pop().removeprefix(codecs.BOM_UTF8)
            yield from chunks
            return
        decoder = codecs.getincrementaldecoder("utf-16")()
        with input_errors(self.name):
            for chunk in itertools.chain(held, chunks):
                yield decoder.decode(chunk).encode()
            decoder.decode(b"", final=True)

    def sample(self, size: int = SAMPLE) -> bytes:
        """The first bytes after decompression; they are not consumed."""
        while sum(map(len, self._head)) < size and (chunk := next(filter(None, self._chunks), b"")):
            self._head.append(chunk)
        self._head = [b"".join(self._head)]
        return self._head[0][:size]

    def chunks(self) -> Iterator[bytes]:
        """All bytes, about a megabyte at a time. Consumes the source."""
        self.sample()
        head, self._head = self._head, []
        yield from filter(None, head)
        yield from self._chunks

    def lines(self) -> Iterator[bytes]:
        """All lines without line ends. Consumes the source."""
        rest = b""
        for chunk in self.chunks():
            *whole, rest = (rest + chunk).split(b"\n")
            yield from (line.rstrip(b"\r") for line in whole)
        if rest:
            yield rest.rstrip(b"\r")

    def feed(self, parser: _Feeder, *, check: Callable[[bytes], None] | None = None) -> None:
        """Feed everything to a native parser; `check` sees each chunk before."""
        with input_errors(self.name):
            for chunk in self.chunks():
                if check is not None:
                    check(chunk)
                parser.feed(chunk)
            parser.finish()

    def text(self) -> str:
        """All content as text."""
        with input_errors(self.name):
            return b"".join(self.chunks()).decode("utf-8")

    def mappable(self) -> IO[bytes] | None:
        """The file itself, if it can be mapped into memory."""
        self.sample(1)
        plain = self.path is not None and self.path.is_file() and not self._is_compressed
        return self._file if plain else None

    def seekable(self) -> IO[bytes]:
        """All content as a seekable file, for archives."""
        self.sample(1)
        if self.path is not None and self._file is not None and not self._is_compressed and self._file.seekable():
            if self._second is None:  # a second file, so that the position of the stream stays
                self._second = self.path.open("rb")
            self._second.seek(0)
            return self._second
        if self._kept is None:
            data = b"".join(self.chunks())
            self._kept, self._head = io.BytesIO(data), [data]
        self._kept.seek(0)
        return self._kept


class _Stream:
    """Chunks as a file that is read once."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks, self._rest = chunks, b""

    def read(self, size: int) -> bytes:
        """As many bytes, or fewer at the end."""
        while len(self._rest) < size and (chunk := next(filter(None, self._chunks), b"")):
            self._rest += chunk
        data, self._rest = self._rest[:size], self._rest[size:]
        return data


@contextmanager
def _open_konect(source: Source) -> Iterator[Source]:
    """The member ``out.NAME`` of a tar archive, as a stream; it is never extracted."""
    file = cast("IO[bytes]", _Stream(source.chunks()))
    with input_errors(source.name):
        tar = tarfile.open(None, "r|", file, _TAR_BUFFER)  # noqa: SIM115 (closed below)
        files = (info for info in tar if info.isfile())
        info = next((info for info in files if info.name.rpartition("/")[2].startswith("out.")), None)
        member = None if info is None else tar.extractfile(info)
    with tar:
        if info is None or member is None:
            reason = "is a tar archive without edges of KONECT (out.NAME)"
            raise InputError(reason, source=source.name, remedy="unpack it, and give the file of the graph")
        yield Source(member, name=f"{source.name}/{info.name}", deadline=source.deadline, size=info.size)


def _first_bytes(chunks: Iterator[bytes]) -> bytes:
    """Chunks that are together long enough to tell the encoding."""
    head = b""
    while len(head) < _LONGEST_START and (chunk := next(chunks, b"")):
        head += chunk
    return head


@contextmanager
def open_single_member(source: Source) -> Iterator[Source]:
    """The only member of a zip archive with one file, or the edges in a tar of KONECT; any other source itself."""
    if not source.is_folder and source.sample(512)[257:262] == b"ustar":
        with _open_konect(source) as member:
            yield member
        return
    if source.is_folder or not source.sample(4).startswith(b"PK\x03\x04"):
        yield source
        return
    with open_zip(source) as archive:
        files = [
            info
            for info in archive.infolist()
            if not info.filename.endswith("/") and not info.filename.startswith("__MACOSX")
        ]
        if len(files) == 1 and not files[0].filename.endswith((".npy", "_A.txt")):
            name = f"{source.name}/{files[0].filename}"
            with open_zip_member(archive, files[0], name) as member:
                yield Source(member, name=name, deadline=source.deadline, size=files[0].file_size)
            return
    yield source
