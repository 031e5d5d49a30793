"""Tests of graphs/collection.py, graphs/build.py, graphs/builder.py, graphs/statistics.py and graphs/reading.py."""

import io
import json
import statistics
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import InputError, UsageError
from spminer._util.deadline import Deadline
from spminer.graphs import Dropped
from spminer.graphs.build import (
    MOST_NODES,
    build_collection,
    check_node_count,
    disjoint_union,
    encode_labels,
    isolated_nodes,
    parse_classes,
    sort_labels,
)
from spminer.graphs.builder import FEW_EDGES, FEWEST_NAMED, GraphBuilder
from spminer.graphs.collection import digest
from spminer.graphs.options import ReadOptions
from spminer.graphs.statistics import component_sizes
from support.builders import collection
from support.strategies import labeled_graphs


def test_edges_come_once():
    undirected = spminer.from_edges([(1, 0), (1, 2), (0, 1)])
    assert spminer.to_edges(undirected).tolist() == [[0, 1], [1, 2]]
    directed = spminer.from_edges([(1, 0), (1, 2), (0, 1)], directed=True)
    assert spminer.to_edges(directed).tolist() == [[0, 1], [1, 0], [1, 2]]


def test_one_graph_of_many(read_text):
    graphs = read_text("t # a\nv 0 C\nv 1 N\ne 0 1 x\nt # b\nv 5 O\nv 6 C\nv 7 C\ne 6 7 y\n")
    second = graphs[1]
    assert (second.num_graphs, second.num_nodes, second.num_edges) == (1, 3, 1)
    assert second.names([0, 1, 2]) == ["5", "6", "7"]
    assert second.graph_names == ("b",)
    assert [second.node_label_names[code] for code in second.node_labels] == ["O", "C", "C"]
    assert spminer.to_edges(second).tolist() == [[1, 2]]
    assert [graph.num_nodes for graph in graphs] == [2, 3]
    assert graphs[-1].num_nodes == 3
    with pytest.raises(IndexError):
        graphs[2]


def test_names_of_one_graph_are_those_in_the_collection():
    graphs = spminer.from_pyg([_Data(2), _Data(3)])
    assert graphs[1].names([0, 2]) == ["2", "4"]


class _Data:
    def __init__(self, nodes):
        self.edge_index = np.array([[0], [1]])
        self.num_nodes = nodes


def test_collections_cannot_be_changed():
    graphs = spminer.from_edges([(0, 1)])
    with pytest.raises(ValueError, match="read-only"):
        graphs.indices[0] = 5


def test_undirected_view_has_one_edge_for_opposite_arcs():
    graphs = spminer.from_edges([(0, 1), (1, 0), (2, 1)], directed=True, edge_labels=["a", "a", "c"])
    target = graphs.target(direction=False)
    assert (target.nodes, target.edges) == (3, 2)
    plain = graphs.target(direction=False, edge_labels=False)
    assert not plain.coded
    assert plain.degrees().tolist() == [1, 2, 1]


