import csv
import sys

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import spminer
from spminer import UsageError


@pytest.fixture
def exact():
    """Of a triangle with a tail, the paths and triangles."""
    friends = spminer.from_edges([("anna", "bela"), ("bela", "cleo"), ("cleo", "anna"), ("cleo", "dora")])
    return spminer.profile(friends, ["0-1,1-2", "0-1,1-2,2-0"])


@pytest.fixture
def bounded():
    """Counts of which some are lower bounds: five nodes that see six 3-stars each as hub, or ten."""
    graphs = spminer.from_networkx([nx.star_graph(4), nx.star_graph(5)])
    return spminer.profile(graphs, ["0-1,0-2,0-3"], nodes=["0", "1"], limit=5)


def test_wide_has_a_row_per_node_and_a_column_per_position(exact):
    table = exact.to_pandas()
    assert table.to_dict("list") == {
        "node": ["anna", "bela", "cleo", "dora"],
        "0-1,1-2@0": [1, 1, 0, 2],
        "0-1,0-2@0": [0, 0, 2, 0],
        "0-1,0-2,1-2@0": [1, 1, 1, 0],
    }


def test_long_has_a_row_per_position_that_a_node_has(exact):
    table = exact.to_pandas(long=True)
    assert len(table) == 7
    assert table.iloc[0].drop(["man"]).to_dict() == {
        "node": "anna", "size": 3, "motif": "0-1,1-2", "position": "0-1,1-2@0", "name": "path of 3, at an end",
        "graphlet": "G1", "orbit": 1, "count": 1, "kind": "exact",
    }  # fmt: skip
    assert (table["count"] > 0).all()
    assert table["count"].sum() == exact.counts.sum()


def test_lower_bounds_are_told_cell_by_cell(bounded):
    hub = next(position.id for position in bounded.positions if position.nodes == 1)
    table = bounded.to_pandas()
    assert table["graph"].tolist() == ["0", "1", "0", "1"]
    assert table[hub].tolist() == [4, 5, 0, 0]
    assert table[f"{hub} kind"].tolist() == ["exact", "lower_bound", "exact", "exact"]
    long = bounded.to_pandas(long=True)
    assert long.loc[long["kind"] == "lower_bound", ["node", "graph", "count"]].values.tolist() == [
        ["0", "1", 5],
        ["1", "1", 5],
    ]


def test_exact_tables_have_no_columns_about_kinds(exact):
    assert not [name for name in exact.wide_columns() if "kind" in name]


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("ending", [".csv", ".tsv"])
def test_text_files_hold_the_table(exact, bounded, tmp_path, ending, long):
    for profile in (exact, bounded):
        path = tmp_path / f"profile{ending}"
        profile.write(path, long=long)
        read = pd.read_csv(path, sep="," if ending == ".csv" else "\t", dtype={"node": str, "graph": str})
        expected = profile.to_pandas(long=long)
        assert read.columns.tolist() == expected.columns.tolist()
        assert read["node"].tolist() == expected["node"].tolist()
        for name in expected.columns:
            same = expected[name].astype(object).where(expected[name].notna(), None).tolist()
            assert read[name].astype(object).where(read[name].notna(), None).tolist() == same


@pytest.mark.parametrize("long", [False, True])
def test_parquet_files_hold_the_table(bounded, tmp_path, long):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra parquet)")
    bounded.write(tmp_path / "profile.parquet", long=long)
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "profile.parquet"), bounded.to_pandas(long=long))


def test_parquet_without_its_library_says_how_to_get_it(exact, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'spminer\[parquet\]'"):
        exact.write(tmp_path / "profile.parquet")
    assert list(tmp_path.iterdir()) == []


def test_other_endings_are_refused(exact, tmp_path):
    with pytest.raises(UsageError, match=r"\.csv, \.tsv, \.parquet"):
        exact.write(tmp_path / "profile.xlsx")


def test_text_needs_no_pandas(exact, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    exact.write(tmp_path / "profile.csv")
    with (tmp_path / "profile.csv").open() as file:
        rows = list(csv.reader(file))
    assert rows[3] == ["cleo", "0", "2", "1"]
    with pytest.raises(UsageError, match=r"spminer\[graphs\]"):
        exact.to_pandas()


def test_many_rows_are_all_written(tmp_path):
    profile = spminer.profile(spminer.from_networkx(nx.path_graph(10_000)), ["0-1,1-2"])
    profile.write(tmp_path / "long.csv")
    numbers = np.loadtxt(tmp_path / "long.csv", delimiter=",", skiprows=1, dtype=np.int64)
    np.testing.assert_array_equal(numbers[:, 1:], profile.counts)
    np.testing.assert_array_equal(numbers[:, 0], np.arange(10_000))


def test_a_table_without_rows_has_its_columns():
    profile = spminer.profile(spminer.from_edges([("a", "b")]), ["0-1,1-2"])
    assert profile.to_pandas(long=True).columns.tolist()[-2:] == ["count", "kind"]
    assert len(profile.to_pandas(long=True)) == 0
