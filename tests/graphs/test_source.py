"""Tests of graphs/source.py and graphs/options.py: bytes of any origin, and what is asked of them."""

import gzip
import io
import zipfile

import pytest

from spminer import InputError
from spminer.graphs import source as module
from spminer.graphs.options import ReadOptions
from spminer.graphs.source import Source, check_expansion, input_errors, open_zip, open_zip_member

TEXT = b"one\r\ntwo\n\nfour"


@pytest.fixture(params=["path", "text file", "bytes", "gzip", "gzip path"])
def opened(request, tmp_path):
    packed = gzip.compress(TEXT)
    (tmp_path / "x.txt").write_bytes(packed if request.param == "gzip path" else TEXT)
    origin = {
        "bytes": io.BytesIO(TEXT),
        "gzip": io.BytesIO(packed),
        "text file": io.StringIO(TEXT.decode(), newline=""),
    }.get(request.param, tmp_path / "x.txt")
    with Source(origin) as source:
        yield source


@pytest.mark.parametrize("chunk", [1, 3, 1 << 20])
def test_every_origin_gives_the_same_lines_after_a_look(opened, chunk, monkeypatch):
    monkeypatch.setattr(module, "CHUNK", chunk)
    assert opened.sample(5) == TEXT[:5]
    assert list(opened.lines()) == [b"one", b"two", b"", b"four"]


def test_archives_can_be_searched(opened):
    assert opened.sample(2) == b"on"
    file = opened.seekable()
    file.seek(5)
    assert file.read(3) == b"two"


def test_a_byte_order_mark_is_no_content():
    assert Source(io.BytesIO(b"\xef\xbb\xbfa,b")).text() == "a,b"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (EOFError("end"), "damaged gzip file"),
        (zipfile.BadZipFile("end"), "damaged zip archive"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), "not valid UTF-8"),
        (PermissionError(13, "Permission denied"), "permission denied"),
    ],
)
def test_what_goes_wrong_names_the_file(error, reason):
    with pytest.raises(InputError, match=f"here.gz: .*{reason}"), input_errors("here.gz"):
        raise error


def test_bombs_are_refused_and_small_files_never():
    check_expansion(module.ALWAYS_FINE, 1, "x")
    check_expansion(module.ALWAYS_FINE * 4, module.ALWAYS_FINE, "x")
    with pytest.raises(InputError, match="200 times its size"):
        check_expansion(module.ALWAYS_FINE + 1, 1, "x")


def test_a_member_is_read_without_being_extracted(zipped):
    with open_zip(Source(io.BytesIO(zipped({"../up.txt": "1"})))) as archive:
        [info] = archive.infolist()
        assert open_zip_member(archive, info, "x.zip").read() == b"1"
        info.flag_bits |= 1
        with pytest.raises(InputError, match="encrypted"):
            open_zip_member(archive, info, "x.zip")


@pytest.mark.parametrize(
    ("asked", "declared", "directed"),
    [(None, None, False), (None, True, True), (False, True, False), (True, False, True), (True, None, True)],
)
def test_what_is_asked_for_comes_before_what_the_file_says(asked, declared, directed):
    assert ReadOptions(directed=asked).is_directed(declared) is directed
