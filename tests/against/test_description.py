from itertools import combinations, islice, permutations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import Pattern, UsageError
from spminer.against.description import Description, choose_disjoint

TRIANGLE = Pattern.parse("0-1,0-2,1-2")
LOOP = Pattern.parse("0>1,0>2,1>2")


def clique(size):
    return Pattern.from_edges(list(combinations(range(size), 2)))


def describe(graph):
    return Description(list(graph.edges), len(graph), directed=graph.is_directed())


def occurrences(graph, pattern, *, induced=True):
    """One row for each set of nodes that shows the pattern, by networkx."""
    matcher = nx.isomorphism.DiGraphMatcher if pattern.directed else nx.isomorphism.GraphMatcher
    found = matcher(graph, pattern.to_networkx())
    maps = found.subgraph_isomorphisms_iter() if induced else found.subgraph_monomorphisms_iter()
    rows = {}
    for place in islice(maps, 4000):
        inverse = {node: image for image, node in place.items()}
        rows.setdefault(frozenset(place), [inverse[node] for node in range(pattern.size)])
    return list(rows.values())


def planted(size, count, seed, nodes=300, edges=900):
    """Cliques on nodes of their own in a random graph, and where they are."""
    graph = nx.gnm_random_graph(nodes, edges, seed=seed)
    rows = np.random.default_rng(seed).permutation(nodes)[: size * count].reshape(count, size)
    for row in rows:
        graph.add_edges_from(combinations(row.tolist(), 2))
    return graph, rows


@given(st.lists(st.lists(st.integers(0, 11), min_size=3, max_size=3, unique=True), min_size=1, max_size=15), st.data())
def test_chosen_occurrences_are_disjoint_and_none_is_left(rows, data):
    degrees = data.draw(st.lists(st.integers(0, 9), min_size=12, max_size=12))
    chosen = choose_disjoint(rows, degrees).tolist()
    taken = [node for row in chosen for node in row]
    assert len(taken) == len(set(taken))
    assert all(row in rows for row in chosen)
    assert all(set(row) & set(taken) for row in rows)
    exposed = [sum(degrees[node] for node in row) for row in chosen]
    assert exposed == sorted(exposed)
    assert exposed[0] == min(sum(degrees[node] for node in row) for row in rows)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [4, 5, 6])
def test_planted_cliques_save_bits(size, seed):
    graph, rows = planted(size, 20, seed)
    saving = describe(graph).saving(clique(size), rows)
    assert saving.bits > 10
    assert saving.instances >= 15


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pattern", ["0-1,1-2", "0-1,0-2,1-2", "0-1,1-2,2-3", "0-1,0-2,0-3", "0-1,1-2,2-3,0-3"])
@pytest.mark.parametrize("model", ["sparse", "dense", "hubs"])
def test_what_is_in_any_random_graph_saves_nothing(pattern, seed, model):
    graphs = {
        "sparse": lambda: nx.gnm_random_graph(120, 300, seed=seed),
        "dense": lambda: nx.gnm_random_graph(30, 200, seed=seed),
        "hubs": lambda: nx.Graph(nx.expected_degree_graph(40 / (1 + np.arange(80)) ** 0.8, seed=seed, selfloops=False)),
    }
    graph, motif = graphs[model](), Pattern.parse(pattern)
    rows = occurrences(graph, motif)
    assert rows
    assert describe(graph).saving(motif, rows).bits < 0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size", [3, 4])
def test_cliques_among_hubs_are_no_motifs(size, seed):
    """Hubs that are joined to most nodes form cliques by themselves; a code that allows parallel links credits them."""
    weights = 30 / (1 + np.arange(60)) ** 0.7
    graph = nx.Graph(nx.expected_degree_graph(weights, seed=seed, selfloops=False))
    saving = describe(graph).saving(clique(size), occurrences(graph, clique(size)))
    assert saving.bits < 0


def test_cliques_and_not_paths_are_what_a_caveman_graph_is_made_of():
    graph = nx.connected_caveman_graph(40, 5)
    description = describe(graph)
    best = {motif: description.saving(motif, occurrences(graph, motif)).bits for motif in (clique(4), clique(3))}
    assert best[clique(4)] > best[clique(3)] > 0
    path = Pattern.parse("0-1,1-2,2-3")
    assert description.saving(path, occurrences(graph, path)).bits < best[clique(3)]


