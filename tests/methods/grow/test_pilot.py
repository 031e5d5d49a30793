import networkx as nx
import pytest

import spminer
from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.datasets import example
from spminer.methods.base import Task
from spminer.methods.grow.pilot import forecast
from spminer.methods.grow.search import Growth
from spminer.methods.grow.settings import GrowSettings


@pytest.fixture
def clock(monkeypatch):
    """A clock that every level turns on by a second."""
    hands = [0.0]
    level = Growth.level

    def timed(self, beam):
        hands[0] += 1
        return level(self, beam)

    monkeypatch.setattr("time.process_time", lambda: hands[0])
    monkeypatch.setattr(Growth, "level", timed)


def test_levels_take_as_much_longer_as_there_are_more_patterns_and_anchors(clock):
    ring = spminer.from_networkx(nx.cycle_graph(800))
    foreseen = forecast(Task.of(ring, sizes=(5,)), GrowSettings(), Monitor())
    assert not foreseen.at_least
    assert foreseen.by_size == dict.fromkeys(range(2, 6), 2 * 8)


def test_few_anchors_are_all_asked(clock):
    assert forecast(Task.of(example(), sizes=(3,)), GrowSettings(), Monitor()).by_size == {2: 2, 3: 2}


def test_of_transactions_fewer_graphs_are_grown(clock):
    graphs = spminer.from_networkx([nx.cycle_graph(4 + i % 3) for i in range(800)])
    foreseen = forecast(Task.of(graphs, sizes=(3,), frequency="transactions"), GrowSettings(), Monitor())
    assert foreseen.by_size == {2: 16, 3: 16}


def test_counting_a_sample_anew_takes_time_too(clock):
    ring = spminer.from_networkx(nx.cycle_graph(800))
    foreseen = forecast(Task.of(ring, sizes=(2,)), GrowSettings(anchors=400), Monitor())
    assert foreseen.by_size == pytest.approx({2: 2 * 8 * 1.4})


def test_levels_without_time_are_taken_to_cost_more(clock, monkeypatch):
    stops = iter([False, False, False, False])
    monkeypatch.setattr(Monitor, "stopped", property(lambda _: next(stops, True)))
    foreseen = forecast(Task.of(example(), sizes=(5,)), GrowSettings(), Monitor())
    assert foreseen.by_size == pytest.approx({2: 2, 3: 2, 4: 2 * 1.3, 5: 2 * 1.69})
    assert foreseen.at_least


def test_anchors_that_no_effort_decides_have_no_end_in_sight():
    task = Task.of(spminer.from_networkx([nx.gnp_random_graph(14, 0.25, seed=i) for i in range(3)]), sizes=(6,))
    assert forecast(task, GrowSettings(steps=1, effort=1), Monitor()).at_least
    assert not forecast(task, GrowSettings(steps=1, effort=0), Monitor()).at_least


def test_without_any_time_nothing_is_told():
    assert forecast(Task.of(example(), sizes=(5,)), GrowSettings(), Monitor(time_limit=0)) is None


def test_a_pilot_leaves_no_states(tmp_path):
    states = States(Checkpoint(tmp_path, {"run": 1}))
    forecast(Task.of(example(), sizes=(4,), states=states), GrowSettings(), Monitor())
    assert list(tmp_path.glob("*.state")) == []
