import gzip
import io
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer.graphs.formats.edgelist import detect_layout


@pytest.mark.parametrize("delimiter", [" ", "\t", ",", ";", "|", "  ", " , "])
def test_every_delimiter(read_text, delimiter):
    graphs = read_text(f"0{delimiter}1\n1{delimiter}2\n")
    assert (graphs.num_nodes, graphs.num_edges) == (3, 2)
    names = read_text(f"x{delimiter}y\ny{delimiter}z\n")
    assert names.names([0, 1, 2]) == ["x", "y", "z"]
    assert read_text("0\t \t1\n1 2\n").num_nodes == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"1 2\n", (" ", "number", False, 0, 1, 2, None)),
        (b"id_1,id_2\n1,2\n", (",", "number", True, 0, 1, 2, None)),
        (b"source,target\na,b\n", (",", "text", True, 0, 1, 2, None)),
        (b",from,to\n0,7,8\n", (",", "number", True, 1, 2, 3, None)),
        (b"a b\nc d\n", (" ", "text", False, 0, 1, 2, None)),
        (b"a b\n1 2\n", (" ", "number", True, 0, 1, 2, None)),
        (b"u v\nv w\n", (" ", "text", False, 0, 1, 2, None)),
        (b"# Directed graph: x\n1\t2\t3\n", (" ", "number", False, 0, 1, 3, True)),
        (b"# Directed Node Graph\n# (graph is undirected)\n1 2\n", (" ", "number", False, 0, 1, 2, False)),
        (b"% directed graph\n1 2\n", (" ", "number", False, 0, 1, 2, True)),
        (b"# nothing else\n", (" ", "number", False, 0, 1, 2, None)),
        (b"New York\tParis\n", ("\t", "text", False, 0, 1, 2, None)),
        (b"# FromNodeId\tToNodeId\n1\t2\n", (" ", "number", False, 0, 1, 2, None)),
        (b"#weight to from\n0.5 1 2\n", (" ", "number", False, 2, 1, 3, None)),
    ],
)
def test_layout(text, expected):
    layout = detect_layout(text)
    table, columns = layout.table, layout.columns
    found = (layout.delimiter, layout.ids, table.header, columns.source, columns.target, table.width, table.directed)
    assert found == expected


def test_numbers_are_sorted_and_gaps_make_no_nodes(read_text):
    graphs = read_text("70 5\n5 9000000000\n")
    assert graphs.node_names.tolist() == [5, 70, 9000000000]
    assert spminer.to_edges(graphs).tolist() == [[0, 1], [0, 2]]
    assert read_text("1 0\n2 1\n").node_names is None


def test_names_come_in_the_order_of_first_sight(read_text):
    assert read_text("z a\na m\n").names([0, 1, 2]) == ["z", "a", "m"]
    assert read_text("3 1\n1 2\n", ids="text").names([0, 1, 2]) == ["3", "1", "2"]


def test_what_is_dropped_is_counted_and_said_once(read_text, caplog):
    graphs = read_text("0 0\n0 1\n1 0\n0 1\n5 5\n")
    assert (graphs.dropped.self_loops, graphs.dropped.repeated_edges, graphs.dropped.isolated_nodes) == (2, 1, 1)
    assert (graphs.num_nodes, graphs.num_edges) == (3, 1)
    [record] = caplog.records
    assert record.getMessage().endswith("dropped 2 self-loops and 1 repeated edge")
    assert record.name == "spminer"


def test_both_ways_is_a_repeat_neither_directed_nor_not(read_text):
    for directed in (False, True):
        assert read_text("0 1\n1 0\n", directed=directed).dropped.repeated_edges == 0


def test_third_column(read_text, caplog):
    ignored = read_text("0 1 2.5\n1 2 3.5\n")
    assert ignored.edge_labels is None
    assert ignored.dropped.extra_columns
    assert ignored.reading.left_out == ("column 3",)
    assert caplog.records == [], "the account of the reading says it already"
    assert read_text("0 1\n1 2 7\n").reading.left_out == ()
    assert "ignored columns" in caplog.records[-1].getMessage(), "a column that only later rows have"
    labeled = read_text("0 1 10\n1 2 9\n2 0 10\n", edge_labels=True)
    assert labeled.edge_label_names == ("9", "10")
    assert labeled.edges()[2].tolist() == [1, 1, 0]
    assert not labeled.dropped.extra_columns


def test_columns_named_by_a_header(read_text):
    graphs = read_text("weight,target,source\nw,b,a\nw,c,b\n", directed=True)
    assert graphs.names([0, 1, 2]) == ["a", "b", "c"]
    assert spminer.to_edges(graphs).tolist() == [[0, 1], [1, 2]]


def test_quotes_byte_order_mark_and_line_ends(read_text):
    graphs = read_text(b'\xef\xbb\xbf"a, b";"c"\r\n"c";"d"')
    assert graphs.names([0, 1, 2]) == ["a, b", "c", "d"]


def test_direction(read_text):
    assert not read_text("0 1\n").directed
    assert read_text("0 1\n", directed=True).directed
    assert read_text("# Directed graph\n0 1\n").directed
    assert not read_text("# Directed graph\n0 1\n", directed=False).directed


def test_sources(tmp_path, monkeypatch):
    text = b"0 1\n1 2\n"
    (tmp_path / "a.txt").write_bytes(text)
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(text))
    (tmp_path / "two_members").write_bytes(gzip.compress(text[:5]) + gzip.compress(text[5:]))
    for name in ("a.txt", "a.txt.gz", "two_members"):
        assert spminer.read(tmp_path / name).num_edges == 2
        assert spminer.read(str(tmp_path / name)).source == str(tmp_path / name)
    assert spminer.read(io.StringIO(text.decode())).num_edges == 2
    for data in (text, gzip.compress(text)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert spminer.read("-").num_edges == 2


def test_more_than_one_chunk(read_text):
    count = 300_000
    edges = np.random.default_rng(0).integers(0, 50_000, size=(count, 2))
    text = "\n".join(f"{u} {v}" for u, v in edges.tolist())
    assert len(text) > 3_000_000
    graphs = read_text(text, directed=True)
    expected = spminer.from_edges(edges, directed=True)
    np.testing.assert_array_equal(graphs.indptr, expected.indptr)
    np.testing.assert_array_equal(graphs.indices, expected.indices)
    assert graphs.dropped == expected.dropped


@given(st.lists(st.tuples(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1)), min_size=1), st.booleans())
def test_any_ids(edges, directed):
    text = "".join(f"{u} {v}\n" for u, v in edges)
    graphs = spminer.read(io.BytesIO(text.encode()), directed=directed)
    names = sorted({end for edge in edges for end in edge})
    assert graphs.names(range(graphs.num_nodes)) == [str(name) for name in names]
    kept = {edge if directed else tuple(sorted(edge)) for edge in edges if edge[0] != edge[1]}
    assert {(names[u], names[v]) for u, v in spminer.to_edges(graphs).tolist()} == kept


def test_labels_of_self_loops_alone(read_text):
    graphs = read_text("a\ta\tk\n", source=1, target=2, edge_labels=True)
    assert (graphs.edge_labels.tolist(), graphs.edge_label_names, graphs.num_nodes) == ([], ("k",), 1)
