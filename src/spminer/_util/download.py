"""Download of one file over HTTP: interrupted downloads resume, temporary errors are retried."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import socket
import ssl
import time
from http.client import HTTPException, HTTPResponse
from typing import IO, TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from spminer._util.deadline import Deadline
from spminer._util.text import printable
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message
    from http.client import HTTPMessage
    from pathlib import Path
    from typing import BinaryIO

    from spminer._util.monitor import Monitor

__all__ = ["DownloadError", "download"]


class AddressError(Exception):
    """An unsafe or invalid address."""


def host_of(url: str) -> str:
    """The host of an address, which must be one of http or https.

    >>> host_of("https://example.org:8080/a.zip")
    'example.org:8080'
    >>> host_of("ftp://example.org/a.zip")
    Traceback (most recent call last):
    spminer._util.download.AddressError: 'ftp://example.org/a.zip' is not an http or https address
    """
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and parts.hostname and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise AddressError(f"{url[:200]!r} is not an http or https address")
    return parts.netloc.rpartition("@")[2]


def open_address(url: str, headers: dict[str, str], timeout: float) -> HTTPResponse:
    """Open a request and follow safe redirects."""
    host_of(url)
    try:
        response: HTTPResponse = build_opener(_Redirects).open(Request(url, headers=headers), timeout=timeout)
    except ValueError as error:  # of an address, a header or a proxy that makes no sense
        raise HTTPException(str(error)) from error
    return response


class _Redirects(HTTPRedirectHandler):
    """Redirects to http or https only, and never from https to http."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The redirected request; an error if it is not safe."""
        host_of(newurl)
        if req.type == "https" and urlsplit(newurl).scheme != "https":
            raise AddressError(f"it redirects from https to {newurl[:200]!r}, which is not encrypted")
        return super().redirect_request(req, fp, code, msg, headers, newurl)

    def http_error_302(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage) -> Any:
        """Follow a redirect; close the response if it cannot be followed."""
        target = headers.get("location") or headers.get("uri") or ""
        try:
            if urlsplit(target).scheme not in {"", "http", "https"}:  # which the library refuses in its own words
                raise AddressError(f"it redirects to {target[:200]!r}, which is not an http or https address")
            return super().http_error_302(req, fp, code, msg, headers)
        except (AddressError, ValueError):
            fp.close()
            raise

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


_PAUSES_S = (1.0, 2.0, 4.0)  # before each retry; a retry that got further starts again with the first
_TIMEOUT_S = 30.0  # without a byte
_LATE_S = 0.5  # without a byte, beyond the time limit of a run
_REMEDY = "what was fetched is kept; give more time, or `spminer fetch` it first"
_CHUNK = 1 << 16
_MOST_BYTES = 32 << 30  # the largest files of these sites have some 10 GB; what sends more is no data set
_TOO_LARGE = f"the server sends more than {_MOST_BYTES >> 30} GiB"
_LENGTH = re.compile(r"[0-9]{1,18}")
_LONGEST_WORDS = 120
_PARTIAL_CONTENT, _RANGE_NOT_SATISFIABLE = 206, 416  # the latter: what there is, is of another file
_PASSING = {408, _RANGE_NOT_SATISFIABLE, 425, 429, 500, 502, 503, 504}
_NO_NETWORK = {errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETDOWN, errno.ENETUNREACH}


class DownloadError(Exception):
    """A download that failed.

    Parameters
    ----------
    reason
        What happened, in a few words.
    missing
        Whether the server has no such file.
    passing
        Whether it may work in a moment.
    offline
        Whether the server cannot be reached at all.
    """

    def __init__(self, reason: str, *, missing: bool = False, passing: bool = False, offline: bool = False) -> None:
        super().__init__(reason)
        self.missing, self.passing, self.offline = missing, passing, offline


def download(url: str, path: Path, monitor: Monitor | None = None) -> None:
    """Write the file at ``url`` to ``path``; resume an earlier download.

    An earlier part is used only if the server says that the file is still the same. After an error or Ctrl-C the part
    stays.

    Parameters
    ----------
    url
        An http or https address.
    path
        Where to write. ``path`` with ``.version`` appended identifies the version of the file.
    monitor
        Shows progress in bytes; its time limit ends the download.
    """
    deadline = Deadline(monitor, remedy=_REMEDY)
    deadline.start_phase(f"fetching {printable(url)}")
    part = _Part(path, url)
    at_first = furthest = part.size
    failures = 0
    while True:
        try:
            _transfer(url, part, monitor, deadline)
        except DownloadError as error:
            failures = 1 if part.size > furthest else failures + 1
            furthest = max(furthest, part.size)
            deadline.check()
            worth_it = error.passing or (error.offline and furthest > at_first)
            if not worth_it or failures > len(_PAUSES_S):
                raise
            time.sleep(_PAUSES_S[failures - 1])
        else:
            part.forget_version()
            return


