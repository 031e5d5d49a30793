"""Tests of analysis.py: profiles, clusters and distances against networkx, matrices and scipy."""

from itertools import combinations
from math import comb

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import wasserstein_distance

import spminer
from spminer.analysis import graphlet_agreement, motif_adjacency, motif_cluster, netdis, netemd, significance_profile
from spminer.errors import NothingFoundError, UsageError


@pytest.fixture
def digraph():
    return nx.gnp_random_graph(40, 0.1, seed=3, directed=True)


def test_triads_are_those_of_networkx(digraph):
    found = significance_profile(digraph, null_samples=20)
    census = nx.triadic_census(digraph)
    assert dict(zip(found.names, found.found.tolist(), strict=True)) == {name: census[name] for name in found.names}
    assert len(found.names) == 13
    assert found.against == "reciprocal"


def test_z_follows_from_the_copies(digraph):
    found = significance_profile(digraph, against="degree", null_samples=12, seed=5)
    copies = spminer.randomize(spminer.from_networkx(digraph), "degree", 12, seed=5)
    counts = np.array(
        [[nx.triadic_census(spminer.to_networkx(one)[0])[name] for name in found.names] for one in copies]
    )
    assert found.expected == pytest.approx(counts.mean(axis=0))
    assert found.spread == pytest.approx(counts.std(axis=0, ddof=1))
    known = counts.std(axis=0) > 0
    z = (found.found - counts.mean(axis=0))[known] / counts.std(axis=0, ddof=1)[known]
    assert found.z[known] == pytest.approx(z)
    assert np.square(found.profile).sum() == pytest.approx(1)
    assert found.profile[known] / z == pytest.approx(found.profile[known][0] / z[0])


def test_threads_change_nothing(digraph):
    one, four = (significance_profile(digraph, null_samples=10, threads=threads) for threads in (1, 4))
    assert (one.profile == four.profile).all()


def test_an_undirected_profile_is_of_four_nodes():
    graph = nx.karate_club_graph()
    found = significance_profile(graph, null_samples=10)
    counted = [
        int(spminer.count(name, graph)) for name in ("path:4", "star:4", "cycle:4", "paw", "diamond", "clique:4")
    ]
    assert found.found.tolist() == counted
    apart = found.found - found.expected
    ratio = apart / (found.found + found.expected + 4)
    assert found.profile == pytest.approx(ratio / np.sqrt(np.square(ratio).sum()))


def test_a_rigid_graph_has_no_profile():
    found = significance_profile(nx.complete_graph(6), null_samples=3)  # it is its only copy
    assert found.z.tolist() == [0] * 6
    assert found.profile.tolist() == [0] * 6


def test_profiles_are_drawn_in_one_figure(digraph):
    found = significance_profile(digraph, null_samples=5)
    ax = found.plot(label="first")
    found.plot(ax=ax, label="second")
    assert [label.get_text() for label in ax.get_xticklabels()] == list(found.names)
    assert len(ax.get_lines()) == 3  # and that of zero
    assert list(found.to_pandas().index) == list(found.names)


def test_one_copy_has_no_spread(digraph):
    with pytest.raises(UsageError, match="at least 2"):
        significance_profile(digraph, null_samples=1)


def test_the_triangle_matrix_is_the_product():
    graph = nx.gnp_random_graph(60, 0.15, seed=1)
    matrix = nx.to_numpy_array(graph)
    assert (motif_adjacency("triangle", graph).toarray() == (matrix @ matrix) * matrix).all()


