from __future__ import annotations

import subprocess
import sys
from functools import lru_cache

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Verification
from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.encoder.model import load_model, model_digest
from spminer.encoder.scoring import FrequencyEstimator, open_scorer
from spminer.errors import UsageError
from spminer.methods.base import Task
from spminer.methods.walks import (
    Expansion,
    Occurrences,
    Pool,
    WalkEngine,
    Walks,
    WalkSettings,
    anchor_sample,
    best_first,
    extra_sizes,
    result_of,
    run_walks,
    weights_digest,
)
from spminer.patterns import MAX_PATTERN_NODES
from spminer.results.request import MiningRequest
from support.walks import SETTINGS, run


@pytest.mark.parametrize(
    ("options", "model"),
    [
        ({"method": "greedy"}, "default"),
        ({"method": "greedy", "induced": False}, "edge-induced"),
        ({"method": "mlp"}, "mlp"),
    ],
)
def test_the_digest_is_that_of_the_model_that_is_meant(options, model):
    assert weights_digest(MiningRequest(**options)) == model_digest(model)


@pytest.mark.parametrize(
    "options", [{}, {"method": "grow"}, {"method": "mfinder"}, {"method": "beam", "settings": {"score": "matched"}}]
)
def test_what_embeds_nothing_depends_on_no_weights(options):
    assert weights_digest(MiningRequest(**options)) is None


def test_a_model_that_there_is_not_is_refused():
    with pytest.raises(UsageError, match="unknown model 'mine'"):
        weights_digest(MiningRequest(method="mcts", settings={"model": "mine"}))


def test_grown_rows_are_symmetric():
    walks = Walks.at(np.array([1])).grown([0], [2], [1]).grown([0], [3], [3])
    assert walks.rows.tolist() == [[6, 5, 3]]


@pytest.fixture
def expansion():
    """Two walks of one node each; three steps to two patterns."""
    return Expansion(
        walks=Walks.at(np.array([4, 9])),
        walk=np.array([0, 0, 1]),
        node=np.array([5, 6, 8], dtype=np.int32),
        mask=np.array([1, 1, 1], dtype=np.uint64),
        pattern=np.array([1, 0, 1], dtype=np.int32),
        keys=[b"x", b"y"],
        structure=np.array([0, 0], dtype=np.int32),
        structure_rows=np.array([[2, 1]], dtype=np.uint64),
        structure_keys=[b"s"],
        scores=np.zeros(2),
    )


def test_steps_lead_to_patterns(expansion):
    assert expansion.size == 2
    assert expansion.first_steps().tolist() == [1, 0]
    assert expansion.steps_per_pattern().tolist() == [1, 2]
    assert expansion.grown(np.array([2, 1])).nodes.tolist() == [[9, 8], [4, 6]]


@pytest.fixture
def occurrences():
    """Three patterns of one node with 1, 0 and 4 occurrences."""
    nodes = np.arange(5, dtype=np.int32).reshape(-1, 1)
    return Occurrences(np.zeros((3, 1), dtype=np.uint64), np.array([0, 1, 1, 5]), nodes)


def test_some_patterns_keep_their_occurrences(occurrences):
    some = occurrences.take(np.array([2, 0]))
    assert some.counts.tolist() == [4, 1]
    assert some.nodes[:, 0].tolist() == [1, 2, 3, 4, 0]


def test_patterns_have_about_equal_shares_of_the_chosen(occurrences):
    chosen = occurrences.choose(6, np.random.default_rng(0))
    assert np.bincount(chosen.pattern_of_walks(), minlength=3).tolist() == [1, 0, 2]
    assert chosen.walks().nodes[:, 0].tolist() == sorted(set(chosen.chosen.tolist()))
    others = {tuple(occurrences.choose(6, np.random.default_rng(seed)).chosen) for seed in range(20)}
    assert len(others) > 1


def engine_of(graphs, seed=3, **settings):
    return WalkEngine(Task.of(graphs, sizes=(4,), seed=seed), WalkSettings(**settings), Monitor())


def test_each_pattern_is_scored_once(molecules):
    engine = WalkEngine(Task.of(molecules, sizes=(4,)), WalkSettings(neighborhoods=100), Monitor())
    walks = engine.seeds(30)
    level = engine.expand(walks)
    before = engine.patterns
    again = engine.expand(walks)
    assert engine.patterns == before == len(level.keys)
    assert np.array_equal(level.scores, again.scores)


def test_sizes_beyond_reach_are_refused(molecules):
    with pytest.raises(UsageError, match="sizes must be 2 to 64"):
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


