"""Tests of counting/census.py: against brute force, closed forms, igraph and networkx, and by an executor."""

from __future__ import annotations

import threading
import time
from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import comb, isnan

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, _core
from spminer._util.arrays import unpack_words
from spminer.counting import census as census_module
from spminer.counting.census import CensusPiece, count_census, count_walks, local_census
from spminer.counting.enumeration import count_classes
from support.builders import collection
from support.executors import InlineExecutor
from support.strategies import examples

SIZES = (3, 4, 5)


ORBITS = {3: 3, 4: 11, 5: 58}


CLASSES = {3: 2, 4: 6, 5: 21}


Edge = tuple[int, int]


def target_of(graph: nx.Graph) -> _core.Target:
    rows = [sorted(graph[u]) for u in range(len(graph))]
    indptr = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return _core.Target(indptr, np.array([v for row in rows for v in row], dtype=np.int32))


def census(graph: nx.Graph, size: int, threads: int = 1) -> _core.CensusResult:
    result = _core.census(target_of(graph), _core.Control(), size=size, threads=threads, per_node=True)
    assert result.complete
    return result


@cache
def form(size: int, edges: tuple[Edge, ...], anchor: int) -> tuple[Edge, ...]:
    """The same for two anchored graphs if and only if they are isomorphic: the smallest list of edges."""
    others = [v for v in range(size) if v != anchor]
    places = [{v: i for i, v in enumerate((anchor, *order))} for order in permutations(others)]
    renamed = ([(place[a], place[b]) for a, b in edges] for place in places)
    return min(tuple(sorted((min(edge), max(edge)) for edge in pairs)) for pairs in renamed)


def orbit_form(orbit: _core.CensusOrbit, size: int) -> tuple[Edge, ...]:
    return form(size, tuple(orbit.edges), orbit.anchor)


def brute_force(graph: nx.Graph, size: int) -> Counter[tuple[int, tuple[Edge, ...]]]:
    """Occurrences by node and anchored form, from every set of `size` nodes."""
    counts: Counter[tuple[int, tuple[Edge, ...]]] = Counter()
    for nodes in combinations(graph, size):
        if nx.is_connected(graph.subgraph(nodes)):
            edges = tuple((i, j) for i, j in combinations(range(size), 2) if graph.has_edge(nodes[i], nodes[j]))
            counts.update((u, form(size, edges, i)) for i, u in enumerate(nodes))
    return counts


def totals(graph: nx.Graph, size: int) -> dict[tuple[int, ...], int]:
    """Graph-level frequencies by degree sequence, those that are not zero; adds up classes that share one."""
    found: Counter[tuple[int, ...]] = Counter()
    by_class = {orbit.graph_class: orbit for orbit in census(graph, size).orbits}
    for orbit in by_class.values():
        degrees = Counter(v for edge in orbit.edges for v in edge)
        found[tuple(sorted(degrees.values()))] += orbit.graph_frequency
    return without_zeros(found)