@pytest.mark.parametrize(
    ("motif", "formula"),
    [  # Benson, Gleich and Leskovec 2016, table S7: U has the arcs that go one way, B those that go both ways
        ("030C", lambda u, _b: (u @ u) * u.T + ((u @ u) * u.T).T),
        ("300", lambda _u, b: (b @ b) * b),
        ("030T", lambda u, _b: _both((u @ u) * u + (u @ u.T) * u + (u.T @ u) * u)),
        ("201", None),
    ],
)
def test_directed_motif_matrices_are_those_of_the_paper(motif, formula):
    graph = nx.gnp_random_graph(40, 0.15, seed=2, directed=True)
    matrix = nx.to_numpy_array(graph)
    both = matrix * matrix.T
    found = motif_adjacency(motif, graph).toarray()
    if formula is not None:
        assert (found == formula(matrix - both, both)).all()
    assert (found == found.T).all()
    assert found.sum() == 6 * int(spminer.count(motif, graph))


def _both(matrix):
    return matrix + matrix.T


def test_a_cluster_is_found_where_it_was_planted():
    graph = nx.planted_partition_graph(2, 40, 0.4, 0.02, seed=4)
    cluster = motif_cluster("triangle", graph)
    sides = [set(map(str, range(40))), set(map(str, range(40, 80)))]
    assert max(len(set(cluster.nodes) & side) for side in sides) >= 0.95 * len(cluster.nodes)
    matrix = motif_adjacency("triangle", graph).toarray()
    inside = np.isin(np.arange(80), [int(name) for name in cluster.nodes])
    cut = matrix[inside][:, ~inside].sum()
    assert cluster.conductance == pytest.approx(cut / min(matrix[inside].sum(), matrix[~inside].sum()))
    assert cluster.conductance < 0.1


def test_large_graphs_have_the_same_sweep_as_small_ones():
    graph = nx.planted_partition_graph(2, 80, 0.3, 0.01, seed=5)  # more nodes than are solved densely
    assert motif_cluster("triangle", graph).conductance < 0.05


def test_no_occurrence_is_said():
    with pytest.raises(NothingFoundError, match="no occurrence"):
        motif_cluster("triangle", nx.path_graph(5))


def test_arguments_in_the_wrong_order_are_told():
    with pytest.raises(UsageError, match="the pattern comes before the graph"):
        motif_adjacency("friends.csv", "triangle")


def test_agreement_is_one_for_equal_networks_and_falls():
    graph = nx.connected_watts_strogatz_graph(60, 4, 0.1, seed=1)
    shuffled = nx.relabel_nodes(graph, dict(zip(graph, reversed(list(graph)), strict=True)))
    near = nx.connected_watts_strogatz_graph(60, 4, 0.15, seed=2)
    far = nx.barabasi_albert_graph(60, 2, seed=1)
    assert graphlet_agreement(graph, shuffled) == pytest.approx(1)
    assert graphlet_agreement(graph, far) < graphlet_agreement(graph, near) < 1
    assert graphlet_agreement(graph, far) == pytest.approx(graphlet_agreement(far, graph))
    assert graphlet_agreement(graph, far, mean="geometric") <= graphlet_agreement(graph, far)


def test_agreement_by_hand():
    # Degrees: path 1 1 2, star 1 1 1 3. Scaled shares (2, .5) / 2.5 and (3, 1/3) / (10/3).
    path, star = nx.path_graph(3), nx.star_graph(3)
    orbit0 = 1 - np.sqrt((0.8 - 0.9) ** 2 + 0.2**2 + 0.1**2) / np.sqrt(2)
    # Orbits 1 and 2 (end and middle of a path of three): ends 1 1 against 2 2 2; middles 1 against 3.
    orbits12 = [1 - np.sqrt(2) / np.sqrt(2)] * 2
    # Of the others only the star's orbits 6 and 7 occur, in one of both networks.
    orbits67 = [1 - 1 / np.sqrt(2)] * 2
    assert graphlet_agreement(path, star) == pytest.approx((orbit0 + sum(orbits12) + sum(orbits67) + 68) / 73)


