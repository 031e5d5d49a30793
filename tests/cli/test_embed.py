import csv
import io

import numpy as np
import pytest

import spminer


@pytest.fixture
def friends(tmp_path):
    path = tmp_path / "friends.csv"
    path.write_text("source,target\nanna,bela\nbela,cleo\ncleo,anna\ncleo,dora\n")
    return path


def test_every_node_has_a_row_on_standard_output(run, friends):
    code, out, _ = run("embed", friends)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [row["node"] for row in rows] == ["anna", "bela", "cleo", "dora"]
    points = np.array([[float(row[f"x{i}"]) for i in range(128)] for row in rows], dtype=np.float32)
    assert np.array_equal(points, spminer.embed_nodes(friends).points)
    assert np.allclose(points[0], points[1], rtol=1e-4, atol=1e-5)  # anna and bela stand alike


def test_every_option_reaches_the_points(run, friends, tmp_path):
    path = tmp_path / "points.npz"
    options = {"samples": "large", "sampling": "breadth", "repeats": 2, "seed": 3, "model": "edge-induced"}
    given = [word for name, value in options.items() for word in (f"--{name}", value)]
    code, out, err = run("embed", friends, "--node", "dora", "--device", "cpu", "--threads", 1, *given, "-o", path)
    assert (code, out) == (0, "")
    assert f"points: {path}" in err
    expected = spminer.embed_nodes(friends, nodes=["dora"], **options)
    with np.load(path) as arrays:
        assert arrays["nodes"].tolist() == ["dora"]
        assert np.array_equal(arrays["points"], expected.points)


def test_what_cannot_be_done_is_refused(run, friends, tmp_path):
    code, out, err = run("embed", friends, "-o", tmp_path / "points.xlsx")
    assert (code, out) == (2, "")
    assert ".parquet" in err
    assert "did you mean 'cleo'" in run("embed", friends, "--node", "clio").err
    assert run("embed", friends, "--samples", "tiny").code == 2


def test_a_time_limit_gives_what_there_is(run, friends):
    code, out, err = run("embed", friends, "--time-limit", "0.000001")
    assert code == 5
    assert out.startswith("node,x0")
    assert "0 of 4 nodes have a point" in err
