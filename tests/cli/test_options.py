"""Tests of cli/options.py: options made from fields, their types, reading and comparing in several verbs."""

import inspect
import json
from dataclasses import MISSING

import pytest

import spminer
import spminer.generate
from spminer._util.options import options_of
from spminer.cli.embed import EmbedOptions
from spminer.cli.generate import PlantOptions, SyntheticOptions
from spminer.cli.options import click_options, json_file, keywords, output_file, parse_bytes, parse_seconds, result_file
from spminer.cli.profile import ProfileOptions
from spminer.cli.randomize import RandomizeOptions
from spminer.cli.verify import VerifyOptions
from spminer.errors import UsageError
from spminer.graphs.options import ReadOptions
from spminer.results.request import MiningRequest
from support.verbs import verbs


@pytest.mark.parametrize("text", ["", "G", "0", "-1", "nan", "inf", "4X", "1e999G"])
def test_bytes_that_cannot_be_meant(text):
    with pytest.raises(UsageError, match="not an amount of memory"):
        parse_bytes(text)


@pytest.mark.parametrize(("text", "size"), [("1", 1), ("1.5k", 1536), ("500M", 500 * 2**20)])
def test_bytes(text, size):
    assert parse_bytes(text) == size


@pytest.mark.parametrize("text", ["", "0", "-3", "nan", "inf", "soon"])
def test_seconds_that_cannot_be_meant(text):
    with pytest.raises(UsageError, match="positive number of seconds"):
        parse_seconds(text)


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match="is a folder"):
        output_file(str(tmp_path))
    with pytest.raises(UsageError, match="does not exist"):
        output_file(str(tmp_path / "absent" / "result.json"))
    with pytest.raises(UsageError, match=r"cannot write .*: file name too long"):
        output_file(str(tmp_path / f"{'a' * 300}.json"))
    assert output_file(str(tmp_path / "result.json")) == tmp_path / "result.json"


def test_the_name_of_a_result_says_how_it_is_written(tmp_path):
    assert result_file(str(tmp_path / "motifs.csv")) == tmp_path / "motifs.csv"
    with pytest.raises(UsageError, match=r"ends in \.json, \.csv"):
        result_file(str(tmp_path / "motifs.xlsx"))
    with pytest.raises(UsageError, match="is a folder"):
        result_file(str(tmp_path))


def test_one_answer_is_no_table(tmp_path):
    assert json_file(str(tmp_path / "answer.json")) == tmp_path / "answer.json"
    for name in ("answer.csv", "answer.pdf", "answer.svg"):
        with pytest.raises(UsageError, match=r"written as JSON; give a name that ends in \.json"):
            json_file(str(tmp_path / name))


TABLE = "shift,boss,worker,place\n1,ann,bob,x\n2,bob,cid,y\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "staff.csv"
    path.write_text(TABLE)
    return path


def info(run, *arguments):
    return json.loads(run("info", *arguments, "--json", "-q").out)


def test_options_of_reading_are_those_of_the_function():
    parameters = inspect.signature(spminer.read).parameters
    declared = {name: ReadOptions.__dataclass_fields__[name].default for name in options_of(ReadOptions)}
    assert list(declared) == [name for name in parameters if name not in ("path", "monitor")]
    assert all(parameters[name].default == default for name, default in declared.items())


@pytest.mark.parametrize(
    ("options", "function", "others"),
    [
        (EmbedOptions, spminer.embed_nodes, {"node"}),
        (ProfileOptions, spminer.profile, {"node", "long"}),
        (RandomizeOptions, spminer.NullModel, {"output", "samples"}),
        (VerifyOptions, spminer.verify, {"all_claims"}),
        (SyntheticOptions, spminer.generate.synthetic, set()),
        (PlantOptions, spminer.generate.plant, set()),
    ],
)
def test_options_of_verbs_are_those_of_the_functions(options, function, others):
    parameters = inspect.signature(function).parameters
    declared = options.__dataclass_fields__
    assert declared.keys() - parameters.keys() == others
    for name in (declared.keys() & parameters.keys()) - {"time_limit", "nodes"}:  # a minute here; a text
        default = declared[name].default
        assert parameters[name].default == (inspect.Parameter.empty if default is MISSING else default), name


