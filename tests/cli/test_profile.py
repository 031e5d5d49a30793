import csv
import io
import json
import signal
import subprocess
import sys
import time

import networkx as nx
import pytest

import spminer
from spminer.datasets import example


@pytest.fixture
def motifs(run, friends, tmp_path):
    """All motifs of three nodes of the friends."""
    path = tmp_path / "motifs.json"
    run("enumerate", friends, "--size", "3", "--output", path, "--quiet")
    return path


@pytest.fixture
def hard(tmp_path):
    """A graph and a motif whose full count would take ages."""
    graph, motifs = tmp_path / "large.csv", tmp_path / "hard.json"
    spminer.write(spminer.from_networkx(nx.gnp_random_graph(300, 0.03, seed=1)), graph)
    path = spminer.Pattern.parse(",".join(f"{i}-{i + 1}" for i in range(13))).canonical()
    spminer.MotifSet((spminer.Motif(path, 1),)).to_json(motifs)
    return graph, motifs


def test_a_table_for_programs_on_standard_output(run, friends, motifs):
    code, out, err = run("profile", friends, motifs, "--quiet")
    header, *rows = csv.reader(io.StringIO(out))
    assert (code, err) == (0, "")
    assert (header[0], set(header[1:])) == ("node", {"0-1,1-2@0", "0-1,0-2@0", "0-1,0-2,1-2@0"})
    counts = {row[0]: dict(zip(header, row, strict=True)) for row in rows}
    assert counts["cleo"]["0-1,0-2@0"] == "2"
    assert counts["dora"]["0-1,1-2@0"] == "2"


@pytest.mark.parametrize("long", [False, True])
def test_files_hold_what_the_api_gives(run, friends, motifs, tmp_path, long):
    path = tmp_path / "profile.tsv"
    code, out, err = run("profile", friends, motifs, "-o", path, *(["--long"] if long else []))
    assert (code, out) == (0, "")
    assert f"profile: {path}" in err
    expected = io.StringIO()
    profile = spminer.profile(spminer.read(friends), spminer.MotifSet.from_json(motifs))
    profile.write_text(expected, long=long, delimiter="\t")
    assert path.read_text() == expected.getvalue()


def test_one_node_in_words(run, friends, motifs):
    code, out, _ = run("profile", friends, motifs, "--node", "cleo", "--quiet")
    header, *rows = out.splitlines()
    assert code == 0
    assert header.split() == ["node", "count", "size", "shape", "position"]
    assert rows[0].split()[:3] == ["cleo", "2", "3"]
    assert "path of 3, at the middle (G1, orbit 2)" in rows[0]
    assert "triangle (G2, orbit 3)" in rows[1]
    assert len(rows) == 2


def test_a_node_in_no_motif_is_an_answer(run, motifs, tmp_path):
    graph = tmp_path / "more.csv"
    graph.write_text("source,target\nanna,bela\nbela,cleo\neva,fred\n")
    code, out, err = run("profile", graph, motifs, "--node", "eva")
    assert (code, out.count("\n")) == (0, 1)
    assert "none of the motifs contains eva" in err


def test_json_of_two_nodes(run, friends, motifs):
    code, out, _ = run("profile", friends, motifs, "--node", "cleo", "--node", "dora", "--json", "--quiet")
    data = json.loads(out)
    assert (code, data["status"], data["nodes"]) == (0, "complete", 2)
    assert [(row["node"], row["count"]) for row in data["rows"] if row["position"] == "0-1,1-2@0"] == [("dora", 2)]


def test_unknown_nodes_files_and_endings(run, friends, motifs, tmp_path):
    assert "did you mean 'cleo'" in run("profile", friends, motifs, "--node", "clio").err
    code, _, err = run("profile", friends, tmp_path / "none.json")
    assert code == 3
    assert "none.json" in err
    code, out, err = run("profile", friends, motifs, "-o", tmp_path / "profile.xlsx")
    assert (code, out) == (2, "")
    assert ".parquet" in err
    assert run("profile", friends, friends).code == 3


def test_directed_motifs_need_a_directed_graph(run, friends, tmp_path):
    path = tmp_path / "directed.json"
    run("enumerate", friends, "--directed", "--size", "3", "-o", path, "--quiet")
    code, _, err = run("profile", friends, path, "--undirected")
    assert code == 2
    assert "read them with --directed" in err
    assert run("profile", friends, path, "--directed", "--quiet").code == 0


def test_a_limit_is_said_and_can_be_lifted(run, tmp_path):
    graph, motifs = tmp_path / "club.csv", tmp_path / "motifs.json"
    spminer.write(example(), graph)
    run("enumerate", graph, "--size", "6", "--top", "1", "-o", motifs, "-q")
    code, out, err = run("profile", graph, motifs, "--limit", "3")
    assert code == 0
    assert "lower bounds, marked as such; --limit 0" in err
    assert "lower_bound" in out
    assert "lower_bound" not in run("profile", graph, motifs, "--limit", "0").out
    assert "≥ 3" in run("profile", graph, motifs, "--limit", "3", "--node", "33").out


def test_a_time_limit_leaves_lower_bounds_and_5(run, hard):
    graph, motifs = hard
    code, out, err = run("profile", graph, motifs, "--time-limit", "0.3", "--limit", "0", "--long")
    assert code == 5
    assert "stopped (time limit)" in err
    assert "lower_bound" in out


def test_steps_are_a_budget_too(run, hard):
    graph, motifs = hard
    code, out, err = run("profile", graph, motifs, "--steps", "50", "--node", "7")
    assert code == 5
    assert "step limit" in err
    assert "≥" in out


def test_ctrl_c_writes_what_there_is(hard, tmp_path):
    graph, motifs = hard
    output = tmp_path / "profile.csv"
    command = [sys.executable, "-m", "spminer", "profile", graph, motifs, "--limit", "0", "-o", output]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert "read as edge list" in process.stderr.readline()
        assert "1 motif at 300 nodes" in process.stderr.readline()  # said right before the start
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped (interrupted)" in err
    assert "Traceback" not in err
    assert "lower_bound" in output.read_text()
