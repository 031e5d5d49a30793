"""Tests of graphs/formats/gspan.py: their common lines."""

import spminer


def test_gspan(read_text):
    graphs = read_text("t # 0\nv 0 C\nv 1 N\ne 0 1 2\nt # 1\nv 0 C\nt # -1\n")
    assert (graphs.num_graphs, graphs.num_nodes, graphs.num_edges) == (2, 3, 1)
    assert graphs.graph_names == ("0", "1")
    assert (graphs.node_label_names, graphs.edge_label_names) == (("C", "N"), ("2",))
    assert graphs.names([0, 1, 2]) == ["0", "1", "0"]


def test_declared_sizes_and_degrees(read_text):
    graphs = read_text("t 3 2\nv 0 5 1\nv 1 6 2\nv 2 5 1\ne 0 1\ne 1 2\n")
    assert (graphs.num_nodes, graphs.num_edges, graphs.edge_labels) == (3, 2, None)
    assert graphs.node_label_names == ("5", "6")


def test_grami_comment_as_first_line(read_text):
    assert read_text("# t 1\nv 0 a\nv 1 a\ne 0 1 b\n").edge_label_names == ("b",)


def test_weights_are_no_labels(read_text, caplog):
    graphs = read_text("t # 1\nv 0 a\nv 1 a\nv 2 b\ne 0 1 47.5\ne 1 2 30\n")
    assert graphs.edge_labels is None
    assert "weights" in graphs.reading.message()
    assert len(caplog.records) == 1


def test_all_zero_labels_are_none(read_text):
    graphs = read_text("t # 1\nv 0 0\nv 1 0\ne 0 1 0\n")
    assert (graphs.node_labels, graphs.edge_labels) == (None, None)


def test_arcs(read_text):
    graphs = read_text("t # 1\nv 0 0\nv 1 0\nd 1 0 0\n")
    assert graphs.directed
    assert spminer.to_edges(graphs).tolist() == [[1, 0]]
