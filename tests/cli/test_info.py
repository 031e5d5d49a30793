import io
import json


def test_facts_and_one_warning_line(run, friends):
    code, out, err = run("info", friends)
    assert code == 0
    facts = dict(line.split(maxsplit=1) for line in out.splitlines() if line.split()[0] in {"nodes", "edges"})
    assert facts == {"nodes": "4", "edges": "4"}
    dropped, taken = err.splitlines()
    assert dropped.startswith("warning: ")
    assert "1 self-loop" in dropped
    assert "read as edge list: edges from columns" in taken


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
        assert "no TUDataset" in err
