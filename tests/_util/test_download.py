import contextlib
import random
import shutil
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

import spminer
from spminer import LimitError, Monitor, SpminerError
from spminer._util import download as downloading
from spminer._util.download import AddressError, DownloadError, _Redirects, download, host_of

CONTENT = random.Random(2).randbytes(200_000)


@pytest.fixture
def server(data_server):
    data_server.files["a.bin"] = CONTENT
    return data_server


def test_a_file_is_written_and_its_version_forgotten(server, tmp_path):
    monitor = Monitor()
    download(f"{server.url}/a.bin", tmp_path / "a.bin", monitor)
    assert (tmp_path / "a.bin").read_bytes() == CONTENT
    assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]
    assert (monitor.progress.done, monitor.progress.total) == (len(CONTENT), len(CONTENT))


def test_what_an_earlier_call_left_is_used(server, tmp_path):
    path = tmp_path / "a.bin"
    server.cuts = [70_000, 0, 0, 0]
    with pytest.raises(DownloadError, match="the connection ended after 70,000 of 200,000 bytes") as caught:
        download(f"{server.url}/a.bin", path)
    assert caught.value.passing
    assert path.read_bytes() == CONTENT[:70_000]
    download(f"{server.url}/a.bin", path)
    assert path.read_bytes() == CONTENT
    assert server.requests[-1] == ("/a.bin", "bytes=70000-")


def test_a_limit_ends_it_and_what_was_fetched_is_gone_on_with(server, tmp_path):
    class Ending(Monitor):
        """Ends after some pieces."""

        looks = 2

        @property
        def stop_reason(self):
            self.looks -= 1
            return "interrupted" if self.looks < 0 else None

    path = tmp_path / "a.bin"
    with pytest.raises(LimitError, match=r"while fetching http.*a\.bin, .*no result"):
        download(f"{server.url}/a.bin", path, Ending())
    fetched = path.stat().st_size
    assert 0 < fetched < len(CONTENT)
    download(f"{server.url}/a.bin", path)
    assert path.read_bytes() == CONTENT
    assert server.requests[-1] == ("/a.bin", f"bytes={fetched}-")


def test_a_limit_ends_tries_that_fail(server, tmp_path, monkeypatch):
    monkeypatch.setattr("spminer._util.deadline._GRACE_S", 0.0)
    server.statuses = [503] * 10
    with pytest.raises(LimitError, match=r"the time limit of 5 s ended while fetching .*what was fetched is kept"):
        download(f"{server.url}/a.bin", tmp_path / "a.bin", Monitor(time_limit=5, since=time.monotonic() - 100))
    assert len(server.requests) < 10


def test_a_part_of_another_address_is_not_used(server, tmp_path):
    server.files["b.bin"] = CONTENT[::-1]
    server.cuts = [70_000, 0, 0, 0]
    with pytest.raises(DownloadError):
        download(f"{server.url}/a.bin", tmp_path / "x")
    download(f"{server.url}/b.bin", tmp_path / "x")
    assert (tmp_path / "x").read_bytes() == CONTENT[::-1]


@pytest.mark.parametrize(
    ("status", "missing", "passing"), [(404, True, False), (410, True, False), (403, False, False), (503, False, True)]
)
def test_an_answer_that_is_no_file_says_whether_to_wait(server, tmp_path, status, missing, passing):
    server.statuses = [status] * 10
    with pytest.raises(DownloadError, match=f"answers {status}") as caught:
        download(f"{server.url}/a.bin", tmp_path / "a.bin")
    error = caught.value
    assert (error.missing, error.passing, error.offline) == (missing, passing, False)
    assert len(server.requests) == (4 if passing else 1)


def test_nobody_there_means_offline(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(DownloadError, match=r"cannot reach 127\.0\.0\.1:1") as caught:
        download("http://127.0.0.1:1/a.bin", tmp_path / "a.bin")
    assert caught.value.offline
    assert not caught.value.passing


@pytest.mark.parametrize("says_length", [True, False])
def test_a_file_without_end_does_not_fill_the_disk(server, tmp_path, monkeypatch, says_length):
    monkeypatch.setattr("spminer._util.download._MOST_BYTES", 100_000)
    server.says_length = says_length
    with pytest.raises(DownloadError, match="the server sends more than") as caught:
        download(f"{server.url}/a.bin", tmp_path / "a.bin")
    assert not caught.value.passing
    assert not (tmp_path / "a.bin").exists()
    assert len(server.requests) == 1


def test_a_file_that_has_no_room_is_not_begun(server, tmp_path, monkeypatch):
    room = shutil.disk_usage(tmp_path)._replace(free=150_000)
    monkeypatch.setattr("spminer._util.download.shutil.disk_usage", lambda _: room)
    with pytest.raises(DownloadError, match="200,000 bytes, and the disk has room for 150,000"):
        download(f"{server.url}/a.bin", tmp_path / "a.bin")
    assert not (tmp_path / "a.bin").exists()


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
    with pytest.raises(AddressError, match="not an http or https address"):
        host_of(url)


@pytest.mark.parametrize("setting", ["nonsense", "file:///tmp", "http://[", "http://a b/", "http://\u20ac\n/"])
def test_a_setting_that_is_no_address_is_no_internal_error(monkeypatch, tmp_path, setting):
    monkeypatch.setenv("SPMINER_TU_URL", setting)
    monkeypatch.setenv("SPMINER_DATA", str(tmp_path))
    monkeypatch.setattr("spminer._util.download._PAUSES_S", (0.0,))
    with pytest.raises(SpminerError, match=r"tu:NOTHERE|SPMINER_TU_URL"):
        spminer.read("tu:NOTHERE")
