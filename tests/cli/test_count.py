import json

import pytest

TRIANGLE = "0-1,1-2,2-0"


def value(answer):
    return json.loads(answer.out)["frequency"]["value"]


def test_anchored_frequency_in_words(run, friends):
    code, out, _ = run("count", f"{TRIANGLE}@0", friends)
    assert code == 0
    assert "nodes           3\n" in out
    assert "exact" in out


def test_graph_frequency(run, friends):
    assert value(run("count", TRIANGLE, friends, "--frequency", "graph", "--json", "-q")) == 1


@pytest.mark.parametrize(("option", "expected"), [("--induced", 3), ("--no-induced", 4)])
def test_induced_or_not(run, friends, option, expected):
    # Ends of paths of three nodes: cleo only if the path may close to a triangle.
    assert value(run("count", "0-1,1-2@0", friends, option, "--json", "--quiet")) == expected


def test_anchor_option_is_the_suffix(run, friends):
    middle = run("count", "0-1,1-2", friends, "--anchor", "1", "--json", "--quiet")
    assert value(middle) == value(run("count", "0-1,1-2@1", friends, "--json", "--quiet")) == 1


def test_examples_and_anchors_use_the_names_of_the_user(run, friends):
    answer = run("count", "0-1,1-2@0", friends, "--examples", "5", "--list-anchors", "--json", "--quiet")
    result = json.loads(answer.out)
    assert sorted(sorted(example) for example in result["examples"]) == [
        ["anna", "cleo", "dora"],
        ["bela", "cleo", "dora"],
    ]
    assert sorted(result["anchors"]) == ["anna", "bela", "dora"]
    words = run("count", "0-1,1-2@1", friends, "--examples", "1", "--list-anchors").out
    assert "anchors         cleo\n" in words
    assert words.count("example ") == 1


def test_pattern_from_a_file(run, friends, tmp_path):
    path = tmp_path / "pattern.csv"
    path.write_text("source,target\nx,y\ny,z\nz,x\n")
    assert value(run("count", f"{path}@y", friends, "--json", "--quiet")) == 3


def test_output_file_holds_the_same_json(run, friends, tmp_path):
    path = tmp_path / "count.json"
    answer = run("count", f"{TRIANGLE}@0", friends, "--json", "--output", path, "--quiet")
    assert json.loads(path.read_text()) == json.loads(answer.out)


def test_none_found_is_an_answer(run, friends):
    assert run("count", "0-1,0-2,0-3,1-2,1-3,2-3@0", friends, "--json", "--quiet").code == 0


def test_sample_is_an_estimate(run, friends):
    answer = run("count", f"{TRIANGLE}@0", friends, "--anchors", "2", "--seed", "1", "--json", "--quiet")
    assert json.loads(answer.out)["frequency"]["kind"] == "estimate"


@pytest.mark.parametrize("pattern", ["0-1,x", "0-0", "no such thing", "0-1@7"])
def test_bad_pattern_is_3_in_one_line(run, friends, pattern):
    code, out, err = run("count", pattern, friends)
    assert (code, out) == (3, "")
    assert err.count("\n") == 1


def test_standard_input_can_be_one_of_the_two(run):
    code, out, err = run("count", "-", "-")
    assert (code, out) == (2, "")
    assert "standard input" in err


def test_step_budget_is_5(run, tmp_path):
    path = tmp_path / "clique.csv"
    path.write_text("\n".join(f"{a},{b}" for a in range(30) for b in range(a)) + "\n")
    cycle = ",".join(f"{i}-{(i + 1) % 8}" for i in range(8)) + ",0-4@0"
    answer = run("count", cycle, path, "--no-induced", "--steps", "1", "--json")
    assert answer.code == 5
    assert json.loads(answer.out)["frequency"]["kind"] == "lower_bound"
    assert "undecided" in answer.err


def test_a_label_that_no_node_has_is_said(run, tmp_path):
    path = tmp_path / "molecule.gspan"
    path.write_text("t # 0\nv 0 C\nv 1 C\nv 2 O\ne 0 1 1\ne 1 2 2\n")
    code, _, err = run("count", "0-1;C,N@0", path)
    assert code == 0
    assert "no node has the label N, so the pattern cannot occur; labels are C, O" in " ".join(err.split())


@pytest.mark.parametrize("name", ["triangle", "clique:3", "3-cycle", "G2", "Bw"])
def test_a_name_without_an_anchor_counts_node_sets(run, friends, name):
    answer = run("count", name, friends)
    assert "node sets       1\n" in answer.out
    assert "shape           triangle (G2)\n" in answer.out


def test_the_order_of_pattern_and_graph_is_said(run, friends):
    code, out, err = run("count", friends, "triangle")
    assert (code, out) == (2, "")
    assert err == "error: the pattern comes before the graph: spminer count PATTERN GRAPH\n"
