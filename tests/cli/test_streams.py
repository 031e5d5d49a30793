import io
import os
import subprocess
import sys

import pytest

from spminer.cli import streams
from spminer.cli.streams import prepare_streams


def as_on_windows(monkeypatch):
    """Standard output as Windows gives it to a file."""
    file = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\r\n")
    monkeypatch.setattr(sys, "stdout", file)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    return file


def written(stream):
    stream.write("Žižka ± 名前\n")
    stream.flush()
    return stream.buffer.getvalue()


def test_what_an_encoding_lacks_is_written_out(monkeypatch):
    stream = as_on_windows(monkeypatch)
    prepare_streams()
    assert written(stream) == b"\x8ei\x9eka \xb1 \\u540d\\u524d\r\n"


def test_windows_writes_the_same_bytes_as_others(monkeypatch):
    stream = as_on_windows(monkeypatch)
    monkeypatch.setattr(streams.sys, "platform", "win32")
    prepare_streams()
    assert written(stream) == "Žižka ± 名前\n".encode()


def test_an_encoding_that_was_asked_for_is_kept(monkeypatch):
    stream = as_on_windows(monkeypatch)
    monkeypatch.setattr(streams.sys, "platform", "win32")
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    prepare_streams()
    assert stream.encoding == "cp1252"


def test_streams_of_others_are_let_be(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    prepare_streams()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_names_of_any_language_are_no_mistake(tmp_path, encoding):
    (tmp_path / "n.csv").write_text("from,to\na,名前\n名前,b\nb,a\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "spminer", "mine", "n.csv", "--sizes", "3", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"a, \u540d\u524d, b" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="shells there cannot close streams")
@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("spminer count 0-1@0 n.csv <&-", 0, ""),
        ("spminer info - <&-", 3, "error: -: no edges found"),
        ("spminer count 0-1@0 n.csv >&-", 2, "error: cannot write to standard output"),
        ("spminer enumerate n.csv --size 3 -o result.json --quiet >&-", 2, "cannot write to standard output"),
        ("spminer --version >&-", 2, "error: cannot write to standard output"),
        ("spminer count 0-1@0 n.csv 2>&-", 0, ""),
        ("spminer count 0-1@0 missing.csv 2>&-", 3, ""),
        ("spminer enumerate n.csv --size 3 -o result.json <&- >&- 2>&-", 2, ""),
    ],
)
def test_closed_streams_are_no_mistake_of_the_program(tmp_path, line, code, says):
    (tmp_path / "n.csv").write_text("from,to\na,b\nb,c\n", encoding="utf-8")
    line = line.replace("spminer", f"{sys.executable} -m spminer", 1)
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert says in done.stderr
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr
    if "result.json" in line:
        assert '"motifs"' in (tmp_path / "result.json").read_text(encoding="utf-8")
