"""Tests of methods/grow/shards.py and methods/grow/elsewhere.py: lists that a crew keeps, however forgetful it is."""

import random

import networkx as nx
import pytest

import spminer
from crews import InlineCrew
from spminer import Monitor
from spminer.methods.base import Task
from spminer.methods.grow import shards
from spminer.methods.grow.search import GrowSettings, Growth, grow
from spminer.methods.grow.shards import ShardsPiece, carry_out


@pytest.fixture(scope="module")
def graph():
    return spminer.from_networkx(nx.barabasi_albert_graph(300, 3, seed=5))


@pytest.fixture
def labeled():
    random.seed(3)
    drawn = nx.gnp_random_graph(260, 0.015, seed=2, directed=True)
    for _, values in drawn.nodes(data=True):
        values["label"] = random.choice("ab")
    for _, _, values in drawn.edges(data=True):
        values["label"] = random.choice("xy")
    return spminer.from_networkx(drawn, node_label="label", edge_label="label")


def found(graphs, crew=None, sizes=(3, 4, 5, 6), **task):
    result = grow(Task.of(graphs, sizes=sizes, top=4, **task), GrowSettings(), Monitor(crew=crew))
    said = {size: [(str(c.pattern), c.score, c.known) for c in result.candidates[size]] for size in sizes}
    return said, result.facts, result.proven_sizes


class Forgetful(InlineCrew):
    """Loses the lists of everything before some pieces, as a worker does that is started again."""

    def __init__(self, seed):
        super().__init__()
        self._random = random.Random(seed)

    def results(self, work, graphs, pieces, watch, *, stage):
        for piece in pieces:
            if self._random.random() < 0.1:
                shards._runs.clear()
            yield from super().results(work, graphs, [piece], watch, stage=stage)


class Repeating(InlineCrew):
    """Does every piece twice, as when an answer was lost on its way."""

    def results(self, work, graphs, pieces, watch, *, stage):
        for piece in pieces:
            list(super().results(work, graphs, [piece], watch, stage=stage))
            yield from super().results(work, graphs, [piece], watch, stage=stage)


@pytest.mark.parametrize("crew", [InlineCrew(), Forgetful(1), Forgetful(2), Repeating()])
def test_a_crew_finds_what_one_process_finds(graph, crew):
    assert found(graph, crew) == found(graph)
    assert crew.pieces > 10


@pytest.mark.parametrize("frequency", ["anchored", "graph", "images"])
def test_labels_and_arcs_are_as_in_one_process(labeled, frequency):
    assert found(labeled, Forgetful(3), frequency=frequency) == found(labeled, frequency=frequency)


def test_states_have_the_lists_that_a_crew_keeps(graph, tmp_path):
    asked = {"sizes": "3-6", "top": 3, "method": "grow"}
    crew = InlineCrew()
    there = spminer.mine(graph, **asked, checkpoint=tmp_path / "there", monitor=Monitor(crew=crew))
    here = spminer.mine(graph, **asked, checkpoint=tmp_path / "here")
    assert crew.pieces > 10
    assert [(motif.id, motif.score) for motif in there] == [(motif.id, motif.score) for motif in here]
    # What one process goes on with is what the crew has left, whatever the size it is resumed at.
    resumed = spminer.mine(graph, **asked, checkpoint=tmp_path / "there", resume=True)
    assert [motif.id for motif in resumed] == [motif.id for motif in here]


def test_the_lists_are_forgotten_at_the_end(graph):
    found(graph, InlineCrew())
    assert not shards._runs.get(graph)


def test_a_process_keeps_the_lists_of_few_runs(graph, monkeypatch):
    monkeypatch.setattr("spminer.methods.grow.elsewhere.ListsElsewhere.close", lambda *_: None)
    for _ in range(4):
        found(graph, InlineCrew(), sizes=(3,))
    assert len(shards._runs[graph]) == shards._MOST_RUNS


def test_who_has_no_lists_says_so(graph):
    request = shards.Request(3, (b"",))
    assert carry_out(graph, ShardsPiece("unknown", (0,), request), Monitor()) is None


def test_small_growth_stays_in_this_process():
    crew = InlineCrew()
    found(spminer.from_networkx(nx.path_graph(40)), crew)
    assert crew.pieces == 0


class Stopping(InlineCrew):
    """Is stopped after some pieces."""

    def __init__(self, pieces):
        super().__init__()
        self._left = pieces

    def results(self, work, graphs, pieces, watch, *, stage):
        for value in super().results(work, graphs, pieces, watch, stage=stage):
            self._left -= 1
            if self._left <= 0:
                watch.give_up("no workers left")
                return
            yield value


@pytest.mark.parametrize("pieces", [1, 6, 13, 30, 47])
def test_a_growth_that_is_stopped_has_true_bounds(graph, pieces):
    result = grow(Task.of(graph, sizes=(3, 4, 5), top=4), GrowSettings(), Monitor(crew=Stopping(pieces)))
    assert not result.complete
    for candidates in result.candidates.values():
        for candidate in candidates:
            known, truth = candidate.known["anchored"], spminer.count(candidate.pattern, graph).frequency.value
            assert known.low <= truth <= (graph.num_nodes if known.high is None else known.high)


def test_a_level_in_little_time_is_narrowed_elsewhere_too(graph):
    growth = Growth(Task.of(graph, sizes=(3, 6), top=4), GrowSettings(), Monitor(time_limit=0.6, crew=InlineCrew()))
    growth.to(6)
    assert max(growth.levels) == 6 or not growth.complete
