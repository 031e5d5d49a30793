"""Tests of mining/enumerate.py: whole tables of classes beside shuffled graphs, other graphs and classes.

Every expected value is recounted by networkx on the same graphs.
"""

import itertools
import math
import threading
from collections import Counter, defaultdict

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Monitor, NullModel, Pattern, UsageError
from spminer._util.monitor import MOST_DONE
from spminer.datasets import example
from spminer.errors import LimitError
from spminer.mining.enumerate import enumerate_request
from spminer.patterns.names import TRIADS
from spminer.results.request import EnumerationCost, MiningRequest
from support.builders import collection
from support.oracles import matcher, orbits
from support.strategies import examples, labeled_graphs


def brute_force(graph, size):
    """Both frequencies of every class by looking at every subset of the nodes; classes named by a search over networkx
    isomorphism, so that nothing of the engine under test is used."""
    classes = []  # representative, node sets, anchors by node of the representative
    for nodes in itertools.combinations(graph, size):
        sub = graph.subgraph(nodes)
        if not nx.is_connected(sub.to_undirected(as_view=True)):
            continue
        for representative in classes:
            isomorphisms = list(matcher(representative[0], sub).isomorphisms_iter())
            if isomorphisms:
                break
        else:
            representative = (sub, Counter(), defaultdict(set))
            classes.append(representative)
            isomorphisms = list(matcher(sub, sub).isomorphisms_iter())
        representative[1]["sets"] += 1
        for mapping in isomorphisms:
            for own, image in mapping.items():
                representative[2][own].add(image)
    return classes


@given(labeled_graphs(max_nodes=8), st.integers(2, 5))
@settings(max_examples=examples(150), deadline=None)
def test_both_frequencies_against_brute_force(graph, size):
    truth = brute_force(graph, size)
    graph_level = sorted(c[1]["sets"] for c in truth)
    graphs = collection(graph)
    by_set = spminer.enumerate(graphs, size, top=None, frequency="graph", examples=0)
    assert sorted(m.graph_frequency.value for m in by_set) == graph_level
    anchored = Counter()
    for representative, sets, anchors in truth:
        for orbit in orbits(representative):
            anchored[(sets["sets"], len(anchors[min(orbit)]))] += 1
    found = spminer.enumerate(graphs, size, top=None, examples=0)
    assert Counter((m.graph_frequency.value, m.anchored_frequency.value) for m in found) == anchored
    assert len({m.id for m in found}) == len(found)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_closed_forms(size):
    def frequencies(graph):
        edges = nx.convert_node_labels_to_integers(graph).edges
        return spminer.enumerate(spminer.from_edges(list(edges)), size, top=None, examples=0)

    clique = frequencies(nx.complete_graph(9))
    assert [(m.anchored_frequency.value, m.graph_frequency.value) for m in clique] == [(9, math.comb(9, size))]
    cycle = frequencies(nx.cycle_graph(12))
    assert {m.graph_frequency.value for m in cycle} == {12}
    assert {m.anchored_frequency.value for m in cycle} == {12}
    star = frequencies(nx.star_graph(10))
    assert {(m.anchored_frequency.value, m.graph_frequency.value) for m in star} == {
        (1, math.comb(10, size - 1)),
        (10, math.comb(10, size - 1)),
    }


def test_a_grid_has_as_many_squares_as_cells():
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(5, 7))
    found = spminer.enumerate(spminer.from_edges(list(grid.edges)), 4, top=None, frequency="graph", examples=0)
    square = Pattern.parse("0-1,1-2,2-3,3-0").canonical()
    assert {m.pattern: m.graph_frequency.value for m in found}[square] == 4 * 6


@given(labeled_graphs(max_nodes=10, directed=False, labels=False), st.integers(3, 5))
@settings(max_examples=examples(60), deadline=None)
def test_census_and_esu_agree(graph, size):
    graphs = collection(graph)
    census, esu = (
        {m.id: (m.anchored_frequency, m.graph_frequency) for m in spminer.enumerate(graphs, size, top=None, engine=e)}
        for e in ("census", "esu")
    )
    assert census == esu


@given(labeled_graphs(max_nodes=10), st.integers(2, 5), st.sampled_from([1, 3, None]))
@settings(max_examples=examples(80), deadline=None)
def test_a_tally_changes_nothing(graph, size, top):
    graphs = collection(graph)
    for frequency in ("anchored", "graph"):
        esu, tally = (
            spminer.enumerate(graphs, size, top=top, frequency=frequency, engine=engine) for engine in ("esu", "tally")
        )
        assert esu.motifs == tally.motifs


