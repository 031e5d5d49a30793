"""Tests of significance/null_models.py."""

import io
import itertools
import logging
import threading
import time
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import spminer
from spminer import Monitor
from spminer.datasets import example
from spminer.errors import UsageError
from spminer.significance.null_models import NULL_MODELS, Mixing, NullModel, map_samples, null_model_spec
from support.builders import collection
from support.strategies import examples, labeled_graphs


def test_acceptance():
    assert Mixing(attempted=8, accepted=2, autocorrelation=None, rigid=False).acceptance == 0.25
    assert Mixing(attempted=0, accepted=0, autocorrelation=0.0, rigid=False).acceptance is None


PLAIN = spminer.from_edges([(0, 1), (1, 2)])


LABELED = spminer.from_edges([(0, 1), (1, 2)], node_labels=["a", "b", "a"])


DIRECTED = spminer.from_edges([(0, 1), (1, 2)], directed=True)


def test_names_are_keys():
    assert list(NULL_MODELS) == ["degree", "reciprocal", "labels", "joint-degree", "clustering", "er"]
    assert all(model.name == name and model.keeps for name, model in NULL_MODELS.items())
    assert len({model.kind for model in NULL_MODELS.values()}) == len(NULL_MODELS)


@pytest.mark.parametrize("name", ["degree", "joint-degree", "clustering", "er"])
@pytest.mark.parametrize("graphs", [PLAIN, LABELED, DIRECTED])
def test_most_models_suit_all_graphs(name, graphs):
    assert null_model_spec(name, graphs).name == name


def test_what_makes_no_sense_is_refused_with_a_remedy():
    with pytest.raises(UsageError, match="undirected; use the model degree"):
        null_model_spec("reciprocal", LABELED)
    with pytest.raises(UsageError, match="no labels; use the model degree"):
        null_model_spec("labels", DIRECTED)
    with pytest.raises(UsageError, match="Choose one of degree, reciprocal"):
        null_model_spec("chance", PLAIN)
    assert null_model_spec("reciprocal", DIRECTED).needs_direction
    assert null_model_spec("labels", LABELED).needs_labels


def as_networkx(graphs):
    """From plain arrays, not by the converters."""
    graph = nx.DiGraph() if graphs.directed else nx.Graph()
    graph.add_nodes_from(range(graphs.num_nodes))
    sources, targets, _ = graphs.edges()
    graph.add_edges_from(zip(sources.tolist(), targets.tolist(), strict=True))
    return graph


def mutual_degrees(graph):
    return [sum(graph.has_edge(v, u) for v in graph.successors(u)) for u in sorted(graph)]


def label_pairs(graphs):
    """How often each two node labels are joined, with the edge label."""
    sources, targets, labels = graphs.edges()
    names = graphs.node_labels
    pairs = zip(names[sources].tolist(), names[targets].tolist(), strict=True)
    if not graphs.directed:
        pairs = (tuple(sorted(pair)) for pair in pairs)
    return Counter(zip(pairs, [0] * len(sources) if labels is None else labels.tolist(), strict=True))


def degree_pairs(graph):
    degrees = {u: (graph.in_degree(u), graph.out_degree(u)) if graph.is_directed() else graph.degree(u) for u in graph}
    pairs = ((degrees[u], degrees[v]) for u, v in graph.edges)
    return Counter(pair if graph.is_directed() else tuple(sorted(pair)) for pair in pairs)


def models_for(graphs):
    return [
        model
        for model in NULL_MODELS.values()
        if (graphs.directed or not model.needs_direction) and (graphs.node_labels is not None or not model.needs_labels)
    ]


def check_csr(graphs):
    """Rows sorted, no loops, no repeats; undirected edges in both rows."""
    rows = np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr))
    entries = list(zip(rows.tolist(), graphs.indices.tolist(), strict=True))
    assert entries == sorted(set(entries))
    assert all(u != v for u, v in entries)
    assert graphs.directed or {(v, u) for u, v in entries} == set(entries)


