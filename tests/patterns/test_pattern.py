"""Tests of patterns/pattern.py and patterns/parts.py."""

import itertools
import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Pattern, _core
from spminer.graphs.pattern_files import pattern_to_graph
from spminer.patterns.parts import node_deleted_subpatterns, seed_extensions
from spminer.patterns.pattern import label_codes, pack_patterns, unpack_patterns
from support.builders import pattern_of, to_networkx
from support.oracles import embeddings, isomorphic, orbits
from support.strategies import examples, labeled_graphs


def relabeled(graph, order):
    copy = type(graph)()
    copy.add_nodes_from((i, graph.nodes[order.index(i)]) for i in range(len(order)))
    copy.add_edges_from((order[a], order[b], d) for a, b, d in graph.edges(data=True))
    return copy


@given(labeled_graphs(max_nodes=6), st.data())
@settings(max_examples=examples(300), deadline=None)
def test_canonical_copies_of_relabeled_patterns_are_equal(graph, data):
    order = data.draw(st.permutations(range(len(graph))))
    anchor = data.draw(st.none() | st.integers(0, len(graph) - 1))
    here = pattern_of(graph, anchor)
    there = pattern_of(relabeled(graph, order), None if anchor is None else order[anchor])
    assert here.canonical() == there.canonical()
    assert here.canonical().canonical() == here.canonical()
    assert isomorphic(graph, to_networkx(here.canonical()))
    if anchor is not None:
        assert here.canonical().anchor == 0


@given(labeled_graphs(max_nodes=4, directed=True), labeled_graphs(max_nodes=4, directed=True))
@settings(max_examples=examples(300), deadline=None)
def test_equal_forms_mean_isomorphic(a, b):
    same_kinds = pattern_of(a).node_labels is None, pattern_of(a).edge_labels is None
    if same_kinds == (pattern_of(b).node_labels is None, pattern_of(b).edge_labels is None):
        assert (pattern_of(a).canonical() == pattern_of(b).canonical()) == isomorphic(a, b)


@given(labeled_graphs(max_nodes=5))
@settings(max_examples=examples(200), deadline=None)
def test_orbits_and_automorphisms_against_networkx(graph):
    pattern = pattern_of(graph)
    assert pattern.automorphisms() == len(embeddings(graph, graph))
    assert {frozenset(orbit) for orbit in pattern.orbits()} == orbits(graph)


def test_all_connected_graphs_of_the_atlas_have_different_forms():
    graphs = [g for g in nx.graph_atlas_g() if len(g) == 6 and nx.is_connected(g)]
    assert len({pattern_of(g).canonical() for g in graphs}) == len(graphs) == 112


def test_strongly_regular_graphs_with_equal_parameters_are_told_apart():
    rook = nx.line_graph(nx.complete_bipartite_graph(4, 4))
    steps = [(0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (3, 3)]
    cells = list(itertools.product(range(4), repeat=2))
    shrikhande = nx.Graph(((a, b), ((a + x) % 4, (b + y) % 4)) for a, b in cells for x, y in steps)
    forms = [pattern_of(nx.convert_node_labels_to_integers(g)) for g in (rook, shrikhande)]
    assert [form.automorphisms() for form in forms] == [1152, 192]
    assert forms[0].canonical() != forms[1].canonical()


def test_closed_forms():
    assert Pattern.from_edges(nx.star_graph(20).edges).automorphisms() == pytest.approx(math.factorial(20))
    assert Pattern.from_edges(nx.cycle_graph(30).edges).automorphisms() == 60
    assert Pattern.from_edges(nx.cycle_graph(30).edges, anchor=3).automorphisms() == 2
    assert len(Pattern.from_edges(nx.path_graph(64).edges).orbits()) == 32


@given(labeled_graphs(max_nodes=6), st.data())
def test_networkx_graph_is_that_of_the_converters(graph, data):
    pattern = pattern_of(graph, data.draw(st.none() | st.integers(0, len(graph) - 1)))
    found = pattern.to_networkx()
    [expected] = spminer.to_networkx(pattern_to_graph(pattern))
    if pattern.anchor is not None:
        expected.graph["anchor"] = pattern.anchor
    assert nx.utils.graphs_equal(found, expected)  # kind, nodes, edges, all labels and the anchor
    assert list(found.nodes) == list(expected.nodes)
    assert list(found.edges) == list(expected.edges)


def test_labels_unknown_to_the_target_match_nothing():
    core = Pattern.parse("0-1;C,X").core({"C": 0, "N": 1}, None)
    assert core.labels == [0, 2]


def test_from_core_is_the_inverse_of_core():
    pattern = Pattern.parse("0>1:a,1>0:b,1>2:a;C,N,C@1")
    core = pattern.core({"C": 0, "N": 1}, {"a": 0, "b": 1})
    assert Pattern.from_core(core, directed=True, node_names=["C", "N"], edge_names=["a", "b"]) == pattern


def test_core_refuses_what_it_cannot_hold():
    with pytest.raises(ValueError, match="at most 64"):
        _core.Pattern(65, np.empty((0, 2), dtype=np.int32))
    with pytest.raises(TypeError):
        _core.Pattern(2, np.array([[0.0, 1.9]]))


def test_codes_do_not_depend_on_the_order_of_labels():
    assert label_codes(["b", "10", "a", "9"]) == label_codes(["9", "a", "10", "b"]) == {"9": 0, "10": 1, "a": 2, "b": 3}
    assert label_codes(None) is None
    assert label_codes(["1" * 5000, "2"])["2"] == 0


@given(labeled_graphs(max_nodes=6))
def test_the_canonical_order_is_breadth_first(graph):
    numbers = pattern_of(graph).core().canonical_order()[0]
    assert sorted(numbers) == list(range(len(graph)))
    neighbors = {numbers[node]: set() for node in graph}
    for a, b in graph.edges:
        neighbors[numbers[a]].add(numbers[b])
        neighbors[numbers[b]].add(numbers[a])
    # Each node is reached from the first of its neighbors, and those reached earlier have earlier first neighbors.
    first = [min(neighbors[node], default=node) for node in range(len(graph))]
    reached = [first[node] for node in range(1, len(graph)) if first[node] < node]
    assert reached == sorted(reached)


@given(st.lists(labeled_graphs(max_nodes=5), max_size=4))
def test_patterns_come_back(graphs):
    patterns = tuple(pattern_of(graph) for graph in graphs)
    assert unpack_patterns(pack_patterns(patterns)) == patterns


def test_labels_may_hold_what_the_text_form_uses():
    pattern = Pattern.from_edges([(0, 1)], node_labels=["a,b;c", "@1"], edge_labels=["-:>"])
    assert unpack_patterns(pack_patterns([pattern])) == (pattern,)


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
