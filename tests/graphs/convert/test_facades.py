"""Tests of graphs/convert/as_collection.py as the public functions use it: every graph object, everywhere."""

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import rustworkx

import spminer
from spminer import UsageError

KARATE = nx.karate_club_graph()
PAIRS = [(u, v) for u, v in KARATE.edges]
TABLE = {"source": [u for u, _ in PAIRS], "target": [v for _, v in PAIRS]}


def objects(tmp_path):
    path = tmp_path / "karate.csv"
    pd.DataFrame(TABLE).to_csv(path, index=False)
    both = np.array([*PAIRS, *((v, u) for u, v in PAIRS)]).T
    rust = rustworkx.PyGraph()
    rust.add_nodes_from([None] * 34)
    rust.add_edges_from([(u, v, None) for u, v in PAIRS])
    return [
        KARATE,
        [KARATE],
        igraph.Graph(n=34, edges=PAIRS),
        nx.to_scipy_sparse_array(KARATE),
        nx.to_numpy_array(KARATE),
        np.array(PAIRS),
        PAIRS,
        pd.DataFrame(TABLE),
        pl.DataFrame(TABLE),
        pa.table(TABLE),
        rust,
        type("Data", (), {"edge_index": both, "num_nodes": 34})(),
        path,
        str(path),
        spminer.from_edges(PAIRS),
    ]


def test_every_object_everywhere(tmp_path):
    for graph in objects(tmp_path):
        assert spminer.describe(graph).triangles == 45
        assert spminer.count("0-1,1-2,2-0", graph, frequency="graph").frequency.value == 45
        assert [m.graph_frequency.value for m in spminer.enumerate(graph, 3, frequency="graph")] == [393, 45]
        assert spminer.mine(graph, sizes=3, top=1).motifs[0].size == 3
        assert len(spminer.profile(graph, ["0-1,1-2,2-0"]).nodes) == 34


def test_all_motifs_by_none_or_0():
    assert len(spminer.enumerate(KARATE, 4, top=0)) == len(spminer.enumerate(KARATE, 4, top=None)) == 11


def test_encode_names_the_converter():
    for graphs in (KARATE, [KARATE]):
        with pytest.raises(UsageError, match="pattern_from_graph"):
            spminer.encode(graphs)
