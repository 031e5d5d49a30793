"""Tests of graphs/convert/tables.py and graphs/convert/arrays.py."""

import io

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse

import spminer
from spminer import InputError, UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.convert.tables import frame_columns


def test_pandas():
    table = pd.DataFrame({"u": ["x", "y"], "v": ["y", "z"], "kind": [1, 2]})
    graphs = spminer.from_pandas(table, source="u", target="v", edge_label="kind", directed=True)
    assert spminer.to_pandas(graphs).to_dict("list") == {
        "source": ["x", "y"],
        "target": ["y", "z"],
        "label": ["1", "2"],
    }
    assert spminer.to_edges(spminer.from_pandas(table)).tolist() == [[0, 1], [1, 2]]
    with pytest.raises(InputError, match="u, v, kind"):
        spminer.from_pandas(table, source="u", target="w")
    with pytest.raises(InputError, match="row 2 has no source"):
        spminer.from_pandas(pd.DataFrame({"source": ["a", None], "target": ["b", "c"]}))


def test_graphs_of_a_collection_are_told_apart():
    graphs = spminer.generate.synthetic(2, 3, kind="er", seed=1)
    table = spminer.to_pandas(graphs)
    assert set(table["graph"]) == {0, 1}
    assert (table["source"] // 3 == table["graph"]).all()


COLUMNS = {"from": ["ann", "bob", "ann"], "to": ["bob", "cid", "cid"], "weight": [1.5, 2.0, 0.5]}


def frames():
    yield pd.DataFrame(COLUMNS)
    yield pl.DataFrame(COLUMNS)
    yield pl.DataFrame(COLUMNS).lazy()
    yield pa.table(COLUMNS)
    edges = pd.DataFrame(COLUMNS)  # noqa: F841 (DuckDB finds it by name)
    yield duckdb.sql("select * from edges")


@pytest.mark.parametrize("frame", list(frames()), ids=lambda frame: type(frame).__module__ + "." + type(frame).__name__)
def test_every_frame_is_a_graph(frame, assert_same):
    expected = spminer.from_edges(list(zip(COLUMNS["from"], COLUMNS["to"], strict=True)))
    found = as_collection(frame)
    assert_same(found, expected)
    assert "columns from and to" in found.reading.message()
    assert "not taken: weight" in found.reading.message()


def test_numbers_stay_numbers():
    for frame in (pd.DataFrame({"u": [5, 9], "v": [9, 7]}), pl.DataFrame({"u": [5, 9], "v": [9, 7]})):
        assert as_collection(frame).node_names.tolist() == [5, 7, 9]
    gaps = pd.DataFrame({"u": [5.0, 9.0], "v": [9.0, 7.0]})  # as pandas has whole numbers with missing values
    assert as_collection(gaps).node_names.tolist() == [5, 7, 9]


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"u": [1, None], "v": [2, 3]}, "row 2 has no source or no target"),
        ({"u": ["a", ""], "v": ["b", "c"]}, "row 2 has no source"),
        ({"u": [0.5], "v": [1.5]}, "invalid node id 0.5"),
        ({"p": [1], "q": [2], "r": [3]}, "columns of the ends of the edges are ambiguous"),
        ({"u": [1]}, "column"),
    ],
)
def test_what_is_no_edge_is_refused(columns, reason):
    for frame in (pd.DataFrame(columns), pl.DataFrame(columns)):
        with pytest.raises(InputError, match=reason):
            as_collection(frame)


def test_two_columns_of_one_name():
    with pytest.raises(InputError, match="same name"):
        frame_columns(pd.DataFrame(np.zeros((1, 2)), columns=["a", "a"]))


def test_numbers_beyond_64_bits_are_names():
    graphs = spminer.from_pandas(pd.DataFrame({"source": [2**63, 1], "target": [1, 2]}, dtype=object))
    assert graphs.names(range(3)) == [str(2**63), "1", "2"]
    assert spminer.read(io.BytesIO(b'[{"source": 9223372036854775808, "target": 1}]')).names([0, 1]) == [
        str(2**63),
        "1",
    ]


@pytest.mark.parametrize("value", [[1], {"a": 1}, np.array([1, 2]), True, 2.0**53, 0.5])
def test_what_is_no_id_is_refused(value):
    with pytest.raises(InputError, match=r"row 2 has the invalid node id"):
        spminer.from_pandas(pd.DataFrame({"source": [1, value], "target": [2, 3]}, dtype=object))


@pytest.mark.parametrize(
    ("edges", "options"),
    [
        ([(0, 1, 2)], {}),
        ([(0, 1), (2,)], {}),
        ([(0, -1)], {}),
        (np.array([[0, 2**63]], dtype=np.uint64), {}),
        ([(0, 5)], {"num_nodes": 3}),
        ([("a", "b")], {"num_nodes": 3}),
        ([(0, 1)], {"node_labels": ["a"]}),
        ([(0, 1)], {"edge_labels": ["a", "b"]}),
        ([(0, 1)], {"num_nodes": 2**31}),
    ],
)
def test_bad_edges(edges, options):
    with pytest.raises(InputError):
        spminer.from_edges(edges, **options)


def test_no_edges():
    assert spminer.from_edges([]).num_nodes == 0
    assert spminer.from_edges([], num_nodes=4).num_nodes == 4
    assert spminer.from_edges(np.empty((0, 2), dtype=np.int64)).num_edges == 0


def test_numbers_with_gaps_are_names():
    graphs = spminer.from_edges([(30, 10), (10, 20)], node_labels="abc", edge_labels=[1, 2])
    assert graphs.names(range(3)) == ["10", "20", "30"]
    assert spminer.to_edges(graphs).tolist() == [[0, 1], [0, 2]]
    assert [graphs.edge_label_names[code] for code in graphs.edges()[2]] == ["2", "1"]


def test_names_that_end_in_a_null_are_names_of_their_own():
    graph = spminer.from_edges([("a", "a\0"), ("a\0", "\0"), ("\0", "")])
    assert graph.names(range(graph.num_nodes)) == ["a", "a\0", "\0", ""]


def test_scipy_judges_direction_by_symmetry():
    assert spminer.from_scipy(scipy.sparse.coo_array([[0, 1], [0, 0]])).directed
    assert not spminer.from_scipy(scipy.sparse.csr_matrix([[0, 1], [1, 0]])).directed
    assert spminer.from_scipy(scipy.sparse.csr_array([[0, 0], [0, 0]])).num_nodes == 2
    with pytest.raises(InputError, match="square"):
        spminer.from_scipy(scipy.sparse.csr_array([[0, 1, 0], [1, 0, 0]]))


def test_stored_zeros_are_no_edges():
    matrix = scipy.sparse.coo_array(([1.0, 1.0, 0.0], ([0, 1, 1], [1, 0, 2])), shape=(3, 3))
    graphs = spminer.from_scipy(matrix)
    assert (graphs.num_edges, graphs.directed) == (1, False)


def test_nothing_has_no_matrix():
    with pytest.raises(UsageError, match="without nodes"):
        spminer.to_scipy(spminer.from_edges([]))
