import networkx as nx
import numpy as np
import pytest
import torch

from spminer.encoder.model import ModelConfig
from spminer.encoder.network import Encoder, node_features, order_penalty

SMALL = ModelConfig(width=8, layers=3, hops=4, head=(12,), dimensions=5)


def dense(graph, padded=None):
    size = padded or len(graph)
    out = torch.zeros(1, size, size)
    out[0, : len(graph), : len(graph)] = torch.tensor(nx.to_numpy_array(graph), dtype=torch.float32)
    return out, torch.tensor([len(graph)])


KINDS = [{"conv": "sage"}, {"conv": "gin"}, {"conv": "gcn"}, {"skip": False}, {"skip": "paper"}, {"hops": 0}]


@pytest.fixture(params=KINDS, ids=str)
def encoder(request):
    torch.manual_seed(0)
    return Encoder(ModelConfig(**{**SMALL.to_dict(), **request.param})).eval()


def test_padding_changes_nothing(encoder):
    graph = nx.lollipop_graph(4, 3)
    torch.testing.assert_close(encoder(*dense(graph)), encoder(*dense(graph, padded=12)), rtol=1e-5, atol=1e-6)


def test_the_order_of_nodes_other_than_the_anchor_changes_nothing(encoder):
    graph = nx.lollipop_graph(4, 3)
    order = [0, *np.random.default_rng(1).permutation(range(1, 7)).tolist()]
    shuffled = nx.relabel_nodes(graph, {old: new for new, old in enumerate(order)})
    same = nx.Graph()
    same.add_nodes_from(range(7))
    same.add_edges_from(shuffled.edges)
    torch.testing.assert_close(encoder(*dense(graph)), encoder(*dense(same)), rtol=1e-5, atol=1e-6)


def test_the_anchor_matters(encoder):
    path = nx.path_graph(4)
    inner = nx.Graph()
    inner.add_nodes_from(range(4))
    inner.add_edges_from([(0, 1), (0, 2), (2, 3)])  # the same path, anchored at an inner node
    assert (encoder(*dense(path)) - encoder(*dense(inner))).abs().max() > 1e-4


def test_features_are_those_of_networkx():
    graph = nx.karate_club_graph()
    adjacency = torch.tensor(nx.to_numpy_array(graph, weight=None), dtype=torch.float32).unsqueeze(0)
    found = node_features(adjacency, torch.ones(1, 34), hops=3)[0].numpy()
    distance = nx.single_source_shortest_path_length(graph, 0)
    triangles = nx.triangles(graph)
    for node in graph:
        within = [float(distance[node] <= d) for d in (1, 2, 3)]
        expected = [float(node == 0), np.log1p(graph.degree[node]), np.log1p(triangles[node]), *within]
        np.testing.assert_allclose(found[node], expected, rtol=1e-5)


def test_gcn_is_the_normalized_sum_over_neighbors():
    torch.manual_seed(0)
    layer = Encoder(ModelConfig(**{**SMALL.to_dict(), "conv": "gcn", "skip": False})).convs[0]
    graph = nx.house_graph()
    x = torch.randn(1, 5, 8)
    with_loops = nx.to_numpy_array(graph) + np.eye(5)
    scale = np.diag(with_loops.sum(1) ** -0.5)
    linear = x[0].numpy() @ layer.linear.weight.detach().numpy().T + layer.linear.bias.detach().numpy()
    expected = np.maximum(scale @ with_loops @ scale @ linear, 0)
    np.testing.assert_allclose(layer(x, dense(graph)[0])[0].detach().numpy(), expected, rtol=1e-4, atol=1e-6)


def test_a_penalty_is_zero_below_and_grows_with_what_sticks_out():
    low, high = torch.tensor([0.0, 1.0]), torch.tensor([1.0, 1.0])
    assert order_penalty(low, high) == 0
    assert order_penalty(high, low) == 1
    assert order_penalty(high + 1, low) == 5
