import pytest
from networkx.algorithms.isomorphism import GraphMatcher

import spminer
from spminer.datasets import example
from spminer.report.relations import parents


def contains(large, small):
    """Whether one pattern has the other as an induced part, anchor on anchor, by networkx."""
    graphs = [motif.to_networkx() for motif in (large, small)]
    for graph in graphs:
        for node in graph:
            graph.nodes[node]["anchor"] = node == graph.graph.get("anchor")
    return GraphMatcher(*graphs, node_match=dict.__eq__).subgraph_is_isomorphic()


@pytest.mark.parametrize("frequency", ["anchored", "graph"])
def test_parents_are_the_parts_that_networkx_finds(frequency):
    motifs = [m for size in (2, 4, 5) for m in spminer.enumerate(example(), size, top=9, frequency=frequency)]
    found = parents(motifs)
    for large in motifs:
        expected = [small.id for small in motifs if small.size == large.size - 1 and contains(large, small)]
        assert found[large.id] == expected
    assert any(found.values())
