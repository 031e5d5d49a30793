"""Tests of methods/gspan_gaston.py: against brute force, and as methods of mining."""

import functools
import threading
from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Pattern, UsageError, _core
from spminer._util.checkpoint import Checkpoint, States
from spminer._util.monitor import Monitor
from spminer.methods import gspan_gaston
from spminer.methods.base import Task
from spminer.methods.gspan_gaston import FragmentSettings, frequent_patterns
from support.builders import collection, to_networkx
from support.oracles import isomorphic, matcher, pattern_classes
from support.strategies import examples, graph_collections

MINERS = ("gspan", "gaston")


both = pytest.mark.parametrize("miner", MINERS)


collections = functools.partial(graph_collections, max_graphs=5, max_nodes=6, max_edges=7, directed=False)


def fragments(graphs):
    """Every edge-induced pattern as (representative, transactions, images)."""
    classes = pattern_classes(graphs, induced=False)
    return [(one.copy, one.frequency("transactions"), one.frequency("images")) for one in classes]


def check(found, truth):
    """The same patterns with the same support, none twice; truth is (representative, support)."""
    assert len({pattern.text for pattern in found.patterns}) == len(found.patterns) == len(truth)
    remaining = list(truth)
    for pattern, support in zip(found.patterns, found.support, strict=True):
        graph = to_networkx(pattern)
        match = next(k for k, (part, count) in enumerate(remaining) if count == support and isomorphic(part, graph))
        remaining.pop(match)


@both
@given(graphs=collections(), support=st.integers(1, 3), largest=st.integers(2, 6))
@settings(max_examples=examples(50), deadline=None)
def test_transactions_against_brute_force(miner, graphs, support, largest):
    truth = [(p, n) for p, n, _ in fragments(graphs) if n >= support and len(p) <= largest]
    threshold = support if support > 1 else None
    check(frequent_patterns(collection(graphs), range(2, largest + 1), support=threshold, miner=miner), truth)


@both
@given(graphs=collections(max_graphs=2), support=st.integers(2, 3))
@settings(max_examples=examples(30), deadline=None)
def test_images_against_brute_force(miner, graphs, support):
    truth = [(p, n) for p, _, n in fragments(graphs) if n >= support]
    found = frequent_patterns(collection(graphs), range(2, 7), support=support, miner=miner, measure="images")
    check(found, truth)


@both
@given(graphs=collections(), largest=st.integers(3, 5))
@settings(max_examples=examples(30), deadline=None)
def test_closed_patterns_are_those_that_no_larger_one_equals(miner, graphs, largest):
    everything = fragments(graphs)

    def closed(part, support):
        return not any(
            count == support
            and larger.number_of_edges() == part.number_of_edges() + 1
            and matcher(larger, part).subgraph_is_monomorphic()
            for larger, count, _ in everything
        )

    truth = [(p, n) for p, n, _ in everything if len(p) <= largest and closed(p, n)]
    check(frequent_patterns(collection(graphs), range(2, largest + 1), miner=miner, closed=True), truth)


@both
@given(
    graphs=collections(),
    top=st.integers(1, 4),
    closed=st.booleans(),
    measure=st.sampled_from(["transactions", "images"]),
)
@settings(max_examples=examples(50), deadline=None)
def test_top_has_the_largest_supports_of_each_size(miner, graphs, top, closed, measure):
    options = {"closed": closed, "measure": measure, "sizes": (2, 4, 5)}
    everything = frequent_patterns(collection(graphs), **options).by_size()
    best = frequent_patterns(collection(graphs), miner=miner, top=top, **options).by_size()
    assert best.keys() == everything.keys()
    for size, found in best.items():
        assert [n for _, n in found] == [n for _, n in everything[size]][:top]
        assert set(found) <= set(everything[size])


@both
def test_max_edges_and_sizes_select_from_the_full_set(miner):
    graphs = collection([nx.complete_graph(5), nx.wheel_graph(5), nx.complete_graph(6)])
    everything = frequent_patterns(graphs, range(2, 6), miner=miner)
    few = frequent_patterns(graphs, [3, 5], max_edges=5, miner=miner)
    wanted = [(p, n) for p, n in zip(everything.patterns, everything.support, strict=True) if p.size in (3, 5)]
    assert list(zip(few.patterns, few.support, strict=True)) == [(p, n) for p, n in wanted if len(p.edges) <= 5]


@both
def test_every_connected_graph_is_found_in_cliques_once(miner):
    found = frequent_patterns(collection([nx.complete_graph(7)] * 2), range(2, 7), miner=miner)
    assert Counter(p.size for p in found.patterns) == {2: 1, 3: 2, 4: 6, 5: 21, 6: 112}  # connected graphs on n nodes
    assert set(found.support) == {2}


@both
def test_many_twins_are_no_trouble(miner):
    graphs = collection([nx.star_graph(30), nx.star_graph(31)])
    found = frequent_patterns(graphs, range(2, 21), miner=miner)
    assert [len(p.edges) for p in found.patterns] == list(range(1, 20))


def random_graphs(count=40, seed=3):
    return collection([nx.gnm_random_graph(16, 24, seed=seed * 1000 + i) for i in range(count)])


@both
@pytest.mark.parametrize("options", [{"support": 0.8}, {"top": 20}, {"top": 5, "closed": True}])
def test_thread_count_does_not_matter(miner, options):
    one, three = (frequent_patterns(random_graphs(), (3, 5, 6), miner=miner, threads=t, **options) for t in (1, 3))
    assert one == three
    assert one.complete