def test_auto_takes_the_tally_where_labels_make_many_classes():
    graph = nx.gnm_random_graph(600, 3000, seed=4)
    labels = [str(i * i % 101) for i in range(600)]
    graphs = spminer.from_edges(list(graph.edges), num_nodes=600, node_labels=labels)
    auto = spminer.enumerate(graphs, 4)
    assert auto.config["engine"] == "tally"
    assert auto.motifs == spminer.enumerate(graphs, 4, engine="esu").motifs
    assert spminer.enumerate(graphs.without_labels(), 4).config["engine"] == "census"


def test_auto_takes_the_census_where_visiting_is_hopeless():
    graphs = spminer.from_edges(list(nx.star_graph(2000).edges))
    result = spminer.enumerate(graphs, 5)
    assert result.config["engine"] == "census"
    assert [m.graph_frequency.value for m in result] == [math.comb(2000, 4)] * 2
    arcs = spminer.from_edges(list(nx.star_graph(2000).edges), directed=True)
    result = spminer.enumerate(arcs, 3)
    assert result.config["engine"] == "census"
    assert [m.graph_frequency.value for m in result] == [math.comb(2000, 2)] * 2


def random_graphs(nodes=120, seed=1):
    return spminer.from_edges(list(nx.gnm_random_graph(nodes, 3 * nodes, seed=seed).edges), num_nodes=nodes)


def test_thread_count_does_not_matter():
    one, three = (spminer.enumerate(random_graphs(), 5, top=None, threads=t, engine="esu") for t in (1, 3))
    assert one.motifs == three.motifs


def test_top_is_a_prefix_of_all():
    graphs = random_graphs()
    everything = spminer.enumerate(graphs, 4, top=None)
    assert spminer.enumerate(graphs, 4, top=5).motifs == everything.motifs[:5]
    values = [m.anchored_frequency.value for m in everything]
    assert values == sorted(values, reverse=True)
    assert [m.rank for m in everything] == list(range(1, len(values) + 1))


def test_a_time_limit_gives_lower_bounds():
    graphs = spminer.from_edges(list(nx.gnm_random_graph(200, 4000, seed=2).edges))
    result = spminer.enumerate(graphs, 8, time_limit=0.1)
    assert (result.status, result.stop_reason) == ("partial", "time limit")
    assert {m.anchored_frequency.kind for m in result} == {"lower_bound"}


def test_a_memory_limit_stops_the_run():
    result = spminer.enumerate(random_graphs(), 6, memory_limit=20_000)
    assert (result.status, result.stop_reason) == ("partial", "memory limit")


def test_a_limit_that_nobody_set_is_explained(monkeypatch):
    assert spminer.enumerate(random_graphs(), 6, memory_limit=100_000, engine="tally").warnings == ()
    monkeypatch.setattr("spminer.counting.enumeration._default_memory_limit", lambda: 100_000)
    result = spminer.enumerate(random_graphs(), 6, engine="tally")
    assert result.stop_reason == "memory limit"
    assert "half of this machine's memory" in result.warnings[0]


def test_what_is_complete_is_proven():
    assert all(motif.proven for motif in spminer.enumerate(random_graphs(), 4))
    stopped = spminer.enumerate(random_graphs(), 6, memory_limit=20_000)
    assert len(stopped) > 0
    assert not any(motif.proven for motif in stopped)


def test_another_thread_can_cancel():
    monitor = Monitor()
    timer = threading.Timer(0.2, monitor.cancel)
    timer.start()
    graphs = spminer.from_edges(list(nx.gnm_random_graph(200, 4000, seed=2).edges))
    result = spminer.enumerate(graphs, 9, monitor=monitor)
    timer.join()
    assert (result.status, result.stop_reason) == ("partial", "interrupted")


def test_several_sizes_are_those_one_by_one():
    graphs = random_graphs()
    together = spminer.enumerate(graphs, "3-5", top=4, frequency="graph")
    one_by_one = [spminer.enumerate(graphs, size, top=4, frequency="graph") for size in (3, 4, 5)]
    assert together.motifs == tuple(motif for result in one_by_one for motif in result)
    assert together.status == "complete"
    assert together.config == {**one_by_one[-1].config, "size": [3, 4, 5]}  # with the engine of the last size
    assert one_by_one[0].config["size"] == 3
    assert together.motifs == spminer.enumerate(graphs, [5, 3, 4], top=4, frequency="graph").motifs