class _Part:
    """The part of a file that was downloaded, and the version of the file."""

    def __init__(self, path: Path, url: str) -> None:
        self.path, self.url = path, url
        self._note = path.with_name(f"{path.name}.version")

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def range_headers(self) -> dict[str, str]:
        """Headers that request the rest, or everything if the file has changed."""
        try:
            note = json.loads(self._note.read_text(encoding="utf-8"))
            known = note["version"] if note["url"] == self.url else None
        except (OSError, ValueError, LookupError, RecursionError, TypeError):
            known = None
        return {"Range": f"bytes={self.size}-", "If-Range": known} if known and self.size else {}

    def note_version(self, headers: Message) -> None:
        """Save what identifies this version. A weak ETag does not: equal ones may have different bytes."""
        etag = headers.get("ETag")
        version = etag if etag and not etag.startswith("W/") else headers.get("Last-Modified")
        if version is not None and not (version.isascii() and version.isprintable()):
            version = None  # it could not be sent back
        note = json.dumps({"url": self.url, "version": version})
        self._note.write_text(note, encoding="utf-8", newline="")

    def forget_version(self) -> None:
        self._note.unlink(missing_ok=True)

    def discard(self) -> None:
        self.path.unlink(missing_ok=True)


def _transfer(url: str, part: _Part, monitor: Monitor | None, deadline: Deadline) -> None:
    """One request, for the whole file or for the rest."""
    left = None if monitor is None else monitor.remaining
    with _opened(url, part, _TIMEOUT_S if left is None else min(left + _LATE_S, _TIMEOUT_S)) as response:
        start, total = _extent(response, part)
        if total is not None and total > _MOST_BYTES:
            raise DownloadError(_TOO_LARGE)
        if (total or 0) - start > (free := shutil.disk_usage(part.path.parent).free):
            raise DownloadError(f"the file has {total:,} bytes, and the disk has room for {free:,}")
        with part.path.open("ab" if start else "wb") as file:
            if start == 0:
                part.note_version(response.headers)  # only now that nothing of another version is left
            _copy(response, file, start, total, monitor, deadline)
            file.flush()
            os.fsync(file.fileno())
    if part.size > _MOST_BYTES:
        part.discard()
        raise DownloadError(_TOO_LARGE)
    if total is not None and part.size != total:
        raise DownloadError(f"the connection ended after {part.size:,} of {total:,} bytes", passing=True)


def _copy(
    response: HTTPResponse,
    file: BinaryIO,
    done: int,
    total: int | None,
    monitor: Monitor | None,
    deadline: Deadline,
) -> None:
    for chunk in _chunks(response):
        file.write(chunk)
        done += len(chunk)
        if monitor is not None:
            monitor.update(done=done, total=total or 0)
        deadline.check()
        if done > _MOST_BYTES:
            return


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    """Chunks of the response; network errors become :class:`DownloadError`, disk errors do not."""
    while True:
        try:
            chunk = response.read1(_CHUNK)
        except (OSError, HTTPException, ValueError) as error:  # the last of lengths that are no numbers
            raise _explained(error, response.url) from error
        if not chunk:
            return
        yield chunk


def _opened(url: str, part: _Part, timeout: float) -> HTTPResponse:
    agent = f"Mozilla/5.0 (compatible; spminer/{__version__})"  # some servers refuse what urllib calls itself
    try:
        return open_address(url, {"User-Agent": agent, **part.range_headers()}, timeout)
    except AddressError as error:
        raise DownloadError(printable(str(error))) from error
    except (OSError, HTTPException) as error:
        if isinstance(error, HTTPError) and error.code == _RANGE_NOT_SATISFIABLE:
            part.discard()
        raise _explained(error, url) from error


def _extent(response: HTTPResponse, part: _Part) -> tuple[int, int | None]:
    """Position of the response in the file, and the length of the file if it is known."""
    length = response.headers.get("Content-Length")
    if response.status != _PARTIAL_CONTENT:
        return 0, int(length) if length is not None and _LENGTH.fullmatch(length) else None
    match = re.fullmatch(r"bytes ([0-9]{1,18})-[0-9]{1,18}/([0-9]{1,18}|\*)", response.headers.get("Content-Range", ""))
    if match is None or int(match[1]) != part.size:
        part.discard()
        raise DownloadError("the server sent a part of the file that was not requested", passing=True)
    return part.size, None if match[2] == "*" else int(match[2])


def _explained(error: OSError | HTTPException | ValueError, url: str) -> DownloadError:
    """An error in words for the user, and whether it may be temporary."""
    host = host_of(url)
    if isinstance(error, HTTPError):
        error.close()
        reason = f"{host} answers {error.code} {_said(error.reason)}"
        return DownloadError(reason, missing=error.code in {404, 410}, passing=error.code in _PASSING)
    cause = error.reason if isinstance(error, URLError) else error
    text = _said((cause.strerror if isinstance(cause, OSError) else None) or str(cause) or type(cause).__name__)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return DownloadError(f"the certificate of {host} is not trusted ({_said(cause.verify_message)})")
    if isinstance(error, URLError) and _is_unreachable(cause):
        return DownloadError(f"cannot reach {host} ({text}), so this machine may be offline", offline=True)
    return DownloadError(f"the connection to {host} failed ({text})", passing=True)


def _said(text: object) -> str:
    """Text of a server or a library, safe to print."""
    return printable(" ".join(str(text).split()))[:_LONGEST_WORDS]


def _is_unreachable(cause: object) -> bool:
    """Whether an error before any response means that the server cannot be reached."""
    if isinstance(cause, socket.gaierror | TimeoutError):
        return True
    return isinstance(cause, OSError) and cause.errno in _NO_NETWORK
