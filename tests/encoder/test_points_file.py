import io
import sys

import numpy as np
import pandas as pd
import pytest

from spminer.encoder.points_file import PointsTable
from spminer.errors import UsageError

POINTS = np.array([[0.1, -2.5e-8], [3.0, 1 / 3]], dtype=np.float32)
ONE = PointsTable(np.array([0, 1], np.int32), ("anna", 'be"la, c'), None, POINTS)
TWO = PointsTable(np.array([0, 1], np.int32), ("0", "0"), ("x", "y"), POINTS)


@pytest.mark.parametrize("table", [ONE, TWO])
@pytest.mark.parametrize("ending", ["parquet", "csv", "tsv"])
def test_tables_give_back_what_was_written(tmp_path, table, ending):
    path = tmp_path / f"points.{ending}"
    table.write(path)
    read = {"parquet": pd.read_parquet, "csv": pd.read_csv, "tsv": lambda p: pd.read_csv(p, sep="\t")}[ending](path)
    assert list(read.columns) == table.columns
    assert tuple(read["node"].astype(str)) == table.node_names
    assert np.array_equal(read[["x0", "x1"]].to_numpy().astype(np.float32), POINTS)
    if table.graph_names is not None:
        assert tuple(read["graph"]) == table.graph_names


@pytest.mark.parametrize("table", [ONE, TWO])
def test_arrays_give_back_what_was_written(tmp_path, table):
    table.write(tmp_path / "points.npz")
    with np.load(tmp_path / "points.npz") as arrays:
        assert np.array_equal(arrays["points"], POINTS)
        assert tuple(arrays["nodes"]) == table.node_names
        assert ("graphs" in arrays) == (table.graph_names is not None)


def test_pandas_has_the_same_columns():
    assert list(TWO.to_pandas().columns) == TWO.columns == ["node", "graph", "x0", "x1"]


def test_text_is_what_csv_readers_expect():
    text = io.StringIO()
    ONE.write_text(text)
    assert text.getvalue().splitlines()[0] == "node,x0,x1"
    assert text.getvalue().splitlines()[2].startswith('"be""la, c",3.0,')


def test_parquet_without_pyarrow_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"spminer\[parquet\]"):
        ONE.write(tmp_path / "points.parquet")
    assert not list(tmp_path.iterdir())
