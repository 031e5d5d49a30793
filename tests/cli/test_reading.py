import inspect
import json

import pytest

import spminer
from spminer.cli.app import application
from spminer.cli.reading import ReadingOptions

TABLE = "shift,boss,worker,place\n1,ann,bob,x\n2,bob,cid,y\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "staff.csv"
    path.write_text(TABLE)
    return path


def info(run, *arguments):
    return json.loads(run("info", *arguments, "--json", "-q").out)


def test_options_are_those_of_the_function():
    parameters = inspect.signature(spminer.read).parameters
    ours = inspect.signature(ReadingOptions).parameters
    assert set(ours) == set(parameters) - {"path", "monitor"}  # the latter is that of the run
    assert all(ours[name].default == parameters[name].default for name in ours)


def test_every_verb_that_reads_has_all_of_them(run):
    verbs = {
        command.name
        for command in application().registered_commands
        if "reading" in inspect.signature(inspect.unwrap(command.callback)).parameters
    }
    assert verbs == {"mine", "enumerate", "count", "profile", "encode", "info", "convert", "randomize", "verify"}
    for verb in verbs:
        text = run(verb, "--help").out
        for option in ("--source", "--target", "--label ", "--edge-label ", "--nodes", "--label-names", "--header"):
            assert option in text


def test_columns(run, table):
    code, _, err = run("info", table)
    assert code == 3
    assert "--source and --target" in err
    facts = info(run, table, "--source", "boss", "--target", "worker", "--edge-label", "place", "--directed")
    assert (facts["nodes"], facts["edges"], facts["directed"], facts["edge_labels"]) == (3, 2, True, 2)
    assert facts["reading"]["edges"] == "columns boss and worker (asked for) (header)"
    assert facts["reading"]["left_out"] == ["shift"]


def test_nodes_and_names_of_labels(run, table, tmp_path):
    (tmp_path / "nodes.csv").write_text("id,class\nann,1\nbob,2\ncid,1\n")
    (tmp_path / "names.txt").write_text("1 human\n2 robot\n")
    columns = ["--source", "2", "--target", "3"]
    facts = info(run, table, *columns, "--nodes", tmp_path / "nodes.csv", "--label-names", tmp_path / "names.txt")
    assert facts["node_labels"] == 2
    code, out, err = run(
        "mine", table, *columns, "--nodes", tmp_path / "nodes.csv", "--label", "class", "-k", "3",
        "--label-names", tmp_path / "names.txt",
    )  # fmt: skip
    assert code == 0
    assert "human" in out
    assert "node labels from column class of" in err


def test_a_header_that_cannot_be_told(run, tmp_path):
    path = tmp_path / "staff.csv"
    path.write_text("tenant,landlord\nann,bob\ncid,bob\ndan,bob\n")
    result = run("info", path)
    assert (result.code, "say --header or --no-header" in result.err) == (3, True)
    assert (info(run, path, "--no-header")["nodes"], info(run, path, "--header")["nodes"]) == (6, 4)


def test_what_was_assumed_is_in_table_and_file(run, tmp_path):
    path = tmp_path / "staff.csv"
    path.write_text("tenant,landlord\nann,bob\n")
    note = "the first row, tenant and landlord, is taken for an edge"
    assert note in run("info", path).err
    assert any(note in words for words in info(run, path)["reading"]["notes"])
    assert run("mine", path, "-k", "2", "-o", tmp_path / "result.json").code == 0
    assert note in json.loads((tmp_path / "result.json").read_text())["graph"]["reading"]
    assert (
        note
        in run("report", tmp_path / "result.json", "-o", tmp_path / "r.html").err + (tmp_path / "r.html").read_text()
    )


def test_a_threshold_of_a_matrix(run, tmp_path):
    path = tmp_path / "correlations.csv"
    path.write_text(",a,b,c\na,1,0.8,-0.6\nb,0.8,1,0.1\nc,-0.6,0.1,1\n")
    refused = run("info", path)
    assert (refused.code, "such as --threshold 0.5" in refused.err) == (3, True)
    found = info(run, path, "--threshold", "0.5")
    assert (found["edges"], "signs and values are dropped" in " ".join(found["reading"]["notes"])) == (2, True)
    for verb in (("mine", "-k", "2"), ("enumerate", "--size", "2"), ("count", "0-1@0")):
        arguments = (*verb, path) if verb[0] == "count" else (verb[0], path, *verb[1:])
        assert run(*arguments, "--threshold", "0.5").code == 0
        assert run(*arguments).code == 3


def test_result_files_say_what_was_taken(run, tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("source,target\na,b\nb,c\nc,a\n")
    assert run("mine", path, "-k", "3", "-o", tmp_path / "result.json").code == 0
    graph = json.loads((tmp_path / "result.json").read_text())["graph"]
    assert graph["reading"].startswith("read as edge list: edges from columns source and target (header)")
