"""Tests of counting/per_graph.py and features.py: counts by graph, against networkx on each graph alone."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Pattern, UsageError
from spminer.counting.per_graph import count_by_graph
from strategies import labeled_graphs, to_networkx


def images(pattern, graph, induced):
    """For each node of the pattern, the nodes of the graph that it can be mapped to, by VF2."""
    small = to_networkx(pattern)
    names = nx.isomorphism.categorical_node_match("label", None), nx.isomorphism.categorical_edge_match("label", None)
    kind = nx.isomorphism.DiGraphMatcher if graph.is_directed() else nx.isomorphism.GraphMatcher
    matcher = kind(graph, small, node_match=names[0], edge_match=names[1])
    found = {node: set() for node in small}
    for mapping in matcher.subgraph_isomorphisms_iter() if induced else matcher.subgraph_monomorphisms_iter():
        for node, of in mapping.items():
            found[of].add(node)
    return found


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
