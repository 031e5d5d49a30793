import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import Pattern
from spminer.patterns.names import pattern_name
from strategies import labeled_graphs


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
        (nx.balanced_tree(2, 2), "tree, degrees 3² 2 1⁴"),
        (nx.ladder_graph(3), "7 edges, degrees 3² 2⁴"),
    ],
)
def test_shapes(graph, expected):
    assert name(graph) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0-1,1-2,2-3,3-4@0", "path of 5 @end"),
        ("0-1,1-2,2-3,3-4@1", "path of 5 @inside"),
        ("0-1,1-2,2-3,3-4@2", "path of 5 @middle"),
        ("0-1,0-2,0-3@1", "star of 4 @leaf"),
        ("0-1,1-2,2-3,3-0@2", "4-cycle"),
        ("0-1,0-2,1-2,1-3,2-3@1", "diamond @degree 3"),
        ("0>1,1>2,2>0", "feedback loop"),
        ("0>1,1>2,0>2@0", "feed-forward loop @2 out, 0 in"),
        ("0>1,1>0,1>2,2>0", "triangle, 4 arcs"),
        ("0>1,1>2,2>3,3>0", "directed 4-cycle"),
        ("0>2,0>3,1>2,1>3@0", "bi-fan @2 out, 0 in"),
        ("0>1,0>2,1>3,2>3", "bi-parallel"),
        ("0>1,1>2,0>2;C,C,O", "feed-forward loop of 2 C, O"),
        ("0>1,1>2,2>3,0>3", "4-cycle, 4 arcs"),
        ("0>1", "edge, 1 arc"),
        ("0-1,1-2;C,C,O@2", "path of 3 of 2 C, O @end"),
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
