"""Counting against networkx on random small graphs, and against closed forms."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations
from math import comb
from typing import TYPE_CHECKING, Any

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer import GraphCollection, Monitor, Pattern, UsageError, _core, count
from support.oracles import embeddings
from support.strategies import examples

if TYPE_CHECKING:
    from collections.abc import Iterable


def collection(*graphs: nx.Graph) -> GraphCollection:
    """Graphs with nodes 0 .. n-1, labels in the attribute ``label`` where the first graph has them."""
    joined = nx.disjoint_union_all(graphs) if len(graphs) > 1 else graphs[0]
    rows = [sorted(joined.adj[node]) for node in range(len(joined))]
    node_labels = nx.get_node_attributes(joined, "label")
    edge_labels = nx.get_edge_attributes(joined, "label")
    sizes = [len(graph) for graph in graphs]
    return GraphCollection(
        indptr=np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.int64)]).astype(np.int64),
        indices=np.array([v for row in rows for v in row], dtype=np.int32),
        graph_offsets=np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64),
        directed=joined.is_directed(),
        node_labels=np.array([ord(node_labels[v]) - 97 for v in range(len(joined))], np.int32) if node_labels else None,
        node_label_names=("a", "b") if node_labels else (),
        edge_labels=np.array(
            [ord(joined.edges[u, v]["label"]) - 120 for u, row in enumerate(rows) for v in row], np.int32
        )
        if edge_labels
        else None,
        edge_label_names=("x", "y") if edge_labels else (),
    )


def pattern_of(graph: nx.Graph, anchor: int | None = 0) -> Pattern:
    edges = list(graph.edges)
    node_labels = nx.get_node_attributes(graph, "label")
    edge_labels = nx.get_edge_attributes(graph, "label")
    return Pattern.from_edges(
        edges,
        size=len(graph),
        anchor=anchor,
        directed=graph.is_directed(),
        node_labels=[node_labels[v] for v in range(len(graph))] if node_labels else None,
        edge_labels=[edge_labels[edge] for edge in edges] if edge_labels else None,
    )


@dataclass(frozen=True)
class Kind:
    directed: bool
    node_labels: bool
    edge_labels: bool


@st.composite
def graphs(draw: st.DrawFn, kind: Kind, low: int, high: int, connected: bool = False) -> nx.Graph:
    n = draw(st.integers(low, high))
    pairs: Iterable[tuple[int, int]] = permutations(range(n), 2) if kind.directed else combinations(range(n), 2)
    pairs = list(pairs)
    mask = draw(st.integers(0, 2 ** len(pairs) - 1))
    graph: nx.Graph = nx.DiGraph() if kind.directed else nx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(pair for i, pair in enumerate(pairs) if mask >> i & 1)
    if connected:  # a path makes it so
        nodes = draw(st.permutations(range(n)))
        graph.add_edges_from((a, b) for a, b in pairwise(nodes) if not nx.has_path(graph.to_undirected(), a, b))
    bits = draw(st.integers(0, 2 ** (n + graph.number_of_edges()) - 1))
    for i, node in enumerate(graph.nodes):
        if kind.node_labels:
            graph.nodes[node]["label"] = "ab"[bits >> i & 1]
    for i, edge in enumerate(graph.edges):
        if kind.edge_labels:
            graph.edges[edge]["label"] = "xy"[bits >> (n + i) & 1]
    return graph


@st.composite
def cases(draw: st.DrawFn) -> tuple[nx.Graph, nx.Graph]:
    kind = Kind(draw(st.booleans()), draw(st.booleans()), draw(st.booleans()))
    return draw(graphs(kind, 2, 9)), draw(graphs(kind, 1, 5, connected=True))


@settings(max_examples=examples(1500), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(case=cases(), induced=st.booleans())
def test_counts_agree_with_networkx(case: tuple[nx.Graph, nx.Graph], induced: bool) -> None:
    target, pattern = case
    found = {tuple(map(one.get, range(len(pattern)))) for one in embeddings(pattern, target, induced=induced)}
    node_sets = {frozenset(embedding) for embedding in found}
    many = collection(target)
    for anchor in range(len(pattern)):
        anchors = sorted({embedding[anchor] for embedding in found})
        result = count(pattern_of(pattern, anchor), many, induced=induced, list_anchors=True, threads=1)
        assert result.anchors is not None
        assert result.anchors.tolist() == anchors
        assert (result.frequency.value, result.frequency.kind) == (len(anchors), "exact")
    result = count(pattern_of(pattern, None), many, frequency="graph", induced=induced, examples=4, threads=1)
    assert (result.frequency.value, result.frequency.kind) == (len(node_sets), "exact")
    examples = {tuple(int(name) for name in example) for example in result.examples}
    assert examples <= found
    assert len({frozenset(example) for example in examples}) == min(4, len(node_sets))
    question = pattern_of(pattern, None).core(
        {"a": 0, "b": 1} if many.node_labels is not None else None,
        {"x": 0, "y": 1} if many.edge_labels is not None else None,
    )
    exists = _core.contains(question, _core.MatchIndex(many.target()), _core.Control(), induced=induced, threads=1)
    assert exists == bool(found)


@settings(max_examples=examples(60), deadline=None)
@given(parts=st.lists(graphs(Kind(False, False, False), 2, 7), min_size=2, max_size=4), data=st.data())
def test_many_graphs_add_up(parts: list[nx.Graph], data: st.DataObject) -> None:
    pattern = pattern_of(data.draw(graphs(Kind(False, False, False), 1, 4, connected=True)))
    for frequency in ("anchored", "graph"):
        alone = [count(pattern, collection(part), frequency=frequency).frequency.value for part in parts]
        assert count(pattern, collection(*parts), frequency=frequency).frequency.value == sum(alone)


def numbers(pattern: nx.Graph, target: nx.Graph, **options: Any) -> tuple[float, float]:
    many = collection(nx.convert_node_labels_to_integers(target))
    return (
        count(pattern_of(pattern), many, **options).frequency.value,
        count(pattern_of(pattern), many, frequency="graph", **options).frequency.value,
    )


@pytest.mark.parametrize("k", range(1, 7))
def test_closed_forms(k: int) -> None:
    complete, star, path = nx.complete_graph(k), nx.star_graph(k), nx.path_graph(k)
    assert numbers(complete, nx.complete_graph(12)) == (12, comb(12, k))
    assert numbers(path, nx.complete_graph(12), induced=False) == (12, comb(12, k))
    assert numbers(star, nx.star_graph(20)) == (20 + 1 if k == 1 else 1, comb(20, k))
    assert numbers(path, nx.cycle_graph(30)) == (30, 30)
    assert numbers(path, nx.path_graph(700)) == (700 if k <= 350 else 0, 701 - k)
    assert numbers(star, nx.complete_bipartite_graph(8, 9))[1] == (72 if k == 1 else 8 * comb(9, k) + 9 * comb(8, k))


@pytest.mark.parametrize(("width", "height"), [(4, 5), (30, 31)])
def test_closed_forms_in_a_grid(width: int, height: int) -> None:
    grid = nx.grid_2d_graph(width, height)
    assert numbers(nx.cycle_graph(4), grid) == (width * height, (width - 1) * (height - 1))
    assert numbers(nx.complete_graph(3), grid) == (0, 0)
    corners, sides = 4, 2 * (width - 2) + 2 * (height - 2)
    inner = width * height - corners - sides
    assert numbers(nx.path_graph(3), grid)[1] == corners + 3 * sides + 6 * inner
    assert numbers(nx.star_graph(4), grid) == (inner, inner)
    assert numbers(nx.star_graph(3), grid) == (inner + sides, sides + 4 * inner)


@pytest.fixture(scope="module")
def dense() -> GraphCollection:
    return collection(nx.gnp_random_graph(120, 0.3, seed=1), nx.gnp_random_graph(900, 0.02, seed=2))


@pytest.mark.parametrize("steps", [None, 15])
def test_threads_change_nothing(dense: GraphCollection, steps: int | None) -> None:
    for frequency in ("anchored", "graph"):
        one, three = (
            count("0-1,1-2,2-3,3-4,4-0@0", dense, frequency=frequency, steps=steps, examples=7, threads=threads)
            for threads in (1, 3)
        )
        assert one.to_dict() == three.to_dict()
        assert one.complete == (steps is None)


def test_a_step_limit_gives_a_lower_bound(dense: GraphCollection) -> None:
    question = "0-1,0-2,0-3,0-4,0-5,0-6,0-7@0"
    exact = count(question, dense, steps=100_000).frequency
    result = count(question, dense, steps=8)
    assert (exact.kind, result.frequency.kind, result.stop_reason) == ("exact", "lower_bound", "step limit")
    assert result.undecided > 0
    assert result.frequency.high == result.frequency.value + result.undecided
    assert result.frequency.low <= exact.value <= result.frequency.high
    assert result.to_dict()["status"] == "partial"


def test_a_time_limit_gives_a_lower_bound(dense: GraphCollection) -> None:
    path = Pattern.from_edges([(i, i + 1) for i in range(11)])
    result = count(path, dense, frequency="graph", time_limit=0.1)
    assert (result.frequency.kind, result.frequency.high, result.stop_reason) == ("lower_bound", None, "time limit")
    assert result.frequency.value > 0


def test_another_thread_can_stop_it(dense: GraphCollection) -> None:
    monitor = Monitor()
    threading.Timer(0.1, monitor.cancel).start()
    path = Pattern.from_edges([(i, i + 1) for i in range(11)])
    result = count(path, dense, frequency="graph", monitor=monitor)
    assert result.stop_reason == "interrupted"
    assert not result.complete


@pytest.fixture
def default_interrupt():
    """A test run in the background of a shell is told to ignore interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("default_interrupt")
