import itertools

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer.audit.brute_force import Clock, Features, PlainGraph
from spminer.audit.classes import connected_sets, counted_classes
from support.builders import collection
from support.oracles import isomorphic
from support.strategies import examples, labeled_graphs


def plain(graph):
    found = collection(graph)
    return PlainGraph.of_graphs(found, Features(found.directed, found.node_labels is not None, True))


@given(labeled_graphs(max_nodes=8), st.integers(2, 5))
@settings(max_examples=examples(150), deadline=None)
def test_every_connected_set_is_found_once_and_in_its_class(graph, size):
    bare = graph.to_undirected()
    expected = [nodes for nodes in itertools.combinations(graph, size) if nx.is_connected(bare.subgraph(nodes))]
    found = [tuple(sorted(nodes)) for nodes in connected_sets(plain(graph), size, Clock())]
    assert sorted(found) == sorted(expected)
    groups = []
    for nodes in expected:
        part = graph.subgraph(nodes)
        for group in groups:
            if isomorphic(group[0], part):
                group.append(part)
                break
        else:
            groups.append([part])
    classes = counted_classes(plain(graph), size, [0] * len(graph), Clock())
    assert sorted(one.node_sets for one in classes) == sorted(map(len, groups))
    for one in classes:
        assert set.union(*one.images.values()) <= set(graph)
        assert set(one.images) == set(one.orbits)
