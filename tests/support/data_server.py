"""A site of data sets on this machine, which can be as unreliable as a real one."""

from __future__ import annotations

import hashlib
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class DataServer:
    """Files by path, and what is to go wrong with the requests to come."""

    def __init__(self, url):
        self.url = url
        self.files: dict[str, bytes] = {}
        self.requests: list[tuple[str, str | None]] = []  # path and range of each
        self.knows_ranges = True
        self.has_versions = True
        self.says_length = True
        self.cuts: list[int] = []  # how many bytes of each of the next answers get through
        self.statuses: list[int] = []  # how the next requests are refused
        self.content_range: str | None = None  # a wrong one

    def answer(self, handler):
        wanted = handler.headers.get("Range")
        self.requests.append((handler.path, wanted))
        content = self.files.get(handler.path.lstrip("/"))
        if self.statuses or content is None:
            handler.send_error(self.statuses.pop(0) if self.statuses else 404)
            return
        etag = f'"{hashlib.md5(content).hexdigest()}"'
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.knows_ranges else 0
        if handler.headers.get("If-Range") != etag:
            start = 0
        if start >= len(content):
            handler.send_error(416)
            return
        handler.send_response(206 if start else 200)
        if start:
            full = f"bytes {start}-{len(content) - 1}/{len(content)}"
            handler.send_header("Content-Range", self.content_range or full)
        if self.has_versions:
            handler.send_header("ETag", etag)
        if self.says_length:
            handler.send_header("Content-Length", str(len(content) - start))
        handler.end_headers()
        cut = self.cuts.pop(0) if self.cuts else None
        handler.wfile.write(content[start : None if cut is None else start + cut])


@contextmanager
def serving():
    """A server in a thread of this process."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            served.answer(self)

        def log_message(self, *_args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        served = DataServer(f"http://127.0.0.1:{http.server_address[1]}")
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield served
        finally:
            http.shutdown()
            thread.join()
