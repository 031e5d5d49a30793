import contextlib
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

import spminer
from spminer import SpminerError
from spminer.fetching import download as downloading
from spminer.fetching.download import DownloadError, download
from spminer.fetching.opening import AddressError, _Redirects, host_of


@pytest.fixture
def answering(monkeypatch):
    """A server that answers every request by these bytes, whatever they are."""
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(downloading, "_PAUSES_S", (0.0,))
    servers = []

    def start(answer):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 302 Found\r\nLocation: http://[::1\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://h:99999999/\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://h:x/\r\n\r\n",
        b"HTTP/1.1 301 Gone\r\nLocation: \xff\xfe\r\n\r\n",
        b"HTTP/1.1 302 Found\r\n\r\n",
        b"HTTP/1.1 307 Again\r\nLocation: file:///etc/passwd\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: ftp://127.0.0.1/x\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: data:text/plain,x\r\n\r\n",
        b"HTTP/1.1 999 \x1b[31mred\x07\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
        b"HTTP/1.1 206 Part\r\nContent-Range: bytes 7-9/" + b"9" * 5000 + b"\r\n\r\nabc",
        b"HTTP/1.1 -1 \r\n\r\n",
        b"no http at all",
        b"",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    ],
)
def test_whatever_a_server_answers_is_an_error_in_words(answering, tmp_path, answer):
    with pytest.raises(DownloadError) as caught:
        download(f"{answering(answer)}/a.zip", tmp_path / "a.zip")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("length", [b"9" * 5000, b"\xd9\xa3", b"-1"])
def test_lengths_that_are_none_are_not_believed(answering, tmp_path, length):
    answer = b"HTTP/1.1 200 OK\r\nETag: \xff\r\nContent-Length: " + length + b"\r\nConnection: close\r\n\r\nabc"
    with contextlib.suppress(DownloadError):
        download(f"{answering(answer)}/a.zip", tmp_path / "a.zip")
        assert (tmp_path / "a.zip").read_bytes() == b"abc"


def test_a_redirect_does_not_leave_https():
    from email.message import Message
    from io import BytesIO
    from urllib.request import Request

    follow = _Redirects().redirect_request
    safe = Request("https://example.org/a.zip")
    with pytest.raises(AddressError, match=r"redirects from https to 'http://example.org/b.zip'"):
        follow(safe, BytesIO(), 302, "Found", Message(), "http://example.org/b.zip")
    followed = follow(safe, BytesIO(), 302, "Found", Message(), "https://other.org/b.zip")
    assert followed.full_url == "https://other.org/b.zip"
    plain = Request("http://example.org/a.zip")
    assert follow(plain, BytesIO(), 302, "Found", Message(), "https://example.org/a.zip") is not None


@pytest.mark.parametrize(
    "url", ["", "x", "ftp://a/b", "file:///a", "http://", "http://[", "http://a:b/", "http://a:0/x"]
)
def test_what_is_no_address(url):
    if url == "http://a:0/x":
        assert host_of(url) == "a:0"
        return
    with pytest.raises(AddressError, match="no address of http or https"):
        host_of(url)


@pytest.mark.parametrize("setting", ["nonsense", "file:///tmp", "http://[", "http://a b/", "http://\u20ac\n/"])
def test_a_setting_that_is_no_address_is_no_internal_error(monkeypatch, tmp_path, setting):
    monkeypatch.setenv("SPMINER_TU_URL", setting)
    monkeypatch.setenv("SPMINER_DATA", str(tmp_path))
    monkeypatch.setattr("spminer.fetching.download._PAUSES_S", (0.0,))
    with pytest.raises(SpminerError, match=r"tu:NOTHERE|SPMINER_TU_URL"):
        spminer.read("tu:NOTHERE")