def without_zeros(counts: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    return {key: count for key, count in counts.items() if count}


@st.composite
def drawn_graphs(draw: st.DrawFn) -> nx.Graph:
    nodes = draw(st.integers(0, 10))
    pairs = list(combinations(range(nodes), 2))
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    graph = nx.empty_graph(nodes)
    graph.add_edges_from(chosen)
    # Shrinking is easier from few edges, but dense graphs have the rare orbits: ask for both.
    return nx.complement(graph) if draw(st.booleans()) else graph


@pytest.mark.parametrize("size", SIZES)
def test_orbits_are_all_orbits(size: int) -> None:
    orbits = census(nx.empty_graph(0), size).orbits
    assert len({orbit_form(orbit, size) for orbit in orbits}) == len(orbits) == ORBITS[size]
    nodes: Counter[int] = Counter()
    for orbit in orbits:
        assert orbit.pattern.connected
        assert orbit.pattern.anchor == orbit.anchor
        assert (orbit.anchored_frequency, orbit.graph_frequency) == (0, 0)
        nodes[orbit.graph_class] += orbit.nodes
    assert nodes == dict.fromkeys(range(CLASSES[size]), size)


@pytest.mark.parametrize("size", SIZES)
@settings(deadline=None, max_examples=examples(100))
@given(graph=drawn_graphs())
def test_agrees_with_brute_force(size: int, graph: nx.Graph) -> None:
    result = census(graph, size)
    expected = brute_force(graph, size)
    counts = result.take_counts()
    for i, orbit in enumerate(result.orbits):
        column = [expected[u, orbit_form(orbit, size)] for u in graph]
        assert orbit.anchored_frequency == sum(count > 0 for count in column)
        assert orbit.graph_frequency * orbit.nodes == sum(column)
        assert column == ([] if counts is None else counts[:, i].tolist())


@pytest.mark.parametrize("nodes", [3, 5, 8, 70])
@pytest.mark.parametrize("size", SIZES)
def test_closed_forms(size: int, nodes: int) -> None:
    clique, star, cycle = (size - 1,) * size, (1,) * (size - 1) + (size - 1,), (2,) * size
    path = (1, 1) + (2,) * (size - 2)
    paths_in_path, stars = max(nodes - size + 1, 0), comb(nodes, size - 1)
    paths_in_cycle = nodes if nodes > size else 0
    assert totals(nx.complete_graph(nodes), size) == without_zeros({clique: comb(nodes, size)})
    assert totals(nx.star_graph(nodes), size) == without_zeros({star: stars})
    assert totals(nx.path_graph(nodes), size) == without_zeros({path: paths_in_path})
    assert totals(nx.cycle_graph(nodes), size) == without_zeros({path: paths_in_cycle, cycle: int(nodes == size)})


@pytest.mark.parametrize("size", SIZES)
def test_complete_bipartite_graphs(size: int) -> None:
    left, right = 6, 9
    expected: Counter[tuple[int, ...]] = Counter()
    for a in range(1, size):
        degrees = tuple(sorted([size - a] * a + [a] * (size - a)))
        expected[degrees] += comb(left, a) * comb(right, size - a)
    assert totals(nx.complete_bipartite_graph(left, right), size) == expected


def test_grid_has_its_squares() -> None:
    rows, columns = 7, 11
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(rows, columns))
    assert totals(grid, 4)[2, 2, 2, 2] == (rows - 1) * (columns - 1)
    stars = sum(comb(degree, 4) for _, degree in grid.degree)
    assert totals(grid, 5)[1, 1, 1, 1, 4] == stars


def test_components_do_not_mix() -> None:
    """The counts of a disjoint union are those of its parts."""
    first, second = nx.gnp_random_graph(20, 0.3, seed=1), nx.gnp_random_graph(25, 0.2, seed=2)
    both = census(nx.disjoint_union(first, second), 5).take_counts()
    assert both is not None
    parts = [census(first, 5).take_counts(), census(second, 5).take_counts()]
    np.testing.assert_array_equal(both, np.concatenate([part for part in parts if part is not None]))


@pytest.mark.parametrize(("size", "nodes"), [(3, 300), (4, 300), (5, 60)])
def test_agrees_with_igraph(size: int, nodes: int) -> None:
    graph = nx.powerlaw_cluster_graph(nodes, 5, 0.5, seed=3)
    motifs = igraph.Graph.from_networkx(graph).motifs_randesu(size=size)
    counts = {orbit.graph_class: orbit.graph_frequency for orbit in census(graph, size).orbits}
    assert sorted(counts.values()) == sorted(int(count) for count in motifs if not isnan(count))


@pytest.mark.parametrize("size", SIZES)
def test_threads_change_nothing(size: int) -> None:
    graph = nx.powerlaw_cluster_graph(200, 6, 0.6, seed=4)
    np.testing.assert_array_equal(census(graph, size, 1).take_counts(), census(graph, size, 5).take_counts())


def test_counts_come_once_and_only_when_asked_for() -> None:
    target = target_of(nx.path_graph(4))
    assert _core.census(target, _core.Control(), size=3).take_counts() is None
    asked = _core.census(target, _core.Control(), size=3, per_node=True)
    counts = asked.take_counts()
    assert counts is not None
    assert counts.shape == (4, 3)
    assert asked.take_counts() is None


def test_a_stopped_census_says_so() -> None:
    control = _core.Control(time_limit=0)
    result = _core.census(target_of(nx.complete_graph(30)), control, size=5, per_node=True)
    assert not result.complete
    assert control.stop_reason == "time limit"
    assert result.orbits == []
    assert result.take_counts() is None


def test_progress_ends_at_its_total() -> None:
    control = _core.Control()
    _core.census(target_of(nx.complete_graph(30)), control, size=5)
    assert control.done == control.total > 0


@pytest.mark.parametrize("size", [-1, 2, 6])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="3 to 5"):
        _core.census(target_of(nx.path_graph(3)), _core.Control(), size=size)


