"""Fallback from enumeration to growth under a limit, with methods that end when the test says so."""

import time
from dataclasses import replace
from typing import get_args

import networkx as nx
import pytest

import spminer
from spminer import Monitor, UsageError
from spminer.datasets import example
from spminer.methods.base import Candidate, SearchResult, Task
from spminer.methods.registry import get_method
from spminer.mining.plan import ending_early, fallback_stages, make_plan, merge_fallback, unfinished_sizes
from spminer.results.frequency import Frequency, FrequencyName
from spminer.results.request import EnumerationCost, Forecast, Plan, Stage
from support.fakes import proposing, registered


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


@pytest.mark.parametrize("frequency_name", get_args(FrequencyName))
@pytest.mark.parametrize("induced", [True, False])
def test_growth_searches_whatever_is_asked_for(frequency_name, induced):
    plan = make_plan(Task.of(example(), sizes=(30,), frequency=frequency_name, induced=induced))
    assert plan.stages[-1].method == "grow"
    method = get_method("grow")
    assert frequency_name in method.frequency_names
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
        return Forecast(dict.fromkeys(range(2, task.request.sizes[-1] + 1), 10.0 * settings.width), is_lower_bound=True)

    with registered(proposing([]), "grow", forecast=forecast):
        [stage] = make_plan(Task.of(example(), sizes=(18, 20), settings={"width": 6})).stages
    assert (stage.seconds, stage.seconds_by_size[20]) == (19 * 60.0, 60.0)
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
        return EnumerationCost(Frequency(9.0, "estimate", 9.0, 9.0), "esu", 1e-6)

    clock = [time.monotonic()]
    monkeypatch.setattr("spminer.mining.plan.enumeration_cost", slow)
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    plan = make_plan(Task.of(example(), sizes=(3, 4, 5)), time_limit=30.0)
    assert asked == [3]
    assert [(stage.method, stage.sizes) for stage in plan.stages] == [("exact", (3,)), ("grow", (4, 5))]
    assert plan.stages[1].reason == "too large to plan an enumeration in time"


def test_a_number_that_is_not_known_is_not_told(monkeypatch):
    work = EnumerationCost(Frequency.lower_bound(0), "census", 0.1)
    monkeypatch.setattr("spminer.mining.plan.enumeration_cost", lambda *_, **__: work)
    [stage] = make_plan(Task.of(example(), sizes=(3,))).stages
    assert stage.text() == "size 3: exact (few enough to enumerate), less than a second"


def candidates(size, count=3):
    motifs = spminer.enumerate(example(), size, top=count, examples=0)
    return tuple(Candidate(motif.pattern, -float(rank)) for rank, motif in enumerate(motifs))


def enumerating(proven, reason="time limit"):
    """An enumeration that has no time beyond the proven sizes."""

    def search(task, settings, monitor):
        begun = {size: candidates(size, 1) for size in task.request.sizes if size <= max(proven) + 1}
        done = tuple(size for size in task.request.sizes if size in proven)
        return SearchResult(begun, complete=done == task.request.sizes, stop_reason=reason, proven_sizes=done)

    return search


@pytest.fixture
def growth():
    """The tasks that growth was given; it finds nothing of size 6."""
    tasks = []

    def search(task, settings, monitor):
        tasks.append(task)
        found = {size: candidates(size) if size != 6 else () for size in task.request.sizes}
        return SearchResult(found, proven_sizes=task.request.sizes)

    with registered(search, "grow", frequency_names=("anchored",)):
        yield tasks


def of_size(result, size):
    return [motif for motif in result if motif.size == size]


def mine(sizes, proven, **options):
    with registered(enumerating(proven), "exact"):
        return spminer.mine(example(), sizes, time_limit=1000, **options)


def test_growth_takes_what_enumeration_had_no_time_for(growth):
    result = mine("3-5", (3,))
    assert [task.request.sizes for task in growth] == [(4, 5)]
    assert {size: len(of_size(result, size)) for size in (3, 4, 5)} == {3: 1, 4: 3, 5: 3}
    assert {motif.proven for motif in of_size(result, 3)} == {True}
    assert not any(motif.proven for motif in result if motif.size > 3)
    assert (result.status, result.stop_reason) == ("partial", "time limit")
    assert any(warning.startswith("sizes 4-5: enumeration did not end") for warning in result.warnings)
    assert set(result.settings) == {"exact", "grow"}


