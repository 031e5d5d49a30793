import sys

import pytest


def test_a_model_of_the_package_becomes_an_onnx_graph(run, tmp_path):
    onnx = pytest.importorskip("onnx")
    path = tmp_path / "default.onnx"
    assert run("export", "--output", path) == (0, "", "")
    graph = onnx.load(path).graph
    assert [one.name for one in graph.input] == ["adjacency", "sizes", "counts"]
    assert len(graph.output) == 1


def test_a_model_that_there_is_not_is_named(run, tmp_path):
    code, out, err = run("export", "--model", "no-such-model", "--output", tmp_path / "x.onnx")
    assert code == 2
    assert out == ""
    assert "no-such-model" in err
    assert not (tmp_path / "x.onnx").exists()


def test_a_path_that_cannot_be_written_is_refused_first(run, tmp_path):
    code, _, err = run("export", "--output", tmp_path / "absent" / "x.onnx")
    assert code == 2
    assert "absent" in err


def test_without_onnx_it_says_how_to_get_it(run, tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "spminer.encoder.onnx_export", raising=False)
    monkeypatch.setitem(sys.modules, "onnx", None)
    code, _, err = run("export", "--output", tmp_path / "x.onnx")
    assert code == 2
    assert "pip install 'spminer[onnx]'" in err
