"""Tests of methods/contrast.py."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, Pattern, UsageError
from spminer.datasets import example
from spminer.methods.contrast import METHOD, CandidatePool, ContrastSettings, ScoredPattern, dense_seeds, prove
from spminer.methods.contrast_counts import sides_of
from spminer.mining.run import open_task
from spminer.results.request import DIRECTIONS, MiningRequest
from spminer.significance.statistics import surprise
from support.strategies import examples

PRISM = Pattern.parse("0-1,1-2,2-0,3-4,4-5,5-3,0-3,1-4,2-5@0").canonical()

ALTERNATIVES = {direction: alternative for alternative, direction in DIRECTIONS.items()}


def searched(task, settings, monitor):
    """What the method proposes, after the comparison was prepared as a run does it."""
    task.comparison.prepare(monitor)
    return METHOD.search(task, settings, monitor)


def run(graphs, other, **options):
    request = MiningRequest.from_options(against="other", **options)
    task = open_task(graphs, request, against=other)
    return searched(task, ContrastSettings(anchors=120), Monitor())


@pytest.fixture(scope="module")
def sides():
    """A random graph with and without prisms planted in it."""
    plain = nx.gnm_random_graph(120, 150, seed=2)
    planted = plain.copy()
    for first in range(0, 60, 6):
        nodes = list(range(first, first + 6))
        planted.remove_edges_from(list(planted.subgraph(nodes).edges))
        planted.add_edges_from([(nodes[a], nodes[b]) for a, b in PRISM.edges])
    return spminer.from_networkx(planted), spminer.from_networkx(plain)


def test_it_needs_something_to_compare_with():
    with pytest.raises(UsageError, match="something to compare with"):
        METHOD.check(MiningRequest(sizes=(3,), method="contrast"), example())


def test_of_small_sizes_all_patterns_are_proposed(sides):
    planted, plain = sides
    found = run(planted, plain, sizes=3)
    table = spminer.enumerate(planted, 3, top=None)
    assert {one.pattern: one.known["anchored"] for one in found.candidates[3]} == {
        motif.pattern: motif.anchored_frequency for motif in table
    }
    assert found.whole_sizes == (3,)


def test_what_was_planted_is_proposed(sides, monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)  # by growth
    planted, plain = sides
    found = run(planted, plain, sizes=6, alternative="greater")
    assert found.facts["enumerated"] == ()
    assert PRISM in [one.pattern for one in found.candidates[6]]
    assert all(one.score > 0 for one in found.candidates[6])


def test_what_is_missing_is_proposed_from_the_other_side(sides, monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)
    planted, plain = sides
    found = run(plain, planted, sizes=6, alternative="less")
    assert PRISM in [one.pattern for one in found.candidates[6]]
    assert all(one.score < 0 for one in found.candidates[6])


@pytest.mark.parametrize("frequency", ["graph", "transactions", "images"])
def test_every_frequency(frequency, monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)
    rings, trees = ([kind(n) for n in range(4, 9)] for kind in (nx.cycle_graph, nx.path_graph))
    found = run(spminer.from_networkx(rings), spminer.from_networkx(trees), sizes="3-4", frequency=frequency)
    scores = {one.pattern: one.score for one in found.candidates[4]}
    assert scores[Pattern.parse("0-1,1-2,2-3,3-0").canonical()] > 0
    assert all(pattern.anchor is None for pattern in scores)


def test_a_stopped_search_says_so(sides):
    monitor = Monitor()
    monitor.cancel()
    task = open_task(sides[0], MiningRequest.from_options(against="other", sizes=6), against=sides[1])
    assert not searched(task, ContrastSettings(), monitor).complete


def test_settings_are_checked():
    with pytest.raises(UsageError, match="keep must be at least 1"):
        ContrastSettings(keep=0)


def test_both_directions_are_proposed(monkeypatch):
    """Countless patterns that only the other side has leave room for those of the target."""
    monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)
    graphs = spminer.from_networkx(nx.connected_caveman_graph(20, 5))
    task = open_task(graphs, MiningRequest.from_options(against="degree", sizes=7, top=4))
    found = searched(task, ContrastSettings(), Monitor())
    signs = [one.score > 0 for one in found.candidates[7]]
    assert len(signs) == 6
    assert signs.count(True) == 3


def test_classes_are_searched_by_the_graphs_that_contain_a_pattern(monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)
    graphs = [nx.cycle_graph(n) for n in (5, 5, 6, 6)] + [nx.path_graph(n) for n in (5, 6, 7, 8)]
    for number, graph in enumerate(graphs):
        graph.graph["label"] = 1 + number // 4
    task = open_task(spminer.from_networkx(graphs), MiningRequest.from_options(against="class:1,2", sizes=5, top=2))
    found = searched(task, ContrastSettings(), Monitor())
    scores = {one.pattern.text: one.score for one in found.candidates[5]}
    ring = Pattern.parse("0-1,1-2,2-3,3-4,4-0").canonical().text
    assert scores[ring] == pytest.approx(float(surprise(2, 0)))
    assert found.whole_sizes == ()


def test_what_is_surprising_but_rarer_than_much_else_is_found(monkeypatch):
    """Cliques with tails, where countless sparse patterns are more frequent."""
    monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)
    graph = nx.random_regular_graph(4, 300, seed=1)
    for first in range(0, 60, 5):
        graph.add_edges_from((a, b) for a in range(first, first + 5) for b in range(first, a))
    task = open_task(
        spminer.from_networkx(graph), MiningRequest.from_options(against="degree", sizes=6, alternative="greater")
    )
    found = searched(task, ContrastSettings(), Monitor())
    edges = [len(one.pattern.edges) for one in found.candidates[6]]
    assert edges[0] >= 8  # a clique of four with a tail
    assert max(edges) >= 11  # the clique of five with a neighbor


def test_a_whole_size_must_be_affordable_in_every_sample(monkeypatch):
    task = open_task(example(), MiningRequest.from_options(against="degree", sizes="3-5", null_samples=100))
    monkeypatch.setattr("spminer.methods.contrast._PATTERN_S", 20.0 / 101 / 20)
    found = searched(task, ContrastSettings(), Monitor())
    assert found.whole_sizes == (3, 4)  # 3 and 11 anchored classes, then 58


def clique(size, anchor=0):
    return Pattern.from_edges(nx.complete_graph(size).edges, anchor=anchor).canonical()


@pytest.fixture(scope="module")
def dense():
    """A random graph with cliques of 7 planted in it, and one with the same degrees."""
    graph = nx.gnm_random_graph(400, 6000, seed=1)
    for first in range(0, 35, 7):
        graph.add_edges_from(nx.complete_graph(range(first, first + 7)).edges)
    target = spminer.from_networkx(graph)
    return target, spminer.randomize(target, seed=3)[0]


def test_what_was_planted_comes_first(dense):
    found = dense_seeds(*dense, [6, 7], 3, seed=0, monitor=Monitor())
    assert found[7][0] == clique(7)
    assert clique(6) in found[6]


def test_nothing_is_gathered_more_often_than_in_the_same_graph(dense):
    target, _ = dense
    assert dense_seeds(target, target, [5], 10, seed=0, monitor=Monitor()) == {5: []}


def test_labels_and_direction_stay():
    graph = nx.DiGraph()
    for first in range(0, 30, 3):  # feed-forward loops
        graph.add_edges_from([(first, first + 1), (first, first + 2), (first + 1, first + 2), (first + 2, first + 3)])
    for node in graph:
        graph.nodes[node]["label"] = "ab"[node % 3 == 0]
    target = spminer.from_networkx(graph)
    found = dense_seeds(target, spminer.randomize(target, seed=1)[0], [3], 20, seed=0, monitor=Monitor())
    assert found[3]
    for pattern in found[3]:
        assert pattern.directed
        assert pattern.node_labels is not None
        assert spminer.count(pattern, target).frequency.value > 0


def test_equal_seeds_gather_equal_patterns(dense):
    first, again, other = (dense_seeds(*dense, [5], 24, seed=seed, monitor=Monitor()) for seed in (4, 4, 5))
    assert first == again
    assert first[5]
    assert other[5]


def test_graphs_smaller_than_a_pattern_gather_nothing():
    edge = spminer.from_edges(np.array([[0, 1]]))
    assert dense_seeds(edge, edge, [3], 5, seed=0, monitor=Monitor()) == {3: []}


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
    side = {"against": "class:1,2", "alternative": ALTERNATIVES[direction]}
    result = spminer.mine(graphs, "3-5", top=4, frequency="transactions", examples=0, **side)
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
    request = MiningRequest.from_options(sizes=5, against="class:1,2", frequency="transactions")
    task = open_task(classes(5, True), request)
    for proof, expected in ((0, []), (250_000, [5])):
        [side] = list(sides_of(task, ContrastSettings(proof=proof)))[:1]
        assert prove(side, (5,), {5: CandidatePool()}, Monitor()) == expected


def test_nothing_is_proven_of_samples_that_are_to_be_drawn(monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast._BUDGET_S", 0.0)
    graphs = spminer.from_networkx(nx.connected_caveman_graph(6, 4))
    result = spminer.mine(graphs, "3-6", top=4, against="degree", null_samples=5, examples=0)
    assert not any(motif.proven for motif in result if motif.score < 0)
    assert any(motif.proven for motif in result if motif.score > 0)


PATTERNS = [Pattern.parse(text).canonical() for text in ("0-1@0", "0-1,1-2@0", "0-1,1-2@1", "0-1,1-2,2-0@0")]


def test_what_comes_with_bounds_is_known_best():
    found = CandidatePool()
    found.add(ScoredPattern(PATTERNS[0], 9.0))
    found.add(ScoredPattern(PATTERNS[0], 7.0, {1: 8.0, -1: math.inf}))
    found.add(ScoredPattern(PATTERNS[0], 8.5, {1: math.inf, -1: 2.0}))
    [one] = found.met.values()
    assert one.score == 8.5
    assert one.most == {1: 8.0, -1: 2.0}
    found.add(ScoredPattern(PATTERNS[0], 20.0))
    assert found.met[PATTERNS[0]].score == 8.5


@pytest.mark.parametrize(
    ("direction", "expected"), [("both", [5.0, -4.0]), ("over", [5.0, 3.0]), ("under", [-4.0, -1.0])]
)
def test_each_direction_has_its_room(direction, expected):
    found = CandidatePool()
    for pattern, score in zip(PATTERNS, (5.0, 3.0, -4.0, -1.0), strict=True):
        found.add(ScoredPattern(pattern, score))
    proposed, rest = found.proposals(direction, 2)
    assert [one.score for one in proposed] == expected
    assert rest == {1: math.inf, -1: math.inf}


def test_what_one_direction_leaves_is_for_the_other():
    found = CandidatePool()
    for pattern, score in zip(PATTERNS, (5.0, 3.0, 2.0, -1.0), strict=True):
        found.add(ScoredPattern(pattern, score))
    assert [one.score for one in found.proposals("both", 3)[0]] == [5.0, 3.0, -1.0]


def test_the_rest_is_bounded_by_what_was_not_proposed_and_what_was_not_met():
    found = CandidatePool(unseen={1: 1.5, -1: 0.5})
    for pattern, score in zip(PATTERNS, (5.0, 3.0, 2.0, 0.0), strict=True):
        found.add(ScoredPattern(pattern, score, {1: score + 1, -1: math.inf}))
    assert found.proposals("over", 2)[1] == {1: 3.0, -1: 0.5}
    # Few enough to judge them all: then only what was not met is left.
    every, rest = found.proposals("over", 4)
    assert len(every) == 4
    assert rest == {1: 1.5, -1: 0.5}


def path(size):
    return Pattern.parse(",".join(f"{node}-{node + 1}" for node in range(size - 1)) + "@0").canonical()


def test_patterns_that_are_equal_on_both_sides_fill_the_room():
    pool = CandidatePool()
    for number, score in ((2, 0.0), (3, 1.0), (4, 0.0), (5, -1.0)):
        pool.add(ScoredPattern(path(number), score))
    proposed, _ = pool.proposals("both", 3)
    assert [one.pattern.size for one in proposed] == [3, 5, 4]  # the first by its text
    assert [one.pattern.size for one in pool.proposals("over", 2)[0]] == [3, 4]


def test_more_anchors_count_more_than_a_larger_score():
    pool = CandidatePool()
    pool.add(ScoredPattern(path(3), -7.0, asked=60))
    pool.add(ScoredPattern(path(3), 4.0, asked=400))
    pool.add(ScoredPattern(path(3), 9.0, asked=60))
    assert [(one.score, one.asked) for one in pool.met.values()] == [(4.0, 400)]
    pool.add(ScoredPattern(path(3), 3.5, asked=1000))
    assert pool.met[path(3)].score == 3.5
    assert pool.best(1, 5) == [path(3)]
    assert pool.best(-1, 5) == []