def test_labels_are_refused() -> None:
    indptr, indices = np.array([0, 1, 2]), np.array([1, 0], dtype=np.int32)
    labeled = _core.Target(indptr, indices, node_labels=np.array([0, 1], dtype=np.int32))
    with pytest.raises(ValueError, match="without labels"):
        _core.census(labeled, _core.Control(), size=3)


def test_counts_beyond_64_bits_are_refused() -> None:
    leaves = 2**16
    indptr = np.concatenate([[0], leaves + np.arange(leaves + 1)])
    indices = np.concatenate([np.arange(1, leaves + 1), np.zeros(leaves)]).astype(np.int32)
    with pytest.raises(OverflowError, match="smaller size"):
        _core.census(_core.Target(indptr, indices), _core.Control(), size=5)


GRAPHS = {
    "hubs": nx.barabasi_albert_graph(120, 4, seed=3),
    "clustered": nx.powerlaw_cluster_graph(90, 4, 0.7, seed=1),
    "star": nx.star_graph(40),
    "edgeless": nx.empty_graph(5),
}


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    monkeypatch.setattr(census_module, "_STEPS", 300)
    monkeypatch.setattr(census_module, "_CHUNK", 50)


@pytest.fixture(params=GRAPHS)
def graphs(request):
    return spminer.from_networkx(GRAPHS[request.param])


def table(result):
    counts = result.take_counts()
    orbits = [(orbit.edges, orbit.anchored_frequency, orbit.graph_frequency) for orbit in result.orbits]
    return result.complete, orbits, None if counts is None else counts.tolist()


@pytest.mark.parametrize("size", [3, 4, 5])
def test_an_executor_counts_what_one_process_counts(graphs, size):
    executor = InlineExecutor()
    shared = count_census(graphs, size, Monitor(executor=executor), _core.Control(), threads=2, per_node=True)
    assert table(shared) == table(_core.census(graphs.target(), _core.Control(), size=size, per_node=True))
    assert (executor.pieces > 1) == (size > 3 and graphs.num_edges > 0)


def test_the_pieces_have_every_node_once(graphs):
    pieces = census_module._pieces(graphs, 4)
    assert [node for piece in pieces for node in range(piece.first, piece.last)] == list(range(graphs.num_nodes))


def test_the_steps_are_walks_of_two_steps(graphs):
    matrix = np.zeros((graphs.num_nodes, graphs.num_nodes))
    matrix[np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr)), graphs.indices] = 1
    assert census_module._steps(graphs).tolist() == (1 + (matrix @ matrix).sum(axis=1)).tolist()


class Stopping(InlineExecutor):
    """Is stopped after some pieces."""

    def map(self, work, graphs, pieces, watch, *, stage):
        for number, value in enumerate(super().map(work, graphs, pieces, watch, stage=stage)):
            if number == 3:
                watch.give_up("no workers left")
                return
            yield value


def test_a_census_that_is_stopped_has_what_is_certain():
    graphs = spminer.from_networkx(GRAPHS["clustered"])
    monitor = Monitor(executor=Stopping())
    found = count_census(graphs, 5, monitor, _core.Control(), threads=1)
    whole = {tuple(orbit.edges): orbit for orbit in _core.census(graphs.target(), _core.Control(), size=5).orbits}
    assert not found.complete
    assert 0 < len(found.orbits) < len(whole)
    for orbit in found.orbits:
        assert orbit.graph_frequency == whole[tuple(orbit.edges)].graph_frequency
    result = spminer.enumerate(graphs, 5, engine="census", monitor=Monitor(executor=Stopping()))
    assert (result.status, result.stop_reason) == ("partial", "no workers left")


def test_labels_and_directions_do_not_matter(monkeypatch):
    arcs = [(0, 1), (1, 2), (2, 0), (2, 3)]
    directed = spminer.from_edges(arcs, directed=True, node_labels=["a", "b", "a", "b"])
    executor = InlineExecutor()
    monkeypatch.setattr(census_module, "_STEPS", 2)
    shared = count_census(directed, 4, Monitor(executor=executor), _core.Control(), threads=1)
    plain = _core.census(spminer.from_edges(arcs).target(), _core.Control(), size=4)
    assert table(shared) == table(plain)
    assert executor.pieces > 1


