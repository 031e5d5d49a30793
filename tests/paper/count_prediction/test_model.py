from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

from support.builders import collection

torch = pytest.importorskip("torch")

from spminer.paper.count_prediction.data import PRESETS, collate  # noqa: E402
from spminer.paper.count_prediction.model import CountPredictor, log_sum  # noqa: E402
from spminer.paper.count_prediction.training import predict  # noqa: E402

TINY = PRESETS["tiny"]


def test_prediction_does_not_depend_on_company_or_numbering():
    torch.manual_seed(1)
    model = CountPredictor(TINY)
    graph, other = nx.karate_club_graph(), nx.path_graph(7)
    turned = nx.convert_node_labels_to_integers(
        nx.relabel_nodes(graph, {v: (v * 5) % 34 for v in graph}), ordering="sorted"
    )
    alone, _ = predict(model, [collate(collection([graph]))])
    together, _ = predict(model, [collate(collection([other, turned]))])
    np.testing.assert_allclose(together[1], alone[0], rtol=1e-4)


def test_two_copies_have_twice_the_count():
    torch.manual_seed(1)
    model = CountPredictor(TINY)
    graph = nx.karate_club_graph()
    once, _ = predict(model, [collate(collection([graph]))])
    twice, _ = predict(model, [collate(collection([nx.disjoint_union(graph, graph)]))])
    np.testing.assert_allclose(np.expm1(twice), 2 * np.expm1(once), rtol=1e-4)


def test_degree_only_model_is_blind_to_cycles_and_the_other_is_not():
    # Nodes of both graphs see nothing but degree 2, however far they look.
    rings = collection([nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3)), nx.cycle_graph(6)])
    for walks, same in ((False, True), (True, False)):
        torch.manual_seed(1)
        config = replace(TINY, walks=walks)
        batch = collate(rings)
        predicted, _ = predict(CountPredictor(config), [batch])
        assert np.allclose(predicted[0], predicted[1], rtol=1e-5) == same


def test_sums_of_large_logarithms_stay_finite():
    values = torch.tensor([[0.0], [1.0], [500.0]])
    total = log_sum(values, torch.tensor([0, 0, 1]), 3)
    assert total[0].item() == pytest.approx(np.log1p(1 + np.e))
    assert total[1].item() == pytest.approx(40, rel=1e-5)  # capped, not infinite
    assert total[2].item() == 0