def test_both_miners_agree_where_lists_overflow():
    graphs = random_graphs()
    gspan, gaston = (frequent_patterns(graphs, range(2, 8), support=0.9, miner=miner) for miner in MINERS)
    assert (gspan.patterns, gspan.support) == (gaston.patterns, gaston.support)
    assert len(gspan.patterns) > 50
    for pattern, support in list(zip(gspan.patterns, gspan.support, strict=True))[::7]:
        counted = sum(_core.contains(pattern.core(), g.match_index(), _core.Control(), induced=False) for g in graphs)
        assert counted == support


@both
def test_forgotten_lists_change_nothing(miner):
    """A memory limit just above the need leaves hardly any room for lists."""
    graphs = random_graphs()
    free = frequent_patterns(graphs, range(2, 7), support=0.9, miner=miner)
    tight = frequent_patterns(graphs, range(2, 7), support=0.9, miner=miner, memory_limit=60_000)
    assert free.complete
    assert tight.complete
    assert (free.patterns, free.support) == (tight.patterns, tight.support)


@both
def test_a_memory_limit_stops_the_run(miner):
    found = frequent_patterns(random_graphs(), range(2, 8), miner=miner, memory_limit=5_000)
    assert (found.complete, found.stop_reason) == (False, "memory limit")


@both
@pytest.mark.parametrize("measure", ["transactions", "images"])
def test_a_time_limit_leaves_exact_supports(miner, measure):
    graphs = random_graphs(count=100)
    found = frequent_patterns(graphs, range(2, 15), miner=miner, measure=measure, monitor=Monitor(time_limit=0.2))
    assert (found.complete, found.stop_reason) == (False, "time limit")
    joined_nodes = int(np.count_nonzero(np.diff(graphs.indptr)))
    supports = dict(zip(found.patterns, found.support, strict=True))
    assert supports[Pattern.parse("0-1")] == (100 if measure == "transactions" else joined_nodes)


def test_another_thread_can_cancel():
    monitor = Monitor()
    timer = threading.Timer(0.2, monitor.cancel)
    timer.start()
    found = frequent_patterns(random_graphs(count=100), range(2, 15), monitor=monitor)
    timer.join()
    assert (found.complete, found.stop_reason) == (False, "interrupted")


@both
def test_graphs_may_have_several_components_or_no_edges(miner):
    graphs = collection([nx.disjoint_union(nx.path_graph(3), nx.cycle_graph(3)), nx.empty_graph(3), nx.path_graph(3)])
    found = frequent_patterns(graphs, range(2, 7), miner=miner)
    assert {p.text: n for p, n in zip(found.patterns, found.support, strict=True)} == {
        "0-1": 2,
        "0-1,1-2": 2,
        "0-1,0-2,1-2": 1,
    }
    assert frequent_patterns(collection([nx.empty_graph(3)]), [2, 3], miner=miner).patterns == ()


@pytest.mark.parametrize(("support", "expected"), [(0.5, 4), (0.05, 4), (1.0, 3), (8, 3), (7, 4)])
def test_support_is_a_share_or_a_number(support, expected):
    """Eight graphs; seven have a triangle with a tail, one a path."""
    tailed = nx.Graph([(0, 1), (1, 2), (2, 0), (2, 3)])
    found = frequent_patterns(collection([tailed] * 7 + [nx.path_graph(4)]), [2, 3, 4], support=support)
    assert len(found.patterns) == {3: 3, 4: 6}[expected]


def test_a_share_is_not_rounded_up_by_floating_point():
    graphs = collection([nx.path_graph(3)] * 7 + [nx.path_graph(2)] * 93)
    assert len(frequent_patterns(graphs, [3], support=0.07).patterns) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sizes": []}, "sizes must be 2 to 64"),
        ({"sizes": [1, 2]}, "sizes must be 2 to 64"),
        ({"sizes": [65]}, "sizes must be 2 to 64"),
        ({"top": 0}, "top must be at least 1"),
        ({"support": 0}, "share above 0"),
        ({"support": 2.5}, "whole number above 1"),
        ({"support": float("nan")}, "share above 0"),
        ({"max_edges": 0}, "max_edges must be at least 1"),
        ({"memory_limit": 0}, "memory_limit must be at least 1"),
        ({"miner": "fsg"}, "'gspan' or 'gaston'"),
        ({"measure": "anchored"}, "'transactions' or 'images'"),
    ],
)
def test_impossible_requests_say_what_is_possible(options, message):
    with pytest.raises(UsageError, match=message):
        frequent_patterns(random_graphs(2), **{"sizes": [3], **options})


def test_directed_graphs_are_refused():
    with pytest.raises(UsageError, match="know no direction"):
        frequent_patterns(spminer.from_edges([(0, 1)], directed=True), [2])


def test_settings_are_checked():
    with pytest.raises(UsageError, match="max_edges must be at least 1"):
        FragmentSettings(max_edges=0)


def test_offsets_are_checked():
    graphs = random_graphs(2)
    for offsets in ([0, 5], [1, 32], [0, 20, 10, 32], []):
        with pytest.raises(ValueError, match="offsets must ascend"):
            _core.mine_fragments(
                graphs.match_index(),
                np.array(offsets, dtype=np.int64),
                _core.Control(),
                miner=_core.FragmentMiner.GSPAN,
                measure=_core.SupportMeasure.TRANSACTIONS,
                sizes=[2],
            )


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
