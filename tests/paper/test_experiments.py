"""Tests of paper/arxiv.py, paper/counts.py, paper/encoder.py, paper/large.py, paper/learning.py, paper/planted.py,
paper/runtime.py, paper/small.py, paper/published.py and paper/ablation.py: each experiment as a smoke run on the
bundled example, and the parts of some.
"""

import json
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer.encoder.evaluation.evaluate import TOPS
from spminer.encoder.evaluation.pairs import balanced_pairs
from spminer.encoder.inference import EncoderEmbedder
from spminer.encoder.model import load_model, save_model
from spminer.encoder.training.config import preset
from spminer.errors import InputError, UsageError
from spminer.paper import ablation, learning, published
from spminer.paper.ablation import VARIANTS
from spminer.paper.counts import DATA, _predictor
from spminer.paper.encoder import MEASURES, _ablation, graph_statistics
from spminer.paper.experiment import ExperimentContext, experiment_names, get_experiment
from spminer.paper.page import write_page, write_result
from spminer.paper.runs import Spread
from spminer.paper.runtime import linear_fit
from support.builders import TINY, random_model

pytest.importorskip("matplotlib")
NEEDS = {"counts": "torch", "encoder": "networkx"}


@pytest.fixture(scope="module")
def context(tmp_path_factory):
    """One for all tests, which thereby share cells."""
    return ExperimentContext(tmp_path_factory.mktemp("results"), quick=True, repeats=2)


@pytest.mark.parametrize("name", experiment_names())
def test_a_quick_run_gives_tables_figures_and_a_page(name, context):
    pytest.importorskip(NEEDS.get(name, "matplotlib"))
    experiment = get_experiment(name)
    result = experiment.run(context)
    write_result(context, experiment, result, seconds=1.0, command="spminer reproduce")
    page = write_page(context.out).read_text()
    assert result.figures
    for figure in result.figures:
        assert {path.suffix for path in context.out.glob(f"{figure}.*")} >= {".png", ".svg"}
        assert f"({figure}.png)" in page
    for table in result.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert (context.out / f"{table.name}.csv").read_text().startswith(table.columns[0])
        assert table.title in page.replace("\n  ", " ")
    assert json.loads((context.out / f"{name}.json").read_text())["tables"][0]["rows"]
    assert "smoke run" in page

    computed = []
    context.report = computed.append
    assert experiment.run(context).tables == result.tables
    assert computed == []
    context.report = lambda _line: None


def test_nothing_is_more_frequent_than_the_truth(context):
    result = get_experiment("small").run(context)
    medians = next(table for table in result.tables if table.name == "small-medians")
    exact, *others = (row[1:-1] for row in medians.rows)
    assert others
    assert all(mine.high <= true for row in others for mine, true in zip(row, exact, strict=True))


def test_the_planted_star_is_among_the_most_frequent(context):
    ranks = get_experiment("planted").run(context).tables[0]
    found = {row[:2]: row[2] for row in ranks.rows}
    assert found["exact", "anchored"] == Spread((None,), (4,))
    assert found["greedy", "anchored"].seeds == (0, 1)


def test_a_line_that_explains_nothing_says_so():
    slope, share = linear_fit({5: 1.0, 6: 2.0, 7: 1.0})
    assert (slope, share) == pytest.approx((0.0, 0.0))


def test_a_predictor_of_another_version_is_trained_again(tmp_path, monkeypatch):
    training = pytest.importorskip("spminer.paper.count_prediction.training", reason="needs torch")
    folders = []

    class Trained:
        seconds, step = 9.0, 10**9

        def __init__(self, _config, folder, **_):
            folders.append(folder)

    monkeypatch.setattr(training, "CountTrainer", Trained)
    monkeypatch.setattr(training, "load_predictor", lambda _folder: None)
    context = ExperimentContext(tmp_path, quick=True)
    for version in ("1.0", "1.0", "1.1"):
        monkeypatch.setattr("spminer.paper.counts.__version__", version)
        _predictor(context, 9.0, 0)
    assert folders[0] == folders[1]
    assert folders[2] != folders[1]


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


@pytest.fixture
def torch():
    """Torch with one thread: on a busy machine, threads that wait for each other take far longer."""
    module = pytest.importorskip("torch")
    threads = module.get_num_threads()
    module.set_num_threads(1)
    yield module
    module.set_num_threads(threads)