def test_the_distance_is_the_least_over_all_shifts():
    first, second = nx.gnp_random_graph(40, 0.1, seed=1), nx.barabasi_albert_graph(55, 2, seed=1)
    counts = [spminer.profile(graph, ["edge", "path:3", "triangle"], limit=0).counts for graph in (first, second)]
    expected = []
    for a, b in zip(counts[0].T, counts[1].T, strict=True):
        a, b = (values / (values.std() or 1) for values in (a, b))  # noqa: PLW2901
        best = minimize_scalar(
            lambda shift, a=a, b=b: wasserstein_distance(a + shift, b), bounds=(-9, 9), method="bounded"
        )
        expected.append(best.fun)
    assert netemd(first, second, size=3) == pytest.approx(np.mean(expected), abs=1e-4)


@pytest.mark.parametrize("distance", [netemd, netdis])
def test_networks_of_one_kind_are_nearer(distance):
    kinds = [
        lambda seed: nx.gnp_random_graph(80, 0.06, seed=seed),
        lambda seed: nx.barabasi_albert_graph(80, 2, seed=seed),
    ]
    same = [distance(kind(1), kind(2)) for kind in kinds]
    assert max(same) < distance(kinds[0](1), kinds[1](1))


def ego_counts(graph):
    """Nodes, density, and paths and triangles of three nodes, of each neighborhood of two steps."""
    for node in graph:
        ego = nx.ego_graph(graph, node, radius=2)
        if len(ego) > 2:
            edges = [ego.subgraph(three).number_of_edges() for three in combinations(ego, 3)]
            yield len(ego), nx.density(ego), np.array([edges.count(2), edges.count(3)])


def test_counts_around_nodes_are_compared_with_what_is_usual():
    first, second, usual = (nx.gnp_random_graph(14, p, seed=seed) for seed, p in enumerate((0.2, 0.3, 0.25)))
    reference = sorted(ego_counts(usual), key=lambda ego: ego[1])
    groups = np.array_split(np.arange(len(reference)), len(reference) // 5)
    sums = []
    for graph in (first, second):
        beyond = np.zeros(2)
        for nodes, density, counts in ego_counts(graph):
            last = max((g for g in groups if reference[g[0]][1] <= density), key=lambda g: g[0], default=groups[0])
            share = np.mean([reference[i][2] / comb(reference[i][0], 3) for i in last], axis=0)
            beyond += counts - comb(nodes, 3) * share
        sums.append(beyond)
    length = np.hypot(*sums)
    norms = [(one**2 / length).sum() for one in sums]
    expected = (1 - (sums[0] * sums[1] / length).sum() / np.sqrt(norms[0] * norms[1])) / 2
    assert netdis(first, second, reference=usual, size=3) == pytest.approx(expected)


def test_counts_around_nodes_are_compared_with_random_graphs():
    first, second = (nx.gnp_random_graph(14, p, seed=seed) for seed, p in enumerate((0.2, 0.3)))
    sums = []
    for graph in (first, second):
        beyond = np.zeros(2)
        for nodes, density, counts in ego_counts(graph):
            beyond += counts - comb(nodes, 3) * np.array([3 * density**2 * (1 - density), density**3])
        sums.append(beyond)
    length = np.hypot(*sums)
    norms = [(one**2 / length).sum() for one in sums]
    expected = (1 - (sums[0] * sums[1] / length).sum() / np.sqrt(norms[0] * norms[1])) / 2
    assert netdis(first, second, size=3) == pytest.approx(expected)


@pytest.mark.parametrize("distance", [netemd, netdis])
def test_sizes_of_graphlets_are_checked(distance):
    with pytest.raises(UsageError, match="size must be 3, 4 or 5"):
        distance(nx.path_graph(3), nx.path_graph(4), size=6)
    with pytest.raises(UsageError, match="no graphlets"):
        distance(nx.Graph(), nx.path_graph(4))
    with pytest.raises(UsageError, match="two others within two steps"):
        netdis(nx.path_graph(2), nx.path_graph(4))