def test_arcs_have_their_own_code():
    rng = np.random.default_rng(7)
    graph = nx.gnm_random_graph(200, 400, seed=7, directed=True)
    assert describe(graph).saving(LOOP, occurrences(graph, LOOP)).bits < 0
    chain = Pattern.parse("0>1,0>2,1>2,1>3,2>3,0>3")
    rows = rng.permutation(200).reshape(50, 4)
    graph.add_edges_from((row[a], row[b]) for row in rows.tolist() for a, b in chain.edges)
    graph.remove_edges_from([(row[b], row[a]) for row in rows.tolist() for a, b in chain.edges])
    assert describe(graph).saving(chain, rows).bits > 100


def test_links_beyond_the_pattern_are_told_too():
    graph, rows = planted(5, 20, 3)
    description = describe(graph)
    ring = Pattern.parse("0-1,1-2,2-3,3-4,0-4")
    assert description.saving(ring, rows).bits < description.saving(clique(5), rows).bits


def test_labels_and_anchors_do_not_matter():
    graph, rows = planted(4, 20, 3)
    labeled = Pattern.parse("0-1,0-2,0-3,1-2,1-3,2-3;C,C,C,C@0")
    assert describe(graph).saving(labeled, rows) == describe(graph).saving(clique(4), rows)


def test_more_occurrences_than_fit_change_nothing():
    graph, rows = planted(4, 20, 5)
    again = np.concatenate([rows, rows[:, ::-1], rows])
    assert describe(graph).saving(clique(4), again) == describe(graph).saving(clique(4), rows)


def all_graphs(nodes, directed):
    pairs = list((permutations if directed else combinations)(range(nodes), 2))
    for present in product([False, True], repeat=len(pairs)):
        graph = nx.empty_graph(nodes, create_using=nx.DiGraph if directed else nx.Graph)
        graph.add_edges_from(pair for pair, there in zip(pairs, present, strict=True) if there)
        yield graph


@pytest.mark.parametrize(
    ("nodes", "pattern", "induced"),
    [
        (4, "0-1", True),
        (4, "0-1,1-2", True),
        (4, "0-1,1-2", False),
        (4, "0-1,0-2,1-2", True),
        (3, "0>1", True),
        (3, "0>1", False),
        (3, "0>1,1>2", False),
    ],
)
def test_graphs_have_a_code_with_a_motif(nodes, pattern, induced):
    """Kraft's inequality: with the pattern known, the bits suffice to tell all graphs apart that show it."""
    motif, total = Pattern.parse(pattern), 0.0
    for graph in all_graphs(nodes, motif.directed):
        rows = occurrences(graph, motif, induced=induced)
        if rows:
            description = describe(graph)
            total += 2 ** -(description.bits - description.saving(motif, rows).bits)
    assert 0 < total <= 1


def test_nothing_to_save_is_not_zero():
    graph = nx.path_graph(4)
    assert describe(graph).saving(TRIANGLE, []) is None
    assert describe(graph).saving(Pattern(1, ()), [[0], [1]]) is None
    assert describe(nx.empty_graph(3)).saving(TRIANGLE, np.empty((0, 3))) is None


@pytest.mark.parametrize(
    ("pattern", "rows", "message"),
    [
        ("0-1,0-2,1-2", [[0, 1, 2]], "does not show"),
        ("0-1", [[0, 2]], "does not show"),
        ("0-1", [[1, 1]], "does not show"),
        ("0>1", [[0, 1]], "direction"),
    ],
)
def test_what_is_no_occurrence_is_refused(pattern, rows, message):
    with pytest.raises(UsageError, match=message):
        describe(nx.path_graph(4)).saving(Pattern.parse(pattern), rows)


@pytest.mark.parametrize("edges", [[(0, 0)], [(0, 1), (1, 0)]])
def test_loops_and_parallel_edges_are_refused(edges):
    with pytest.raises(UsageError, match="simple graph"):
        Description(edges, 2, directed=False)
    assert Description([(0, 1), (1, 0)], 2, directed=True).bits > 0