def test_sizes_share_one_time_limit_and_a_stopped_size_is_the_last():
    graphs = spminer.from_edges(list(nx.gnm_random_graph(200, 4000, seed=2).edges))
    for seconds in (0.5, 4.0, 32.0):  # a sanitizer or a busy machine needs longer for the first size
        result = spminer.enumerate(graphs, "3-9", time_limit=seconds, examples=0)
        assert (result.status, result.stop_reason, result.config["time_limit"]) == ("partial", "time limit", seconds)
        kinds = {size: {m.anchored_frequency.kind for m in result if m.size == size} for size in range(3, 10)}
        if kinds[3] == {"exact"}:
            break
    assert kinds[3] == {"exact"}
    last = max(size for size in kinds if kinds[size])
    assert last < 9
    assert all(kinds[size] == {"exact"} for size in range(3, last))


def test_a_run_that_was_stopped_begins_no_further_size():
    monitor = Monitor()
    monitor.cancel()
    result = spminer.enumerate(random_graphs(), "3-5", monitor=monitor)
    assert (result.status, result.stop_reason) == ("partial", "interrupted")
    assert {motif.size for motif in result} <= {3}
    assert {motif.graph_frequency.kind for motif in result} <= {"lower_bound"}


def test_progress_goes_through_the_sizes():
    seen = []

    class Listening(Monitor):
        def update(self, **changes):
            super().update(**changes)
            seen.append((self.progress.stage, self.progress.size))

    monitor = Listening()
    spminer.enumerate(random_graphs(), "3-5", engine="esu", monitor=monitor)
    assert list(dict.fromkeys(seen)) == [("enumerate", 3), ("enumerate", 4), ("enumerate", 5)]
    assert monitor.share == MOST_DONE


def test_estimates_made_before_are_not_made_again(monkeypatch):
    graphs = random_graphs()
    costs = {size: EnumerationCost(Frequency.lower_bound(0), "census", 1.0) for size in (3, 4)}
    monkeypatch.setattr("spminer.counting.engine_choice.estimate_subgraphs", None)  # must not be called
    result = enumerate_request(graphs, MiningRequest(command="enumerate", sizes=(3, 4)), Monitor(), costs=costs)
    assert result.config["engine"] == "census"


def test_a_time_limit_belongs_to_the_monitor():
    with pytest.raises(UsageError, match="not both"):
        spminer.enumerate(random_graphs(), 3, time_limit=1.0, monitor=Monitor())


def test_nothing_crosses_graphs_of_a_collection():
    graphs = collection(nx.disjoint_union_all([nx.path_graph(3)] * 4))
    assert [m.graph_frequency.value for m in spminer.enumerate(graphs, 3, frequency="graph")] == [4]
    assert len(spminer.enumerate(graphs, 4)) == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sizes": 1}, "size must be 2 to 16"),
        ({"sizes": 17}, "size must be 2 to 16"),
        ({"sizes": "3-17"}, "size must be 2 to 16"),
        ({"sizes": []}, "no sizes"),
        ({"sizes": 3, "top": -1}, "top must be at least 1"),
        ({"sizes": 3, "frequency": "both"}, "frequency must be one of anchored, graph"),
        ({"sizes": 3, "engine": "magic"}, "engine must be one of auto, esu, census, tally"),
        ({"sizes": 7, "engine": "tally"}, "sizes 2 to 6"),
        ({"sizes": 6, "engine": "census"}, "sizes 3 to 5"),
        ({"sizes": [3, 6], "engine": "census"}, "sizes 3 to 5"),
    ],
)
def test_impossible_requests_say_what_is_possible(options, message):
    with pytest.raises(UsageError, match=message):
        spminer.enumerate(random_graphs(), **options)


def test_too_many_edge_labels_for_the_size():
    graph = nx.path_graph(600)
    graphs = spminer.from_edges(list(graph.edges), edge_labels=[str(i) for i in range(599)])
    assert len(spminer.enumerate(graphs, 5, top=None)) > 0
    with pytest.raises(UsageError, match="too many different edge labels"):
        spminer.enumerate(graphs, 16)


def test_isolated_nodes_and_empty_graphs():
    assert len(spminer.enumerate(spminer.from_edges(np.empty((0, 2), dtype=np.int64), num_nodes=5), 3)) == 0


def test_the_search_for_examples_can_be_canceled(monkeypatch):
    monitor = Monitor()

    def endless(query, control, limit, **options):
        monitor.cancel()
        assert control.stop_reason == "interrupted"
        return np.empty((0, query.pattern.size), np.int32), False

    monkeypatch.setattr("spminer.counting.matching.MatchQuery.find", endless)
    result = spminer.enumerate(random_graphs(), 3, monitor=monitor)
    assert (result.status, result.stop_reason) == ("partial", "interrupted")
    assert len(result) > 1
    assert not any(motif.examples for motif in result)


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
    over = spminer.enumerate(graphs, "3-4", top=2, against="degree", null_samples=6, alternative="greater")
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
        ({"alternative": "greater"}, "needs something to compare with"),
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
