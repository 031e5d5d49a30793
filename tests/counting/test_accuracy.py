"""Tests of mining/count.py, counting/support.py and results/frequency.py: what docs say of frequencies."""

from math import comb

import networkx as nx
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from spminer.graphs.build import disjoint_union
from support.builders import collection, pattern_of
from support.oracles import orbits
from support.strategies import examples, labeled_graphs


def value(pattern, graphs, frequency_name, **options):
    return spminer.count(pattern, graphs, frequency=frequency_name, **options).frequency.value


@st.composite
def grown_pairs(draw, *, induced):
    """A pattern, a larger one that contains it on its first nodes, and a graph, of the same kind."""
    directed, labels = draw(st.booleans()), draw(st.booleans())
    size = draw(st.integers(2, 4))
    nodes = size + draw(st.integers(1, 2))
    letter = st.sampled_from("01")
    attributes = st.fixed_dictionaries({"label": letter} if labels else {})
    larger = nx.DiGraph() if directed else nx.Graph()
    larger.add_nodes_from((node, draw(attributes)) for node in range(nodes))
    tree = [(draw(st.integers(0, node - 1)), node) for node in range(1, nodes)]  # any first nodes are connected
    pairs = [(a, b) for a in range(nodes) for b in range(nodes) if a != b and (directed or a < b)]
    more = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=nodes))
    larger.add_edges_from((a, b, draw(attributes)) for a, b in dict.fromkeys([*tree, *more]))
    kept = [(a, b) for a, b in larger.subgraph(range(size)).edges]
    if not induced:
        kept = [edge for edge in kept if edge in tree or edge[::-1] in tree or draw(st.booleans())]
    small = type(larger)()
    small.add_nodes_from((node, larger.nodes[node]) for node in range(size))
    small.add_edges_from((a, b, larger.edges[a, b]) for a, b in kept)
    target = draw(labeled_graphs(max_nodes=9, directed=directed, labels=labels).filter(lambda graph: graph.edges))
    return small, larger, target


@given(st.data(), st.booleans())
@settings(max_examples=examples(150), deadline=None)
def test_three_frequencies_only_fall_when_a_pattern_grows(data, induced):
    small, larger, target = data.draw(grown_pairs(induced=induced))
    graphs = disjoint_union([collection(target), collection(larger), collection(target)])
    anchor = data.draw(st.integers(0, len(small) - 1))
    for frequency_name in ("anchored", "transactions", "images"):
        before, after = (
            value(
                pattern_of(one, anchor if frequency_name == "anchored" else None),
                graphs,
                frequency_name,
                induced=induced,
            )
            for one in (small, larger)
        )
        assert after <= before


@given(labeled_graphs(max_nodes=4), labeled_graphs(max_nodes=9), st.booleans())
@settings(max_examples=examples(150), deadline=None)
def test_images_are_the_smallest_anchored_frequency(pattern, target, induced):
    assume(nx.is_connected(pattern.to_undirected()))
    assume(pattern.is_directed() == target.is_directed())
    graphs, anchors = collection(target), range(len(pattern))
    try:
        anchored = [value(pattern_of(pattern, anchor), graphs, "anchored", induced=induced) for anchor in anchors]
    except spminer.UsageError:  # labels on one side are two on the other
        return
    assert value(pattern_of(pattern), graphs, "images", induced=induced) == min(anchored)
    assert max(anchored) <= graphs.num_nodes


@given(labeled_graphs(max_nodes=5, labels=False), st.data())
@settings(max_examples=examples(100), deadline=None)
def test_anchors_that_a_symmetry_joins_have_one_frequency_and_one_id(pattern, data):
    assume(nx.is_connected(pattern.to_undirected()))
    target = collection(data.draw(labeled_graphs(max_nodes=9, labels=False, directed=pattern.is_directed())))
    ids = {}
    for anchor in range(len(pattern)):
        one = pattern_of(pattern, anchor)
        ids.setdefault(one.canonical().text, set()).add(value(one, target, "anchored"))
    assert all(len(values) == 1 for values in ids.values())
    assert len(ids) == len(orbits(pattern))


