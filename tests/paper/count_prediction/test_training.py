"""Tests of paper/count_prediction/training.py, paper/count_prediction/model.py and
paper/count_prediction/__main__.py.
"""

import json
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer.encoder.model import write_tensors
from spminer.errors import InputError, UsageError
from support.builders import collection

torch = pytest.importorskip("torch")

from spminer.paper.count_prediction.__main__ import main  # noqa: E402
from spminer.paper.count_prediction.data import PRESETS, collate, motif_counts  # noqa: E402
from spminer.paper.count_prediction.model import CountPredictor, log_sum  # noqa: E402
from spminer.paper.count_prediction.training import (  # noqa: E402
    CountErrors,
    CountTrainer,
    batches_by_size,
    load_predictor,
    predict,
)

TINY = PRESETS["tiny"]


def test_training_learns_and_a_stopped_run_goes_on_as_if_it_had_not(tmp_path):
    lines = []
    config = replace(TINY, seconds=1e9)  # else the learning rate follows the clock
    whole = CountTrainer(config, tmp_path / "whole", device="cpu")
    untrained = CountErrors.measure(whole.model, [whole.feed.draw(0)]).mse
    whole.run(report=lines.append)
    assert [line["step"] for line in lines] == [80, 160]
    assert lines[-1]["mse"] < 0.4 * untrained

    class StoppedError(Exception):
        pass

    def stop(_line):
        raise StoppedError

    part = CountTrainer(config, tmp_path / "part", device="cpu")
    with pytest.raises(StoppedError):
        part.run(report=stop)
    resumed = CountTrainer(config, tmp_path / "part", device="cpu")
    assert resumed.step == 80
    resumed.run()
    assert resumed.step == 160
    for name, value in whole.model.state_dict().items():
        torch.testing.assert_close(resumed.model.state_dict()[name], value, rtol=1e-3, atol=1e-4)


def test_time_ends_a_run_and_a_longer_one_goes_on(tmp_path):
    trainer = CountTrainer(replace(TINY, seconds=1e-6), tmp_path, device="cpu")
    trainer.run()
    assert (trainer.step, trainer.learning_rate()) == (1, 0.0)
    assert CountTrainer(TINY, tmp_path, device="cpu").step == 1
    with pytest.raises(UsageError, match="another configuration"):
        CountTrainer(replace(TINY, width=8), tmp_path, device="cpu")


def test_a_file_of_something_else_is_refused(tmp_path):
    write_tensors(tmp_path / "x.safetensors", {"x": np.ones(2, np.float32)}, {})
    with pytest.raises(InputError, match="not a count predictor"):
        load_predictor(tmp_path / "x.safetensors")
    for config in ({}, {"config": "["}, {"config": "[]"}, {"config": "[" * 100_000}, {"config": '{"nothing": 1}'}):
        write_tensors(tmp_path / "x.safetensors", {}, {"format": "spminer-counts", **config})
        with pytest.raises(InputError, match="invalid configuration"):
            load_predictor(tmp_path / "x.safetensors")
    texts = {"format": "spminer-counts", "config": json.dumps(TINY.to_dict())}
    write_tensors(tmp_path / "x.safetensors", {"model.skip": np.ones(2, np.float32)}, texts)
    with pytest.raises(InputError, match="do not fit"):
        load_predictor(tmp_path / "x.safetensors")


MODEL_TINY = PRESETS["tiny"]


def test_prediction_does_not_depend_on_company_or_numbering():
    torch.manual_seed(1)
    model = CountPredictor(MODEL_TINY)
    graph, other = nx.karate_club_graph(), nx.path_graph(7)
    turned = nx.convert_node_labels_to_integers(
        nx.relabel_nodes(graph, {v: (v * 5) % 34 for v in graph}), ordering="sorted"
    )
    alone, _ = predict(model, [collate(collection([graph]))])
    together, _ = predict(model, [collate(collection([other, turned]))])
    np.testing.assert_allclose(together[1], alone[0], rtol=1e-4)


def test_two_copies_have_twice_the_count():
    torch.manual_seed(1)
    model = CountPredictor(MODEL_TINY)
    graph = nx.karate_club_graph()
    once, _ = predict(model, [collate(collection([graph]))])
    twice, _ = predict(model, [collate(collection([nx.disjoint_union(graph, graph)]))])
    np.testing.assert_allclose(np.expm1(twice), 2 * np.expm1(once), rtol=1e-4)


def test_degree_only_model_is_blind_to_cycles_and_the_other_is_not():
    # Nodes of both graphs see nothing but degree 2, however far they look.
    rings = collection([nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3)), nx.cycle_graph(6)])
    for walks, same in ((False, True), (True, False)):
        torch.manual_seed(1)
        config = replace(MODEL_TINY, walks=walks)
        batch = collate(rings)
        predicted, _ = predict(CountPredictor(config), [batch])
        assert np.allclose(predicted[0], predicted[1], rtol=1e-5) == same


def test_sums_of_large_logarithms_stay_finite():
    values = torch.tensor([[0.0], [1.0], [500.0]])
    total = log_sum(values, torch.tensor([0, 0, 1]), 3)
    assert total[0].item() == pytest.approx(np.log1p(1 + np.e))
    assert total[1].item() == pytest.approx(40, rel=1e-5)  # capped, not infinite
    assert total[2].item() == 0


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


def test_command_line_trains_and_evaluates(tmp_path, capsys):
    run, edges = tmp_path / "run", tmp_path / "ring.csv"
    edges.write_text("".join(f"{i},{(i + 1) % 12}\n" for i in range(12)))
    assert main(["train", "--preset", "tiny", "--out", str(run), "--seconds", "0.2", "--device", "cpu"]) == 0
    assert (run / "log.csv").read_text().startswith("step,seconds,loss")
    capsys.readouterr()
    assert main(["evaluate", str(run), str(edges), "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    assert results["E-R"]["graphs"] == 500
    assert results["ring"]["occurring"] == pytest.approx(3 / 29)  # paths of 3, 4 and 5 nodes
    assert main(["evaluate", str(run), str(edges)]) == 0
    assert "E-R" in capsys.readouterr().out
    assert main(["evaluate", str(tmp_path / "none")]) != 0
    assert "cannot read the file" in capsys.readouterr().err
