"""Tests of counting/count.py and features.py: counts by graph, against networkx on each graph alone."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Pattern, UsageError
from spminer.counting.count import count_by_graph, count_notes
from support.oracles import embeddings
from support.strategies import labeled_graphs


@pytest.fixture
def molecule():
    graph = nx.path_graph(3)
    nx.set_node_attributes(graph, {0: "C", 1: "C", 2: "O"}, "label")
    nx.set_edge_attributes(graph, {(0, 1): "single", (1, 2): "double"}, "label")
    return spminer.from_networkx(graph, node_label="label", edge_label="label")


def test_what_the_graphs_have_needs_no_word(molecule):
    assert spminer.count("0-1:single;C,C@0", molecule).notes == ()
    assert spminer.count("0-1@0", molecule).notes == ()


def test_labels_that_the_graphs_do_not_have_are_named_with_those_that_they_have(molecule):
    [note] = count_notes(Pattern.parse("0-1,1-2;C,N,Cl@0"), molecule)
    assert note.startswith("no node has the labels N, Cl, so the pattern cannot occur; labels are C, O")
    [note] = count_notes(Pattern.parse("0-1:doubel"), molecule)  # codespell:ignore
    assert note.startswith("no edge has the label doubel")  # codespell:ignore
    assert note.endswith("did you mean 'double'?")


@pytest.mark.parametrize(
    ("pattern", "what", "remedy"),
    [
        ("0>1,1>2,2>0", "a direction", "directed=True"),
        ("0>1,1>2,0>2@0", "a direction", "directed=True"),
        ("0-1;C,C", "node labels", "label= or nodes="),
        ("0-1:x@0", "edge labels", "edge_label="),
    ],
)
def test_labels_and_direction_that_the_graphs_do_not_have_are_refused(pattern, what, remedy):
    graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0)])
    frequency = "anchored" if "@" in pattern else "graph"
    for ask in (
        lambda: spminer.count(pattern, graphs, frequency=frequency),
        lambda: spminer.count(pattern, graphs, frequency=frequency, against="er"),
        lambda: spminer.find_examples(Pattern.parse(pattern), graphs, 3),
        lambda: count_by_graph([pattern], graphs),
    ):
        with pytest.raises(spminer.UsageError, match=f"has {what} and the graphs have none") as caught:
            ask()
        assert remedy in str(caught.value)


def test_patterns_without_labels_and_direction_are_counted_in_graphs_with_them(molecule):
    assert spminer.count("0-1", molecule, frequency="graph").frequency.value == 2
    arcs = spminer.from_edges([(0, 1), (1, 2)], directed=True)
    assert spminer.count("0-1", arcs, frequency="graph").frequency.value == 2


def test_many_labels_are_not_all_listed():
    graph = nx.path_graph(40)
    nx.set_node_attributes(graph, {node: f"l{node // 2}" for node in graph}, "label")
    [note] = count_notes(Pattern.parse("0-1;zz,zz"), spminer.from_networkx(graph, node_label="label"))
    assert note.endswith(" and 8 more")


def test_plain_values_have_notes_only_if_there_are_any(molecule):
    assert "notes" not in spminer.count("0-1@0", molecule).to_dict()
    assert len(spminer.count("0-1;N,N@0", molecule).to_dict()["notes"]) == 1


def images(pattern, graph, induced):
    """For each node of the pattern, the nodes of the graph that it can be mapped to, by VF2."""
    maps = embeddings(pattern, graph, induced=induced)
    return {node: {one[node] for one in maps} for node in range(pattern.size)}


@st.composite
def patterns_and_graphs(draw):
    """Graphs of one kind, and connected parts of graphs of that kind."""
    kind = {"directed": draw(st.booleans()), "labels": draw(st.booleans())}
    graphs = draw(st.lists(labeled_graphs(max_nodes=7, **kind), min_size=1, max_size=4))
    patterns = []
    for graph in draw(st.lists(labeled_graphs(max_nodes=4, **kind), min_size=1, max_size=3)):
        parts = nx.weakly_connected_components(graph) if graph.is_directed() else nx.connected_components(graph)
        small = nx.convert_node_labels_to_integers(graph.subgraph(max(parts, key=len)))
        anchor = draw(st.one_of(st.none(), st.integers(0, len(small) - 1)))
        patterns.append(_pattern(spminer.from_networkx(small), anchor))
    return patterns, graphs


def _pattern(graph, anchor):
    sources, targets, marks = graph.edges()
    return Pattern.from_edges(
        list(zip(sources, targets, strict=True)),
        size=graph.num_nodes,
        anchor=anchor,
        directed=graph.directed,
        node_labels=None if graph.node_labels is None else [graph.node_label_names[code] for code in graph.node_labels],
        edge_labels=None if marks is None else [graph.edge_label_names[code] for code in marks],
    )


@settings(deadline=None)
@given(patterns_and_graphs(), st.booleans(), st.integers(1, 2))
def test_counts_are_those_of_networkx(drawn, induced, threads):
    patterns, graphs = drawn
    expected = []
    for graph in graphs:
        found = [images(pattern, graph, induced) for pattern in patterns]
        expected.append(
            [
                len(set().union(*of.values()) if pattern.anchor is None else of[pattern.anchor])
                for pattern, of in zip(patterns, found, strict=True)
            ]
        )
    counts = count_by_graph(patterns, spminer.from_networkx(graphs), induced=induced, threads=threads)
    np.testing.assert_array_equal(counts, expected)


def test_graphs_without_nodes_and_no_patterns():
    graphs = spminer.from_networkx([nx.Graph(), nx.path_graph(2), nx.Graph()])
    assert count_by_graph(["0-1@0"], graphs).tolist() == [[0], [2], [0]]
    assert count_by_graph([], graphs).shape == (3, 0)


def test_labels_that_the_graphs_do_not_have_match_nothing():
    graphs = spminer.from_edges([(0, 1)], node_labels=["C", "O"])
    assert count_by_graph(["0-1;C,O@0", "0-1;C,N@0", "0-1@0"], graphs).tolist() == [[1, 0, 2]]


def test_patterns_that_fall_apart_are_refused():
    with pytest.raises(UsageError, match="not connected"):
        count_by_graph(["0-1,2-3@0"], spminer.from_edges([(0, 1)]))
