"""Tests of mining/compare.py against networkx: every frequency and every expected value, recounted on the same nulls.

All four frequencies, induced and edge-induced, with and without labels and direction, by enumeration and by growth.
"""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import NullModel
from support.oracles import frequency
from support.strategies import THOROUGH

SAMPLES = 3
OBJECTIVES = ["anchored", "graph", "transactions", "images"]


def random_graphs(directed, labels, seed):
    graphs = [nx.gnm_random_graph(9, 13, seed=seed + number, directed=directed) for number in range(3)]
    generator = np.random.default_rng(seed)
    for graph in graphs if labels else ():
        nx.set_node_attributes(graph, {node: "ab"[generator.integers(2)] for node in graph}, "label")
        nx.set_edge_attributes(graph, {edge: "xy"[generator.integers(2)] for edge in graph.edges}, "label")
    return graphs


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("induced", [True, False])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("labels", [False, True])
@pytest.mark.parametrize("again", [False, True] if THOROUGH else [False])
def test_every_frequency_and_expected_value(objective, induced, directed, labels, again, monkeypatch):
    grown = bool((OBJECTIVES.index(objective) + induced + directed + labels + again) % 2)
    model = "er" if grown else "degree"
    if grown:
        monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)  # everything by growth
    graphs = random_graphs(directed, labels, seed=11)
    collection = spminer.from_networkx(graphs)
    result = spminer.mine(
        collection,
        "3-4",
        top=3,
        frequency=objective,
        induced=induced,
        against=model,
        null_samples=SAMPLES,
        seed=7,
        examples=0,
    )
    assert {motif.size for motif in result} == {3, 4}
    null = NullModel(collection, model, seed=7)
    samples = [spminer.to_networkx(null.sample(index)) for index in range(SAMPLES)]
    for motif in result:
        assert motif.frequency(objective).value == frequency(motif.pattern, graphs, objective, induced=induced)
        values = [frequency(motif.pattern, sample, objective, induced=induced) for sample in samples]
        assert motif.against.expected == pytest.approx(np.mean(values))
        assert motif.against.spread == pytest.approx(np.std(values, ddof=1))
        assert motif.against.samples == SAMPLES


@pytest.mark.parametrize("size", [14, 20] if THOROUGH else [11])
def test_large_motifs_are_compared(size):
    """Rings of cliques are far beyond what chance makes, at any size."""
    graphs = spminer.from_networkx(nx.connected_caveman_graph(15, 6))
    result = spminer.mine(graphs, size, top=2, against="degree", null_samples=4, direction="over", examples=1)
    assert len(result) == 2
    for motif in result:
        assert motif.size == size
        assert motif.score > 0
        assert motif.anchored_frequency.value > motif.against.expected
        assert motif.anchored_frequency == spminer.count(motif.pattern, graphs).frequency
