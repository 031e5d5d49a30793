"""Tests of spminer.counting.copies: against networkx, against matrices, and the two engines against each other."""

from collections import Counter
from itertools import combinations
from math import comb

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networkx.algorithms.isomorphism import DiGraphMatcher, GraphMatcher, categorical_node_match

import spminer
from spminer import LimitError, Monitor, Pattern, UsageError
from spminer.counting.copies import count_copies
from spminer.counting.matching import MatchQuery


def copies_by_networkx(pattern, graph, *, induced=False, node_match=None):
    """Each copy once: the set of its edges (and its nodes), with the pattern's nodes that each node can be."""
    matcher = (DiGraphMatcher if graph.is_directed() else GraphMatcher)(graph, pattern, node_match=node_match)
    found = matcher.subgraph_isomorphisms_iter() if induced else matcher.subgraph_monomorphisms_iter()
    copies = {}
    for mapping in found:
        image = {node: v for v, node in mapping.items()}
        edges = frozenset(
            (image[a], image[b]) if graph.is_directed() else frozenset((image[a], image[b])) for a, b in pattern.edges
        )
        copies.setdefault((frozenset(mapping), edges), []).append(image)
    return copies


def by_node(pattern, graph, orbits, **options):
    """The copies that have each node in each orbit."""
    counts = Counter()
    for images in copies_by_networkx(pattern, graph, **options).values():
        column_of = {node: column for column, orbit in enumerate(orbits) for node in orbit}
        counts.update({(v, column_of[node]) for image in images for node, v in image.items()})
    return [[counts[v, column] for column in range(len(orbits))] for v in graph]


@st.composite
def connected_graphs(draw, largest):
    size = draw(st.integers(2, largest))
    graph = nx.Graph((draw(st.integers(0, i - 1)), i) for i in range(1, size))
    graph.add_edges_from(draw(st.lists(st.sampled_from(list(combinations(range(size), 2))), max_size=6)))
    return graph


@st.composite
def graphs(draw, largest=8):
    return nx.gnp_random_graph(draw(st.integers(1, largest)), draw(st.floats(0.2, 0.9)), draw(st.integers(0, 10**6)))


def as_pattern(graph):
    return Pattern.from_edges(list(graph.edges), size=len(graph))


@given(connected_graphs(6), graphs())
def test_copies_are_those_that_networkx_finds(shape, graph):
    pattern = as_pattern(shape)
    found = spminer.count(pattern, graph, frequency="copies")  # not induced, unless that is asked for
    assert found == len(copies_by_networkx(shape, graph))
    assert found.frequency.kind == "exact"
    counts = spminer.copies_by_node(pattern, graph)
    assert counts.tolist() == by_node(shape, graph, pattern.orbits())


@given(connected_graphs(5), graphs())
def test_induced_copies_are_node_sets(shape, graph):
    pattern = as_pattern(shape)
    assert spminer.count(pattern, graph, frequency="copies", induced=True) == spminer.count(pattern, graph)
    assert spminer.copies_by_node(pattern, graph, induced=True).tolist() == by_node(
        shape, graph, pattern.orbits(), induced=True
    )


@given(connected_graphs(5), graphs(), st.randoms(use_true_random=False))
def test_labels(shape, graph, random):
    for one in (shape, graph):
        nx.set_node_attributes(one, {v: random.choice("ab") for v in one}, "label")
    labels = [shape.nodes[v]["label"] for v in range(len(shape))]
    pattern = Pattern.from_edges(list(shape.edges), size=len(shape), node_labels=labels)
    collection = spminer.from_networkx(graph, node_label="label")
    match = categorical_node_match("label", "")
    assert spminer.count(pattern, collection, frequency="copies", induced=False) == len(
        copies_by_networkx(shape, graph, node_match=match)
    )
    assert spminer.copies_by_node(pattern, collection).tolist() == by_node(
        shape, graph, pattern.orbits(), node_match=match
    )


@given(connected_graphs(4), graphs(6), st.randoms(use_true_random=False))
def test_directed_patterns_go_to_the_matcher(shape, graph, random):
    def directed(one):
        result = nx.DiGraph()
        result.add_nodes_from(one)
        result.add_edges_from((a, b) if random.random() < 0.5 else (b, a) for a, b in one.edges)
        result.add_edges_from((b, a) for a, b in one.edges if random.random() < 0.3)
        return result

    shape, graph = directed(shape), directed(graph)
    pattern = Pattern.from_edges(list(shape.edges), size=len(shape), directed=True)
    collection = spminer.from_networkx(graph)
    assert spminer.count(pattern, collection, frequency="copies", induced=False) == len(
        copies_by_networkx(shape, graph)
    )
    assert spminer.copies_by_node(pattern, collection).tolist() == by_node(shape, graph, pattern.orbits())


@given(connected_graphs(8), graphs(9))
def test_both_engines_agree(shape, graph):
    query = MatchQuery.of(as_pattern(shape), spminer.from_networkx(graph), induced=False)
    assert count_copies(query, Monitor()).count == count_copies(query, Monitor(), steps=10**12).count


