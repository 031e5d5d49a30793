import itertools
import random
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import spminer
from spminer.audit import shuffling
from spminer.audit.brute_force import Clock, OutOfTimeError, edges_of
from spminer.audit.shuffling import SHUFFLED_MODELS, shuffled
from spminer.significance.null_models import NULL_MODELS
from support.builders import collection
from support.strategies import examples, labeled_graphs


def keeps(edges, graphs, model):
    """What a model promises to keep, by plain counting."""
    out, into = Counter(a for a, _, _ in edges), Counter(b for _, b, _ in edges)
    degree = [(out[v], into[v]) if graphs.directed else out[v] + into[v] for v in range(graphs.num_nodes)]
    kept = [len(edges), Counter(label for _, _, label in edges)]
    if model != "er":
        kept.append(degree)
    if model == "joint-degree":
        pairs = ((degree[a], degree[b]) for a, b, _ in edges)
        kept.append(Counter(pairs if graphs.directed else (tuple(sorted(pair)) for pair in pairs)))
    if model == "reciprocal":
        arcs = {(a, b) for a, b, _ in edges}
        kept.append(Counter(a for a, b in arcs if (b, a) in arcs))
    if model == "labels":
        names = graphs.node_labels.tolist()
        pairs = ((names[a], names[b], label) for a, b, label in edges)
        kept.append(Counter(pairs if graphs.directed else ((*sorted(pair[:2]), pair[2]) for pair in pairs)))
    return kept


@given(st.lists(labeled_graphs(max_nodes=7, labels=True, directed=True), min_size=1, max_size=2), st.data())
@settings(max_examples=examples(100), deadline=None)
def test_every_model_keeps_what_it_says(parts, data):
    directed = data.draw(st.booleans())
    model = data.draw(st.sampled_from([name for name in SHUFFLED_MODELS if directed or name != "reciprocal"]))
    whole = nx.disjoint_union_all(parts)
    graphs = collection(whole if directed else nx.Graph(whole))
    edges = edges_of(graphs)
    copy = shuffled(edges, graphs, model, random.Random(data.draw(st.integers(0, 99))), Clock())
    assert all(a != b for a, b, _ in copy)
    assert len({(a, b) if directed else frozenset((a, b)) for a, b, _ in copy}) == len(copy)
    if graphs.node_labels is not None or model != "labels":
        assert keeps(copy, graphs, model) == keeps(edges, graphs, model)


def realizations(edges, nodes, directed):
    """All simple graphs with the degrees of this one, by brute force."""
    pairs = list(itertools.permutations(range(nodes), 2) if directed else itertools.combinations(range(nodes), 2))

    def degrees(chosen):
        out, into = Counter(a for a, _ in chosen), Counter(b for _, b in chosen)
        return [(out[v], into[v]) if directed else out[v] + into[v] for v in range(nodes)]

    return [frozenset(c) for c in itertools.combinations(pairs, len(edges)) if degrees(c) == degrees(edges)]


def mutual(arcs):
    return Counter(a for a, b in arcs if (b, a) in arcs)


@pytest.mark.parametrize(
    ("model", "edges", "nodes", "directed"),
    [
        ("degree", [(0, 1), (1, 2), (2, 3), (3, 4)], 5, False),
        ("degree", [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)], 5, False),
        ("degree", [(0, 1), (1, 2), (2, 0)], 3, True),  # two rings, which swaps alone do not join
        ("degree", [(0, 1), (1, 2), (2, 0), (3, 0), (3, 1), (0, 3)], 4, True),
        ("reciprocal", [(0, 1), (1, 0), (2, 3), (3, 2)], 4, True),
        ("reciprocal", [(0, 1), (1, 2), (2, 0), (3, 0), (0, 3)], 4, True),
    ],
)
def test_all_copies_are_met_evenly(model, edges, nodes, directed):
    goal = realizations(edges, nodes, directed)
    if model == "reciprocal":
        goal = [one for one in goal if mutual(one) == mutual(edges)]
    graphs = spminer.from_edges(edges, num_nodes=nodes, directed=directed)[[0] * 60 * len(goal)]
    copy = shuffled(edges_of(graphs), graphs, model, random.Random(3), Clock())
    met = {}
    for a, b, _ in copy:
        u, v = a % nodes, b % nodes
        assert a // nodes == b // nodes
        met.setdefault(a // nodes, set()).add((u, v) if directed else (min(u, v), max(u, v)))
    counts = Counter(map(frozenset, met.values()))
    assert set(counts) <= set(goal)
    assert chisquare([counts[one] for one in goal]).pvalue > 1e-4


def test_edges_stay_in_their_graph_and_the_clock_ends_it():
    graphs = spminer.from_networkx([nx.gnm_random_graph(8, 12, seed=1), nx.gnm_random_graph(9, 9, seed=2)])
    for model in ("degree", "er"):
        copy = shuffled(edges_of(graphs), graphs, model, random.Random(1), Clock())
        assert Counter(a < 8 for a, _, _ in copy) == {True: 12, False: 9}
        assert all((a < 8) == (b < 8) for a, b, _ in copy)
    large = spminer.from_networkx(nx.gnm_random_graph(50, 100, seed=1))
    for model in ("degree", "er"):
        clock = Clock(0.0)
        with pytest.raises(OutOfTimeError):
            [shuffled(edges_of(large), large, model, random.Random(1), clock) for _ in range(100)]


def test_the_models_are_those_of_the_engine():
    assert set(shuffling.NULL_MODELS) == set(NULL_MODELS)