def test_parts_of_something_else_are_refused(graphs):
    shared = _core.SharedCensus(graphs.target(), _core.Control(), size=5)
    words = unpack_words(count_walks(graphs, CensusPiece(5, 0, 1), Monitor()))
    for damaged in (words[:0], words[:-1], words[1:], words + np.uint64(1)):
        with pytest.raises(ValueError, match="part"):
            shared.absorb(damaged)
    with pytest.raises(ValueError, match="no such roots"):
        count_walks(graphs, CensusPiece(4, 0, 10_000), Monitor())
    with pytest.raises(ValueError, match="4 or 5"):
        count_walks(graphs, CensusPiece(3, 0, 1), Monitor())


def random_graph(nodes, edges, seed, *, directed=False):
    random = np.random.default_rng(seed)
    pairs = random.integers(0, nodes, (edges, 2))
    return spminer.from_edges([(int(u), int(v)) for u, v in pairs if u != v], directed=directed)


def by_orbit(table, graphs):
    patterns = [graphs.pattern(table.pattern(entry, True)).canonical() for entry in range(len(table.class_id))]
    return dict(zip(patterns, zip(table.anchored.tolist(), table.graph.tolist(), strict=True), strict=True))


@given(st.integers(3, 900), st.integers(0, 3), st.sampled_from([(3, False), (4, False), (5, False), (3, True)]))
@settings(max_examples=examples(20), deadline=None)
def test_the_whole_has_at_least_what_a_part_shows(nodes, seed, kind):
    size, directed = kind
    graphs = random_graph(nodes, 3 * nodes, seed, directed=directed)
    part = local_census(graphs, size)
    whole = count_classes(graphs, size, "census", Monitor())
    known = by_orbit(whole, graphs)
    for orbit in part.orbits:
        if not orbit.anchored_frequency:
            continue
        pattern = graphs.pattern(orbit.pattern).canonical()
        assert orbit.anchored_frequency <= known[pattern][0]
        assert orbit.graph_frequency <= known[pattern][1]


def test_a_graph_without_nodes_shows_nothing():
    assert not any(orbit.anchored_frequency for orbit in local_census(spminer.from_edges([]), 4).orbits)


def test_a_census_that_is_stopped_at_once_still_has_lower_bounds():
    graphs, monitor = random_graph(2000, 20_000, 1), Monitor()
    monitor.cancel()
    result = spminer.enumerate(graphs, 5, engine="census", top=None, monitor=monitor)
    truth = {motif.pattern: motif for motif in spminer.enumerate(graphs, 5, engine="census", top=None)}
    assert (result.status, result.stop_reason, len(result) > 0) == ("partial", "interrupted", True)
    for motif in result:
        assert (motif.anchored_frequency.kind, motif.proven) == ("lower_bound", False)
        assert 0 < motif.anchored_frequency.value <= truth[motif.pattern].anchored_frequency.value


def test_what_a_census_calls_exact_when_it_is_stopped_is_exact():
    graphs = random_graph(3000, 60_000, 2)
    truth = by_orbit(count_classes(graphs, 5, "census", Monitor(), threads=1), graphs)
    certain = 0
    for share in (0.3, 0.7, 0.75, 0.8):  # of the work; where exactly it stops does not matter
        monitor = Monitor()
        stopper = threading.Thread(target=_stop_at, args=(monitor, share), daemon=True)
        stopper.start()
        table = count_classes(graphs, 5, "census", monitor, threads=1)
        stopper.join()
        for entry, (pattern, counts) in enumerate(by_orbit(table, graphs).items()):
            if table.exact(entry):
                assert counts == truth[pattern]
                certain += not table.complete
            else:
                assert all(seen <= true for seen, true in zip(counts, truth[pattern], strict=True))
    assert certain > 0


def _stop_at(monitor, share):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if (monitor.share or 0) >= share:
            break
    monitor.cancel()


@st.composite
def drawn_digraphs(draw: st.DrawFn) -> nx.DiGraph:
    """Sparse or dense, with mutual arcs and nodes without any."""
    nodes = draw(st.integers(0, 9))
    pairs = list(permutations(range(nodes), 2))
    graph = nx.empty_graph(nodes, create_using=nx.DiGraph)
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else [])
    graph.add_edges_from([(v, u) for u, v in graph.edges] if draw(st.booleans()) else [])
    return nx.complement(graph) if draw(st.booleans()) else graph


def directed_form(arcs: list[Edge], anchor: int) -> tuple[Edge, ...]:
    """The same for two anchored directed graphs of three nodes if and only if they are isomorphic."""
    places = [dict(zip((anchor, *order), range(3), strict=True)) for order in permutations({0, 1, 2} - {anchor})]
    return min(tuple(sorted((place[u], place[v]) for u, v in arcs)) for place in places)