SHAPES = [shape for shape in nx.graph_atlas_g() if 1 < len(shape) < 7 and nx.is_connected(shape)]
SHAPES += [nx.convert_node_labels_to_integers(tree) for size in (7, 8) for tree in nx.nonisomorphic_trees(size)]


@pytest.mark.parametrize(
    "graph",
    [
        nx.path_graph(3),
        nx.path_graph(4),
        nx.star_graph(3),
        nx.complete_bipartite_graph(2, 3),
        nx.gnm_random_graph(6, 9, 1),
    ],
    ids=["path of 3", "path of 4", "star", "bipartite", "random"],
)
def test_every_small_shape_in_graphs_that_have_plans_of_their_own(graph):
    """What a plan orders depends on means of the graph, which are far from usual in tiny ones."""
    for shape in SHAPES:
        query = MatchQuery.of(as_pattern(shape), spminer.from_networkx(graph), induced=False)
        truth = count_copies(query, Monitor(), steps=10**12).count
        assert count_copies(query, Monitor()).count == truth, shape.edges
        counts = spminer.copies_by_node(query.pattern, query.graphs)
        assert counts.sum() == truth * len(shape), shape.edges


def test_patterns_of_nine_nodes_are_matched():
    cycle = nx.cycle_graph(9)
    assert spminer.count(cycle, nx.circular_ladder_graph(9), frequency="copies", induced=False) == len(
        copies_by_networkx(cycle, nx.circular_ladder_graph(9))
    )


@pytest.fixture(scope="module")
def large():
    return nx.barabasi_albert_graph(3000, 8, seed=5)


def test_cycles_by_traces_of_powers(large):
    """Closed walks without the degenerate ones: Harary and Manvel 1971 for four and five edges."""
    a = nx.to_numpy_array(large)
    squared = a @ a
    cubed, degree = squared @ a, a.sum(axis=1)
    triangles = np.trace(cubed) / 6
    fourth = np.trace(squared @ squared)
    squares = (fourth - 2 * (degree**2).sum() + degree.sum()) / 8
    fifth = np.trace(cubed @ squared)
    pentagons = (fifth - 5 * np.trace(cubed) - 5 * ((degree - 2) * np.diag(cubed)).sum()) / 10
    for length, expected in ((3, triangles), (4, squares), (5, pentagons)):
        assert spminer.count(f"cycle:{length}", large, frequency="copies", induced=False) == round(expected)
    # At each node: a square has its opposite corner at every other node, with two of their common neighbors.
    pairs = squared * (squared - 1) / 2
    np.fill_diagonal(pairs, 0)
    assert spminer.copies_by_node("cycle:4", large)[:, 0].tolist() == pairs.sum(axis=1).round().astype(int).tolist()


def test_stars_by_degrees(large):
    degrees = [degree for _, degree in large.degree]
    assert spminer.count("star:8", large, frequency="copies", induced=False) == sum(comb(d, 7) for d in degrees)
    counts = spminer.copies_by_node("star:5@hub", large)
    assert counts[:, 0].tolist() == [comb(d, 4) for d in degrees]


def test_threads_do_not_matter(large):
    house = "0-1,1-2,2-3,3-0,0-4,1-4"
    counts = [spminer.copies_by_node(house, large, threads=threads).tolist() for threads in (1, 2, 5)]
    assert counts[0] == counts[1] == counts[2]


def test_more_than_64_bits():
    assert spminer.count("star:7", nx.star_graph(20_000), frequency="copies", induced=False) == comb(20_000, 6)
    with pytest.raises(LimitError, match="64 bits"):
        spminer.copies_by_node("star:7", nx.star_graph(20_000))


def test_a_stopped_count_is_a_lower_bound(large):
    monitor = Monitor()
    monitor.cancel()
    found = spminer.count("cycle:6", large, frequency="copies", induced=False, monitor=monitor)
    assert (found.frequency.kind, found.frequency.value, found.stop_reason) == ("lower_bound", 0, "interrupted")
    with pytest.raises(LimitError, match="interrupted"):
        spminer.copies_by_node("cycle:6", large, monitor=monitor)


def test_a_comparison_counts_copies_on_both_sides():
    graph, other = nx.complete_graph(5), nx.complete_graph(4)
    found = spminer.count("cycle:4", graph, frequency="copies", induced=False, against=spminer.from_networkx(other))
    assert found == 15
    assert found.against.expected == pytest.approx(3 * 5 / 4)


@pytest.mark.parametrize("call", [spminer.mine, lambda graph, **options: spminer.enumerate(graph, 3, **options)])
def test_mining_says_where_copies_are_counted(call):
    with pytest.raises(UsageError, match=r"copies are counted of given patterns only: use spminer\.count"):
        call(nx.complete_graph(4), frequency="copies")


def test_what_is_refused():
    with pytest.raises(UsageError, match="not connected"):
        spminer.copies_by_node("0-1,2-3", nx.complete_graph(4))
    with pytest.raises(UsageError, match="time_limit must be positive"):
        spminer.copies_by_node("triangle", nx.complete_graph(4), time_limit=0)
    with pytest.raises(UsageError, match="has a direction"):
        spminer.copies_by_node("0>1", nx.complete_graph(4))
