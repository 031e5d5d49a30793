import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.builders import collection
from support.strategies import examples, random_graphs

torch = pytest.importorskip("torch")

from spminer.paper.count_prediction.data import collate, walk_features  # noqa: E402


def closed_walks(graph, node, length):
    """Closed walks without an immediate turn back, one by one."""
    walks = [(node,)]
    for _ in range(length):
        walks = [(*walk, v) for walk in walks for v in graph[walk[-1]] if len(walk) < 2 or v != walk[-2]]
    return sum(walk[-1] == node for walk in walks)


@settings(deadline=None, max_examples=examples(25))
@given(random_graphs(), random_graphs(), st.sampled_from([1, 2, 64]))
def test_features_are_those_of_walks_one_by_one(first, second, block):
    batch = collate(collection([first, second]))
    sizes = torch.tensor([len(first), len(second)])
    nodes, edges = walk_features(batch.source, batch.target, sizes, block=block)
    both = nx.disjoint_union(first, second)
    for v in both:
        far = sum(distance == 2 for distance in nx.single_source_shortest_path_length(both, v, 2).values())
        cycles = [closed_walks(both, v, length) / 2 for length in (3, 4, 5)]
        expected = [both.degree(v), cycles[0], far, *cycles[1:]]
        np.testing.assert_allclose(nodes[v].expm1(), expected, atol=1e-3, rtol=1e-4)
    common = [
        len(set(both[u]) & set(both[v])) for u, v in zip(batch.source.tolist(), batch.target.tolist(), strict=True)
    ]
    np.testing.assert_allclose(edges[:, 0].expm1(), common, atol=1e-4)