@settings(max_examples=examples(60))
@given(labeled_graphs(max_nodes=9), st.integers(0, 2**32), st.sampled_from([0.5, 10.0]))
def test_every_model_keeps_what_it_says(given_graph, seed, switches):
    graphs = collection(given_graph)
    before = as_networkx(graphs)
    for model in models_for(graphs):
        null = NullModel(graphs, model.name, seed=seed, switches=switches, threads=1)
        copy = null.sample(0)
        check_csr(copy)
        after = as_networkx(copy)
        assert after.number_of_edges() == before.number_of_edges()
        if model.name != "er":
            assert dict(after.degree) == dict(before.degree)
            if graphs.directed:
                assert dict(after.in_degree) == dict(before.in_degree)
        if model.name == "reciprocal":
            assert mutual_degrees(after) == mutual_degrees(before)
        if model.name == "labels":
            assert label_pairs(copy) == label_pairs(graphs)
        if model.name == "joint-degree":
            assert degree_pairs(after) == degree_pairs(before)
        if graphs.edge_labels is not None:
            assert Counter(copy.edge_labels.tolist()) == Counter(graphs.edge_labels.tolist())
        if model.name == "clustering":
            found = sum(nx.triangles(after.to_undirected()).values()) // 3
            wanted = sum(nx.triangles(before.to_undirected()).values()) // 3
            assert (null.mixing(0).triangles, null.mixing(0).wanted_triangles) == (found, wanted)
        if null.mixing(0).rigid:
            assert nx.utils.graphs_equal(after, before) or model.name == "er"


def degree_sequence_realizations(edges, nodes, directed):
    """All simple graphs with the degrees of this one, by brute force."""
    pairs = list(itertools.permutations(range(nodes), 2) if directed else itertools.combinations(range(nodes), 2))
    kind = nx.DiGraph if directed else nx.Graph

    def degrees(chosen):
        graph = kind()
        graph.add_nodes_from(range(nodes))
        graph.add_edges_from(chosen)
        return tuple(graph.in_degree if directed else graph.degree), tuple(graph.degree)

    wanted = degrees(edges)
    return {chosen for chosen in itertools.combinations(pairs, len(edges)) if degrees(chosen) == wanted}