@pytest.mark.parametrize("score", ["soft", "hard", "penalty", "signature"])
def test_settings_reach_the_estimator(molecules, score):
    settings = {"neighborhoods": 17, "samples": "large", "sampling": "breadth", "hops": 3, "repeat_nodes": True}
    engine = engine_of(molecules, score=score, **settings)
    expansion = engine.expand(engine.seeds(20))
    scorer = open_scorer("default", use_signature=score != "penalty")
    expected = FrequencyEstimator(scorer, molecules.target(), **settings, estimate=score, seed=3)
    assert np.array_equal(expansion.scores, expected.score(expansion.structure_rows)[expansion.structure])


def test_the_control_by_lot_gives_each_pattern_one_score(molecules):
    def scores(seed):
        engine = engine_of(molecules, score="random", seed=seed)
        first = engine.expand(engine.seeds(20))
        second = engine.expand(first.grown(np.arange(len(first.walk))))
        again = engine.expand(first.grown(np.arange(len(first.walk))[::-1]))
        by_key = dict(zip(second.keys, second.scores, strict=True))
        assert by_key == dict(zip(again.keys, again.scores, strict=True))
        assert len(set(by_key.values())) == len(by_key) > 1
        return second.scores

    assert np.array_equal(scores(1), scores(1))
    assert not np.array_equal(scores(1), scores(2))


def test_confirmed_occurrences_are_those_of_the_larger_pattern(molecules):
    from spminer.methods.beam import _single_nodes

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
        "sys.exit(any(name in sys.modules for name in ('torch', 'onnx', 'onnxruntime')))"
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
        from support import gpu

        by_kernels = lru_cache(lambda model, **_: gpu.embedder(load_model(model)))
        monkeypatch.setattr("spminer.encoder.scoring.open_embedder", by_kernels)
    engine, expansion, groups = scores_by_structure()
    assert any(len(scores) > 1 for scores in groups.values())
    assert engine.patterns >= len(expansion.keys)
    _, _, alone = scores_by_structure(labels=False)
    assert all(len(scores) == 1 for scores in alone.values())
    for structure, scores in groups.items():  # labels can only take neighborhoods away
        assert max(scores) <= max(alone[structure]) + 1e-6


def test_few_walks_at_a_time_stay_on_the_cpu_unless_asked(molecules, monkeypatch):
    monkeypatch.setattr("spminer.methods.walks.resolve_device", lambda wish: "cuda" if wish == "auto" else wish)
    task = Task.of(molecules, sizes=(4,))
    assert WalkEngine(task, WalkSettings(), Monitor()).device == "cuda"
    assert WalkEngine(task, WalkSettings(), Monitor(), few=True).device == "cpu"
    asked = Task.of(molecules, sizes=(4,), device="cuda")
    assert WalkEngine(asked, WalkSettings(), Monitor(), few=True).device == "cuda"


def expansion_of(scores):
    """A step to each pattern, from one node."""
    count = len(scores)
    return Expansion(
        walks=Walks.at(np.array([0])),
        walk=np.zeros(count, dtype=np.int64),
        node=np.arange(1, count + 1, dtype=np.int32),
        mask=np.ones(count, dtype=np.uint64),
        pattern=np.arange(count, dtype=np.int32),
        keys=[bytes([number]) for number in range(count)],
        structure=np.zeros(count, dtype=np.int32),
        structure_rows=np.array([[2, 1]], dtype=np.uint64),
        structure_keys=[b"s"],
        scores=np.array(scores),
    )


@pytest.mark.parametrize(
    ("rank", "limit", "expected"),
    [("score", 10, [2, 1, 0, 3]), ("score", 2, [2, 1]), ("visits", 10, [1, 0, 3]), ("visits", 1, [1])],
)
def test_patterns_are_ranked_by_score_or_by_visits(rank, limit, expected):
    visits = np.array([2, 5, 0, 2])
    order, values = best_first(expansion_of([0.5, 0.5, 0.9, 0.1]), visits, rank, limit)
    assert order.tolist() == expected
    assert values[order].tolist() == sorted(values[order].tolist(), reverse=True)


def test_candidates_carry_labels_and_scores(labeled):
    engine = WalkEngine(Task.of(labeled, sizes=(2,)), WalkSettings(score="matched"), Monitor())
    expansion = engine.expand(engine.seeds(10))
    pool = Pool.of(expansion, *best_first(expansion, expansion.steps_per_pattern(), "score", 3))
    candidates = pool.candidates(engine.task)
    assert [candidate.score for candidate in candidates] == pool.scores.tolist()
    assert all(len(candidate.pattern.node_labels) == 2 for candidate in candidates)


def pool_of(size):
    return Pool(Walks(np.full((1, size), size, np.int32), np.zeros((1, size), np.uint64)), np.array([0.5]))


