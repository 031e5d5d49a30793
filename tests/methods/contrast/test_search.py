"""Tests of methods/contrast/search.py, methods/contrast/steered.py, methods/contrast/enumerated.py and
methods/contrast/settings.py."""

import networkx as nx
import pytest

import spminer
from spminer import Monitor, Pattern, UsageError
from spminer.datasets import example
from spminer.methods.contrast.search import METHOD
from spminer.methods.contrast.settings import ContrastSettings
from spminer.mining.state import open_task
from spminer.results.request import MiningRequest
from spminer.significance.statistics import surprise

PRISM = Pattern.parse("0-1,1-2,2-0,3-4,4-5,5-3,0-3,1-4,2-5@0").canonical()


def run(graphs, other, **options):
    request = MiningRequest.of(against="other", **options)
    task = open_task(graphs, request, against=other)
    return METHOD.search(task, ContrastSettings(anchors=120), Monitor())


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
    monkeypatch.setattr("spminer.methods.contrast.enumerated._BUDGET_S", 0.0)  # by growth
    planted, plain = sides
    found = run(planted, plain, sizes=6, direction="over")
    assert found.facts["enumerated"] == ()
    assert PRISM in [one.pattern for one in found.candidates[6]]
    assert all(one.score > 0 for one in found.candidates[6])


def test_what_is_missing_is_proposed_from_the_other_side(sides, monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast.enumerated._BUDGET_S", 0.0)
    planted, plain = sides
    found = run(plain, planted, sizes=6, direction="under")
    assert PRISM in [one.pattern for one in found.candidates[6]]
    assert all(one.score < 0 for one in found.candidates[6])


@pytest.mark.parametrize("frequency", ["graph", "transactions", "images"])
def test_every_frequency(frequency, monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast.enumerated._BUDGET_S", 0.0)
    rings, trees = ([kind(n) for n in range(4, 9)] for kind in (nx.cycle_graph, nx.path_graph))
    found = run(spminer.from_networkx(rings), spminer.from_networkx(trees), sizes="3-4", frequency=frequency)
    scores = {one.pattern: one.score for one in found.candidates[4]}
    assert scores[Pattern.parse("0-1,1-2,2-3,3-0").canonical()] > 0
    assert all(pattern.anchor is None for pattern in scores)


def test_a_stopped_search_says_so(sides):
    monitor = Monitor()
    monitor.cancel()
    task = open_task(sides[0], MiningRequest.of(against="other", sizes=6), against=sides[1])
    assert not METHOD.search(task, ContrastSettings(), monitor).complete


def test_settings_are_checked():
    with pytest.raises(UsageError, match="keep must be at least 1"):
        ContrastSettings(keep=0)


def test_both_directions_are_proposed(monkeypatch):
    """Countless patterns that only the other side has leave room for those of the target."""
    monkeypatch.setattr("spminer.methods.contrast.enumerated._BUDGET_S", 0.0)
    graphs = spminer.from_networkx(nx.connected_caveman_graph(20, 5))
    task = open_task(graphs, MiningRequest.of(against="degree", sizes=7, top=4))
    found = METHOD.search(task, ContrastSettings(), Monitor())
    signs = [one.score > 0 for one in found.candidates[7]]
    assert len(signs) == 6
    assert signs.count(True) == 3


def test_classes_are_searched_by_the_graphs_that_contain_a_pattern(monkeypatch):
    monkeypatch.setattr("spminer.methods.contrast.enumerated._BUDGET_S", 0.0)
    graphs = [nx.cycle_graph(n) for n in (5, 5, 6, 6)] + [nx.path_graph(n) for n in (5, 6, 7, 8)]
    for number, graph in enumerate(graphs):
        graph.graph["label"] = 1 + number // 4
    task = open_task(spminer.from_networkx(graphs), MiningRequest.of(against="class:1,2", sizes=5, top=2))
    found = METHOD.search(task, ContrastSettings(), Monitor())
    scores = {one.pattern.text: one.score for one in found.candidates[5]}
    ring = Pattern.parse("0-1,1-2,2-3,3-4,4-0").canonical().text
    assert scores[ring] == pytest.approx(float(surprise(2, 0)))
    assert found.whole_sizes == ()


def test_what_is_surprising_but_rarer_than_much_else_is_found(monkeypatch):
    """Cliques with tails, where countless sparse patterns are more frequent."""
    monkeypatch.setattr("spminer.methods.contrast.enumerated._BUDGET_S", 0.0)
    graph = nx.random_regular_graph(4, 300, seed=1)
    for first in range(0, 60, 5):
        graph.add_edges_from((a, b) for a in range(first, first + 5) for b in range(first, a))
    task = open_task(spminer.from_networkx(graph), MiningRequest.of(against="degree", sizes=6, direction="over"))
    found = METHOD.search(task, ContrastSettings(), Monitor())
    edges = [len(one.pattern.edges) for one in found.candidates[6]]
    assert edges[0] >= 8  # a clique of four with a tail
    assert max(edges) >= 11  # the clique of five with a neighbor


def test_a_whole_size_must_be_affordable_in_every_sample(monkeypatch):
    task = open_task(example(), MiningRequest.of(against="degree", sizes="3-5", null_samples=100))
    monkeypatch.setattr("spminer.methods.contrast.enumerated._PATTERN_S", 20.0 / 101 / 20)
    found = METHOD.search(task, ContrastSettings(), Monitor())
    assert found.whole_sizes == (3, 4)  # 3 and 11 anchored classes, then 58