def test_an_interrupt_is_answered(dense: GraphCollection) -> None:
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    path = Pattern.from_edges([(i, i + 1) for i in range(11)])
    with pytest.raises(KeyboardInterrupt):
        count(path, dense, frequency="graph")


SMALL = spminer.from_networkx(nx.gnm_random_graph(60, 1200, seed=1))  # of which calls look for signals themselves
LONG_PATH = Pattern.from_edges([(i, i + 1) for i in range(14)])


@pytest.mark.usefixtures("default_interrupt")
@pytest.mark.parametrize(
    "call",
    [
        lambda threads: count(LONG_PATH, SMALL, frequency="graph", induced=False, threads=threads),
        lambda threads: count(replace(LONG_PATH, anchor=0), SMALL, induced=False, threads=threads, examples=10**8),
        lambda threads: spminer.enumerate(SMALL, 9, threads=threads, engine="esu"),
    ],
    ids=["node sets", "examples", "enumerate"],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_of_a_small_graph_is_answered(call, threads) -> None:
    sent = []

    def interrupt() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.3, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        call(threads)
    assert time.monotonic() - sent[0] < 5


def test_a_sample_gives_an_estimate_with_an_interval(dense: GraphCollection) -> None:
    pattern = "0-1,1-2,2-0@0"
    truth = count(pattern, dense).frequency.value
    estimates = [count(pattern, dense, anchors=200, seed=seed) for seed in range(40)]
    covered = [e.frequency.low <= truth <= (e.frequency.high or 0) for e in estimates]
    assert sum(covered) >= 36
    assert {e.frequency.kind for e in estimates} == {"estimate"}
    assert len({e.frequency.value for e in estimates}) > 1
    assert all(e.anchors_tested == 200 for e in estimates)
    assert count(pattern, dense, anchors=200, seed=3).to_dict() == estimates[3].to_dict()
    assert count(pattern, dense, anchors=dense.num_nodes).frequency.kind == "exact"


def test_undecided_anchors_widen_the_interval(dense: GraphCollection) -> None:
    pattern = "0-1,0-2,0-3,0-4,0-5,0-6,0-7@0"
    free, tight = (count(pattern, dense, anchors=200, steps=steps).frequency for steps in (100_000, 8))
    assert tight.kind == "estimate"
    assert tight.low <= free.low
    assert (tight.high or 0) >= (free.high or 0)


def test_examples_of_an_anchored_count_have_matching_anchors(dense: GraphCollection) -> None:
    result = count("0-1,1-2,2-0@1", dense, examples=5, list_anchors=True)
    assert len(result.examples) == 5
    assert result.anchor_names is not None
    assert {example[1] for example in result.examples} <= set(result.anchor_names)


def test_examples_use_the_names_of_the_user() -> None:
    named = replace(collection(nx.path_graph(3)), node_names=np.array(["x", "y", "z"], dtype=object))
    result = count("0-1,1-2@1", named, examples=3, list_anchors=True)
    assert result.examples == (("x", "y", "z"),)
    assert result.anchor_names == ("y",)


def test_features_are_honored_when_the_pattern_has_them_too() -> None:
    labeled = nx.path_graph(3)
    nx.set_node_attributes(labeled, "a", "label")
    nx.set_edge_attributes(labeled, "x", "label")
    arcs = nx.DiGraph([(0, 1), (2, 1)])

    def sets(pattern: str, graph: nx.Graph) -> float:
        return count(pattern, collection(graph), frequency="graph").frequency.value

    assert sets("0-1:x,1-2:x;a,a,a", labeled) == sets("0-1,1-2", labeled) == 1
    assert sets("0-1,1-2;a,a,b", labeled) == sets("0-1:x,1-2:y", labeled) == 0
    assert sets("0-1,1-2;a,a,unheard", labeled) == sets("0-1:x,1-2:unheard", labeled) == 0
    assert sets("0>1,2>1", arcs) == sets("0-1,1-2", arcs) == 1
    assert sets("0>1,1>2", arcs) == 0


def test_extra_arcs_matter_only_when_induced() -> None:
    both = collection(nx.DiGraph([(0, 1), (1, 0)]))
    assert count("0>1@0", both).frequency.value == 0
    assert count("0>1@0", both, induced=False).frequency.value == 2
    assert count("0>1", both, frequency="graph", induced=False).frequency.value == 1


def test_a_pattern_of_64_nodes() -> None:
    path = nx.path_graph(64)
    assert numbers(path, nx.path_graph(70)) == (14, 7)
    assert numbers(path, nx.cycle_graph(1000)) == (1000, 1000)


def test_an_empty_collection_has_nothing() -> None:
    empty = GraphCollection(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(1, np.int64))
    assert count("0-1@0", empty, examples=3).frequency.value == 0
    assert count("0-1@0", empty, anchors=3).frequency.value == 0


@pytest.mark.parametrize(
    ("pattern", "options", "message"),
    [
        ("0-1", {"frequency": "anchored"}, "no anchor"),
        ("0-1,2-3@0", {}, "not connected"),
        ("0-1@0", {"frequency": "edges"}, "anchored, graph"),
        ("0-1@0", {"frequency": "graph", "anchors": 3}, "anchored frequency"),
        ("0-1@0", {"anchors": 0}, "anchors must be at least 1"),
        ("0-1@0", {"steps": -1}, "steps must be at least 1"),
        ("0-1@0", {"examples": -1}, "examples must be at least 0"),
        ("0-1@0", {"time_limit": 0.0}, "time_limit must be positive"),
    ],
)
def test_usage_errors_say_what_to_do(pattern: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        count(pattern, collection(nx.path_graph(3)), **options)


def test_a_control_carries_its_own_time_limit() -> None:
    with pytest.raises(UsageError, match="not both"):
        count("0-1@0", collection(nx.path_graph(3)), time_limit=1.0, monitor=Monitor())


def test_examples_are_found_in_whatever_is_a_graph():
    expected = (("a", "b", "c"),)
    edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    assert spminer.find_examples("0-1,1-2,2-0", edges, 5) == expected
    assert spminer.find_examples(Pattern.parse("0-1,1-2,2-0"), spminer.from_edges(edges), 5) == expected


@pytest.mark.parametrize(
    ("pattern", "limit", "options", "message"),
    [
        (5, 1, {}, "invalid pattern 5 \\(unsupported type int\\); give a Pattern, a Motif"),
        ("0-1", "3", {}, "limit must be a whole number, not '3'"),
        ("0-1", -1, {}, "limit must be 0 or more, not -1"),
        ("0-1", 1, {"induced": "no"}, "induced must be true or false, not 'no'"),
        ("0-1", 1, {"tops": 3}, "find_examples.. has no argument 'tops'"),
    ],
)
def test_what_examples_cannot_be_found_by_is_refused(pattern, limit, options, message):
    with pytest.raises(UsageError, match=message):
        spminer.find_examples(pattern, [(0, 1)], limit, **options)


KARATE = nx.karate_club_graph()
TRIANGLE = [(0, 1), (1, 2), (2, 0)]


@pytest.mark.parametrize(
    "pattern",
    [
        "0-1,1-2,2-0",
        "triangle",
        "Bw",
        nx.cycle_graph(3),
        igraph.Graph.Ring(3),
        Pattern.parse("triangle"),
        [(0, 1), (1, 2), (2, 0)],
    ],
)
def test_what_stands_for_a_pattern_is_counted_by_node_sets(pattern):
    counted = spminer.count(pattern, KARATE)
    assert counted == 45 == sum(nx.triangles(KARATE).values()) // 3
    assert counted.definition == "graph"
    assert str(counted).startswith("45 node sets form a triangle")


def test_a_pattern_with_an_anchor_is_counted_by_its_anchors():
    counted = spminer.count("triangle@0", KARATE)
    assert int(counted) == sum(number > 0 for number in nx.triangles(KARATE).values())
    assert str(counted).startswith(f"{int(counted)} nodes can be the anchor of a triangle")


def test_motifs_of_a_result_are_counted():
    for motif in spminer.enumerate(KARATE, 4):
        assert spminer.count(motif, KARATE) == motif.anchored_frequency.value


def test_counts_are_compared_by_value():
    triangles, squares = (spminer.count(name, KARATE) for name in ("triangle", "square"))
    assert triangles > squares > 30
    assert squares != triangles
    assert {triangles: 1}[spminer.count("triangle", KARATE)] == 1
    with pytest.raises(TypeError):
        assert triangles < "many"


@pytest.mark.parametrize("function", [spminer.count, spminer.find_examples])
@pytest.mark.parametrize(
    ("first", "second"), [(KARATE, "triangle"), ("friends.csv", "0-1,1-2"), (KARATE, Pattern.parse("0-1"))]
)
def test_arguments_in_the_wrong_order_are_recognized(function, first, second):
    with pytest.raises(UsageError, match=r"the pattern comes before the graph: \w+\(pattern, graph\)"):
        function(first, second)


def test_ten_examples_are_found_by_default():
    assert len(spminer.find_examples("triangle", KARATE)) == 10
