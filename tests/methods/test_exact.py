from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Monitor, UsageError
from spminer._util.checkpoint import Checkpoint, States
from spminer.counting.matching import MatchQuery
from spminer.counting.support import images, transactions
from spminer.datasets import example
from spminer.methods.base import Task
from spminer.methods.exact import METHOD, ExactSettings, _leading, _with_ties, search
from spminer.results.request import EnumerationCost, MiningRequest
from support.builders import collection
from support.strategies import examples, labeled_graphs


def run(task, **settings):
    return search(task, ExactSettings(**settings), Monitor())


@pytest.mark.parametrize("frequency_name", ["anchored", "graph"])
def test_the_same_as_enumeration(frequency_name):
    found = run(Task.of(example(), sizes=(3, 5), top=8, frequency=frequency_name))
    assert found.complete
    assert found.proven_sizes == (3, 5)
    for size in (3, 5):
        truth = spminer.enumerate(example(), size, top=None, frequency=frequency_name, examples=0)
        values = {motif.pattern: (motif.anchored_frequency, motif.graph_frequency) for motif in truth}
        for candidate in found.candidates[size]:
            assert values[candidate.pattern] == (candidate.known.get("anchored"), candidate.known["graph"])
        ranked = [motif.frequency(frequency_name).value for motif in truth]
        assert [c.score for c in found.candidates[size]] == ranked[: len(found.candidates[size])]


@pytest.mark.parametrize(("wanted", "taken"), [(1, 3), (3, 3), (4, 6), (7, 7), (10, 7)])
def test_ties_with_the_last_wanted_are_taken_too(wanted, taken):
    keys = np.array([[9, 1], [9, 1], [9, 1], [8, 2], [8, 2], [8, 2], [8, 1]], dtype=float)
    assert _with_ties(keys, wanted) == taken


def test_entries_that_lead_come_with_all_that_equal_the_last():
    values = np.array([3, 9, 5, 5, 1, 5, 9])
    assert [_leading(values, count).tolist() for count in (1, 3, 6, 7, 10)] == [
        [1, 6],
        [1, 2, 3, 5, 6],
        [0, 1, 2, 3, 5, 6],
        [*range(7)],
        [*range(7)],
    ]


@given(st.lists(labeled_graphs(max_nodes=7, directed=False, labels=False), min_size=2, max_size=5), st.integers(2, 4))
@settings(max_examples=examples(40), deadline=None)
def test_supports_are_the_largest_there_are(parts, size):
    graphs = spminer.from_networkx(parts)
    patterns = [m.pattern for m in spminer.enumerate(graphs, size, top=None, frequency="graph", examples=0)]
    for frequency_name, count in (("transactions", transactions), ("images", images)):
        truth = sorted((count(MatchQuery.of(p, graphs), Monitor()).frequency.value for p in patterns), reverse=True)
        found = run(Task.of(graphs, sizes=(size,), top=2, frequency=frequency_name)).candidates[size]
        assert [c.known[frequency_name].value for c in found][:2] == truth[:2]
        assert all(c.known[frequency_name].kind == "exact" for c in found)


@given(labeled_graphs(max_nodes=8))
@settings(max_examples=examples(30), deadline=None)
def test_labels_and_direction_count(graph):
    graphs = collection(graph)
    found = run(Task.of(graphs, sizes=(3,), top=5)).candidates[3]
    for candidate in found:
        assert spminer.count(candidate.pattern, graphs).frequency == candidate.known["anchored"]


@given(labeled_graphs(max_nodes=9), st.integers(2, 5))
@settings(max_examples=examples(60), deadline=None)
def test_engines_do_not_change_the_answer(graph, size):
    graphs = collection(graph)
    for frequency_name in METHOD.frequency_names:
        task = Task.of(graphs, sizes=(size,), top=2, frequency=frequency_name)
        by_engine = [
            run(replace(task, costs={size: EnumerationCost(Frequency.exact(0), engine, 0.0)}))
            for engine in ("esu", "tally")
        ]
        esu, tally = ((found.candidates, found.facts["patterns"], found.complete) for found in by_engine)
        assert esu == tally


def test_enough_classes_when_anchors_are_merged(monkeypatch):
    monkeypatch.setattr("spminer.results.request.LEAST_CANDIDATES", 1)
    monkeypatch.setattr("spminer.results.request.CANDIDATES_PER_MOTIF", 1)
    # In a path with one pendant node the path's own anchors come first, six of them for twelve nodes.
    graphs = spminer.from_edges([*((i, i + 1) for i in range(400)), (200, 401)])
    found = run(Task.of(graphs, sizes=(12,), top=3)).candidates[12]
    assert len({replace(candidate.pattern, anchor=None).canonical() for candidate in found}) == 3


def test_a_stopped_size_has_lower_bounds_and_is_not_proven():
    graphs = spminer.from_edges([(i, (i + d) % 300) for i in range(300) for d in (1, 2, 5, 11, 23)])
    monitor = Monitor(time_limit=0.3)
    found = search(Task.of(graphs, sizes=(3, 11)), ExactSettings(), monitor)
    assert not found.complete
    assert found.proven_sizes == (3,)
    assert found.stop_reason == "time limit"
    assert {c.known["anchored"].kind for c in found.candidates.get(11, ())} <= {"lower_bound"}


def test_memory_can_be_limited():
    graphs = spminer.from_edges([(i, (i + d) % 300) for i in range(300) for d in (1, 2, 5, 11)])
    found = run(Task.of(graphs, sizes=(8,)), memory_limit=1000)
    assert (found.complete, found.stop_reason) == (False, "memory limit")


def test_finished_sizes_are_not_enumerated_again(tmp_path, monkeypatch):
    task = Task.of(example(), sizes=(3, 4), states=States(Checkpoint(tmp_path, {})))
    first = run(task)
    monkeypatch.setattr("spminer.methods.exact.count_classes", None)  # must not be called
    assert run(task).candidates == first.candidates


@pytest.mark.parametrize("details", [{"sizes": (17,)}, {"sizes": (5,), "induced": False}])
def test_what_it_cannot_do_is_refused(details):
    with pytest.raises(UsageError):
        METHOD.check(MiningRequest(**details), example())


def test_settings_are_checked():
    with pytest.raises(UsageError, match="at least 1"):
        ExactSettings(memory_limit=0)
