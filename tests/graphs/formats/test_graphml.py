import io

import networkx as nx

import spminer

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
