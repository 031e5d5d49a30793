import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from effort import examples
from spminer import Pattern, UsageError, _core
from spminer.counting.query import Query, check_connected
from strategies import collection, labeled_graphs

TRIANGLE_WITH_TAIL = spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)])


def anchors(query, **options):
    return query.anchors(_core.Control(), listed=True, **options).anchors.tolist()


def test_one_query_answers_several_questions():
    query = Query.make(Pattern.parse("0-1,1-2@1"), TRIANGLE_WITH_TAIL)
    assert anchors(query) == [2]
    assert anchors(query, among=np.array([0, 1], np.int32)) == []
    assert query.node_sets(_core.Control()).count == 2
    assert sorted(map(sorted, query.embeddings(_core.Control(), 5).tolist())) == [[0, 2, 3], [1, 2, 3]]


def test_edge_induced_allows_more_edges():
    pattern = Pattern.parse("0-1,1-2@1")
    assert anchors(Query.make(pattern, TRIANGLE_WITH_TAIL, induced=False)) == [0, 1, 2]


def test_another_anchor_keeps_the_rest():
    query = Query.make(Pattern.parse("0-1,1-2@1"), TRIANGLE_WITH_TAIL, induced=False, threads=2)
    moved = query.anchored_at(0)
    assert (moved.pattern.anchor, moved.induced, moved.threads) == (0, False, 2)
    assert moved.index is query.index
    assert anchors(moved) == [0, 1, 2, 3]


def test_a_label_that_the_graphs_do_not_have_matches_nothing():
    graphs = spminer.from_edges([(0, 1)], node_labels=["C", "O"])
    assert anchors(Query.make(Pattern.parse("0-1;C,O@0"), graphs)) == [0]
    assert anchors(Query.make(Pattern.parse("0-1;C,N@0"), graphs)) == []
    assert anchors(Query.make(Pattern.parse("0-1;C,N@0"), graphs.without_labels())) == [0, 1]


def test_direction_counts_where_both_have_it():
    arc, edge = spminer.from_edges([(0, 1)], directed=True), spminer.from_edges([(0, 1)])
    assert anchors(Query.make(Pattern.parse("0>1@0"), arc)) == [0]
    assert anchors(Query.make(Pattern.parse("0>1@0"), edge)) == [0, 1]
    assert anchors(Query.make(Pattern.parse("0-1@0"), arc)) == [0, 1]


def test_opposite_arcs_become_one_edge_if_their_labels_are_equal():
    edges = spminer.from_edges([(0, 1), (2, 3)], edge_labels=["a", "b"])
    assert anchors(Query.make(Pattern.parse("0>1:b,1>0:b@0"), edges)) == [2, 3]
    assert anchors(Query.make(Pattern.parse("0>1:a,1>0:b@0"), edges.without_labels())) == [0, 1, 2, 3]
    with pytest.raises(UsageError, match="two arcs with different labels between nodes 0 and 1"):
        Query.make(Pattern.parse("0>1:b,1>0:a@0"), edges)


@given(labeled_graphs(max_nodes=7, directed=True, labels=True), st.sampled_from(["0", "1", "2"]))
@settings(max_examples=examples(150), deadline=None)
def test_an_undirected_edge_is_at_every_arc_of_its_label_or_refused(graph, label):
    labels = {}
    for u, v, data in graph.edges(data=True):
        labels.setdefault(frozenset((u, v)), set()).add(data["label"])
    expected = sorted({node for pair, found in labels.items() if label in found for node in pair})
    pattern = Pattern.parse(f"0-1:{label}@0")
    if any(len(found) > 1 for found in labels.values()):
        with pytest.raises(UsageError, match="have different labels"):
            Query.make(pattern, collection(graph))
    elif labels:
        assert anchors(Query.make(pattern, collection(graph))) == expected


def test_what_falls_apart_is_refused():
    check_connected(Pattern.from_edges(nx.path_graph(4).edges))
    with pytest.raises(UsageError, match="connected parts one by one"):
        check_connected(Pattern.parse("0-1,2-3"))


def test_whether_a_pattern_occurs_does_not_depend_on_its_anchor():
    path = spminer.from_edges([(0, 1), (1, 2), (2, 3)])
    for text, expected in (("0-1,1-2@0", True), ("0-1,1-2", True), ("0-1,1-2,2-0@0", False)):
        query = Query.make(Pattern.parse(text), path)
        assert query.contained(_core.Control()) is expected
