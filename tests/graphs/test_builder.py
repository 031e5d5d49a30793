import io

import pytest

import spminer
from spminer import InputError
from spminer._util.deadline import Deadline
from spminer.graphs.builder import FEW_EDGES, FEWEST_NAMED, GraphBuilder
from spminer.graphs.options import ReadOptions


def builder(options=None, **how):
    return GraphBuilder(options or ReadOptions(), "a format", "here", **how)


def labels(graphs):
    """The labels of nodes and of edges in words."""
    own = [
        None if codes is None else [names[code] for code in codes]
        for names, codes in (
            (graphs.node_label_names, graphs.node_labels),
            (graphs.edge_label_names, graphs.edges()[2]),
        )
    ]
    return tuple(own)


def test_graphs_have_nodes_of_their_own_and_edges_may_come_first():
    graphs = builder()
    for name in ("first", ""):
        graphs.add_edge("a", "b", {"label": "double"} if name else {})
        graphs.add_node("a", {"label": "C"})
        graphs.add_node("b", {})
        graphs.end_graph(name, label=len(name))
    graphs = graphs.build(True)
    assert graphs.graph_offsets.tolist() == [0, 2, 4]
    assert graphs.names(range(4)) == ["a", "b", "a", "b"]
    assert graphs.graph_names == ("first", "")
    assert graphs.graph_labels.tolist() == [5, 0]
    assert graphs.source == "here"
    # A missing label among others is the empty label.
    assert labels(graphs) == (["C", "", "C", ""], ["double", ""])


def test_labels_are_optional_and_none_is_no_label():
    graphs = builder()
    graphs.add_node("a", {"label": None})
    graphs.add_node("b", {})
    graphs.add_edge("a", "b", {"label": None})
    graphs.end_graph()
    graphs = graphs.build(False)
    assert labels(graphs) == (None, None)
    assert graphs.graph_names is None
    assert graphs.graph_labels is None
    assert graphs.reading.left_out == ()


@pytest.mark.parametrize(
    ("names", "kept"), [(["0", "1"], None), (["1", "0"], [1, 0]), (["7", "8"], [7, 8]), (["0", "01"], ["0", "01"])]
)
@pytest.mark.parametrize("attribute", [False, True])
def test_names_are_numbers_where_nothing_is_lost(names, kept, attribute):
    graphs = builder(name_attribute="name")
    for place, name in enumerate(names):
        graphs.add_node(f"n{place}" if attribute else name, {"name": name} if attribute else {})
    graphs.end_graph()
    found = graphs.build(False).node_names
    assert (None if found is None else found.tolist()) == kept


def test_a_node_is_listed_once_and_every_end_is_listed():
    graphs = builder()
    graphs.add_node("a", {})
    with pytest.raises(InputError, match="here: node 'a' is listed twice; make the ids unique"):
        graphs.add_node("a", {})
    graphs.add_edge("a", "z", {})
    with pytest.raises(InputError, match="an edge ends at node 'z', which is not listed; list all nodes") as caught:
        graphs.end_graph()
    assert caught.value.line is None


def test_an_edge_with_a_line_is_refused_at_once_and_with_it():
    graphs = builder()
    graphs.add_node("a", {})
    with pytest.raises(InputError, match="here, line 7: an edge ends at node 'z', which is not listed") as caught:
        graphs.add_edge("a", "z", {}, line=7)
    assert caught.value.line == 7


@pytest.mark.parametrize(
    ("form", "text", "line"),
    [
        ("gml", "graph [\nnode [ id 1 ]\nedge [ source 1 target 2 ]\nedge [ source 1 ]\n]\n", 3),
        ("gexf", "<gexf><graph>\n<node id='1'/>\n<edge source='1' target='2'/>\n</graph></gexf>", 4),
        ("graphml", "<graphml><graph>\n<node id='1'/>\n<edge source='1' target='2'/>\n</graph></graphml>", 4),
        ("json", '{"nodes": [{"id": 1}],\n"links": [{"source": 1, "target": 2}]}', None),
    ],
)
def test_an_end_that_is_not_listed_is_refused_with_the_line_of_the_format(form, text, line):
    with pytest.raises(InputError, match="an edge ends at node '2', which is not listed") as caught:
        spminer.read(io.BytesIO(text.encode()), format=form)
    assert caught.value.line == line


def test_missing_nodes_are_added_in_the_order_of_the_edges():
    graphs = builder()
    graphs.add_node("c", {})
    graphs.add_edge("b", "c", {})
    graphs.add_edge("c", "a", {})
    graphs.end_graph(add_missing=True)
    graphs.add_edge("a", "b", {})
    graphs.end_graph(add_missing=True)
    assert graphs.build(False).names(range(5)) == ["c", "b", "a", "a", "b"]


def test_what_is_after_the_last_graph_does_not_count():
    graphs = builder()
    graphs.add_node("a", {"label": "x"})
    graphs.end_graph()
    graphs.add_node("b", {"label": "y"})
    graphs.add_edge("b", "c", {"label": "z"})
    graphs = graphs.build(False)
    assert graphs.names(range(graphs.num_nodes)) == ["x"]
    assert labels(graphs) == (None, None)


@pytest.mark.parametrize(("names_per_graph", "taken"), [(False, False), (True, True)])
def test_labels_that_recur_in_other_graphs_are_names_if_the_format_says_so(names_per_graph, taken):
    graphs = builder(names_per_graph=names_per_graph)
    for order in ("ab", "ba"):
        for node, label in enumerate(order):
            graphs.add_node(str(node), {"label": label})
        graphs.add_edge("0", "1", {})
        graphs.end_graph()
    graphs = graphs.build(False)
    assert graphs.names(range(4)) == (["a", "b", "b", "a"] if taken else ["0", "1", "0", "1"])
    assert labels(graphs)[0] == (None if taken else ["a", "b", "b", "a"])


@pytest.mark.parametrize("count", [FEWEST_NAMED - 1, FEWEST_NAMED])
def test_labels_of_small_objects_are_labels(count):
    graphs = builder(min_named_nodes=FEWEST_NAMED)
    for node in range(count):
        graphs.add_node(str(node), {"label": f"l{node}"})
    graphs.end_graph()
    assert (graphs.build(False).node_labels is None) is (count == FEWEST_NAMED)


@pytest.mark.parametrize(
    ("count", "insisted", "kept"), [(FEW_EDGES - 1, False, True), (FEW_EDGES, False, False), (FEW_EDGES, True, True)]
)
def test_edge_labels_that_all_differ_are_labels_of_few_edges_or_on_request(count, insisted, kept):
    graphs = builder(ReadOptions(edge_labels=insisted), edge_label_attribute="bond")
    for node in range(count + 1):
        graphs.add_node(str(node), {})
    for node in range(count):
        graphs.add_edge(str(node), str(node + 1), {"bond": f"b{node}", "weight": 1})
    graphs.end_graph()
    graphs = graphs.build(False)
    assert (labels(graphs)[1] is not None) is kept
    assert graphs.reading.left_out == (("weight of edges",) if kept else ("bond of edges", "weight of edges"))


def test_the_deadline_is_asked_at_every_node_and_edge(monkeypatch):
    ticks = []
    monkeypatch.setattr(Deadline, "tick", lambda _: ticks.append(1))
    graphs = builder()
    graphs.add_node("a", {})
    graphs.add_node("b", {})
    assert len(ticks) == 2
    graphs.add_edge("a", "b", {})
    assert len(ticks) == 3
    graphs.end_graph()
    assert len(ticks) == 4
