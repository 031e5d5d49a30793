import json

import numpy as np
import pytest

import spminer


def facts_of(out):
    return dict(line.split(maxsplit=1) for line in out.splitlines())


def test_synthetic_graphs_are_written_and_described(run, tmp_path):
    path = tmp_path / "made.g6"
    code, out, err = run("generate", "synthetic", "--graphs", 12, "--nodes", "6-9", "--seed", 3, "-o", path)
    assert (code, err) == (0, "")
    graphs, made = spminer.read(path), spminer.generate.synthetic(12, (6, 9), seed=3)
    assert np.array_equal(graphs.indices, made.indices)
    assert facts_of(out) == {
        "file": str(path),
        "graphs": "12",
        "nodes": str(made.num_nodes),
        "edges": str(made.num_edges),
    }


@pytest.mark.parametrize(
    "change", [["--kind", "ws"], ["--seed", "1"], ["--nodes", "9"], ["--graphs", "3"], ["--format", "spm"]]
)
def test_every_option_changes_the_file(run, tmp_path, change):
    plain, changed = tmp_path / "a.g6", tmp_path / "b.g6"
    assert run("generate", "synthetic", "--graphs", 20, "-o", plain).code == 0
    assert run("generate", "synthetic", "--graphs", 20, *change, "-o", changed).code == 0
    assert plain.read_bytes() != changed.read_bytes()


def test_one_large_graph_as_an_edge_list(run, tmp_path):
    path = tmp_path / "large.txt.gz"
    code, _, _ = run("generate", "synthetic", "--graphs", 1, "--nodes", 400, "--kind", "ba", "-o", path)
    assert code == 0
    assert spminer.read(path).num_nodes == 400


def test_planted_graphs_come_with_their_pattern(run, tmp_path):
    path = tmp_path / "planted.spm"
    code, out, err = run(
        "generate", "plant", "random", "--graphs", 5, "--base-nodes", 6, "--attachments", 2, "-o", path, "--json"
    )
    assert (code, err) == (0, "")
    facts = json.loads(out)
    made = spminer.generate.plant("random", graphs=5, base_nodes=6, attachments=2)
    assert (facts["graphs"], facts["nodes"], facts["edges"]) == (5, 80, made.graphs.num_edges)
    assert spminer.Pattern.parse(facts["pattern"]) == made.pattern
    assert np.array_equal(spminer.read(path).indices, made.graphs.indices)


@pytest.mark.parametrize(
    "arguments",
    [
        ["synthetic", "--nodes", "9-6", "-o", "x.g6"],
        ["synthetic", "--nodes", "many", "-o", "x.g6"],
        ["synthetic", "--kind", "tree", "-o", "x.g6"],
        ["synthetic"],
        ["synthetic", "-o", "absent/x.g6"],
        ["synthetic", "-o", "x.unknown"],
        ["plant", "ring", "-o", "x.g6"],
        ["plant", "star", "--base-nodes", "1", "--attachments", "11", "-o", "x.g6"],
    ],
)
def test_what_cannot_be_meant_is_2(run, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("generate", *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_many_graphs_do_not_fit_an_edge_list(run, tmp_path):
    code, out, err = run("generate", "synthetic", "-o", tmp_path / "many.txt")
    assert code == 2
    assert out == ""
    assert "format spm holds everything" in err
