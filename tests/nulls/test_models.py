import pytest

import spminer
from spminer.errors import UsageError
from spminer.nulls import MODELS
from spminer.nulls.models import find_model

PLAIN = spminer.from_edges([(0, 1), (1, 2)])
LABELED = spminer.from_edges([(0, 1), (1, 2)], node_labels=["a", "b", "a"])
DIRECTED = spminer.from_edges([(0, 1), (1, 2)], directed=True)


def test_names_are_keys():
    assert list(MODELS) == ["degree", "reciprocal", "labels", "joint-degree", "clustering", "er"]
    assert all(model.name == name and model.keeps for name, model in MODELS.items())
    assert len({model.kind for model in MODELS.values()}) == len(MODELS)


@pytest.mark.parametrize("name", ["degree", "joint-degree", "clustering", "er"])
@pytest.mark.parametrize("graphs", [PLAIN, LABELED, DIRECTED])
def test_most_models_suit_all_graphs(name, graphs):
    assert find_model(name, graphs).name == name


def test_what_makes_no_sense_is_refused_with_a_remedy():
    with pytest.raises(UsageError, match="undirected; use the model degree"):
        find_model("reciprocal", LABELED)
    with pytest.raises(UsageError, match="no labels; use the model degree"):
        find_model("labels", DIRECTED)
    with pytest.raises(UsageError, match="known are degree, reciprocal"):
        find_model("chance", PLAIN)
    assert find_model("reciprocal", DIRECTED).needs_direction
    assert find_model("labels", LABELED).needs_labels
