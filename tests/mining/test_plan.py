import time
from dataclasses import replace
from typing import get_args

import networkx as nx
import pytest

import spminer
from fake_methods import proposing, registered
from spminer import UsageError
from spminer.datasets import example
from spminer.methods.base import Task
from spminer.methods.registry import get_method
from spminer.mining.plan import make_plan
from spminer.results.frequency import Frequency, Objective
from spminer.results.request import Foreseen, Plan, Stage, Work


@pytest.fixture(scope="module")
def dense():
    """Enumerable up to size 4 or so within the budget."""
    return spminer.from_edges(nx.gnm_random_graph(3000, 60_000, seed=1).edges)


@pytest.fixture
def grow():
    with registered(proposing([]), "grow"):
        yield


def test_small_sizes_are_solved_and_large_ones_searched(dense, grow):
    plan = make_plan(Task.of(dense, sizes=tuple(range(3, 21))))
    assert [stage.method for stage in plan.stages] == ["exact", "grow"]
    exact, search = plan.stages
    assert exact.sizes + search.sizes == tuple(range(3, 21))
    assert 3 in exact.sizes
    assert 20 in search.sizes
    assert exact.subgraphs > 0
    assert "too much to enumerate" in search.reason


def test_what_fits_is_all_exact():
    plan = make_plan(Task.of(example(), sizes=(3, 4, 5)))
    assert [(stage.method, stage.sizes) for stage in plan.stages] == [("exact", (3, 4, 5))]


def test_beyond_the_largest_enumerable_size_there_is_search(grow):
    ring = spminer.from_networkx(nx.cycle_graph(100))
    plan = make_plan(Task.of(ring, sizes=tuple(range(10, 21))))
    assert [(stage.method, stage.sizes[-1]) for stage in plan.stages] == [("exact", 16), ("grow", 20)]


def test_a_short_limit_leaves_less_to_enumeration(grow):
    task = Task.of(example(), sizes=tuple(range(3, 12)))
    sizes = [make_plan(task, time_limit=limit).stages[0].sizes for limit in (None, 0.5)]
    assert set(sizes[1]) < set(sizes[0])


def test_the_plan_does_not_depend_on_threads(dense, grow):
    plans = [make_plan(Task.of(dense, sizes=tuple(range(3, 12)), threads=n)) for n in (1, 8)]
    assert plans[0] == plans[1]
    slow = replace(plans[0].stages[0], seconds=80.0)
    assert Plan((slow,)).lines(1) != Plan((slow,)).lines(8)  # but its times do


def test_edge_induced_patterns_are_not_enumerated(grow):
    assert [stage.method for stage in make_plan(Task.of(example(), sizes=(4, 5), induced=False)).stages] == ["grow"]


@pytest.mark.parametrize("objective", get_args(Objective))
@pytest.mark.parametrize("induced", [True, False])
def test_growth_searches_whatever_is_asked_for(objective, induced):
    plan = make_plan(Task.of(example(), sizes=(30,), frequency=objective, induced=induced))
    assert plan.stages[-1].method == "grow"
    method = get_method("grow")
    assert objective in method.objectives
    assert induced in method.induced


def test_a_method_is_not_asked_for_patterns_that_it_does_not_know():
    with (
        registered(proposing([]), induced=(True,)),
        pytest.raises(UsageError, match="node-induced patterns only"),
    ):
        make_plan(Task.of(example(), sizes=(30,), induced=False, method="fake"))


def test_a_named_method_does_everything():
    assert make_plan(Task.of(example(), sizes=(3, 4), method="exact")) == Plan((Stage("exact", (3, 4), "as asked"),))


def test_a_method_is_not_asked_for_what_it_cannot_rank_by():
    with registered(proposing([])), pytest.raises(UsageError, match="anchored or graph"):
        make_plan(Task.of(example(), sizes=(3,), frequency="images", method="fake"))


def test_a_search_says_its_time_if_its_method_can_tell():
    def forecast(task, settings, monitor):
        return Foreseen(dict.fromkeys(range(2, task.sizes[-1] + 1), 10.0 * settings.width), at_least=True)

    with registered(proposing([]), "grow", forecast=forecast):
        [stage] = make_plan(Task.of(example(), sizes=(18, 20), settings={"width": 6})).stages
    assert (stage.seconds, stage.by_size[20]) == (19 * 60.0, 60.0)
    assert stage.text(threads=2).endswith("roughly 9.5 min or more")


def test_a_search_whose_method_cannot_tell_has_no_time(grow):
    [stage] = make_plan(Task.of(example(), sizes=(18,))).stages
    assert stage.seconds is None
    assert stage.text().endswith("time unknown")


def test_forecasts_take_a_small_share_of_a_limit():
    limits = []

    def forecast(task, settings, monitor):
        limits.append(monitor.remaining)

    with registered(proposing([]), "grow", forecast=forecast):
        for limit in (None, 10.0):
            make_plan(Task.of(example(), sizes=(18,)), time_limit=limit)
    assert limits[0] <= 2.0
    assert limits[1] <= 0.5


def test_a_limit_bounds_the_estimates_of_all_sizes_too(grow, monkeypatch):
    asked = []

    def slow(graphs, size, **_):
        asked.append(size)
        clock[0] += 4
        return Work(Frequency(9.0, "estimate", 9.0, 9.0), "esu", 1e-6)

    clock = [time.monotonic()]
    monkeypatch.setattr("spminer.mining.plan.enumeration_work", slow)
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    plan = make_plan(Task.of(example(), sizes=(3, 4, 5)), time_limit=30.0)
    assert asked == [3]
    assert [(stage.method, stage.sizes) for stage in plan.stages] == [("exact", (3,)), ("grow", (4, 5))]
    assert plan.stages[1].reason == "too large to plan an enumeration in time"


def test_a_number_that_is_not_known_is_not_told(monkeypatch):
    work = Work(Frequency.lower_bound(0), "census", 0.1)
    monkeypatch.setattr("spminer.mining.plan.enumeration_work", lambda *_, **__: work)
    [stage] = make_plan(Task.of(example(), sizes=(3,))).stages
    assert stage.text() == "size 3: exact (few enough to enumerate), less than a second"
