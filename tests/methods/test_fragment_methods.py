"""Tests of methods/gspan_gaston.py: the two as methods of mining."""

import networkx as nx
import pytest

import spminer
from spminer import UsageError
from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.methods import gspan_gaston
from spminer.methods.base import Task
from spminer.methods.gspan_gaston import FragmentSettings, frequent_patterns
from support.builders import collection

GRAPHS = collection([nx.gnm_random_graph(14, 24, seed=seed) for seed in range(30)])


ARCS = spminer.from_edges([(0, 1), (1, 2)], directed=True)


def task(graphs=GRAPHS, sizes=(3, 5), **options):
    return Task.of(graphs, sizes=sizes, **{"frequency": "transactions", "induced": False, **options})


@pytest.fixture(params=[gspan_gaston.GSPAN, gspan_gaston.GASTON], ids=lambda method: method.name)
def method(request):
    return request.param


@pytest.fixture
def search(method):
    return lambda job, **settings: method.search(job, method.settings(**settings), Monitor())


def test_without_a_threshold_the_best_of_each_size_are_proposed(search):
    result = search(task(sizes=(3, 6), top=12))
    truth = frequent_patterns(GRAPHS, (3, 6)).by_size()
    assert result.complete
    assert len(result.candidates[6]) == 60
    for size, candidates in result.candidates.items():
        assert [c.score for c in candidates] == [n for _, n in truth[size]][:60]
        assert all((c.pattern, c.known["transactions"].value) in truth[size] for c in candidates)
    assert {c.pattern.anchor for c in result.candidates[6]} == {None}


def test_with_a_threshold_all_are_counted_and_the_best_proposed(search):
    result = search(task(sizes=(5, 6), support=0.5))
    truth = frequent_patterns(GRAPHS, (5, 6), support=0.5).by_size()
    assert result.facts["frequent"] == {size: len(found) for size, found in truth.items()}
    assert [(c.pattern, c.score) for c in result.candidates[6]] == truth[6][:50]


def test_images_serve_a_single_graph(search):
    result = search(task(GRAPHS[0], frequency="images"))
    best = result.candidates[3][0]
    assert best.known["images"].value == best.score > 1


def test_settings_change_the_result(method, search):
    assert search(task()).candidates != search(task(), max_edges=4).candidates
    assert method.settings is FragmentSettings


def test_closed_ones_are_decided_by_the_search(search):
    plain, closed = search(task()).candidates, search(task(closed=True)).candidates
    assert plain != closed
    assert all(candidate.closed for found in closed.values() for candidate in found)
    assert not any(candidate.closed for found in plain.values() for candidate in found)


@pytest.mark.parametrize(
    ("job", "message"),
    [
        (task(induced=True), "finds edge-induced patterns"),
        (task(frequency="anchored"), "by transactions or images frequency, not by anchored"),
        (task(ARCS), "does not support directed graphs"),
    ],
)
def test_tasks_that_cannot_be_done_are_explained(method, job, message):
    with pytest.raises(UsageError, match=message):
        method.check(job.request, job.graphs)


def test_a_stopped_search_says_so(method):
    monitor = Monitor()
    monitor.cancel()
    result = method.search(task(), method.settings(), monitor)
    assert not result.complete


@pytest.mark.parametrize("labels", [False, True])
def test_a_finished_search_is_taken_from_the_checkpoint(tmp_path, monkeypatch, search, labels):
    graphs = [nx.gnm_random_graph(8, 12, seed=seed) for seed in range(5)]
    if labels:
        for graph in graphs:
            nx.set_node_attributes(graph, {i: "CNO"[i % 3] for i in graph}, "label")
            nx.set_edge_attributes(graph, {(i, j): "-="[(i * j) % 2] for i, j in graph.edges}, "label")
    first = search(task(collection(graphs), states=States(Checkpoint(tmp_path, {}))))
    monkeypatch.delattr("spminer._core.mine_fragments")
    again = search(task(collection(graphs), states=States(Checkpoint(tmp_path, {}, resume=True))))
    assert (first.candidates, first.facts) == (again.candidates, again.facts)
