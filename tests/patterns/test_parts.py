"""Tests of patterns/parts.py."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import Pattern
from spminer.patterns.parts import node_deleted_subpatterns, seed_extensions
from support.builders import pattern_of
from support.strategies import labeled_graphs


@given(labeled_graphs(max_nodes=6), st.data())
def test_parts_are_the_connected_subgraphs_without_one_node(graph, data):
    anchor = data.draw(st.none() | st.integers(0, len(graph) - 1))
    expected = []
    for node in set(graph) - {anchor}:
        kept = [other for other in graph if other != node]
        part = nx.relabel_nodes(graph.subgraph(kept), {old: new for new, old in enumerate(kept)}, copy=True)
        ordered = type(graph)()
        ordered.add_nodes_from((i, part.nodes[i]) for i in range(len(kept)))
        ordered.add_edges_from(part.edges(data=True))
        if kept and nx.is_connected(ordered.to_undirected()):
            pattern = pattern_of(ordered, None if anchor is None else kept.index(anchor))
            expected.append(pattern.canonical())
    # As texts: a part without edges says nothing of edge labels.
    found = node_deleted_subpatterns(pattern_of(graph, anchor)) if len(graph) > 1 else ()
    assert sorted(part.text for part in found) == sorted(part.text for part in expected)


def test_labels_go_with_their_nodes_and_edges():
    path = Pattern.parse("0-1:a,1-2:b;C,N,O@1")
    assert {part.text for part in node_deleted_subpatterns(path)} == {"0-1:b;N,O@0", "0-1:a;N,C@0"}


def clique(size):
    return Pattern.from_edges([(a, b) for a in range(size) for b in range(a)], anchor=0).canonical()


def test_a_close_twin_in_a_clique_makes_the_next_clique():
    assert clique(6) in seed_extensions([clique(5)])


def test_a_tail_moves_the_anchor():
    assert Pattern.parse("0-1,1-2,2-3,1-3@0").canonical() in seed_extensions([clique(3)])
    plain = seed_extensions([clique(3).without_anchor()])
    assert all(seed.anchor is None for seed in plain)
    assert len(plain) == 2


@pytest.mark.parametrize("text", ["0>1,1>2@0", "0-1:x,1-2:y;a,b,c@1", "0>1:x;a,b@0"])
def test_labels_and_direction_are_those_of_the_node_that_is_doubled(text):
    pattern = Pattern.parse(text)
    seeds = seed_extensions([pattern])
    assert seeds
    for seed in seeds:
        assert seed.size == pattern.size + 1
        assert seed == seed.canonical()
        assert seed.directed == pattern.directed
        assert (seed.node_labels is None) == (pattern.node_labels is None)
        if pattern.node_labels:
            assert set(seed.node_labels) == set(pattern.node_labels)
        if pattern.edge_labels:
            assert set(seed.edge_labels) <= set(pattern.edge_labels)
        assert seed.core({"a": 0, "b": 1, "c": 2}, {"x": 0, "y": 1}).connected


def test_each_seed_once():
    seeds = seed_extensions([clique(3), clique(3)])
    assert len(seeds) == len(set(seeds)) == 4
