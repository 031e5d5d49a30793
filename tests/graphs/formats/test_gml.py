import io

import igraph
import networkx as nx
import pytest

import spminer
from spminer import InputError


def test_what_networkx_writes(assert_same):
    graph = nx.relabel_nodes(nx.petersen_graph(), lambda node: f'node {node} & "co"')
    file = io.BytesIO()
    nx.write_gml(graph, file)
    assert_same(spminer.read(io.BytesIO(file.getvalue())), spminer.from_networkx(graph))


def test_labels_that_repeat_are_labels(read_text):
    nodes = 'node [ id 3 label "C" ]\n node [ id 5 label "C" ]'
    text = f'Creator "me"\ngraph\n[\n directed 1\n {nodes}\n edge [ source 3 target 5 label "x" ]\n]\n'
    graphs = read_text(text)
    assert graphs.directed
    assert (graphs.names([0, 1]), graphs.node_label_names, graphs.edge_label_names) == (["3", "5"], ("C",), ("x",))


def test_comments_nesting_and_other_keys(read_text):
    nodes = "node [ id 1 graphics [ x 1.5e3 y -2 ] ] node [ id 2 ]"
    assert read_text(f"# comment\ngraph [\n {nodes}\n edge [ source 1 target 2 value 7 ]\n]").num_edges == 1


def test_the_names_of_igraph_are_names(tmp_path):
    graph = igraph.Graph(edges=[(0, 1), (1, 2)])
    graph.vs["name"] = ["ann", "bob", "cid"]
    graph.write_gml(str(tmp_path / "g.gml"))
    read = spminer.read(tmp_path / "g.gml")
    assert read.names(range(3)) == ["ann", "bob", "cid"]
    assert read.node_labels is None


def test_a_label_that_no_two_share_is_the_name_beside_another_name(read_text):
    nodes = 'node [ id 1 label "A" name "x" ] node [ id 2 label "B" name "y" ]'
    graphs = read_text(f"graph [\n {nodes}\n edge [ source 1 target 2 ]\n]")
    assert graphs.names([0, 1]) == ["A", "B"]
    assert graphs.reading.left_out == ("name",)


def test_a_direction_other_than_0_and_1_is_refused_unless_it_is_given(read_text):
    text = "graph [ directed 2\n node [ id 1 ] node [ id 2 ]\n edge [ source 1 target 2 ]\n]"
    with pytest.raises(InputError, match="invalid value 2 of directed; write 0 or 1"):
        read_text(text)
    assert read_text(text, directed=True).directed