@given(st.data(), st.booleans(), st.booleans())
def test_selected_graphs_are_those_taken_one_by_one(data, directed, labels):
    some = data.draw(st.lists(labeled_graphs(directed=directed, labels=labels), min_size=1, max_size=5))
    for number, graph in enumerate(some):
        graph.graph.update(label=number % 3, name=f"graph {number}")
    graphs = spminer.from_networkx(some)
    chosen = data.draw(st.lists(st.integers(-len(some), len(some) - 1), min_size=1, max_size=8))
    found, expected = graphs[chosen], disjoint_union([graphs[index] for index in chosen])
    for name in ("indptr", "indices", "graph_offsets", "node_labels", "edge_labels", "graph_labels"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    assert (found.directed, found.graph_names) == (expected.directed, expected.graph_names)
    assert found.names(range(found.num_nodes)) == expected.names(range(found.num_nodes))


def test_slices_lists_and_flags_select():
    graphs = spminer.generate.synthetic(6, (3, 9), seed=2)
    sizes = np.diff(graphs.graph_offsets)
    for which in (slice(1, 4), slice(None, None, -2), slice(0), [5, 0, 5], np.array([2], dtype=np.uint8), sizes > 5):
        found = graphs[which]
        assert np.diff(found.graph_offsets).tolist() == sizes[which].tolist()
        assert found.indices.dtype == np.int32
    assert len(graphs[[]]) == 0
    assert graphs[np.int64(3)].num_nodes == sizes[3]


@pytest.mark.parametrize("which", [[6], [-7], [True, False], np.zeros(7, dtype=bool)])
def test_what_is_not_there_is_refused(which):
    with pytest.raises(IndexError):
        spminer.generate.synthetic(6, 4)[which]


@pytest.mark.parametrize("which", [["a"], [[0, 1]], [0.5], "one"])
def test_other_selections_are_refused(which):
    with pytest.raises(UsageError, match="slice"):
        spminer.generate.synthetic(6, 4)[which]


def test_arcs_of_two_labels_have_no_undirected_view():
    graphs = spminer.from_edges([("u", "v"), ("v", "u"), ("w", "v")], directed=True, edge_labels=["b", "a", "c"])
    with pytest.raises(UsageError, match=r"between 'u' and 'v' have different labels \('a' and 'b'\)"):
        graphs.target(direction=False)
    assert graphs.target(direction=False, edge_labels=False).edges == 2


def test_a_count_by_one_of_two_labels_is_refused_and_by_an_arc_is_not():
    graphs = spminer.from_edges([(0, 1), (1, 0)], directed=True, edge_labels=["a", "b"])
    for label in "ab":
        with pytest.raises(UsageError, match=r"write arcs, as in 0>1:a"):
            spminer.count(f"0-1:{label}@0", graphs)
    assert spminer.count("0>1:a,1>0:b@0", graphs).frequency.value == 1
    assert spminer.count("0-1@0", graphs).frequency.value == 2


def test_what_changes_motifs_changes_the_digest():
    plain = spminer.from_edges([(0, 1), (1, 2)])
    others = [
        spminer.from_edges([(0, 1), (0, 2)]),
        spminer.from_edges([(0, 1), (1, 2)], directed=True),
        spminer.from_edges([(0, 1), (1, 2)], node_labels=["a", "b", "a"]),
    ]
    assert len({digest(graphs) for graphs in (plain, *others)}) == 4


def test_classes_are_a_part_of_it():
    def labeled(label):
        graph = nx.path_graph(3)
        graph.graph["label"] = label
        return spminer.from_networkx([graph])

    assert digest(labeled(1)) != digest(labeled(2)) != digest(spminer.from_networkx([nx.path_graph(3)]))


def test_graphs_names_and_frequencies_add_up():
    first = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "a")])
    second = spminer.from_edges([(5, 7), (7, 9)])
    both = disjoint_union([first, second])
    assert (both.num_graphs, both.num_nodes, both.num_edges) == (2, 6, 5)
    assert both.names(range(6)) == ["a", "b", "c", "5", "7", "9"]
    for pattern in ("0-1,1-2,2-0@0", "0-1,1-2@1", "0-1@0"):
        parts = [spminer.count(pattern, graphs).frequency.value for graphs in (first, second)]
        assert spminer.count(pattern, both).frequency.value == sum(parts)


def test_equal_labels_are_the_same_label():
    first = spminer.from_edges([(0, 1)], node_labels=["C", "O"], edge_labels=["double"])
    second = spminer.from_edges([(0, 1)], node_labels=["N", "O"], edge_labels=["single"])
    both = disjoint_union([first, second])
    assert [both.node_label_names[code] for code in both.node_labels] == ["C", "O", "N", "O"]
    assert spminer.count("0-1:double;C,O@1", both).frequency.value == 1
    assert spminer.count("0-1:single;N,O@1", both).frequency.value == 1
    assert spminer.count("0-1:single;C,O@1", both).frequency.value == 0


