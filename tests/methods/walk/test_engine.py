from __future__ import annotations

import subprocess
import sys
from functools import lru_cache

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer._util.monitor import Monitor
from spminer.encoder.model_file import load_model
from spminer.encoder.scoring.estimator import FrequencyEstimator, open_scorer
from spminer.errors import UsageError
from spminer.methods.base import Task
from spminer.methods.walk.engine import WalkEngine, anchor_sample
from spminer.methods.walk.settings import WalkSettings
from walk_runs import run


def engine_of(graphs, **settings):
    return WalkEngine(Task.of(graphs, sizes=(4,), seed=3), WalkSettings(**settings), Monitor())


def test_each_pattern_is_scored_once(molecules):
    engine = WalkEngine(Task.of(molecules, sizes=(4,)), WalkSettings(neighborhoods=100), Monitor())
    walks = engine.seeds(30)
    level = engine.expand(walks)
    before = engine.patterns
    again = engine.expand(walks)
    assert engine.patterns == before == len(level.keys)
    assert np.array_equal(level.scores, again.scores)


def test_sizes_beyond_reach_are_refused(molecules):
    with pytest.raises(UsageError, match="2 to 64 nodes"):
        run("greedy", molecules, sizes=(65,))


def test_seeds_are_spread_over_all_nodes(molecules):
    nodes = molecules.num_nodes
    seeds = engine_of(molecules).seeds(2 * nodes + 3).nodes[:, 0]
    assert set(np.bincount(seeds, minlength=nodes)) == {2, 3}
    assert len(set(engine_of(molecules).seeds(5).nodes[:, 0].tolist())) == 5


def test_matched_scores_are_true_shares(molecules):
    engine = engine_of(molecules, score="matched")
    expansion = engine.expand(engine.seeds(20))
    expansion = engine.expand(expansion.grown(np.arange(len(expansion.walk))))
    for number, step in enumerate(expansion.first_steps()):
        rows = expansion.grown(np.array([step])).rows[0]
        edges = [(i, j) for i in range(3) for j in range(i) if int(rows[i]) >> j & 1]
        pattern = spminer.Pattern.from_edges(edges, size=3, anchor=0)
        share = spminer.count(pattern, molecules).frequency.value / molecules.num_nodes
        assert expansion.scores[number] == pytest.approx(share)


@pytest.mark.parametrize("score", ["soft", "hard"])
def test_settings_reach_the_estimator(molecules, score):
    settings = {"neighborhoods": 17, "samples": "large", "sampling": "breadth"}
    engine = engine_of(molecules, score=score, **settings)
    expansion = engine.expand(engine.seeds(20))
    expected = FrequencyEstimator(open_scorer("default"), molecules.target(), **settings, hard=score == "hard", seed=3)
    assert np.array_equal(expansion.scores, expected.score(expansion.structure_rows)[expansion.structure])


def test_confirmed_occurrences_are_those_of_the_larger_pattern(molecules):
    from spminer.methods.walk.verified_beam import _single_nodes

    engine = engine_of(molecules)
    beam = _single_nodes(engine).choose(10**6, np.random.default_rng(0))
    expansion = engine.grow(beam.walks())
    found = engine.confirm(beam, expansion, expansion.first_steps())
    assert found.counts.tolist() == [spminer.count("0-1@0", molecules).frequency.value]


def test_anchors_are_a_sample_without_repeats():
    chosen = anchor_sample(100, 30, seed=1)
    assert (len(set(chosen.tolist())), chosen.dtype) == (30, np.int32)
    assert np.array_equal(chosen, np.sort(chosen))
    assert np.array_equal(chosen, anchor_sample(100, 30, seed=1))
    assert not np.array_equal(chosen, anchor_sample(100, 30, seed=2))
    assert anchor_sample(5, 5, seed=1).tolist() == [0, 1, 2, 3, 4]


def test_a_neural_search_imports_no_torch():
    code = (
        "import sys; from spminer.datasets import example; from spminer import mine;"
        "mine(example(), 4, method='greedy', walks=5, neighborhoods=20);"
        "sys.exit(any(name in sys.modules for name in ('torch', 'onnx', 'onnxruntime', 'safetensors')))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def labeled_rings(count=6, size=9):
    """Rings in which every third node is an n, so that paths differ in nothing but labels."""
    rings = [nx.cycle_graph(size) for _ in range(count)]
    for ring in rings:
        nx.set_node_attributes(ring, {node: "n" if node % 3 == 0 else "c" for node in ring}, "label")
    return spminer.from_networkx(rings)


def scores_by_structure(**settings):
    engine = engine_of(labeled_rings(), neighborhoods=54, **settings)
    expansion = engine.expand(engine.expand(engine.seeds(54)).grown(np.arange(54)))
    groups = {}
    for pattern, structure in enumerate(expansion.structure.tolist()):
        groups.setdefault(structure, set()).add(float(expansion.scores[pattern]))
    assert len(expansion.keys) > len(expansion.structure_keys)
    return engine, expansion, groups


@pytest.mark.parametrize("device", ["cpu", "kernels of a GPU"])
def test_patterns_that_differ_in_labels_are_told_apart(device, monkeypatch):
    if device != "cpu":
        pytest.importorskip("torch", reason="torch is not installed (extra train)")
        import cuda_kernels

        by_kernels = lru_cache(lambda model, **_: cuda_kernels.embedder(load_model(model)))
        monkeypatch.setattr("spminer.encoder.scoring.estimator.open_embedder", by_kernels)
    engine, expansion, groups = scores_by_structure()
    assert any(len(scores) > 1 for scores in groups.values())
    assert engine.patterns >= len(expansion.keys)
    _, _, alone = scores_by_structure(labels=False)
    assert all(len(scores) == 1 for scores in alone.values())
    for structure, scores in groups.items():  # labels can only take neighborhoods away
        assert max(scores) <= max(alone[structure]) + 1e-6


def test_few_walks_at_a_time_stay_on_the_cpu_unless_asked(molecules, monkeypatch):
    monkeypatch.setattr("spminer.methods.walk.engine.resolve_device", lambda wish: "cuda" if wish == "auto" else wish)
    task = Task.of(molecules, sizes=(4,))
    assert WalkEngine(task, WalkSettings(), Monitor()).device == "cuda"
    assert WalkEngine(task, WalkSettings(), Monitor(), few=True).device == "cpu"
    asked = Task.of(molecules, sizes=(4,), device="cuda")
    assert WalkEngine(asked, WalkSettings(), Monitor(), few=True).device == "cuda"
