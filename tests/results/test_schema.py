"""Tests of results/schema.py, results/motif_set.py and results/provenance.py: result files."""

import copy
import json
import math
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Contrast, InputError, MotifSet
from spminer.cli.main import main
from spminer.datasets import example
from spminer.report import render_report
from spminer.results import schema
from spminer.results.provenance import InputFacts, peak_memory_bytes, versions
from spminer.results.schema import check_motif, check_result, json_schema
from support.result_documents import RESULTS, VALUES, container, places
from support.strategies import examples


@given(st.data())
@settings(max_examples=examples(300), deadline=None)
def test_a_changed_file_is_refused_or_can_be_shown(data):
    result = json.loads(json.dumps(data.draw(st.sampled_from(RESULTS))))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from([place for place in places(result) if place]))
        if data.draw(st.booleans()):
            container(result, place)[place[-1]] = data.draw(VALUES)
        else:
            del container(result, place)[place[-1]]
    try:
        found = MotifSet.from_dict(result)
    except InputError:
        return
    assert "<html" in render_report(found)
    found.to_json()


def test_what_is_written_passes():
    for result in RESULTS:
        check_result(result)
        for motif in result["motifs"]:
            check_motif(motif)


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        (("status",), "done", "status is 'done' instead of 'complete' or 'partial'"),
        (("motifs", 0, "rank"), "first", "motifs[0].rank is 'first' instead of a whole number from 1"),
        (("motifs", 0, "anchored_frequency", "value"), -1, "a number from 0"),
        (("motifs", 0, "anchored_frequency", "low"), 10**6, "is not within its bounds"),
        (("motifs", 0, "anchored_frequency", "kind"), "sure", "instead of 'exact' or 'estimate' or 'lower_bound'"),
        (("motifs", 0, "size"), 9, "size of motif"),
        (("motifs", 0, "edges"), [[0, 1]], "edges of motif"),
        (("motifs", 0, "examples"), [["a"]], "an example of motif"),
        (("motifs", 0, "id"), "0-0", "self-loop"),
        (("graph", "nodes"), "many", "graph.nodes is 'many'"),
        (("config", "sizes"), [0], "config.sizes[0] is 0"),
        (("config", "frequency"), "often", "config.frequency"),
        (("plan",), [{"method": "exact"}], "plan[0] has no sizes"),
        (("timing_s",), [1], "timing_s is a list instead of an object"),
        (("motifs",), 7, "motifs is 7 instead of a list"),
    ],
)
def test_the_wrong_place_is_named(place, value, reason):
    result = copy.deepcopy(RESULTS[1])
    container(result, place)[place[-1]] = value
    with pytest.raises(InputError) as error:
        MotifSet.from_dict(result)
    assert reason in str(error.value)


@pytest.mark.parametrize("edges", ["0-99", "0", "0-1-2", "a-b", "1-1", "0--1"])
def test_surroundings_are_edges_of_what_is_there(edges):
    result = copy.deepcopy(RESULTS[1])
    result["motifs"][0]["surroundings"][0]["edges"] = edges
    with pytest.raises(InputError, match="surroundings of motif"):
        MotifSet.from_dict(result)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "", "null", "[]", "1", '{"schema": 1}', '{"schema": true}', "\ufeff{}"]
)
def test_what_is_no_result_at_all(tmp_path, text):
    path = tmp_path / "result.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"result\.json: .*spminer .* --output"):
        MotifSet.from_json(path)


def test_an_unknown_device_is_refused():
    result = json.loads(json.dumps(next(one for one in RESULTS if one["config"].get("method"))))
    for known in ("auto", "cpu", "cuda"):
        result["config"]["device"] = known
        check_result(result)
    result["config"]["device"] = "gpu"
    with pytest.raises(InputError, match=r"config\.device"):
        check_result(result)


