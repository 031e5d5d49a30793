"""Tests of results/schema.py and results/store.py: whatever a result file holds, it is refused or can be shown."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import InputError, MotifSet
from spminer.datasets import example
from spminer.report import render_report
from spminer.results.schema import check_motif, check_result

FILES = sorted((Path(__file__).parent / "files").glob("*.json"))
LABELED = spminer.from_edges([(0, 1), (1, 2), (2, 0)], node_labels="aba", edge_labels="xyx", directed=True)
RESULTS = [
    *(json.loads(path.read_text()) for path in FILES),
    spminer.mine(LABELED, "2-3", examples=2).to_dict(),
    spminer.mine(example(), "3-4", top=2, against="degree", null_samples=20).to_dict(),
    spminer.mine(example(), 3, top=2, distinct=True).to_dict(),
]
VALUES = st.one_of(
    st.sampled_from(
        [None, True, 0, -1, 1.5, 65, 10**30, 10**400, 1e308, "", "0-1,1-2@0", "\ud800", [], {}, [[]], "exact"]
    ),
    st.floats(),
    st.integers(),
    st.text(max_size=5),
)


def places(value, place=()):
    """Where there is something in a document: the keys that lead there."""
    yield place
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from places(item, (*place, key))


def container(data, place):
    for key in place[:-1]:
        data = data[key]
    return data


@given(st.data())
@settings(max_examples=300, deadline=None)
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
