import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer import GraphCollection, InputError, Pattern
from spminer.graphs.pattern_files import pattern_from_graph, read_pattern


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 14), st.floats(0, 1))
def test_graph6_agrees_with_networkx(seed, size, density):
    graph = nx.gnp_random_graph(size, density, seed=seed)
    text = nx.to_graph6_bytes(graph, header=False).decode().strip()
    pattern = read_pattern(text)
    assert (pattern.size, set(pattern.edges)) == (size, {(min(e), max(e)) for e in graph.edges})


@pytest.mark.parametrize(
    "text", ["B", "Bww", "~??", "hello", "absent.csv", "absent.csv@1", "", "?", "w" * 5000, f"{'w' * 300}@1"]
)
def test_what_is_no_pattern(text):
    with pytest.raises(InputError) as caught:
        read_pattern(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("anchor", ["3", "x", "-1", "1" * 5000])
def test_anchor_must_be_a_node(anchor):
    with pytest.raises(InputError, match="invalid anchor"):
        read_pattern("Bw", anchor=anchor)


def test_suffix_of_graph6():
    assert read_pattern("Bw@2") == Pattern.parse("0-1,0-2,1-2@2")


def test_file_with_names(tmp_path):
    path = tmp_path / "pattern.csv"
    path.write_text("source,target\nx,y\ny,z\n")
    assert read_pattern(f"{path}@y") == read_pattern(str(path), anchor="y") == Pattern.parse("0-1,1-2@1")
    with pytest.raises(InputError, match="unknown anchor 'w'"):
        read_pattern(f"{path}@w")


def test_labels_and_direction_are_kept():
    graphs = GraphCollection(
        np.array([0, 1, 2, 2]),
        np.array([1, 0], np.int32),
        np.array([0, 2, 3]),
        directed=True,
        node_labels=np.array([1, 0, 0], np.int32),
        node_label_names=("C", "N"),
        edge_labels=np.array([0, 1], np.int32),
        edge_label_names=("s", "d"),
    )
    assert pattern_from_graph(graphs) == Pattern.parse("0>1:s,1>0:d;N,C")


def test_a_graph_is_too_large_to_be_a_pattern():
    graphs = GraphCollection(np.zeros(66, np.int64), np.zeros(0, np.int32), np.array([0, 65]))
    with pytest.raises(InputError, match="1 to 64 nodes, not 65"):
        pattern_from_graph(graphs)
