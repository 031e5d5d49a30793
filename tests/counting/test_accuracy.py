"""Tests of mining/count.py, results/frequency.py: what docs/accuracy.md says of its words, under any budget."""

import networkx as nx
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from support.builders import collection, pattern_of
from support.strategies import examples, labeled_graphs

OBJECTIVES = ["anchored", "graph", "transactions", "images"]


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
    st.sampled_from(OBJECTIVES),
    st.booleans(),
)
@settings(max_examples=examples(200), deadline=None)
def test_a_budget_is_never_told_as_a_smaller_exact_number(pattern, seed, steps, objective, induced):
    assume(len(pattern) > 1)
    assume(nx.is_connected(pattern.to_undirected()))
    graph = nx.gnm_random_graph(14, 40, seed=seed, directed=pattern.is_directed())
    graphs, wanted = collection(graph), pattern_of(pattern, 0 if objective == "anchored" else None)
    options = {"frequency": objective, "induced": induced}
    truth = spminer.count(wanted, graphs, **options).frequency
    assert truth.kind == "exact"
    if objective != "graph":
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
    found = spminer.count(path, graphs, sample=sample, seed=seed).frequency
    if sample >= graphs.num_nodes:
        assert found.kind == "exact"
    check(found, truth)
    assert 0 <= found.low <= found.value <= found.high <= graphs.num_nodes
    assert found == spminer.count(path, graphs, sample=sample, seed=seed).frequency
