"""Tests of paper/count_prediction/__main__.py."""

import json

import pytest

pytest.importorskip("torch")

from spminer.paper.count_prediction.__main__ import main


def test_command_line_trains_and_evaluates(tmp_path, capsys):
    run, edges = tmp_path / "run", tmp_path / "ring.csv"
    edges.write_text("".join(f"{i},{(i + 1) % 12}\n" for i in range(12)))
    assert main(["train", "--preset", "tiny", "--out", str(run), "--seconds", "0.2", "--device", "cpu"]) == 0
    assert (run / "log.csv").read_text().startswith("step,seconds,loss")
    capsys.readouterr()
    assert main(["evaluate", str(run), str(edges), "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    assert results["E-R"]["graphs"] == 500
    assert results["ring"]["occurring"] == pytest.approx(3 / 29)  # paths of 3, 4 and 5 nodes
    assert main(["evaluate", str(run), str(edges)]) == 0
    assert "E-R" in capsys.readouterr().out
    assert main(["evaluate", str(tmp_path / "none")]) != 0
    assert "cannot read the file" in capsys.readouterr().err
