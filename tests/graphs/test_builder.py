import pytest

from spminer import InputError
from spminer.graphs.builder import GraphSetBuilder


def test_graphs_have_nodes_of_their_own_and_edges_may_come_first():
    builder = GraphSetBuilder("here")
    for name in ("first", ""):
        builder.add_edge("a", "b", "double" if name else None)
        builder.add_node("a", "C")
        builder.add_node("b")
        builder.end_graph(name, label=len(name))
    graphs = builder.build(directed=True)
    assert graphs.graph_offsets.tolist() == [0, 2, 4]
    assert graphs.names(range(4)) == ["a", "b", "a", "b"]
    assert graphs.graph_names == ("first", "")
    assert graphs.graph_labels.tolist() == [5, 0]
    assert graphs.source == "here"
    # A missing label among others is the empty label.
    assert [graphs.node_label_names[code] for code in graphs.node_labels] == ["C", "", "C", ""]
    assert [graphs.edge_label_names[code] for code in graphs.edge_labels] == ["double", ""]


@pytest.mark.parametrize(
    ("names", "kept"), [(["0", "1"], None), (["1", "0"], [1, 0]), (["7", "8"], [7, 8]), (["0", "01"], ["0", "01"])]
)
def test_names_are_numbers_where_nothing_is_lost(names, kept):
    builder = GraphSetBuilder()
    for name in names:
        builder.add_node(name)
    builder.end_graph()
    found = builder.build(directed=False).node_names
    assert (None if found is None else found.tolist()) == kept


def test_a_node_is_listed_once_and_every_end_is_listed():
    builder = GraphSetBuilder("here")
    builder.add_node("a")
    with pytest.raises(InputError, match="here: node 'a' is listed twice"):
        builder.add_node("a")
    builder.add_edge("a", "z")
    with pytest.raises(InputError, match="ends at node 'z', which is not listed"):
        builder.end_graph()
