"""Tests of patterns/names.py: every table against brute force, networkx, igraph and what its source says."""

from dataclasses import replace
from itertools import combinations, permutations, product

import igraph
import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import Pattern
from spminer.patterns.names import GRAPHLETS, MOTIFS, TRIADS, PatternNames, names_of, pattern_name
from support.builders import to_networkx
from support.strategies import labeled_graphs


def name(graph, anchor=None):
    numbered = nx.convert_node_labels_to_integers(graph)
    return pattern_name(Pattern.from_edges(numbered.edges, size=len(numbered), anchor=anchor))


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        (nx.empty_graph(1), "node"),
        (nx.path_graph(2), "edge"),
        (nx.path_graph(7), "path of 7"),
        (nx.star_graph(5), "star of 6"),
        (nx.cycle_graph(3), "triangle"),
        (nx.cycle_graph(12), "12-cycle"),
        (nx.complete_graph(4), "4-clique"),
        (nx.diamond_graph(), "diamond"),
        (nx.house_graph(), "house"),
        (nx.bull_graph(), "bull"),
        (nx.wheel_graph(7), "wheel of 7"),
        (nx.complete_bipartite_graph(2, 4), "complete bipartite 2+4"),
        (nx.windmill_graph(2, 4), "12 edges, degrees 6 3⁶"),  # degrees of a wheel, but two cliques at a hub
        (nx.cubical_graph(), "cube"),
        (nx.petersen_graph(), "petersen graph"),
        (nx.tadpole_graph(5, 3), "5-cycle with a tail of 3"),
        (nx.lollipop_graph(4, 1), "4-clique with a tail"),
        (nx.Graph([(0, 1), (1, 2), (2, 0), (0, 3), (1, 4), (4, 5)]), "triangle with 2 branches"),
        (nx.Graph([(0, 1), (1, 2), (2, 0), (0, 3), (0, 4)]), "triangle with 2 leaves"),
        (nx.balanced_tree(2, 2), "2 hubs, 4 leaves"),
        (nx.ladder_graph(3), "7 edges, degrees 3² 2⁴"),
    ],
)
def test_shapes(graph, expected):
    assert name(graph) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0-1,1-2,2-3,3-4@0", "path of 5, at an end"),
        ("0-1,1-2,2-3,3-4@1", "path of 5, inside"),
        ("0-1,1-2,2-3,3-4@2", "path of 5, at the middle"),
        ("0-1,0-2,0-3@1", "star of 4, at a leaf"),
        ("0-1,1-2,2-3,3-0@2", "4-cycle"),
        ("0-1,0-2,1-2,1-3,2-3@1", "diamond, at degree 3"),
        ("0>1,1>2,2>0", "feedback loop"),
        ("0>1,1>2,0>2@0", "feed-forward loop, at the source"),
        ("0>1,1>0,1>2,2>0", "triad 120C"),
        ("0>1,1>2,2>3,3>0", "directed 4-cycle"),
        ("0>2,0>3,1>2,1>3@0", "bi-fan, at a source"),
        ("0>1,0>2,1>3,2>3", "bi-parallel"),
        ("0-1,0-2,0-3,0-4,1-5,1-6,1-7@0", "2 hubs joined, 6 leaves, at degree 4"),
        ("0-1,0-2,0-3,3-4,4-5@0", "star of 4 with longer arms, 6 nodes, at the hub"),
        ("0>1,1>2,2>0,2>1@2", "triad 120C, at 2 out, 1 in"),
        ("0>1,1>2@1", "triad 021C, at the middle"),
        ("0-1:single,1-2:double,1-3:double;C,N,O,O@1", "N(C)(=O)=O, at the first atom"),
        ("0-1:aromatic,1-2:aromatic;c,C,C", "path of 3 of 2 C, c"),
        ("0>1,1>2,0>2;C,C,O", "feed-forward loop of 2 C, O"),
        ("0>1,1>2,2>3,0>3", "4-cycle, 4 arcs"),
        ("0>1", "edge, 1 arc"),
        ("0-1,1-2;C,C,O@2", "path of 3 of 2 C, O, at an end"),
    ],
)
def test_anchors_arcs_and_labels(text, expected):
    assert pattern_name(Pattern.parse(text)) == expected


@given(labeled_graphs(), st.randoms(use_true_random=False), st.booleans())
def test_a_name_does_not_depend_on_the_numbers_of_the_nodes(graph, random, anchored):
    largest = max(nx.connected_components(graph.to_undirected(as_view=True)), key=len)
    nodes = sorted(largest)

    def named(order):
        number = {node: place for place, node in enumerate(order)}
        labels = [graph.nodes[node].get("label") for node in order]
        return pattern_name(
            Pattern.from_edges(
                [(number[a], number[b]) for a, b in graph.edges if a in number],
                size=len(order),
                anchor=number[nodes[0]] if anchored else None,
                directed=graph.is_directed(),
                node_labels=None if None in labels else labels,
            )
        )

    assert named(nodes) == named(random.sample(nodes, len(nodes)))


def test_labels_that_are_numbers_are_not_taken_for_counts():
    assert pattern_name(Pattern.parse("0-1,1-2;0,0,1")) == 'path of 3 of 2 "0", "1"'


@pytest.mark.parametrize("code", TRIADS)
def test_triads_have_their_code_with_any_anchor(code):
    triad = Pattern.parse(TRIADS[code])
    assert {names_of(replace(triad, anchor=anchor)).man for anchor in (None, 0, 1, 2)} == {code}


@given(st.integers(0, len(GRAPHLETS) - 1), st.randoms(use_true_random=False))
def test_graphlets_and_orbits_do_not_depend_on_the_numbers_of_the_nodes(number, random):
    text, orbits = GRAPHLETS[number]
    graphlet = Pattern.parse(text)
    place = random.sample(range(graphlet.size), graphlet.size)
    moved = Pattern.from_edges([(place[a], place[b]) for a, b in graphlet.edges], size=graphlet.size)
    assert (names_of(moved).graphlet, names_of(moved).orbit) == (f"G{number}", None)
    for node, orbit in enumerate(orbits):
        names = names_of(replace(moved, anchor=place[node]))
        assert (names.graphlet, names.orbit, names.man) == (f"G{number}", orbit, None)


@pytest.mark.parametrize(
    "pattern",
    [
        "0@0",  # a node alone
        "0-1,1-2,2-3,3-4,4-5@0",  # six nodes
        "0-1,1-2;C,C,O@0",
        "0-1:a,1-2:b@0",
        "0>1",  # two nodes
        "0>1,1>2,2>3",  # four nodes
        "0>1,1>2,0>2;A,B,C",
    ],
)
def test_what_has_no_code_has_a_name_only(pattern):
    names = names_of(Pattern.parse(pattern))
    assert names == PatternNames(names.name)
    assert names.text == names.name


def test_the_orbits_of_a_random_triad_census_are_named():
    graph = nx.gnp_random_graph(9, 0.4, seed=3, directed=True)
    codes = nx.triads_by_type(graph)
    for code, triads in codes.items():
        for triad in triads:
            if nx.is_weakly_connected(triad):
                small = nx.convert_node_labels_to_integers(triad)
                assert names_of(Pattern.from_edges(small.edges, directed=True)).man == code


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
