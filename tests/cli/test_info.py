import io
import json

import networkx as nx

import spminer


def test_facts_and_one_warning_line(run, friends):
    code, out, err = run("info", friends)
    assert code == 0
    facts = dict(line.split(maxsplit=1) for line in out.splitlines() if line.split()[0] in {"nodes", "edges"})
    assert facts == {"nodes": "4", "edges": "4"}
    [dropped] = err.splitlines()
    assert dropped.startswith("warning: ")
    assert "1 self-loop" in dropped


def test_what_was_taken_is_part_of_the_answer(run, tmp_path):
    (tmp_path / "edges.csv").write_text("t,i,j\n20,ann,bob\n40,bob,cid\n")
    (tmp_path / "roles.csv").write_text("id,role\nann,nurse\nbob,doctor\ncid,nurse\n")
    code, out, err = run("info", tmp_path / "edges.csv", "--nodes", tmp_path / "roles.csv")
    assert (code, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[1:6] == [
        "read as edge list",
        "edges from columns i and j (header)",
        "direction undirected (nothing says otherwise)",
        f"node labels from column role of {tmp_path}/roles.csv",
        "not taken t",
    ]
    assert "node labels 2: nurse (2), doctor (1)" in lines


def test_classes_are_counted(run, tmp_path):
    graphs = [nx.path_graph(3) for _ in range(3)]
    for graph, number in zip(graphs, (1, 2, 1), strict=True):
        graph.graph["label"] = number
    spminer.write(spminer.from_networkx(graphs), tmp_path / "paths.spm")
    lines = [" ".join(line.split()) for line in run("info", tmp_path / "paths.spm").out.splitlines()]
    assert "classes 2: 1 (2), 2 (1)" in lines


def test_json_is_all_that_is_printed(run, friends):
    code, out, err = run("info", friends, "--json", "--quiet")
    assert (code, err) == (0, "")
    facts = json.loads(out)
    assert (facts["nodes"], facts["edges"], facts["directed"]) == (4, 4, False)


def test_direction_is_honored(run, friends):
    assert json.loads(run("info", friends, "--json", "--directed").out)["directed"] is True


def test_standard_input(run, friends, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(friends.read_bytes())))
    assert json.loads(run("info", "-", "--json").out)["nodes"] == 4


def test_wrong_format_is_3(run, friends):
    code, out, err = run("info", friends, "--format", "graph6")
    assert (code, out) == (3, "")
    assert "friends.csv" in err


def test_unknown_format_is_2(run, friends):
    code, _, err = run("info", friends, "--format", "nonsense")
    assert code == 2
    assert "nonsense" in err


def test_third_column_as_edge_labels(run, tmp_path):
    path = tmp_path / "bonds.csv"
    path.write_text("a,b,single\nb,c,double\n")
    plain, labeled = (json.loads(run("info", path, "--json", *more).out) for more in ([], ["--edge-labels"]))
    assert (plain["edge_labels"], labeled["edge_labels"]) == (0, 2)


def test_numbers_as_names(run, tmp_path):
    path = tmp_path / "negative.txt"
    path.write_text("1 2\n-3 1\n")
    assert run("info", path).code == 3
    assert json.loads(run("info", path, "--ids", "text", "--json").out)["nodes"] == 3


def test_a_folder_that_is_no_data_set(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in (".", str(tmp_path)):
        code, _, err = run("info", folder)
        assert code == 3
        assert "not a TUDataset" in err
