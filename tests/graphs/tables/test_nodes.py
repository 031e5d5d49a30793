"""Tests of graphs/tables/nodes.py and graphs/node_names.py."""

import io
import json

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest

import spminer
from spminer import InputError, UsageError
from spminer.graphs.node_names import find_nodes, graph_names_of

EDGES = b"1,2\n2,3\n"


def labeled(nodes, **options):
    return spminer.read(io.BytesIO(EDGES), nodes=nodes, **options)


@pytest.mark.parametrize(
    "text",
    [
        "id,label\n1,x\n2,y\n3,x\n",
        "Id\tClass\n3\tx\n2\ty\n1\tx\n",
        "1 x\n2 y\n3 x\n",
        "1;x\n2;y\n3;x\n",
        "node,score,type\n1,0.5,x\n2,0.1,y\n3,0.7,x\n",
        '[{"id": 1, "label": "x"}, {"id": 2, "label": "y"}, {"id": 3, "label": "x"}]',
        '{"1": "x", "2": "y", "3": "x"}',
    ],
)
def test_tables_of_nodes(text, tmp_path):
    (tmp_path / "nodes").write_text(text)
    graphs = labeled(tmp_path / "nodes")
    assert [graphs.node_label_names[code] for code in graphs.node_labels] == ["x", "y", "x"]
    assert "node labels from column" in graphs.reading.message()


def test_frames_and_parquet(tmp_path):
    frame = pd.DataFrame({"id": [1, 2, 3], "kind": ["x", "y", "x"]})
    frame.to_parquet(tmp_path / "nodes.parquet")
    for nodes in (frame, pl.DataFrame(frame.to_dict("list")), tmp_path / "nodes.parquet", {1: "x", 2: "y", 3: "x"}):
        assert labeled(nodes).node_label_names == ("x", "y")


def test_nodes_without_edges_are_added(caplog):
    graphs = labeled({1: "x", 2: "y", 9: "x"})
    assert graphs.names(range(4)) == ["1", "2", "3", "9"]
    assert graphs.dropped.isolated_nodes == 1
    assert [graphs.node_label_names[code] for code in graphs.node_labels] == ["x", "y", "", "x"]
    assert "1 of 3 nodes are not in the table of nodes" in caplog.text
    assert spminer.describe(graphs).components == 2


def test_labels_that_are_all_different_are_names():
    graphs = labeled({1: "Ann", 2: "Bob", 3: "Cid"})
    assert (graphs.node_labels, graphs.names(range(3))) == (None, ["Ann", "Bob", "Cid"])
    asked = labeled({1: "Ann", 2: "Bob", 3: "Cid"}, label="label")
    assert asked.node_label_names == ("Ann", "Bob", "Cid")


@pytest.mark.parametrize(
    ("nodes", "options", "reason"),
    [
        ({7: "x", 8: "y"}, {}, "has no node of the graph"),
        (b"id,label\n1,x\n1,y\n", {}, "listed twice"),
        (b"id,label\n,x\n", {}, "has no id"),
        (b"id,label\n1,x,z\n", {}, "columns"),
        (b"id,label\n1,x\n", {"label": "class"}, "name one of: id, label"),
        (b"x,label\n1,a\n", {}, "column of the ids of nodes is ambiguous"),
        (b"", {}, "no rows"),
        (b"\0\1", {}, "binary"),
        (b"[1, 2]", {}, "not a list of nodes"),
    ],
)
def test_tables_that_are_refused(nodes, options, reason):
    source = io.BytesIO(nodes) if isinstance(nodes, bytes) else nodes
    with pytest.raises(InputError, match=reason):
        labeled(source, **options)


def test_one_table_is_for_one_graph():
    two = io.BytesIO(b"t # 0\nv 0 a\nv 1 a\ne 0 1 b\nt # 1\nv 0 a\nv 1 a\ne 0 1 b\n")
    with pytest.raises(InputError, match="2 graphs"):
        spminer.read(two, nodes={0: "x"})


def test_a_label_needs_a_place_to_come_from():
    with pytest.raises(InputError, match="node table, given as nodes="):
        spminer.read(io.BytesIO(EDGES), label="class")


LG = b"t # 0\nv 0 0\nv 1 1\nv 2 0\ne 0 1 5\ne 1 2 5\n"


