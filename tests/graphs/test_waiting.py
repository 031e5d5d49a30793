import io
import os
import threading
import time

import pytest

import spminer
from spminer import LimitError, Monitor

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes can be asked on POSIX alone")


@pytest.fixture
def pipe():
    """Both ends of a pipe as files."""
    ends = os.pipe()
    with os.fdopen(ends[0], "rb") as reader, os.fdopen(ends[1], "wb", buffering=0) as writer:
        yield reader, writer


def test_files_and_runs_without_limits_are_not_polled(pipe, tmp_path, monkeypatch):
    monkeypatch.setattr("select.select", None)
    (tmp_path / "a").write_bytes(b"1 2\n")
    with (tmp_path / "a").open("rb") as file:
        assert spminer.read(file, monitor=Monitor()).num_edges == 1
    assert spminer.read(io.BytesIO(b"1 2\n"), monitor=Monitor()).num_edges == 1
    reader, writer = pipe
    writer.write(b"1 2\n")
    writer.close()
    assert spminer.read(reader).num_edges == 1


def test_what_comes_in_drops_is_read_as_a_whole(pipe):
    reader, writer = pipe
    text = b"".join(b"%d %d\n" % (node, node + 1) for node in range(200))

    def drip():
        for start in range(0, len(text), 97):
            writer.write(text[start : start + 97])
        writer.close()

    writing = threading.Thread(target=drip)
    writing.start()
    graphs = spminer.read(reader, monitor=Monitor())
    writing.join()
    assert graphs.num_edges == 200


def test_a_pipe_that_stays_open_is_not_waited_for_beyond_the_limit(pipe):
    reader, writer = pipe
    writer.write(b"1 2\n2 3\n")
    with pytest.raises(LimitError, match="while reading"):
        spminer.read(reader, monitor=Monitor(time_limit=1, since=time.monotonic() - 100))
