import io
import json

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import InputError


def read(records, *, lines=True, **options):
    text = "\n".join(map(json.dumps, records)) if lines else json.dumps(records)
    return spminer.read(io.BytesIO(text.encode()), format="json", **options)


@given(st.integers(2, 12), st.integers(0, 1000), st.booleans())
def test_records_are_the_graph_of_their_lists(size, seed, lines):
    graph = nx.gnp_random_graph(size, 0.4, seed=seed, directed=True)
    graph.add_edge(0, 1)
    records = [{"id": f"W{node}", "title": "t", "references": [f"W{other}" for other in graph[node]]} for node in graph]
    found = read(records, lines=lines)
    names = found.names(range(found.num_nodes))
    assert found.directed
    assert {(names[a], names[b]) for a, b in spminer.to_edges(found)} == {(f"W{a}", f"W{b}") for a, b in graph.edges}
    assert names == [f"W{node}" for node in graph]
    assert found.reading.left_out == ("title",)


def test_what_leads_out_is_left_out_and_said(caplog):
    found = read([{"id": 1, "referenced_works": [2, 7]}, {"id": 2, "referenced_works": None}, {"id": 3}])
    assert (found.num_nodes, found.num_edges) == (3, 1)
    assert "1 of 2 referenced_works lead to something that has no record" in caplog.text
    assert found.reading.edges == "id and each of referenced_works"


def test_ties_have_no_direction_and_attributes_can_be_labels():
    people = [{"name": "ann", "team": "x", "friends": ["bob"]}, {"name": "bob", "team": "y", "friends": ["ann"]}]
    found = read(people, label="team")
    assert (found.directed, found.num_edges, found.node_label_names) == (False, 1, ("x", "y"))


def test_of_several_lists_the_one_that_leads_on_is_meant_or_named():
    works = [{"id": "a", "keywords": ["b"], "cites": ["b"]}, {"id": "b", "keywords": [], "cites": []}]
    assert read(works).reading.edges == "id and each of cites"
    assert read(works, source="id", target="keywords").reading.edges == "id and each of keywords"


@pytest.mark.parametrize(
    ("records", "options", "reason"),
    [
        ([{"id": "a", "tags": ["b"]}, {"id": "b", "tags": []}], {}, "cannot tell which list of these records"),
        ([{"id": "a", "cites": ["x"]}, {"id": "b"}], {}, "none of the 1 cites leads to one of the 2 records"),
        ([{"id": "a", "cites": ["b"]}, {"id": "b"}], {"target": "tags"}, "no list of ids 'tags'"),
        ([{"id": "a", "cites": ["a"]}, {"id": "a"}], {}, "no graph that is known"),
        ([{"id": "a", "cites": [{"id": "b"}]}, {"id": "b"}], {}, "no graph that is known"),
        ([{"id": "a", "cites": [True]}, {"id": "b"}], {}, "no graph that is known"),
    ],
)
def test_what_is_not_plain_is_refused(records, options, reason):
    with pytest.raises(InputError, match=reason) as caught:
        read(records, **options)
    assert caught.value.remedy