@given(st.integers(3, 24), st.integers(2, 5))
@settings(max_examples=examples(40), deadline=None)
def test_node_sets_count_combinations_and_may_rise(leaves, rays):
    star = collection(nx.star_graph(leaves))
    patterns = {n: pattern_of(nx.star_graph(n), None) for n in (2, 3, rays)}
    assert {n: value(one, star, "graph") for n, one in patterns.items()} == {n: comb(leaves, n) for n in patterns}
    assert comb(20, 3) == 1140
    if leaves > 5:  # there are more sets of three leaves than of two
        assert value(patterns[3], star, "graph") > value(patterns[2], star, "graph")


@given(labeled_graphs(max_nodes=8).filter(lambda graph: graph.edges), st.integers(2, 4))
@settings(max_examples=examples(60), deadline=None)
def test_every_id_can_be_counted_again(graph, size):
    target = collection(graph)
    for motif in spminer.enumerate(target, size, top=None):
        assert value(motif.id, target, "anchored") == motif.anchored_frequency.value


FREQUENCY_NAMES = ["anchored", "graph", "transactions", "images"]


def check(frequency, truth):
    """What each word promises."""
    if frequency.kind == "exact":
        assert frequency.value == frequency.low == frequency.high == truth
        return
    assert frequency.low <= frequency.value
    assert frequency.high is None or frequency.value <= frequency.high
    if frequency.kind == "lower_bound":
        assert frequency.low <= truth
        assert frequency.high is None or truth <= frequency.high


@given(
    labeled_graphs(max_nodes=5, labels=False),
    st.integers(0, 2**32),
    st.integers(1, 40),
    st.sampled_from(FREQUENCY_NAMES),
    st.booleans(),
)
@settings(max_examples=examples(200), deadline=None)
def test_a_budget_is_never_told_as_a_smaller_exact_number(pattern, seed, steps, frequency_name, induced):
    assume(len(pattern) > 1)
    assume(nx.is_connected(pattern.to_undirected()))
    graph = nx.gnm_random_graph(14, 40, seed=seed, directed=pattern.is_directed())
    graphs, wanted = collection(graph), pattern_of(pattern, 0 if frequency_name == "anchored" else None)
    options = {"frequency": frequency_name, "induced": induced}
    truth = spminer.count(wanted, graphs, **options).frequency
    assert truth.kind == "exact"
    if frequency_name != "graph":
        check(spminer.count(wanted, graphs, steps=steps, **options).frequency, truth.value)
    check(spminer.count(wanted, graphs, monitor=spminer.Monitor(time_limit=0), **options).frequency, truth.value)


@given(labeled_graphs(max_nodes=8, labels=False), st.integers(2, 5), st.sampled_from(["exact", "grow"]), st.data())
@settings(max_examples=examples(100), deadline=None)
def test_what_is_proven_has_no_better_pattern_outside(graph, size, method, data):
    graphs, frequency = collection(graph), data.draw(st.sampled_from(["anchored", "graph", "images"]))
    top = data.draw(st.integers(1, 4))
    options = {"beam": 2} if method == "grow" and data.draw(st.booleans()) else {}
    result = spminer.mine(graphs, size, top=top, method=method, frequency=frequency, **options)
    everything = spminer.enumerate(graphs, size, top=None, frequency="anchored" if frequency == "anchored" else "graph")
    if frequency == "images":
        values = [
            spminer.count(m.pattern.without_anchor(), graphs, frequency="images").frequency.value for m in everything
        ]
    else:
        values = [motif.frequency(frequency).value for motif in everything]
    for rank, motif in enumerate(result):
        if motif.proven:
            assert motif.frequency(frequency).value >= sorted(values, reverse=True)[rank]
        check(motif.frequency(frequency), spminer.count(motif.pattern, graphs, frequency=frequency).frequency.value)


@given(st.integers(0, 2**32), st.integers(4, 40), st.booleans())
@settings(max_examples=examples(100), deadline=None)
def test_a_sample_of_all_nodes_is_exact_and_a_smaller_one_is_not_sure(seed, sample, directed):
    graph = nx.gnm_random_graph(40, 90, seed=seed % 50, directed=directed)
    graphs, path = collection(graph), "0>1,1>2@0" if directed else "0-1,1-2@0"
    truth = spminer.count(path, graphs).frequency.value
    found = spminer.count(path, graphs, anchors=sample, seed=seed).frequency
    if sample >= graphs.num_nodes:
        assert found.kind == "exact"
    check(found, truth)
    assert 0 <= found.low <= found.value <= found.high <= graphs.num_nodes
    assert found == spminer.count(path, graphs, anchors=sample, seed=seed).frequency
