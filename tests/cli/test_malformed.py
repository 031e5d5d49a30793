"""Tests of cli/info.py and cli/mistakes.py: whatever the file holds, exit code 3 and one line that names it."""

import gzip
import io
import zipfile

import pytest


def tudataset(**files):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as folder:
        for name, text in files.items():
            folder.writestr(f"X/X_{name}.txt", text)
    return archive.getvalue()


HUGE_MATRIX = b"%%MatrixMarket matrix coordinate pattern symmetric\n1000000000 1000000000 1000000000\n1 2\n"
FILES = {
    "empty.csv": b"",
    "binary.txt": bytes(range(256)) * 20,
    "mixed.csv": b"a,b\nc d\n",
    "negative.txt": b"1 2\n-3 4\n",
    "huge-id.txt": b"1 99999999999999999999999\n",
    "not-a-number.txt": b"1 2\n3 x\n",
    "one-column.txt": b"1 2\n3\n",
    "utf16.csv": "a,b".encode("utf-16"),
    "truncated.txt.gz": gzip.compress(b"1 2\n" * 1000)[:-20],
    "not-gzip.txt.gz": b"\x1f\x8b\x08junk",
    "truncated.zip": tudataset(A="1, 2\n2, 1\n", graph_indicator="1\n1\n")[:-30],
    "no-indicator.zip": tudataset(A="1, 2\n2, 1\n"),
    "mismatched.zip": tudataset(A="1, 9\n9, 1\n", graph_indicator="1\n1\n"),
    "huge.mtx": HUGE_MATRIX,
    "truncated.mtx": b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n1 2\n",
    "truncated.graphml": b"<graphml><graph>",
    "truncated.gml": b"graph [ node [ id 1 ",
    "huge.g6": b"~~~~~~~~",
    "bad.gspan": b"t # 0\nv 0 1\ne 0 5 1\n",
    "bad.lg": b"v 0 1\ne 0 5 1\n",
    "junk.npz": b"PK\x03\x04junk",
}


@pytest.mark.parametrize("name", FILES)
def test_a_malformed_file_is_3_in_one_line(run, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    code, out, err = run("info", path)
    assert (code, out) == (3, "")
    assert err.startswith(f"error: {path}")
    assert err.count("\n") == 1


def test_a_folder_that_is_no_data_set(run, tmp_path):
    code, out, err = run("info", tmp_path)
    assert (code, out) == (3, "")
    assert str(tmp_path) in err