def test_variants_are_trained_and_judged(tmp_path, torch):
    base = replace(preset("tiny"), model=TINY, batch=16, validation_pairs=32)
    lines = []
    ablation.run(tmp_path, base=base, steps=2, device="cpu", threads=1, report=lambda name, _: lines.append(name))
    assert set(lines) == set(ablation.VARIANTS)
    graphs = spminer.generate.synthetic(10, 30)
    table = ablation.tabulate(tmp_path, {"made": graphs}, pairs=200)
    assert set(table) == set(ablation.VARIANTS)
    written = json.loads((tmp_path / "ablation.json").read_text())
    assert written["MLP, GIN"]["made"]["accuracy"] == table["MLP, GIN"]["made"].accuracy
    assert (tmp_path / "ablation.md").read_text().count("\n") == 2 + len(ablation.VARIANTS)


@pytest.mark.parametrize("name", ablation.VARIANTS)
def test_distances_are_those_of_the_torch_model(name, torch):
    from spminer.encoder.network import Encoder, unpack

    model = random_model(ablation.variant(name, TINY))
    module = Encoder(model.config).eval()
    module.load_state_dict({key: torch.from_numpy(value) for key, value in model.tensors.items()})
    pairs = balanced_pairs(40, patterns=(4, 8), targets=(10, 20))
    with torch.no_grad():
        sub, sup = (
            module(unpack(torch.from_numpy(side.rows.view(np.int64))), torch.from_numpy(side.sizes))
            for side in (pairs.sub, pairs.sup)
        )
        expected = module.compare(sub, sup).numpy()
    assert np.allclose(ablation.learned_distance(model, pairs), expected, rtol=1e-3, atol=1e-4)


def test_unknown_variants_are_refused():
    with pytest.raises(UsageError, match="unknown variant"):
        ablation.variant("transformer", TINY)


def test_the_papers_numbers_have_the_names_that_ours_have():
    assert set(published.ABLATION) == set(VARIANTS)
    assert set(published.COUNT_ERRORS) == {"E-R", *DATA}
    assert all(tuple(rates) == TOPS for rates in published.HIT_RATES.values())
    assert published.RUNTIMES_S.keys() == published.SAMPLED.keys()


def test_a_perfect_order_grows_along_every_chain(monkeypatch):
    """Counts of nodes, edges and edges at the anchor can only grow; the same embedding upside down never does."""

    class Counts:
        threshold, induced, sign = 0.5, True, 1

        def embed(self, batch):
            degrees = np.bitwise_count(batch.rows).astype(float)
            return self.sign * np.stack([batch.sizes, degrees.sum(axis=1) / 2, degrees[:, 0]], axis=1)

    graphs = spminer.generate.synthetic(10, 30)
    encoder = Counts()
    monkeypatch.setattr(learning, "open_embedder", lambda *_, **__: EncoderEmbedder(encoder))
    found = learning.monotone_steps(graphs, "counts", chains=20, largest=6)
    assert (found["steps"], found["monotone"], found["within threshold"]) == (80, 1.0, 1.0)
    encoder.sign = -1
    found = learning.monotone_steps(graphs, "counts", chains=20, largest=6)
    assert (found["monotone"], found["within threshold"], found["edge in a triangle"]) == (0.0, 0.0, 1 + 4 + 1)


def test_exact_matching_ranks_as_the_truth_and_lots_do_not():
    scores = {"matched": {"score": "matched", "anchors": 1000}, "random": {"score": "random"}}
    found = learning.correlations(spminer.generate.synthetic(20, 30, kind="sparse"), scores, (6,), candidates=80)
    assert found["matched"][6] == pytest.approx(1.0)
    assert abs(found["random"][6]) < 0.4


def test_the_untrained_model_is_made_once_and_is_not_the_trained_one(tmp_path):
    path = learning.untrained_model(tmp_path / "cells" / "untrained.safetensors")
    made, trained = load_model(path), load_model("synthetic")
    assert made.config == trained.config
    assert not np.array_equal(made.tensors["input.weight"], trained.tensors["input.weight"])
    before = path.read_bytes()
    assert learning.untrained_model(path).read_bytes() == before
