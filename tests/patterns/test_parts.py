import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from spminer import Pattern
from spminer.patterns.parts import one_node_less
from strategies import labeled_graphs, pattern_of


@given(labeled_graphs(max_nodes=6), st.data())
def test_parts_are_the_connected_subgraphs_without_one_node(graph, data):
    anchor = data.draw(st.none() | st.integers(0, len(graph) - 1))
    expected = []
    for node in set(graph) - {anchor}:
        kept = [other for other in graph if other != node]
        part = nx.relabel_nodes(graph.subgraph(kept), {old: new for new, old in enumerate(kept)}, copy=True)
        ordered = type(graph)()
        ordered.add_nodes_from((i, part.nodes[i]) for i in range(len(kept)))
        ordered.add_edges_from(part.edges(data=True))
        if kept and nx.is_connected(ordered.to_undirected()):
            pattern = pattern_of(ordered, None if anchor is None else kept.index(anchor))
            expected.append(pattern.canonical())
    # As texts: a part without edges says nothing of edge labels.
    found = one_node_less(pattern_of(graph, anchor)) if len(graph) > 1 else ()
    assert sorted(part.text for part in found) == sorted(part.text for part in expected)


def test_labels_go_with_their_nodes_and_edges():
    path = Pattern.parse("0-1:a,1-2:b;C,N,O@1")
    assert {part.text for part in one_node_less(path)} == {"0-1:b;N,O@0", "0-1:a;N,C@0"}
