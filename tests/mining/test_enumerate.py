"""Tests of mining/enumerate.py: whole tables of classes beside shuffled graphs, other graphs and classes.

Every expected value is recounted by networkx on the same graphs.
"""

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from effort import examples
from spminer import Monitor, NullModel, UsageError
from spminer.datasets import example
from spminer.errors import LimitError
from spminer.patterns.names import TRIADS


@given(st.integers(0, 10**6))
@settings(max_examples=examples(15), deadline=None)
def test_the_triads_are_those_of_networkx_on_the_same_nulls(seed):
    graph = nx.gnp_random_graph(12, 0.2, seed=seed, directed=True)
    graphs = spminer.from_networkx(graph)
    model = NullModel(graphs, "degree", seed=seed)
    assume(not model.mixing(0).rigid)
    table = spminer.enumerate(
        graphs, 3, top=None, frequency="graph", against="degree", null_samples=5, seed=seed, examples=0
    )
    copies = [nx.triadic_census(spminer.to_networkx(model.sample(index))[0]) for index in range(5)]
    here = nx.triadic_census(graph)
    found = {motif.pattern: motif for motif in table}
    for code, text in TRIADS.items():
        values = [copy[code] for copy in copies]
        motif = found.get(spminer.Pattern.parse(text).canonical())
        if motif is None:
            assert here[code] == 0 == max(values)
            continue
        assert motif.graph_frequency.value == here[code]
        assert motif.against.expected == pytest.approx(np.mean(values))
        assert motif.against.spread == pytest.approx(np.std(values, ddof=1))


def test_the_default_number_of_samples_lets_a_motif_stand_out():
    graph = spminer.from_networkx(nx.gnp_random_graph(30, 0.3, seed=3, directed=True))  # has all 13 triads
    options = {"top": None, "frequency": "graph", "against": "degree", "examples": 0}
    table = spminer.enumerate(graph, 3, **options)
    assert [motif.against.samples for motif in table] == [40 * 13 - 1] * 13
    assert table.warnings == ()
    assert spminer.verify(table, graph).holds
    [warning] = spminer.enumerate(graph, 3, **options, null_samples=50).warnings
    assert warning.startswith("50 samples allow no p below 0.0392, and no q below")
    limited = spminer.enumerate(graph, 3, **options, time_limit=60)
    assert [motif.against.samples for motif in limited] == [100] * 13


def test_classes_are_ranked_by_surprise_over_all_sizes_in_one_run():
    graphs = spminer.from_networkx(nx.connected_caveman_graph(8, 5))
    table = spminer.enumerate(graphs, "3-4", top=None, against="degree", null_samples=6, examples=1)
    for size in (3, 4):
        scores = [abs(motif.score) for motif in table if motif.size == size]
        assert scores == sorted(scores, reverse=True)
        assert [motif.rank for motif in table if motif.size == size] == list(range(1, len(scores) + 1))
    # q over both sizes at once, by its definition.
    p = np.array([motif.against.p for motif in table])
    for motif in table:
        reached = [len(p) * value / (p <= value).sum() for value in p if value >= motif.against.p]
        assert motif.against.q == pytest.approx(min(1.0, *reached))
    over = spminer.enumerate(graphs, "3-4", top=2, against="degree", null_samples=6, direction="over")
    assert all(motif.score > 0 for motif in over)
    assert [motif.rank for motif in over if motif.size == 4] == [1, 2]


@pytest.mark.parametrize("frequency", ["anchored", "graph"])
def test_another_graph(frequency):
    tree = spminer.from_networkx(nx.balanced_tree(2, 5))
    table = spminer.enumerate(example(), 4, top=None, frequency=frequency, against=tree)
    patterns = {motif.pattern for motif in table}
    sides = [spminer.enumerate(graphs, 4, top=None, frequency=frequency) for graphs in (example(), tree)]
    assert patterns == {motif.pattern for side in sides for motif in side}
    assert all(motif.proven for motif in table)  # also what only the other side has
    for motif in table:
        here, there = (
            spminer.count(motif.pattern, graphs, frequency=frequency).frequency for graphs in (example(), tree)
        )
        assert motif.frequency(frequency) == here
        assert motif.against.expected == pytest.approx(there.value * 34 / 63)


def test_classes():
    graphs = [nx.cycle_graph(n) for n in (3, 3, 3, 3, 5)] + [nx.path_graph(n) for n in (3, 4, 5, 6, 7)]
    for number, graph in enumerate(graphs):
        graph.graph["label"] = 1 + number // 5
    table = spminer.enumerate(spminer.from_networkx(graphs), 3, top=None, frequency="graph", against="class:1,2")
    shares = {motif.id: (motif.against.share, motif.against.other_share) for motif in table}
    assert shares == {"0-1,0-2,1-2": (0.8, 0.0), "0-1,1-2": (0.2, 1.0)}


def test_the_engine_and_the_threads_do_not_matter():
    options = {"top": None, "against": "degree", "null_samples": 4, "seed": 2, "examples": 0}
    tables = [
        spminer.enumerate(example(), 4, engine=engine, threads=threads, **options).motifs
        for engine in ("esu", "census")
        for threads in (1, 2)
    ]
    assert all(table == tables[0] for table in tables)


def test_a_stopped_run_says_what_it_has_not():
    monitor = Monitor()
    monitor.cancel()
    result = spminer.enumerate(example(), 4, against="degree", monitor=monitor)
    assert result.status == "partial"
    assert any("no time to compare" in warning for warning in result.warnings)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"against": "degree", "null_samples": 1}, "at least 2"),
        ({"direction": "over"}, "need something to compare with"),
        ({"against": "class:1,2"}, "no classes"),
        ({"top": -1, "against": "degree"}, "top must be at least 1"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        spminer.enumerate(example(), 3, **options)


def test_a_comparison_without_time_keeps_to_what_was_asked_for():
    result = spminer.enumerate(example(), "3-7", top=2, examples=1, against="degree", time_limit=0.4)
    assert all(sum(motif.size == size for motif in result) <= 2 for size in range(3, 8))
    if result.status == "partial":
        assert result.warnings


@pytest.mark.only_with("posix")
@pytest.mark.parametrize("other", [False, True])
def test_reading_counts_to_the_time_limit(silent_pipe, other):
    graphs, against = (example(), str(silent_pipe)) if other else (silent_pipe, None)
    with pytest.raises(LimitError, match=r"time limit of 0\.1 s ended while reading"):
        spminer.enumerate(graphs, 3, against=against, time_limit=0.1)