def test_what_growth_does_not_find_stays_as_enumerated(growth):
    result = mine("5-6", (5,))
    assert len(of_size(result, 6)) == 1
    assert not any(motif.proven for motif in of_size(result, 6))


def test_a_method_that_was_asked_for_by_name_is_not_replaced(growth):
    result = mine("3-5", (3,), method="exact")
    assert growth == []
    assert {motif.size for motif in result} == {3, 4}


def test_growth_instead_of_enumeration_leaves_no_states(growth, tmp_path):
    mine("3-5", (3,), checkpoint=tmp_path)
    assert growth[0].states.checkpoint is None
    with registered(enumerating((3, 4, 5), reason=None), "exact"):
        again = spminer.mine(example(), "3-5", checkpoint=tmp_path, resume=True)
    assert len(growth) == 1
    assert again.status == "complete"
    assert all(motif.proven for motif in again)


def test_growth_that_was_planned_takes_all_at_once():
    left = [Stage("grow", (7, 8), "too much", seconds_by_size={7: 1.0, 8: 2.0})]
    [stage] = fallback_stages((5, 6), left)
    assert (stage.method, stage.sizes, stage.seconds_by_size) == ("grow", (5, 6, 7, 8), {7: 1.0, 8: 2.0})


@pytest.mark.parametrize("reason", ["interrupted", "memory limit"])
def test_only_the_clock_makes_growth_take_over(reason):
    stopped = SearchResult({}, complete=False, stop_reason=reason)
    assert unfinished_sizes(stopped, Stage("exact", (3,), "few"), Task.of(example()), Monitor()) == ()


def test_a_run_without_time_left_does_not_begin_again():
    stopped = SearchResult({}, complete=False, stop_reason="time limit")
    stage, task = Stage("exact", (3, 4), "few"), Task.of(example())
    assert unfinished_sizes(stopped, stage, task, Monitor(time_limit=0)) == ()
    assert unfinished_sizes(stopped, stage, task, Monitor(time_limit=1000)) == (3, 4)


def test_nothing_is_proven_or_complete_after_a_fallback():
    grown = SearchResult({4: candidates(4)}, proven_sizes=(4,))
    result = merge_fallback(grown, SearchResult({}), (4,))
    assert (result.complete, result.proven_sizes, result.stop_reason) == (False, (), "time limit")


class _Enumeration:
    """An enumeration of one size after another, at a pace that the test sets, in a monitor of its own time."""

    def __init__(self, monitor):
        self.monitor, self.ended = monitor, []

    def run(self, **seconds_by_size):
        for size, seconds in seconds_by_size.items():
            self.monitor.update(size=int(size[1:]))
            began = time.monotonic()
            while (spent := time.monotonic() - began) < seconds and not self.monitor.stopped:
                self.monitor.follow(int(1000 * spent), int(1000 * seconds))
                time.sleep(0.01)
            if self.monitor.stopped:
                return
            self.ended.append(size)


def test_a_size_that_will_end_in_time_is_not_abandoned():
    work = _Enumeration(Monitor(time_limit=2.0))
    with ending_early(work.monitor, 0.5):
        work.run(k3=0.2, k4=0.8, k5=0.3)
    assert work.ended == ["k3", "k4"]  # and no size begins after it
    assert work.monitor.stop_reason == "time limit"
    assert work.monitor.part().stopped


def test_a_size_that_would_not_end_in_time_is_given_up_early():
    work = _Enumeration(Monitor(time_limit=2.0))
    with ending_early(work.monitor, 0.3):
        work.run(k3=0.1, k4=20.0)
    assert (work.ended, work.monitor.stop_reason) == (["k3"], "time limit")
    assert work.monitor.elapsed < 1.5


def test_without_a_limit_nothing_ends_early():
    work = _Enumeration(Monitor())
    with ending_early(work.monitor, None):
        work.run(k3=0.1)
    assert (work.ended, work.monitor.stop_reason) == (["k3"], None)


def test_an_enumeration_that_is_given_up_early_is_replaced(growth):
    def search(task, settings, monitor):
        monitor.update(size=3)
        while not monitor.stopped:
            time.sleep(0.01)
        return SearchResult({3: candidates(3, 1)}, complete=False, stop_reason=monitor.stop_reason)

    with registered(search, "exact"):
        result = spminer.mine(example(), "3-4", time_limit=2.0)
    assert [task.request.sizes for task in growth] == [(3, 4)]
    assert result.stop_reason == "time limit"
