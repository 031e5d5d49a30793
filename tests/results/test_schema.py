"""Tests of results/schema.py and results/motif_set.py: a result file is refused or can be shown."""

import copy
import json
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer import Contrast, InputError, MotifSet
from spminer.report import render_report
from spminer.results import schema
from spminer.results.schema import check_motif, check_result
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
