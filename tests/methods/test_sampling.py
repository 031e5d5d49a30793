"""Tests of methods/sampling.py"""

from types import SimpleNamespace

import numpy as np
import pytest

import spminer
from spminer.methods.sampling import _graph_frequency


@pytest.mark.parametrize(("method", "settings"), [("rand-esu", {"samples": 2000}), ("motivo", {"samples": 1000})])
def test_reported_estimates_are_of_a_sample_that_did_not_choose(method, settings):
    """Of many labeled classes a sample prefers those that it met too often: its own intervals lie above the truth."""
    random = np.random.default_rng(0)
    pairs = np.unique(np.sort(random.integers(400, size=(800, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    graphs = spminer.from_edges(
        pairs, num_nodes=400, node_labels=[str(label) for label in random.integers(6, size=400)]
    )
    counted = spminer.enumerate(graphs, 5, top=None, frequency="graph", examples=0)
    truth = {motif.pattern: motif.graph_frequency.value for motif in counted}
    covered = 0
    for seed in range(12):
        for motif in spminer.mine(
            graphs, 5, method=method, frequency="graph", verify=False, seed=seed, examples=0, **settings
        ):
            found = motif.graph_frequency
            assert found.kind == "estimate"
            covered += found.low <= truth[motif.pattern] <= found.high
    assert covered >= 0.92 * 120


def test_a_class_that_was_met_once_may_be_one_node_set():
    once, twice = (
        SimpleNamespace(count=[5000.0], error=[0.0], hits=[1]),
        SimpleNamespace(count=[5000.0], error=[0.0], hits=[2]),
    )
    assert _graph_frequency(once, 0, None, exact=False).low == 1
    assert _graph_frequency(twice, 0, None, exact=False).low > 2