def test_classes_and_names_of_graphs_are_kept():
    first = spminer.from_networkx([nx.Graph([(0, 1)], label=3, name="a"), nx.Graph([(0, 1)], label=-1)])
    second = spminer.from_networkx(nx.Graph([(0, 1)], label=3))
    both = disjoint_union([first, second])
    assert both.graph_labels.tolist() == [3, -1, 3]
    assert both.graph_names == ("a", "", "")
    assert disjoint_union([second, spminer.from_edges([(0, 1)])]).graph_labels is None


def test_parts_of_one_file_name_it_once():
    graphs = spminer.generate.synthetic(3, 4)
    assert disjoint_union(list(graphs)).source == graphs.source


def test_one_is_itself():
    graphs = spminer.from_edges([(0, 1)])
    assert disjoint_union([graphs]) is graphs


@pytest.mark.parametrize("details", [{"directed": True}, {"node_labels": ["a", "b"]}, {"edge_labels": ["x"]}])
def test_graphs_that_do_not_go_together_are_refused(details):
    with pytest.raises(UsageError, match="one by one"):
        disjoint_union([spminer.from_edges([(0, 1)]), spminer.from_edges([(0, 1)], **details)])


def codes(*numbers):
    return np.array(numbers, dtype=np.int32)


@pytest.mark.parametrize(
    "parts",
    [
        {"edges": [("a\ud800", "b")]},
        {"edges": [(0, 1)], "node_labels": ["\udcff", "b"]},
        {"edges": [(0, 1)], "edge_labels": ["x\udfff"]},
    ],
)
def test_halves_of_characters_are_refused(parts):
    with pytest.raises(InputError, match=r"lone surrogate.*write it as valid Unicode"):
        spminer.from_edges(**parts)


def test_what_cannot_be_kept_is_dropped_counted_and_said_once(caplog):
    graphs = build_collection(codes(0, 1, 2, 0), codes(1, 0, 2, 1), nodes=4, directed=False, source="here.csv")
    assert (graphs.dropped.self_loops, graphs.dropped.repeated_edges, graphs.dropped.isolated_nodes) == (1, 1, 2)
    assert [record.getMessage() for record in caplog.records] == ["here.csv: dropped 1 self-loop and 1 repeated edge"]


def test_opposite_arcs_are_two():
    graphs = build_collection(codes(0, 1), codes(1, 0), nodes=2, directed=True)
    assert (graphs.num_edges, graphs.dropped.repeated_edges) == (2, 0)


@pytest.mark.parametrize("directed", [False, True])
def test_isolated_nodes_have_no_edge_in_either_direction(directed):
    graphs = build_collection(codes(0), codes(1), nodes=3, directed=directed)
    assert isolated_nodes(graphs.indptr, graphs.indices) == graphs.dropped.isolated_nodes == 1


def test_labels_are_in_an_order_of_their_own():
    assert encode_labels([10, 9, 10]).names == ("9", "10")
    assert encode_labels(["10", "9", "x"]).names == ("10", "9", "x")
    labels = sort_labels(codes(0, 1, 2), ["b", "c", "a"])
    assert [labels.names[code] for code in labels.codes] == ["b", "c", "a"]


@pytest.mark.parametrize("values", [[], ["1.5"], [None], ["1", "one"]])
def test_other_classes_are_none(values):
    assert parse_classes(values) is None


def test_too_many_nodes_are_refused_before_memory_is_taken():
    with pytest.raises(InputError, match="more than the"):
        build_collection(codes(), codes(), nodes=MOST_NODES + 1, directed=False)
    with pytest.raises(InputError, match="almost no edges"):
        check_node_count(2_000_000, 10, "x.mtx")
    check_node_count(2_000_000, 20_000, "x.mtx")


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


