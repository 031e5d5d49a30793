import networkx as nx
import pytest

import spminer
from spminer.encoder.model import save_model
from spminer.errors import InputError
from spminer.paper.encoder import MEASURES, _ablation, graph_statistics
from spminer.paper.experiment import ExperimentContext
from support.builders import random_model


def test_models_of_an_ablation_say_which_variant_they_are(tmp_path):
    model, folder = random_model(), tmp_path / "ablation"
    for name in ("one", "two"):
        (folder / name).mkdir(parents=True)
        save_model(folder / name / "model.safetensors", model.config, model.tensors, metadata={"variant": f"no {name}"})
    context = ExperimentContext(tmp_path / "out", data=tmp_path, quick=True)
    assert list(_ablation(context)) == ["no one", "no two"]
    save_model(folder / "two" / "model.safetensors", model.config, model.tensors)
    with pytest.raises(InputError, match=r"two.model\.safetensors: has no name of a variant"):
        _ablation(context)


def test_measures_agree_with_networkx():
    graphs = [nx.karate_club_graph(), nx.petersen_graph(), nx.complete_graph(5)]
    plain = [nx.Graph(graph.edges) for graph in graphs]
    found = graph_statistics(spminer.from_networkx(plain), 3)
    expected = zip(
        MEASURES, (nx.density, nx.diameter, nx.average_shortest_path_length, nx.average_clustering), strict=True
    )
    for measure, function in expected:
        assert found[measure] == pytest.approx([function(graph) for graph in plain])


def test_the_largest_component_counts():
    found = graph_statistics(spminer.from_networkx([nx.disjoint_union(nx.path_graph(4), nx.path_graph(2))]), 1)
    assert found["diameter"] == [3]