@pytest.mark.parametrize(
    ("edges", "nodes", "directed"),
    [
        ([(0, 1), (1, 2), (2, 3), (3, 4)], 5, False),
        ([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)], 5, False),
        ([(0, 1), (1, 2), (2, 0)], 3, True),
        ([(0, 1), (1, 2), (2, 0), (3, 0), (3, 1), (0, 3)], 4, True),
    ],
)
def test_all_realizations_are_met_evenly(edges, nodes, directed):
    """A collection of one graph many times over gives as many draws, each within its graph."""
    goal = degree_sequence_realizations(edges, nodes, directed)
    assert len(goal) > 1
    draws = 200 * len(goal)
    graphs = spminer.from_edges(edges, num_nodes=nodes, directed=directed)[[0] * draws]
    copy = spminer.randomize(graphs, seed=5)[0]
    sources, targets, _ = copy.edges()
    assert (sources // nodes == targets // nodes).all()
    met = Counter(
        tuple(zip((part % nodes).tolist(), (heads % nodes).tolist(), strict=True))
        for part, heads in zip(np.split(sources, draws), np.split(targets, draws), strict=True)
    )
    assert met.keys() <= goal
    assert chisquare([met[one] for one in goal]).pvalue > 1e-4


def test_what_belongs_to_nodes_and_graphs_stays():
    graphs = spminer.read(
        io.BytesIO(b"t # 0\nv 0 C\nv 1 N\nv 2 C\ne 0 1 s\ne 1 2 d\nt # 1\nv 0 C\nv 1 O\ne 0 1 s\n"), format="gspan"
    )
    copy = spminer.randomize(graphs, "labels")[0]
    for name in ("node_labels", "node_names", "graph_offsets"):
        ours, theirs = getattr(copy, name), getattr(graphs, name)
        assert (ours is None and theirs is None) or (ours == theirs).all()
    assert (copy.node_label_names, copy.edge_label_names) == (graphs.node_label_names, graphs.edge_label_names)
    assert copy.graph_names == graphs.graph_names
    assert "labels null model, seed 0, sample 0" in copy.source


@pytest.mark.parametrize("model", ["degree", "joint-degree", "clustering", "er"])
def test_copies_depend_on_seed_and_number_alone(model):
    graphs = spminer.generate.synthetic(4, (20, 30), seed=2)
    one = spminer.randomize(graphs, model, 5, seed=9, threads=1)
    several = spminer.randomize(graphs, model, 5, seed=9, threads=3)
    assert all((a.indices == b.indices).all() for a, b in zip(one, several, strict=True))
    assert (NullModel(graphs, model, seed=9).sample(4).indices == one[4].indices).all()
    assert (one[0].indices != one[1].indices).any()
    assert (spminer.randomize(graphs, model, seed=10)[0].indices != one[0].indices).any()


def test_more_switches_take_more_steps():
    graphs = spminer.generate.synthetic(1, 200, kind="ba", seed=1)
    few, many = (NullModel(graphs, switches=switches).mixing(0) for switches in (10, 100))
    assert 8 * graphs.num_edges < few.accepted < 12 * graphs.num_edges
    assert 80 * graphs.num_edges < many.accepted < 120 * graphs.num_edges
    assert few.attempted > few.accepted > 0
    assert few.autocorrelation < 0.01


def test_a_short_walk_is_told_by_its_autocorrelation():
    ring = nx.cycle_graph(3000)
    short, long = (NullModel(spminer.from_networkx(ring), switches=switches).mixing(0) for switches in (0.4, 10))
    assert short.autocorrelation > 0.05
    assert long.autocorrelation < 0.001


@pytest.mark.parametrize("graph", [nx.star_graph(9), nx.complete_graph(7), nx.empty_graph(4), nx.star_graph(5000)])
@pytest.mark.parametrize("directed", [False, True])
def test_graphs_that_their_degrees_determine_are_told(graph, directed, caplog):
    graphs = spminer.from_networkx(graph.to_directed() if directed else graph)
    for model in ("degree", "joint-degree", "clustering"):
        mixing = NullModel(graphs, model).mixing(0)
        assert mixing.rigid is True
        assert (mixing.accepted, mixing.rigid_graphs) == (0, 1)
    assert mixing.autocorrelation is None
    with caplog.at_level(logging.WARNING, "spminer"):
        copy = spminer.randomize(graphs)[0]
    assert (copy.indices == graphs.indices).all()
    assert "the copies are the graph itself" in caplog.text


def test_clustering_comes_close():
    graph = nx.watts_strogatz_graph(300, 6, 0.1, seed=3)
    null = NullModel(spminer.from_networkx(graph), "clustering", seed=1)
    triangles = sum(nx.triangles(as_networkx(null.sample(0))).values()) // 3
    mixing = null.mixing(0)
    assert mixing.wanted_triangles == sum(nx.triangles(graph).values()) // 3
    assert mixing.triangles == triangles
    assert abs(triangles - mixing.wanted_triangles) <= 0.01 * mixing.wanted_triangles


def test_graphs_of_any_kind(tmp_path):
    path = tmp_path / "graph.csv"
    path.write_text("a,b\nc,d\nd,e\n")
    for graph in (path, str(path), io.BytesIO(path.read_bytes()), spminer.read(path)):
        assert spminer.randomize(graph)[0].num_edges == 3
    assert spminer.randomize([nx.path_graph(4), nx.cycle_graph(5)])[0].num_graphs == 2


def test_wrong_arguments_are_refused():
    graphs = spminer.from_edges([(0, 1), (2, 3)])
    for wrong in ({"samples": -1}, {"seed": -1}, {"switches": 0}, {"switches": float("nan")}, {"threads": -1}):
        with pytest.raises(UsageError):
            spminer.randomize(graphs, **wrong)
    for indices in (range(4, 0, -1), range(-2, 2)):
        with pytest.raises(UsageError, match="count up"):
            list(NullModel(graphs).samples(indices))
    assert spminer.randomize(graphs, samples=0) == []
    assert list(NullModel(graphs).samples(range(3, 3))) == []


def test_a_time_limit_ends_the_run_with_what_is_finished():
    graphs = spminer.generate.synthetic(1, 20, seed=1)  # so small that any machine finishes a copy in time
    monitor = spminer.Monitor(time_limit=0.3)
    start = time.monotonic()
    copies = spminer.randomize(graphs, samples=10_000_000, threads=1, monitor=monitor)
    assert 0 < len(copies) < 10_000_000
    assert monitor.stop_reason == "time limit"
    assert time.monotonic() - start < 20
    for copy, whole in zip(copies[:20], spminer.randomize(graphs, samples=20, threads=1), strict=False):
        assert (copy.indices == whole.indices).all()


def test_a_walk_can_be_canceled():
    graphs = spminer.generate.synthetic(1, 300, seed=1)
    monitor = spminer.Monitor()
    timer = threading.Timer(0.2, monitor.cancel)
    timer.start()
    assert list(NullModel(graphs, switches=1e12).samples(range(2), monitor=monitor)) == []
    assert monitor.stop_reason == "interrupted"
    timer.join()


def test_progress_counts_samples():
    graphs = spminer.generate.synthetic(1, 50, seed=1)
    monitor = spminer.Monitor()
    spminer.randomize(graphs, samples=5, threads=2, monitor=monitor)
    assert (monitor.progress.stage, monitor.progress.done, monitor.progress.total) == ("randomize", 5, 5)


def kept_by(model, nodes, edges, labels, node_labels, directed):
    """All that a model keeps of a graph: equal for its realizations, and for no others."""
    out, into = Counter(a for a, _ in edges), Counter(b for _, b in edges)
    degrees = [(out[v], into[v]) if directed else out[v] + into[v] for v in range(nodes)]

    def pairs(kinds, labels):
        ends = [(kinds[a], kinds[b]) if directed else tuple(sorted((kinds[a], kinds[b]))) for a, b in edges]
        return tuple(sorted(Counter(zip(ends, labels, strict=True)).items()))

    if model == "labels":
        return tuple(degrees), pairs(node_labels, labels)
    if model == "er":
        return len(edges), tuple(sorted(labels))
    kept = tuple(degrees), tuple(sorted(labels))
    if model == "reciprocal":
        return (*kept, tuple(sum((b, v) in edges for a, b in edges if a == v) for v in range(nodes)))
    return (*kept, pairs(degrees, [""] * len(edges))) if model == "joint-degree" else kept


def realizations(model, nodes, node_labels, directed, letters):
    """Every graph with so many nodes, by what a model keeps of it."""
    pairs = list((itertools.permutations if directed else itertools.combinations)(range(nodes), 2))
    found = {}
    for chosen in itertools.product((False, True), repeat=len(pairs)):
        edges = [pair for pair, there in zip(pairs, chosen, strict=True) if there]
        for labels in itertools.product(letters, repeat=len(edges)):
            kept = kept_by(model, nodes, edges, labels, node_labels, directed)
            found.setdefault(kept, []).append((edges, list(labels)))
    return found


KINDS = [  # nodes, directed, letters of edge labels
    (4, False, "x"),
    (4, False, "xy"),
    (3, True, "xy"),
    (4, True, "x"),
]


@pytest.mark.parametrize("model", NULL_MODELS)
@pytest.mark.parametrize(("nodes", "directed", "letters"), KINDS)
def test_rigid_graphs_are_the_only_ones_that_have_what_is_kept(model, nodes, directed, letters):
    if model == "reciprocal" and not directed:
        pytest.skip("needs arcs")
    node_labels = ["a", "a", "b", "b"][:nodes]
    single = told = 0
    for alike in realizations(model, nodes, node_labels, directed, letters).values():
        edges, labels = alike[0]
        edge_labels = labels if len(letters) > 1 and edges else None
        graphs = spminer.from_edges(
            edges, num_nodes=nodes, directed=directed, node_labels=node_labels, edge_labels=edge_labels
        )
        null = NullModel(graphs, model, threads=1)
        mixing = null.mixing(0)
        assert mixing.rigid_graphs == (mixing.rigid is True)
        if mixing.rigid is not False:
            assert (null.sample(1).indices == graphs.indices).all()
        if len(alike) > 1:
            assert mixing.rigid is not True
        else:
            assert mixing.rigid is not False
            single, told = single + 1, told + (mixing.rigid is True)
    # What is not proven: walks of these models do not reach all graphs that have what they keep.
    assert (
        told == single if model in ("degree", "er", "clustering") or (not directed and model != "labels") else told > 0
    )


@pytest.mark.parametrize("model", ["degree", "labels"])
def test_labels_of_a_star_are_dealt_out_evenly(model):
    star = spminer.from_edges([(0, 1), (0, 2), (0, 3)], node_labels="aaaa", edge_labels="xxy")
    null = NullModel(star, model)
    copies = [copy.edges() for copy in null.samples(range(300))]
    placed = Counter(tuple(labels.tolist()) for _, _, labels in copies)
    assert null.mixing(0).rigid is False
    assert len(placed) == 3
    assert chisquare(list(placed.values())).pvalue > 1e-4


def test_edge_labels_stay_between_node_labels_and_are_the_same_both_ways():
    drawn = nx.gnm_random_graph(12, 30, seed=4)
    labels, edge_labels = ["abc"[node % 3] for node in drawn], ["xyz"[i % 3] for i in range(30)]
    graphs = spminer.from_edges(list(drawn.edges), node_labels=labels, edge_labels=edge_labels)

    def kinds(graphs):
        ends = [tuple(sorted(graphs.node_labels[[a, b]].tolist())) for a, b in zip(*graphs.edges()[:2], strict=True)]
        return Counter(zip(ends, graphs.edges()[2].tolist(), strict=True))

    for copy in NullModel(graphs, "labels").samples(range(5)):
        assert kinds(copy) == kinds(graphs)
        rows = np.repeat(np.arange(12), np.diff(copy.indptr))
        entries = {(a, b): label for a, b, label in zip(rows, copy.indices, copy.edge_labels, strict=True)}
        assert all(entries[b, a] == label for (a, b), label in entries.items())


def test_graphs_that_only_labels_change_are_counted():
    parts = [nx.star_graph(3), nx.star_graph(3), nx.cycle_graph(6)]
    for number, part in enumerate(parts):
        nx.set_edge_attributes(part, {e: "xy"[i == 0 and number == 1] for i, e in enumerate(part.edges)}, "label")
    mixing = NullModel(spminer.from_networkx(parts), "degree").mixing(0)
    assert (mixing.rigid, mixing.rigid_graphs) == (False, 1)
    mixing = NullModel(spminer.from_networkx(parts[:2]), "degree").mixing(0)
    assert (mixing.rigid, mixing.rigid_graphs) == (False, 1)


@pytest.mark.parametrize("model", ["degree", "joint-degree", "clustering", "er"])
@pytest.mark.parametrize("directed", [False, True])
def test_a_graph_without_nodes_stays_one(model, directed):
    ring, empty = nx.cycle_graph(6), nx.Graph()
    graphs = [graph.to_directed() if directed else graph for graph in (ring, empty, ring)]
    collection = spminer.from_networkx(graphs)
    (copy,) = spminer.randomize(collection, model)
    assert (copy.graph_offsets == [0, 6, 6, 12]).all()
    assert copy.num_edges == collection.num_edges


MODEL = NullModel(example(), "degree", seed=1, threads=1)


def edges(sample, number, monitor):
    return number, sample.indices.tolist()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_samples_come_in_order_whatever_the_threads(threads):
    expected = [(number, MODEL.sample(number).indices.tolist()) for number in range(3, 9)]
    assert list(map_samples(MODEL, range(3, 9), edges, Monitor(), threads=threads)) == expected


def test_no_more_samples_are_alive_than_there_are_threads():
    alive, most, lock = set(), [0], threading.Lock()

    def use(sample, number, monitor):
        with lock:
            alive.add(number)
            most[0] = max(most[0], len(alive))
        with lock:
            alive.discard(number)
        return number

    assert list(map_samples(MODEL, range(20), use, Monitor(), threads=2)) == list(range(20))
    assert most[0] <= 2


def test_a_stopped_run_has_what_was_used_before():
    monitor = Monitor()
    used = []
    for number, _ in map_samples(MODEL, range(50), edges, monitor, threads=2):
        used.append(number)
        if number == 3:
            monitor.cancel()
    assert used[:4] == [0, 1, 2, 3]
    assert len(used) <= 6


def test_what_fails_in_a_thread_fails_here():
    def fails(sample, number, monitor):
        raise ValueError(f"sample {number}")

    with pytest.raises(ValueError, match="sample 0"):
        list(map_samples(MODEL, range(4), fails, Monitor(), threads=2))


def test_no_samples():
    assert list(map_samples(MODEL, range(0), edges, Monitor())) == []