def test_every_figure_of_a_contrast_is_in_the_schema():
    figures = {entry.name for entry in fields(Contrast)} - {"with_", "samples", "note"}
    assert figures == set(schema._FIGURES)


VALIDATOR = jsonschema.Draft202012Validator(json_schema())


PARTIAL = spminer.mine(example(), "3-6", top=2, time_limit=0).to_dict()


def test_it_is_a_json_schema():
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("result", [*RESULTS, PARTIAL, spminer.enumerate(example(), [3, 4]).to_dict()])
def test_results_are_valid(result):
    VALIDATOR.validate(json.loads(json.dumps(result)))


VERBS = [
    "mine --sizes 3-4 --json",
    "mine --sizes 3-4 --method exact --frequency graph --json",
    "mine --sizes 4 --method grow --distinct --json",
    "mine --sizes 3-5 --method greedy --walks 20 --neighborhoods 200 --top 2 --json",
    "mine --sizes 4 --top 3 --frequency graph --against degree --null-samples 10 --json",
    "mine --sizes 3 --method gspan --frequency images --no-induced --support 5 --json",
    "enumerate --size 4 --json",
    "enumerate --size 3-4 --against degree --null-samples 10 --json",
]


@pytest.mark.parametrize("line", VERBS)
def test_what_verbs_print_is_valid(line, capsys):
    assert main([*line.split(), "--quiet"]) == 0
    VALIDATOR.validate(json.loads(capsys.readouterr().out))


def only_here(value):
    """Whether a value is one on which JSON Schema must be milder: it has no largest number, and 2.0 is whole."""
    return isinstance(value, float | int) and (abs(value) > 1e300 or math.isnan(value) or isinstance(value, float))


@given(st.data())
@settings(max_examples=examples(400), deadline=None)
def test_both_refuse_the_same(data):
    result = json.loads(json.dumps(data.draw(st.sampled_from(RESULTS))))
    place = data.draw(st.sampled_from([place for place in places(result) if place]))
    value = data.draw(VALUES.filter(lambda value: not only_here(value)))
    if data.draw(st.booleans()):
        container(result, place)[place[-1]] = value
    else:
        del container(result, place)[place[-1]]
    try:
        check_result(result)
        refused = ""
    except InputError as error:
        refused = str(error)
    if "is not within its bounds" not in refused:  # which JSON Schema cannot say
        assert VALIDATOR.is_valid({**result, "schema": 1}) == (refused == ""), refused


@pytest.mark.parametrize("schema", [None, 2, "1"])
def test_another_schema_is_refused(schema):
    assert not VALIDATOR.is_valid({**RESULTS[0], "schema": schema})


def test_the_facts_are_those_of_the_collection():
    graphs = spminer.from_edges([(0, 1), (1, 2), (1, 1)], directed=True, node_labels=["a", "b", "a"])
    facts = InputFacts.of(graphs)
    assert (facts.graphs, facts.nodes, facts.edges, facts.directed) == (1, 3, 2, True)
    assert (facts.node_labels, facts.edge_labels, facts.dropped) == (2, 0, "dropped 1 self-loop")


def test_the_facts_have_a_field_for_all_that_a_collection_says():
    assert set(InputFacts.__dataclass_fields__) == example().summary().keys()


def test_versions_and_memory():
    assert versions()["spminer"] == spminer.__version__
    assert peak_memory_bytes() > 10 * 2**20


def test_the_memory_of_the_process_that_started_this_one_is_not_counted():
    ballast = bytearray(400 << 20)
    ballast[::4096] = b"x" * len(ballast[::4096])
    line = "from spminer.results.provenance import peak_memory_bytes; print(peak_memory_bytes())"
    child = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert int(child.stdout) < 300 << 20 < peak_memory_bytes()


def test_systems_without_that_file_tell_it_too(monkeypatch):
    monkeypatch.setattr("spminer.results.provenance._STATUS", Path("no such file"))
    assert peak_memory_bytes() > 10 * 2**20
