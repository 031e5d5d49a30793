"""Tests of the native census behind counting/enumeration.py, against brute force, closed forms and igraph."""

from __future__ import annotations

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

from spminer import _core
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
def graphs(draw: st.DrawFn) -> nx.Graph:
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
@given(graph=graphs())
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