def search_of(engine, calls, stop=None):
    """A search that is stopped at a size, or not, and tells the states that it goes on with."""

    def search(state):
        calls.append({name: values.tolist() for name, values in state.items()})
        size = int(state["owner"][0]) if state else 1
        while size + 1 != stop:
            size += 1
            yield pool_of(size), 0.5, {"owner": np.array([size])} if size != 4 else None

    return run_walks(engine, "test", 5, search)


def test_states_are_resumed_up_to_the_first_gap(tmp_path, molecules):
    task = Task.of(molecules, sizes=(5,), states=States(Checkpoint(tmp_path, {})))
    engine, calls = WalkEngine(task, WalkSettings(), Monitor()), []
    assert list(search_of(engine, calls)) == [2, 3, 4, 5]  # of which 4 is not to be resumed
    pools = search_of(engine, calls, stop=5)
    assert list(pools) == [2, 3, 4]
    assert pools[3].walks.nodes.tolist() == [[3, 3, 3]]
    assert calls == [{}, {"owner": [3]}]


def test_without_a_checkpoint_nothing_is_kept(molecules):
    engine, calls = WalkEngine(Task.of(molecules, sizes=(5,)), WalkSettings(), Monitor()), []
    for _ in range(2):
        search_of(engine, calls)
    assert calls == [{}, {}]


def test_a_stopped_run_goes_to_no_other_size(molecules):
    monitor = Monitor()
    monitor.cancel()
    engine = WalkEngine(Task.of(molecules, sizes=(5,)), WalkSettings(), monitor)
    assert search_of(engine, []) == {}


def test_a_result_is_complete_if_it_has_every_size_asked_for(molecules):
    engine = WalkEngine(Task.of(molecules, sizes=(2, 3)), WalkSettings(), Monitor())
    pool = Pool(Walks(np.array([[0, 1]], np.int32), np.array([[2, 1]], np.uint64)), np.array([0.5]))
    result = result_of(engine, {2: pool}, walks=7)
    assert not result.complete
    assert list(result.candidates) == [2]
    assert result.facts == {"patterns_scored": 0, "device": engine.device, "walks": 7}
    assert result_of(engine, {2: pool}, complete=True).complete


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"score": "best"}, "score must be one of soft, hard, penalty, signature, matched, random, not 'best'"),
        ({"samples": "huge"}, "samples must be auto, small, large, or numbers of nodes .* not 'huge'"),
        ({"samples": "20-70"}, "samples must be auto, small, large, or numbers of nodes from 2 to 64"),
        ({"hops": 2}, "give sampling='breadth' too"),
        ({"model": 3}, "model must be a text or an encoder, not 3"),
        ({"sampling": "depth"}, "sampling must be one of tree, breadth, not 'depth'"),
        ({"neighborhoods": 0}, "neighborhoods must be"),
        ({"anchors": 1.5}, "anchors must be"),
        ({"steps": -1}, "steps must be"),
        ({"frontier": 0}, "frontier must be"),
    ],
)
def test_wrong_settings_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        WalkSettings(**options)


def test_sizes_beyond_end_at_the_largest_pattern(molecules):
    assert extra_sizes(Task.of(molecules, sizes=(MAX_PATTERN_NODES - 1,)), 3) == (MAX_PATTERN_NODES,)
    assert extra_sizes(Task.of(molecules, sizes=(4,)), 0) == ()


def test_nothing_is_searched_where_parts_do_not_compete(molecules):
    assert extra_sizes(Task.of(molecules, sizes=(4,), frequency="graph"), 2) == ()
    assert extra_sizes(Task.of(molecules, sizes=(4,), verify=False), 2) == ()
    assert extra_sizes(Task.of(molecules, sizes=(4,), verify=Verification(own_ranking=True)), 2) == ()


@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_what_lies_beyond_is_proposed_for_its_parts(name, molecules):
    beyond = SETTINGS[name][1].beyond
    assert beyond > 0
    found = sorted(run(name, molecules, sizes=(4, 5)).candidates)
    assert [4, 5, 6] <= found <= list(range(4, 6 + beyond))


def test_what_lies_beyond_is_not_reported_and_makes_no_size_worse(molecules):
    few = {"neighborhoods": 200, "walks": 3, "method": "greedy", "top": 5, "examples": 0}
    alone, further = (spminer.mine(molecules, "5-6", **few, beyond=beyond) for beyond in (0, 3))
    assert {motif.size for motif in further} == {5, 6}
    for size in (5, 6):
        before, after = (
            sorted((motif.anchored_frequency.value for motif in found if motif.size == size), reverse=True)
            for found in (alone, further)
        )
        assert all(more >= less for more, less in zip(after, before, strict=False))
