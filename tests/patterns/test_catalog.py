"""Tests of patterns/catalog.py: every table against brute force, networkx, igraph and what its source says."""

from itertools import combinations, permutations, product

import igraph
import networkx as nx
import pytest

from spminer import Pattern
from spminer.patterns.catalog import GRAPHLETS, MOTIFS, TRIADS
from strategies import to_networkx

# By orbit 0 to 72, from the tables of the counting program of Przulj's group (ncount, as ORCA ships it for comparison):
# the sum of the degrees of the node and its neighbors, and how many nodes of the graphlet are in the orbit.
DEGREE_SUMS = [
    2, 3, 4, 6, 3, 5, 4, 6, 6, 4, 7, 8, 8, 10, 12, 3, 5, 6, 3, 4, 6, 7, 5, 8, 4, 8, 9, 3, 6, 7, 9, 5, 8, 10, 6, 4, 6, 7,
    8, 5, 9, 11, 12, 8, 12, 4, 8, 10, 11, 8, 9, 7, 8, 10, 10, 14, 5, 13, 14, 9, 12, 14, 8, 11, 12, 10, 14, 16, 13, 16,
    15, 18, 20,
]  # fmt: skip
NODES_IN_ORBIT = [
    2, 2, 1, 3, 2, 2, 3, 1, 4, 1, 2, 1, 2, 2, 4, 2, 2, 1, 1, 2, 1, 1, 4, 1, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 5, 1, 1, 2, 1,
    1, 2, 1, 1, 4, 1, 1, 1, 1, 2, 3, 2, 2, 1, 2, 3, 2, 1, 3, 1, 2, 2, 1, 1, 2, 2, 1, 2, 2, 4, 1, 2, 3, 5,
]  # fmt: skip
FIRST_ORBIT = [
    0, 1, 3, 4, 6, 8, 9, 12, 14, 15, 18, 22, 24, 27, 31, 34, 35, 39, 43, 45, 49, 51, 54, 56, 59, 62, 65, 68, 70, 72,
]  # fmt: skip


def graphs_of(size, *, directed=False):
    """Every graph on 0, 1, ..., once per set of edges."""
    pairs = list(permutations(range(size), 2) if directed else combinations(range(size), 2))
    for chosen in product((False, True), repeat=len(pairs)):
        graph = nx.DiGraph() if directed else nx.Graph()
        graph.add_nodes_from(range(size))
        graph.add_edges_from(pair for pair, kept in zip(pairs, chosen, strict=True) if kept)
        yield graph


def canonical(graph):
    return Pattern.from_edges(graph.edges, size=len(graph), directed=graph.is_directed()).canonical().text


def images_under_automorphisms(graph):
    """For each node, where automorphisms map it, by trying all permutations."""
    found = {node: set() for node in graph}
    for order in permutations(graph):
        if all(graph.has_edge(order[a], order[b]) for a, b in graph.edges):
            for node, image in zip(graph, order, strict=True):
                found[node].add(image)
    return found


def test_every_connected_graph_of_2_to_5_nodes_is_one_graphlet():
    listed = [Pattern.parse(text).canonical().text for text, _ in GRAPHLETS]
    every = {canonical(graph) for size in range(2, 6) for graph in graphs_of(size) if nx.is_connected(graph)}
    assert len(set(listed)) == len(listed) == 30
    assert set(listed) == every


def test_orbits_are_the_classes_under_automorphisms():
    numbers = []
    for text, orbits in GRAPHLETS:
        images = images_under_automorphisms(to_networkx(Pattern.parse(text)))
        assert all(
            {node for node, number in enumerate(orbits) if number == orbit} == images[place]
            for place, orbit in enumerate(orbits)
        )
        numbers += sorted(set(orbits))
    assert numbers == list(range(73))
    assert [min(orbits) for _, orbits in GRAPHLETS] == FIRST_ORBIT


def test_orbits_have_the_degrees_and_sizes_of_their_source():
    for text, orbits in GRAPHLETS:
        graph = to_networkx(Pattern.parse(text))
        for node, orbit in enumerate(orbits):
            assert graph.degree(node) + sum(graph.degree(other) for other in graph[node]) == DEGREE_SUMS[orbit]
            assert orbits.count(orbit) == NODES_IN_ORBIT[orbit]


def test_graphlets_of_one_size_have_ever_more_edges():
    sizes = [(len(orbits), Pattern.parse(text)) for text, orbits in GRAPHLETS]
    assert sizes == sorted(sizes, key=lambda pair: (pair[0], len(pair[1].edges)))


@pytest.mark.parametrize("code", TRIADS)
def test_triads_are_those_of_networkx_and_igraph(code):
    graph = to_networkx(Pattern.parse(TRIADS[code]))
    assert {name for name, times in nx.triadic_census(graph).items() if times} == {code}
    counted = igraph.Graph(n=3, edges=list(graph.edges), directed=True).triad_census()
    assert getattr(counted, f"t{code}") == sum(counted) == 1


def test_every_connected_triad_has_a_code():
    connected = {canonical(graph) for graph in graphs_of(3, directed=True) if nx.is_weakly_connected(graph)}
    assert {Pattern.parse(text).canonical().text for text in TRIADS.values()} == connected


def test_motifs_are_what_their_names_say():
    ways = {name: to_networkx(Pattern.parse(text)) for name, text in MOTIFS.items()}
    assert nx.is_isomorphic(ways["bi-fan"], nx.DiGraph([(a, b) for a in "XY" for b in "ZW"]))
    assert sorted(nx.all_simple_paths(ways["bi-parallel"], 0, 3)) == [[0, 1, 3], [0, 2, 3]]
    assert nx.transitive_closure_dag(nx.path_graph(3, nx.DiGraph)).edges == ways["feed-forward loop"].edges
    assert nx.is_isomorphic(ways["feedback loop"], nx.cycle_graph(3, nx.DiGraph))