def triads_by_brute_force(graph: nx.DiGraph) -> Counter[tuple[int, tuple[Edge, ...]]]:
    counts: Counter[tuple[int, tuple[Edge, ...]]] = Counter()
    for nodes in combinations(graph, 3):
        arcs = [(i, j) for i, j in permutations(range(3), 2) if graph.has_edge(nodes[i], nodes[j])]
        if nx.is_weakly_connected(graph.subgraph(nodes)):
            counts.update((u, directed_form(arcs, i)) for i, u in enumerate(nodes))
    return counts


@settings(deadline=None, max_examples=examples(100))
@given(graph=drawn_digraphs(), threads=st.integers(1, 4))
def test_directed_orbits_agree_with_brute_force(graph: nx.DiGraph, threads: int) -> None:
    target = collection(graph).target()
    result = _core.census(target, _core.Control(), size=3, threads=threads, per_node=True)
    expected, counts = triads_by_brute_force(graph), result.take_counts()
    forms = [directed_form(orbit.edges, orbit.anchor) for orbit in result.orbits]
    assert len(set(forms)) == len(forms) == 30
    for i, orbit in enumerate(result.orbits):
        column = [expected[u, forms[i]] for u in graph]
        assert orbit.anchored_frequency == sum(count > 0 for count in column)
        assert orbit.graph_frequency * orbit.nodes == sum(column)
        assert column == ([] if counts is None else counts[:, i].tolist())


@settings(deadline=None, max_examples=examples(40))
@given(graph=drawn_digraphs())
def test_directed_counts_agree_with_networkx(graph: nx.DiGraph) -> None:
    found = dict.fromkeys(nx.triadic_census(graph), 0)
    for motif in spminer.enumerate(collection(graph), 3, engine="census", frequency="graph", top=None, examples=0):
        found[nx.triad_type(nx.DiGraph(motif.pattern.edges))] = motif.graph_frequency.value
    for code, count in nx.triadic_census(graph).items():
        assert found[code] == (0 if code in {"003", "012", "102"} else count)  # those are not connected


@settings(deadline=None, max_examples=examples(40))
@given(parts=st.lists(drawn_digraphs(), min_size=1, max_size=3), frequency=st.sampled_from(["anchored", "graph"]))
def test_the_directed_census_changes_nothing(parts, frequency):
    graphs = collection(parts)
    for top in (2, None):
        esu, found = (
            spminer.enumerate(graphs, 3, engine=engine, top=top, frequency=frequency) for engine in ("esu", "census")
        )
        assert found.motifs == esu.motifs


def test_directed_counts_are_the_same_for_all_threads_and_igraph() -> None:
    graph = nx.DiGraph(nx.scale_free_graph(2000, seed=2))
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    target = collection(graph).target()
    one, *others = (
        _core.census(target, _core.Control(), size=3, threads=threads, per_node=True) for threads in (1, 2, 3, 4)
    )
    first = table(one)
    assert all(table(other) == first for other in others)
    expected = list(igraph.Graph.from_networkx(graph).triad_census())
    counts = {orbit.graph_class: orbit.graph_frequency for orbit in one.orbits}
    assert sorted(counts.values()) == sorted(int(expected[i]) for i in range(16) if i not in {0, 1, 2})


def test_a_directed_comparison_is_that_of_visiting():
    graphs = random_graph(60, 300, 3, directed=True)
    visited, counted, chosen = (
        spminer.enumerate(graphs, 3, engine=engine, against="reciprocal", null_samples=10, top=None, seed=4)
        for engine in ("esu", "census", "auto")
    )
    assert counted.motifs == visited.motifs == chosen.motifs
    assert spminer.enumerate(graphs, 3).config["engine"] == "census"


def test_a_stopped_directed_census_has_lower_bounds():
    graphs, monitor = random_graph(200, 2000, 1, directed=True), Monitor()
    monitor.cancel()
    result = spminer.enumerate(graphs, 3, engine="census", top=None, monitor=monitor)
    truth = {motif.pattern: motif for motif in spminer.enumerate(graphs, 3, top=None)}
    assert (result.status, len(result) > 0) == ("partial", True)
    for motif in result:
        assert motif.anchored_frequency.kind == "lower_bound"
        assert 0 < motif.anchored_frequency.value <= truth[motif.pattern].anchored_frequency.value