@given(st.integers(1, 25), st.floats(0, 0.6), st.integers(0, 1000), st.booleans())
def test_against_networkx(nodes, probability, seed, directed):
    graph = nx.gnp_random_graph(nodes, probability, seed=seed, directed=directed)
    info = spminer.describe(spminer.from_networkx(graph))
    skeleton = graph.to_undirected()
    degrees = [degree for _, degree in skeleton.degree]
    components = [len(component) for component in nx.connected_components(skeleton)]
    assert (info.graphs, info.nodes, info.edges) == (1, nodes, graph.number_of_edges())
    assert (info.degree_min, info.degree_max) == (min(degrees), max(degrees))
    assert info.degree_median == statistics.median(degrees)
    assert info.degree_mean == pytest.approx(statistics.mean(degrees))
    assert (info.components, info.largest_component) == (len(components), max(components))
    assert info.triangles == sum(nx.triangles(skeleton).values()) // 3
    assert info.density == pytest.approx(nx.density(graph))
    assert info.isolated_nodes == degrees.count(0) == info.dropped.isolated_nodes


def test_many_graphs_and_labels():
    graphs = spminer.from_networkx([nx.complete_graph(5), nx.complete_graph(4)])
    info = spminer.describe(graphs, threads=2)
    assert (info.graphs, info.components, info.triangles, info.density) == (2, 2, 14, 1.0)
    labeled = spminer.describe(spminer.from_edges([(0, 1)], node_labels="ab", edge_labels="x"))
    assert (labeled.node_labels, labeled.edge_labels) == (2, 1)
    assert (info.node_label_counts, info.edge_label_counts, info.classes) == ({}, {}, {})


@pytest.mark.parametrize("directed", [False, True])
def test_labels_and_classes_are_counted(directed):
    edges = [(0, 1), (1, 2), (2, 3)]
    info = spminer.describe(
        spminer.from_edges(edges, node_labels="cabb", edge_labels=["x", "y", "x"], directed=directed)
    )
    assert list(info.node_label_counts.items()) == [("b", 2), ("a", 1), ("c", 1)]
    assert list(info.edge_label_counts.items()) == [("x", 2), ("y", 1)]
    graphs = [nx.path_graph(3) for _ in range(3)]
    for graph, number in zip(graphs, (1, -1, 1), strict=True):
        graph.graph["label"] = number
    assert spminer.describe(spminer.from_networkx(graphs)).classes == {"-1": 1, "1": 2}


def test_nothing_at_all():
    info = spminer.describe(spminer.from_edges([]))
    assert (info.nodes, info.components, info.degree_max, info.density) == (0, 0, 0, 0.0)


def test_as_json():
    values = json.loads(json.dumps(spminer.describe(spminer.from_edges([(0, 1)])).to_dict()))
    assert values["edges"] == 1
    assert values["dropped"]["self_loops"] == 0


@given(graph=labeled_graphs(max_nodes=12))
def test_sizes_are_those_of_networkx(graph):
    parts = nx.weakly_connected_components(graph) if graph.is_directed() else nx.connected_components(graph)
    sizes = {node: len(part) for part in parts for node in part}
    assert component_sizes(collection(graph)).tolist() == [sizes[node] for node in range(len(graph))]


def test_a_long_path_in_any_order():
    order = [(7 * node) % 1009 for node in range(1009)]
    graphs = spminer.from_edges(list(pairwise(order)), num_nodes=1011)
    assert sorted(component_sizes(graphs).tolist()) == [1, 1, *[1009] * 1009]


def test_dropped_says_everything_in_one_line():
    assert Dropped().message() == ""
    assert Dropped(isolated_nodes=4).message() == ""
    assert Dropped(1, 2).message() == "dropped 1 self-loop and 2 repeated edges"
    assert "\n" not in Dropped(1, 2, extra_columns=True).message()
    assert "edge_labels" in Dropped(extra_columns=True).message()
    assert Dropped(1, extra_columns=True).message(columns=False) == "dropped 1 self-loop"
