import io

import networkx as nx

import spminer


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
