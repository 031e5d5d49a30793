import io

import igraph
import networkx as nx
import pytest

import spminer
from spminer import InputError

HEAD = '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'


def test_what_networkx_writes(assert_same):
    graph = nx.karate_club_graph()
    nx.set_node_attributes(graph, {node: str(node % 3) for node in graph}, "label")
    nx.set_edge_attributes(graph, "friend", "label")
    file = io.BytesIO()
    nx.write_graphml(graph, file)
    assert_same(spminer.read(io.BytesIO(file.getvalue())), spminer.from_networkx(graph))


def test_many_graphs_direction_and_edges_before_nodes(read_text):
    one = '<graph edgedefault="directed"><edge source="a" target="b"/><node id="a"/><node id="b"/></graph>'
    graphs = read_text(f"{HEAD}{one}{one}</graphml>")
    assert (graphs.num_graphs, graphs.num_edges, graphs.directed) == (2, 2, True)


def test_the_names_of_igraph_are_names(tmp_path):
    graph = igraph.Graph(edges=[(0, 1), (1, 2)])
    graph.vs["name"], graph.vs["label"] = ["ann", "bob", "cid"], ["C", "N", "C"]
    graph.write_graphml(str(tmp_path / "g.graphml"))
    read = spminer.read(tmp_path / "g.graphml")
    assert read.names(range(3)) == ["ann", "bob", "cid"]
    assert [read.node_label_names[code] for code in read.node_labels] == ["C", "N", "C"]
    assert read.reading.names == "attribute name (no two alike)"


def test_names_that_repeat_or_are_asked_for_as_labels_are_no_names(tmp_path):
    graph = igraph.Graph(edges=[(0, 1), (1, 2)])
    graph.vs["name"] = ["ann", "bob", "ann"]
    graph.write_graphml(str(tmp_path / "g.graphml"))
    read = spminer.read(tmp_path / "g.graphml")
    assert read.names(range(3)) == ["n0", "n1", "n2"]
    assert "name" in read.reading.left_out
    asked = spminer.read(tmp_path / "g.graphml", label="name")
    assert asked.names(range(3)) == ["n0", "n1", "n2"]
    assert asked.node_label_names == ("ann", "bob")


def test_a_default_value_belongs_to_a_key(read_text):
    with pytest.raises(InputError, match="line 1: <default> outside of a <key>; correct the file"):
        read_text(f'{HEAD}<default>x</default><graph edgedefault="directed"/></graphml>')
