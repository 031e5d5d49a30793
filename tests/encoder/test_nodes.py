import io
import sys
from dataclasses import replace

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import spminer
from spminer import UsageError
from spminer._util.monitor import Monitor
from spminer.datasets import example
from spminer.encoder import nodes as module
from spminer.encoder.nodes import NodePoints
from spminer.errors import LimitError
from support import gpu
from support.builders import TINY, random_model

MODEL = random_model()


def embedded(graph, **options):
    return spminer.embed_nodes(graph, model=MODEL, **options)


def test_a_node_of_a_small_graph_is_embedded_with_all_of_it():
    found = embedded(nx.path_graph(4))
    expected = spminer.embed_patterns(["0-1,1-2,2-3@0", "0-1,1-2,2-3@1"], model=MODEL)
    assert np.allclose(found.points[[0, 3]], expected[0], rtol=1e-5)
    assert np.allclose(found.points[[1, 2]], expected[1], rtol=1e-5)
    assert found.node_names == ("0", "1", "2", "3")
    assert found.graph_names is None
    assert found.stop_reason is None


@pytest.mark.parametrize("options", [{}, {"samples": "large"}, {"sampling": "breadth"}, {"repeats": 3}])
def test_a_point_depends_on_the_seed_and_the_node_alone(monkeypatch, options):
    graph = nx.gnp_random_graph(150, 0.05, seed=1)
    monkeypatch.setattr(module, "BLOCK", 40)
    whole = embedded(graph, seed=3, threads=1, **options)
    few = embedded(graph, nodes=["149", "3", "41"], seed=3, threads=2, **options)
    assert few.node_names == ("149", "3", "41")
    assert np.array_equal(few.points, whole.points[[149, 3, 41]])
    assert not np.array_equal(embedded(graph, seed=4, **options).points, whole.points)


def test_repeats_are_a_mean(monkeypatch):
    seen = []
    original = module.sample
    graph = nx.gnp_random_graph(80, 0.1, seed=1)

    def spy(*arguments, **options):
        drawn = original(*arguments, **options)
        seen.append(drawn.batch)
        return drawn

    monkeypatch.setattr(module, "sample", spy)
    found = embedded(graph, repeats=2)
    assert len(seen) == 2
    assert np.allclose(found.points, sum(spminer.embed_patterns(batch, model=MODEL) for batch in seen) / 2, rtol=1e-5)


def test_labels_and_direction_are_not_looked_at():
    arcs = nx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3)])
    nx.set_node_attributes(arcs, {0: "a", 1: "b", 2: "b", 3: "c"}, "label")
    plain = nx.Graph(arcs.edges)
    assert np.array_equal(embedded(arcs).points, embedded(plain).points)


def test_several_graphs_are_told_apart_by_name():
    found = embedded([nx.path_graph(2), nx.path_graph(3)])
    assert found.graph_names == ("0", "0", "1", "1", "1")
    assert len(found) == 5


def test_the_device_makes_no_difference(monkeypatch):
    model = random_model(replace(TINY, width=8))
    here = spminer.embed_nodes(example(), model=model)
    monkeypatch.setattr(module, "open_embedder", lambda model, **_: gpu.embedder(model))
    there = spminer.embed_nodes(example(), model=model)
    assert np.allclose(here.points, there.points, rtol=1e-4, atol=1e-5)


def test_a_stopped_run_has_the_blocks_it_finished(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 10)
    monitor = Monitor()
    original = module.sample

    def stopping(*arguments, **options):
        monitor.cancel()
        return original(*arguments, **options)

    monkeypatch.setattr(module, "sample", stopping)
    found = embedded(nx.path_graph(30), monitor=monitor)
    assert found.node_names == tuple(map(str, range(10)))
    assert found.stop_reason == "interrupted"
    assert len(embedded(nx.path_graph(30), time_limit=1e-9)) == 0


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"samples": "tiny"}, "samples 'tiny'"),
        ({"sampling": "deep"}, "sampling 'deep'"),
        ({"repeats": 0}, "at least 1"),
        ({"nodes": ["99"]}, "no node '99'"),
        ({"device": "abacus"}, "unknown device"),
        ({"sample": "small"}, "did you mean"),
    ],
)
def test_what_cannot_be_meant_is_refused(options, what):
    with pytest.raises(UsageError, match=what):
        embedded(nx.path_graph(4), **options)


@pytest.mark.only_with("posix")
def test_reading_counts_to_the_time_limit(silent_pipe):
    with pytest.raises(LimitError, match=r"time limit of 0\.1 s ended while reading"):
        embedded(silent_pipe, time_limit=0.1)


def test_no_nodes_are_refused():
    with pytest.raises(UsageError, match="the list of nodes is empty; name at least one"):
        embedded(nx.path_graph(4), nodes=[])


POINTS = np.array([[0.1, -2.5e-8], [3.0, 1 / 3]], dtype=np.float32)


ONE = NodePoints(np.array([0, 1], np.int32), ("anna", 'be"la, c'), None, POINTS)


TWO = NodePoints(np.array([0, 1], np.int32), ("0", "0"), ("x", "y"), POINTS)


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