@pytest.mark.parametrize(
    "text", ["0 C\n1 N\n", "0,C\n1,N\n", "# atoms\n0: C\n1: N\n", "0\tC\n1\tN", '{"0": "C", "1": "N"}']
)
def test_names_of_labels(text, tmp_path):
    (tmp_path / "names").write_text(text)
    graphs = spminer.read(io.BytesIO(LG), label_names=tmp_path / "names")
    assert [graphs.node_label_names[code] for code in graphs.node_labels] == ["C", "N", "C"]


def test_names_of_some_labels_and_of_one_kind(caplog):
    graphs = spminer.read(io.BytesIO(LG), label_names={0: "C"})
    assert graphs.node_label_names == ("1", "C")
    assert "labels without a name: 1" in caplog.text
    merged = spminer.read(io.BytesIO(LG), label_names={0: "C", 1: "C"})
    assert (merged.node_label_names, merged.node_labels.tolist()) == (("C",), [0, 0, 0])


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("7 C\n", "names none of the labels"),
        ("0\n", "invalid line"),
        ("0 C\n0 N\n", "two names"),
        ('{"0": [1]}', "without a name"),
        ("{", "JSON"),
    ],
)
def test_names_that_are_refused(names, reason, tmp_path):
    (tmp_path / "names").write_text(names)
    with pytest.raises(InputError, match=reason):
        spminer.read(io.BytesIO(LG), label_names=tmp_path / "names")
    with pytest.raises(InputError, match="nodes have no labels"):
        spminer.read(io.BytesIO(EDGES), label_names={0: "C"})


def test_tables_and_names_go_together(tmp_path):
    (tmp_path / "names.json").write_text(json.dumps({"x": "nurse", "y": "doctor"}))
    graphs = labeled({1: "x", 2: "y", 3: "x"}, label_names=tmp_path / "names.json")
    assert graphs.node_label_names == ("doctor", "nurse")


def test_names_stand_beside_labels_that_were_asked_for():
    table = {"Id": [1, 2, 3], "Label": ["Ann", "Bob", "Cid"], "team": ["x", "y", "x"]}
    graphs = labeled(pd.DataFrame(table), label="team")
    assert graphs.names(range(3)) == ["Ann", "Bob", "Cid"]
    assert [graphs.node_label_names[code] for code in graphs.node_labels] == ["x", "y", "x"]
    assert graphs.reading.left_out == ()
    alike = labeled(pd.DataFrame({**table, "Label": ["Ann", "Bob", "Ann"]}), label="team")
    assert alike.names(range(3)) == ["1", "2", "3"]
    assert alike.reading.left_out == ("Label of nodes",)


def test_names_of_some_nodes_are_not_taken(caplog):
    graphs = labeled({1: "Ann", 2: "Bob"})
    assert (graphs.node_labels, graphs.names(range(3))) == (None, ["1", "2", "3"])
    assert graphs.reading.left_out == ("label of nodes",)
    assert "1 of 3 nodes are not in the table of nodes" in caplog.text


def test_names_numbers_and_numbers_without_names():
    assert find_nodes(spminer.from_edges([("x", "10"), ("10", "y")]), ["10", "x"]).tolist() == [1, 0]
    assert find_nodes(spminer.from_edges([(70, 5), (5, 9)]), ["9", "70"]).tolist() == [1, 2]
    plain = spminer.from_edges(np.array([[0, 1], [1, 2]]), num_nodes=3)
    assert find_nodes(plain, ["2", "0", "2"]).tolist() == [2, 0]


def test_every_graph_that_has_the_name_is_asked():
    graphs = spminer.from_networkx([nx.path_graph(["a", "b"]), nx.path_graph(["b", "c"])])
    found = find_nodes(graphs, ["b"])
    assert graphs.names(found) == ["b", "b"]
    assert graph_names_of(graphs, found) == ("0", "1")


@pytest.mark.parametrize("name", ["ana", "7", "-1", "00", " 0", "²"])
def test_unknown_names_are_refused(name):
    for graphs in (spminer.from_edges([("anna", "bela")]), spminer.from_edges([(0, 1)])):
        with pytest.raises(UsageError, match=f"no node {name!r}"):
            find_nodes(graphs, [name])


def test_the_nearest_name_is_offered():
    with pytest.raises(UsageError, match="did you mean 'anna'"):
        find_nodes(spminer.from_edges([("anna", "bela")]), ["ana"])


def test_no_name_at_all():
    with pytest.raises(UsageError, match="list of nodes is empty"):
        find_nodes(spminer.from_edges([(0, 1)]), [])


def test_one_graph_needs_no_name_and_several_keep_theirs():
    assert graph_names_of(spminer.from_edges([(0, 1)]), np.array([0], dtype=np.int32)) is None
