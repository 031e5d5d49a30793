"""Opening of addresses: http and https alone, and never from https to http, whatever a server says."""

from __future__ import annotations

from http.client import HTTPException
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

if TYPE_CHECKING:
    from http.client import HTTPMessage, HTTPResponse

__all__ = ["AddressError", "host_of", "open_address"]


class AddressError(Exception):
    """An address that is not followed."""


def host_of(url: str) -> str:
    """The host of an address, which must be one of http or https.

    >>> host_of("https://example.org:8080/a.zip")
    'example.org:8080'
    >>> host_of("ftp://example.org/a.zip")
    Traceback (most recent call last):
    spminer.fetching.opening.AddressError: 'ftp://example.org/a.zip' is no address of http or https
    """
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and parts.hostname and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise AddressError(f"{url[:200]!r} is no address of http or https")
    return parts.netloc.rpartition("@")[2]


def open_address(url: str, headers: dict[str, str], timeout: float) -> HTTPResponse:
    """The answer to a request, with redirects followed as far as they are safe."""
    host_of(url)
    try:
        response: HTTPResponse = build_opener(_Redirects).open(Request(url, headers=headers), timeout=timeout)
    except ValueError as error:  # of an address, a header or a proxy that makes no sense
        raise HTTPException(str(error)) from error
    return response


class _Redirects(HTTPRedirectHandler):
    """Redirects that stay with http and https, and do not leave https."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The request that a redirect leads to, if it is safe."""
        host_of(newurl)
        if req.type == "https" and urlsplit(newurl).scheme != "https":
            raise AddressError(f"it redirects from https to {newurl[:200]!r}, which nobody protects")
        return super().redirect_request(req, fp, code, msg, headers, newurl)

    def http_error_302(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage) -> Any:
        """Follow a redirect; the answer that it came with is closed if it cannot be followed."""
        target = headers.get("location") or headers.get("uri") or ""
        try:
            if urlsplit(target).scheme not in {"", "http", "https"}:  # which the library refuses in its own words
                raise AddressError(f"it redirects to {target[:200]!r}, which is no address of http or https")
            return super().http_error_302(req, fp, code, msg, headers)
        except (AddressError, ValueError):
            fp.close()
            raise

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302
