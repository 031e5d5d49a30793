from hypothesis import given
from hypothesis import strategies as st
from networkx.algorithms.isomorphism import GraphMatcher

import spminer
from spminer.datasets import example
from spminer.report.relations import parents


def contains(large, small):
    """Whether one pattern has the other as an induced part, anchor on anchor, by networkx."""
    graphs = [motif.to_networkx() for motif in (large, small)]
    for graph in graphs:
        for node in graph:
            graph.nodes[node]["anchor"] = node == graph.graph["anchor"]
    return GraphMatcher(*graphs, node_match=dict.__eq__).subgraph_is_isomorphic()


@given(st.integers(0, 5))
def test_parents_are_the_parts_that_networkx_finds(skipped):
    motifs = [
        motif for size in (3, 4, 5) for motif in spminer.enumerate(example(), size, top=8, examples=0).motifs[skipped:]
    ]
    found = parents(motifs)
    for large in motifs:
        expected = [small.id for small in motifs if small.size == large.size - 1 and contains(large, small)]
        assert found[large.id] == expected
