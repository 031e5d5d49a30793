"""Tests of methods/contrast/proof.py: what is called proven is what a whole enumeration of both sides says."""

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from effort import examples
from spminer import Monitor
from spminer.methods.contrast.proof import prove
from spminer.methods.contrast.settings import ContrastSettings
from spminer.methods.contrast.sides import sides_of
from spminer.methods.contrast.sightings import Sightings
from spminer.mining.state import open_task
from spminer.results.request import MiningRequest
from spminer.significance.statistics import surprise


def classes(seed, labels):
    """Two classes of small random graphs, the first with more triangles."""
    graphs = [nx.gnp_random_graph(7, 0.35 if number < 6 else 0.25, seed=seed + number) for number in range(12)]
    for number, graph in enumerate(graphs):
        graph.graph["label"] = 1 + number // 6
        if labels:
            nx.set_node_attributes(graph, {node: "ab"[(node * 7 + number) % 2] for node in graph}, "label")
    return spminer.from_networkx(graphs)


def shares_by_brute_force(graphs, size):
    """Graphs of each class that contain each induced pattern."""
    sides = [[], []]
    for number in range(graphs.num_graphs):
        one = graphs[[number]]
        sides[int(graphs.graph_labels[number]) - 1].append(
            {motif.pattern for motif in spminer.enumerate(one, size, top=None, frequency="graph", examples=0)}
        )
    every = set().union(*sides[0], *sides[1])
    return {pattern: [sum(pattern in found for found in side) for side in sides] for pattern in every}


@given(st.integers(0, 10_000), st.booleans(), st.sampled_from(["over", "under", "both"]))
@settings(max_examples=examples(25), deadline=None)
def test_what_is_proven_is_the_truth(seed, labels, direction):
    graphs = classes(seed, labels)
    result = spminer.mine(
        graphs, "3-5", top=4, against="class:1,2", frequency="transactions", direction=direction, examples=0
    )
    for size in (3, 4, 5):
        truth = {
            pattern: float(surprise(here, there))
            for pattern, (here, there) in shares_by_brute_force(graphs, size).items()
        }
        for motif in (motif for motif in result if motif.size == size and motif.proven):
            assert motif.score == pytest.approx(truth[motif.pattern])
            better = {
                pattern
                for pattern, score in truth.items()
                if score * motif.score > 0 and abs(score) > abs(motif.score) + 1e-9
            }
            assert better <= {other.pattern for other in result}


def test_sizes_beyond_enumeration_can_be_proven():
    result = spminer.mine(classes(5, True), "3-6", top=3, against="class:1,2", frequency="transactions", examples=0)
    assert {motif.size for motif in result if motif.proven} == {3, 4, 5, 6}


def test_too_much_work_proves_nothing():
    request = MiningRequest.of(sizes=5, against="class:1,2", frequency="transactions")
    task = open_task(classes(5, True), request)
    for proof, expected in ((0, []), (250_000, [5])):
        [side] = list(sides_of(task, ContrastSettings(proof=proof)))[:1]
        assert prove(side, (5,), {5: Sightings()}, Monitor()) == expected


def test_nothing_is_proven_of_samples_that_are_to_be_drawn(monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast.enumerated._BUDGET_S", 0.0)
    graphs = spminer.from_networkx(nx.connected_caveman_graph(6, 4))
    result = spminer.mine(graphs, "3-6", top=4, against="degree", null_samples=5, examples=0)
    assert not any(motif.proven for motif in result if motif.score < 0)
    assert any(motif.proven for motif in result if motif.score > 0)
