import json

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer._util.options import from_plain
from spminer.errors import UsageError
from spminer.paper.count_prediction.data import (
    PRESETS,
    CountConfig,
    nearest_neighbors,
    regions,
    ring_tree,
    training_graphs,
)

TINY = PRESETS["tiny"]


def test_config_refuses_unknown_names():
    assert from_plain(CountConfig, TINY.to_dict(), "settings") == TINY
    with pytest.raises(UsageError, match="widht"):
        from_plain(CountConfig, {"widht": 3}, "settings")


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_json(name):
    assert from_plain(CountConfig, json.loads(json.dumps(PRESETS[name].to_dict())), "settings") == PRESETS[name]


def test_training_graphs_are_a_function_of_the_seed():
    first, again, other = (training_graphs(12, 40, seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.indices, again.indices)
    assert first.indices.tolist() != other.indices.tolist()
    assert np.diff(first.graph_offsets).min() >= 6
    assert np.diff(first.graph_offsets).max() <= 40


@given(st.integers(2, 60), st.integers(0, 2**32 - 1))
def test_ring_trees_are_connected_and_respect_valence(size, seed):
    edges = ring_tree(size, np.random.default_rng(seed))
    graph = nx.Graph(edges)
    assert len(graph) == size
    assert graph.number_of_edges() == len(edges)
    assert nx.is_connected(graph)
    assert max(degree for _, degree in graph.degree) <= 4


@pytest.mark.parametrize("kind", [nearest_neighbors, regions])
@pytest.mark.parametrize("size", [6, 7, 30])
def test_graphs_of_points_are_simple_and_sparse(kind, size):
    for seed in range(20):
        edges = kind(size, np.random.default_rng(seed))
        assert all(0 <= u < v < size for u, v in edges)
        assert len(set(edges)) == len(edges) <= 7 * size
