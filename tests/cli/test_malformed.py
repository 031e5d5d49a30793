"""Tests of cli/info.py and cli/main.py: whatever the file holds, exit code 3 and one line that names it."""

import gzip
import io
import json
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
    "huge-id.txt": b"-99999999999999999999999 1\n",
    "not-a-number.txt": b"1 2\n3 NA\n",
    "one-column.txt": b"1 2\n3\n",
    "utf16.csv": "a,b".encode("utf-16-le"),
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
    "odd-number.net": '*Vertices ²\n1 "a"\n'.encode(),
    "odd-node.net": '*Vertices 2\n1 "a"\n2 "b"\n*Edges\n² 1\n'.encode(),
    "long-number.json": b'{"nodes": [{"id": "a"}], "links": [{"source": "' + b"1" * 5000 + b'", "target": "a"}]}',
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


@pytest.mark.parametrize("name", ["a" * 300, "a/" * 3000, "tu:" + "a" * 300])
@pytest.mark.parametrize("verb", ["info", "mine", "count"])
def test_names_that_no_file_can_have(run, verb, name):
    arguments = (name, "--sizes", "3") if verb == "mine" else (name,) if verb == "info" else ("0-1@0", name)
    code, out, err = run(verb, *arguments)
    assert (code, out) == (3, "")
    assert "internal" not in err
    assert err.count("\n") == 1


def test_a_graph6_pattern_may_be_longer_than_a_file_name(run, friends):
    code, _, err = run("count", "w" * 300, friends)
    assert code == 3
    assert "neither a pattern nor an existing file" in err


def test_names_of_nodes_and_files_do_not_reach_the_terminal_as_they_are(run, tmp_path):
    path = tmp_path / "a\x1b[31m\udcff.json"
    name = "x\x1b]0;y\x07"
    path.write_text(json.dumps({"nodes": [{"id": name}, {"id": "b"}], "links": [{"source": name, "target": "b"}]}))
    html, file = tmp_path / "r.html", tmp_path / "r.json"
    for code, *arguments in (
        (0, "info", path),
        (0, "count", "0-1@0", path, "--examples", "1", "--list-anchors"),
        (0, "mine", path, "--sizes", "2", "--report", html, "--output", file),
        (0, "report", file, "--output", html),
        (0, "mine", path, "--sizes", "2", "--json"),
        (0, "mine", path, "--sizes", "2", "--output", tmp_path / "r.csv"),
        (0, "mine", path, "--sizes", "2", "--output", tmp_path / "r.svg"),
        (0, "profile", path, file, "--output", tmp_path / "p.csv"),
        (0, "convert", path, tmp_path / "g.gml"),
        (0, "convert", path, tmp_path / "g.spm"),
        (0, "convert", path, tmp_path / "g.json"),
        (2, "convert", path, tmp_path / "g.graphml"),
        (3, "info", tmp_path / "no\x1b[31m\udcff.csv"),
    ):
        answer = run(*arguments)
        assert answer.code == code, answer.err
        assert "internal" not in answer.err
        assert "\x1b" not in answer.out + answer.err


def test_numbers_that_are_too_long_are_no_columns_and_no_nodes(run, friends, tmp_path):
    result = tmp_path / "result.json"
    assert run("mine", friends, "--sizes", "2", "-o", result, "-q").code == 0
    for line in (
        ("info", friends, "--source", "1" * 5000, "--target", "2"),
        ("profile", friends, result, "--node", "1" * 5000),
    ):
        code, _, err = run(*line)
        assert code in {2, 3}
        assert "internal" not in err