def test_every_verb_that_reads_has_all_of_them(run):
    with_reading = {name for name, verb in verbs().items() if "threshold" in {one.name for one in verb.params}}
    assert with_reading == {
        *("mine", "enumerate", "count", "profile", "embed", "info", "convert", "randomize", "verify"),
    }
    for verb in with_reading:
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
    assert (result.code, "give --header or --no-header" in result.err) == (3, True)
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


RING = "".join(f"{i} {(i + 1) % 40}\n" for i in range(40))


TRIANGLES = "".join(f"{i} {i + 1}\n{i + 1} {i + 2}\n{i} {i + 2}\n" for i in range(0, 60, 2))


@pytest.fixture
def graph(tmp_path):
    path = tmp_path / "triangles.txt"
    path.write_text(TRIANGLES)
    return path


@pytest.fixture
def ring(tmp_path):
    path = tmp_path / "ring.txt"
    path.write_text(RING)
    return path


def test_a_choice_names_its_values():
    group = keywords(MiningRequest, "alternative")
    [one] = click_options(group)
    assert (one.opts[0], one.default) == ("--alternative", "two-sided")
    assert list(one.type.choices) == ["two-sided", "greater", "less"]
    assert group.value({"alternative": "less"}) == {"alternative": "less"}


def test_a_pair_of_switches():
    group = keywords(MiningRequest, "induced")
    [one] = click_options(group)
    assert (one.opts, one.secondary_opts, one.default) == (["--induced", "induced"][:1], ["--no-induced"], True)


@pytest.mark.parametrize(
    "verb", [("mine", "--sizes", "3"), ("enumerate", "--size", "3", "--top", "0"), ("count", "0-1,1-2,2-0@0")]
)
@pytest.mark.parametrize("against", ["degree", "ring"])
def test_every_verb_compares(run, graph, ring, verb, against):
    other = ring if against == "ring" else against
    answer = run(
        *verb, graph, "--against", other, *(["--null-samples", "5"] if against == "degree" else []), "--json", "-q"
    )
    assert answer.code == 0
    result = json.loads(answer.out)
    found = (
        result if verb[0] == "count" else next(m for m in result["motifs"] if m["edges"] == [[0, 1], [0, 2], [1, 2]])
    )
    assert found["against"]["with"] == str(other)
    assert found["against"]["samples"] == (5 if against == "degree" else None)
    if against == "ring":
        assert found["against"]["other_share"] == 0.0


def test_the_other_graph_is_read_by_the_same_options(run, tmp_path):
    for name, arcs in (("a.txt", "0 1\n1 2\n0 2\n2 3\n"), ("b.txt", "0 1\n1 2\n2 0\n2 3\n")):
        (tmp_path / name).write_text(arcs)
    answer = run(
        "enumerate", tmp_path / "a.txt", "--size", "3", "--directed", "--against", tmp_path / "b.txt", "--json", "-q"
    )
    assert answer.code == 0
    assert {motif["against"]["with"] for motif in json.loads(answer.out)["motifs"]} == {str(tmp_path / "b.txt")}


def test_one_direction_only(run, graph):
    for option, sign in (("greater", 1), ("less", -1)):
        how = ("--against", "degree", "--null-samples", "4", "--alternative", option, "--json", "-q")
        out = run("enumerate", graph, "--size", "4", *how).out
        assert all(sign * motif["score"] >= 0 for motif in json.loads(out)["motifs"])


def test_a_graph_without_another_like_it_is_refused(run, tmp_path):
    (tmp_path / "star.txt").write_text("".join(f"0 {i}\n" for i in range(1, 9)))
    for verb in (("mine", "--sizes", "3"), ("enumerate", "--size", "3"), ("count", "0-1,0-2@0")):
        answer = run(*verb, tmp_path / "star.txt", "--against", "degree")
        assert answer.code == 2
        assert "nothing to compare it with" in answer.err
