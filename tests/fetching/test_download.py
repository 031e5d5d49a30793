import random
import shutil
import time

import pytest

from spminer import LimitError, Monitor
from spminer.fetching.download import DownloadError, download

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
    monkeypatch.setattr("spminer.running.patience._GRACE_S", 0.0)
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
    monkeypatch.setattr("spminer.fetching.download._MOST_BYTES", 100_000)
    server.says_length = says_length
    with pytest.raises(DownloadError, match="the server sends more than") as caught:
        download(f"{server.url}/a.bin", tmp_path / "a.bin")
    assert not caught.value.passing
    assert not (tmp_path / "a.bin").exists()
    assert len(server.requests) == 1


def test_a_file_that_has_no_room_is_not_begun(server, tmp_path, monkeypatch):
    room = shutil.disk_usage(tmp_path)._replace(free=150_000)
    monkeypatch.setattr("spminer.fetching.download.shutil.disk_usage", lambda _: room)
    with pytest.raises(DownloadError, match="200,000 bytes, and the disk has room for 150,000"):
        download(f"{server.url}/a.bin", tmp_path / "a.bin")
    assert not (tmp_path / "a.bin").exists()
