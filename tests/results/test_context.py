import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import GraphCollection, Motif, MotifSet
from spminer.datasets import example
from spminer.results.context import MOST_NODES, Vicinity


@st.composite
def graphs_with_nodes(draw):
    kind = nx.DiGraph if draw(st.booleans()) else nx.Graph
    size = draw(st.integers(2, 9))
    pairs = [(a, b) for a in range(size) for b in range(size) if a != b and (kind is nx.DiGraph or a < b)]
    graph = kind()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), unique=True)))
    nodes = draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=4, unique=True))
    return graph, nodes, draw(st.integers(1, 9))


@settings(deadline=None)
@given(graphs_with_nodes())
def test_one_step_around_as_networkx_has_it(case):
    graph, nodes, most = case
    around = Vicinity(spminer.from_networkx(graph)).around(nodes, most=most)
    beside = {other for node in nodes for other in nx.all_neighbors(graph, node)} - set(nodes)
    shown = [int(name) for name in around.neighbors]
    assert set(shown) <= beside
    assert len(shown) == min(len(beside), max(most - len(nodes), 0))
    assert around.hidden == len(beside) - len(shown)
    kept = [*nodes, *shown]
    drawn = {(kept[a], kept[b]) for a, b in around.edges}
    expected = set(graph.subgraph(kept).edges)
    if not graph.is_directed():
        drawn, expected = ({frozenset(edge) for edge in edges} for edges in (drawn, expected))
    assert drawn == expected
    assert len(around.edges) == len(expected)


def test_those_with_most_edges_to_the_example_are_kept():
    edges = [(0, 1), (0, 2), (0, 3), (1, 3)]
    assert Vicinity(spminer.from_edges(edges)).around([0, 1], most=3).neighbors == ("3",)


def test_the_graph_of_a_collection_is_named():
    pair = spminer.from_networkx([nx.path_graph(3), nx.path_graph(3)])
    assert Vicinity(pair).around([4]).graph is not None
    assert Vicinity(pair[1]).around([1]).graph is None


@pytest.mark.parametrize("find", [spminer.mine, spminer.enumerate])
def test_results_keep_them(find, tmp_path):
    result = find(example(), 5, top=2, examples=2)
    for motif in result:
        assert len(motif.surroundings) == len(motif.examples) == 2
        for around in motif.surroundings:
            assert motif.size + len(around.neighbors) <= MOST_NODES
            assert set(motif.pattern.edges) <= set(around.edges)
    result.to_json(tmp_path / "result.json")
    assert MotifSet.from_json(tmp_path / "result.json") == result


def test_old_result_files_are_read():
    data = spminer.enumerate(example(), 3, top=1).to_dict()
    del data["versions"], data["motifs"][0]["surroundings"]
    old = MotifSet.from_dict(data)
    assert (old.versions, old[0].surroundings) == ({}, ())


def test_hubs_are_looked_around_too():
    star: GraphCollection = spminer.from_edges([(0, leaf) for leaf in range(1, 5001)])
    around = Vicinity(star).around([0, 1])
    assert len(around.neighbors) == MOST_NODES - 2
    assert around.hidden == 5000 - 1 - (MOST_NODES - 2)
    assert isinstance(Motif(spminer.Pattern.parse("0-1"), 1, surroundings=(around,)).to_dict()["surroundings"], list)
