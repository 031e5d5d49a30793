import networkx as nx
import numpy as np
import pytest

import spminer
from support.builders import collection

torch = pytest.importorskip("torch")

from spminer.paper.count_prediction.data import motif_counts  # noqa: E402
from spminer.paper.count_prediction.training import CountErrors, batches_by_size  # noqa: E402


def test_errors_are_as_defined():
    predicted, exact = np.array([[1.0, 0.5], [3.0, 2.0]]), np.array([[2.0, 0.0], [3.0, 1.0]])
    errors = CountErrors.of(predicted, exact)
    assert (errors.graphs, errors.occurring) == (2, 0.75)
    assert errors.mse == pytest.approx((1 + 0.25 + 0 + 1) / 4)
    assert errors.mse_occurring == pytest.approx(2 / 3)
    assert errors.relative_error == pytest.approx((0.5 + 0 + 1) / 3)
    assert errors.relative_mse == pytest.approx(2.25 / 14)
    assert np.isnan(CountErrors.of(np.ones((1, 2)), np.zeros((1, 2))).relative_error)


def test_batches_by_size_hold_every_graph_once():
    graphs = collection([nx.path_graph(9), nx.complete_graph(4), nx.star_graph(5), nx.empty_graph(2)])
    batches = list(batches_by_size(graphs, nodes=10))
    assert [len(batch.log_counts) for batch in batches] == [2, 1, 1]
    counts = torch.cat([batch.log_counts for batch in batches])
    _, expected = motif_counts(graphs)
    np.testing.assert_allclose(counts.expm1(), expected[[3, 1, 2, 0]], rtol=1e-5, atol=1e-5)


def test_labels_and_direction_are_left_out():
    arcs = nx.DiGraph([(0, 1), (1, 0), (1, 2), (2, 0)])
    nx.set_node_attributes(arcs, "C", "kind")
    (batch,) = batches_by_size(spminer.from_networkx(arcs, node_label="kind"))
    (plain,) = batches_by_size(collection([nx.complete_graph(3)]))
    assert torch.equal(batch.log_counts, plain.log_counts)
    assert torch.equal(batch.source, plain.source)
    assert torch.equal(batch.target, plain.target)
