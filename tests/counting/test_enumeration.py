"""Tests of counting/enumeration.py and counting/class_table.py: every pattern of a size as counting finds it."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Monitor, UsageError
from spminer.counting.engine_choice import can_use_engine, census_bytes, census_possible, check_size, choose_engine
from spminer.counting.enumeration import count_classes, count_patterns
from support.builders import collection
from support.strategies import examples, labeled_graphs

MANY, FEW = Frequency(1e9, "estimate", 1e9, 1e9), Frequency(100.0, "estimate", 90.0, 110.0)


def graphs_of(nodes=40, edges=100):
    return spminer.from_edges(list(nx.gnm_random_graph(nodes, edges, seed=3).edges))


def entries(table, graphs):
    """What a table says, whatever the order of its entries."""
    return {
        graphs.pattern(table.pattern(entry, True)).canonical(): (int(table.anchored[entry]), int(table.graph[entry]))
        for entry in range(len(table.class_id))
    }


@pytest.mark.parametrize("size", [3, 4, 5])
def test_both_engines_fill_the_same_table(size):
    graphs = graphs_of()
    esu, census = (count_classes(graphs, size, engine, Monitor()) for engine in ("esu", "census"))
    assert esu.complete
    assert census.complete
    assert entries(esu, graphs) == entries(census, graphs)
    assert esu.seen == census.seen == len(set(esu.class_id.tolist()))


def test_entries_of_one_class_differ_in_their_anchor_only():
    graphs = graphs_of()
    table = count_classes(graphs, 4, "esu", Monitor())
    for entry, class_id in enumerate(table.class_id.tolist()):
        first = table.class_id.tolist().index(class_id)
        forms = [graphs.pattern(table.pattern(e, False)).canonical() for e in (first, entry)]
        assert forms[0] == forms[1]
        assert table.graph[entry] == table.graph[first]


def rows(table, graphs):
    """What a table says, in its order."""
    return [
        (
            graphs.pattern(table.pattern(entry, True)).canonical(),
            int(table.anchored[entry]),
            int(table.graph[entry]),
        )
        for entry in range(len(table.class_id))
    ]


def best_rows(table, graphs, most, ranking):
    """The rows of those classes that rank among so many best, or equal the last of them."""
    classes = range(int(table.class_id.max(initial=-1)) + 1)
    of_class = [np.flatnonzero(table.class_id == c) for c in classes]
    value = {
        "anchored": lambda entries: table.anchored[entries].max(),
        "graph": lambda entries: table.graph[entries[0]],
        "images": lambda entries: table.anchored[entries].min(),
    }[ranking]
    values = [int(value(entries)) for entries in of_class]
    least = sorted(values, reverse=True)[most - 1] if 0 < most <= len(values) else 0
    kept = [int(entry) for entries, own in zip(of_class, values, strict=True) if own >= least for entry in entries]
    everything = rows(table, graphs)
    return [everything[entry] for entry in kept]


@given(
    labeled_graphs(max_nodes=9),
    st.integers(2, 6),
    st.integers(0, 6),
    st.sampled_from(["anchored", "graph", "images"]),
    st.integers(1, 3),
)
@settings(max_examples=examples(200), deadline=None)
def test_a_tally_has_the_best_rows_of_the_full_table(graph, size, most, ranking, threads):
    graphs = collection(graph)
    full = count_classes(graphs, size, "esu", Monitor())
    tally = count_classes(graphs, size, "tally", Monitor(), most=most or None, ranking=ranking, threads=threads)
    assert tally.complete
    assert tally.seen == full.seen == len(set(full.class_id.tolist()))
    assert rows(tally, graphs) == best_rows(full, graphs, most, ranking)


@pytest.mark.parametrize("engine", ["esu", "census", "tally"])
def test_a_stopped_engine_says_why(engine):
    monitor = Monitor()
    monitor.cancel()
    table = count_classes(graphs_of(2000, 20_000), 5, engine, monitor)
    assert (table.complete, table.stop_reason) == (False, "interrupted")


@pytest.mark.parametrize("engine", ["esu", "tally"])
def test_memory_can_run_out(engine):
    table = count_classes(graphs_of(), 6, engine, Monitor(), memory_limit=10_000)
    assert table.stop_reason == "memory limit"
    assert table.anchored.min() >= 1


def test_a_tally_does_not_fill_the_memory_even_if_nobody_limits_it(monkeypatch):
    monkeypatch.setattr("spminer.counting.enumeration._default_memory_limit", lambda: 10_000)
    assert count_classes(graphs_of(), 6, "tally", Monitor()).stop_reason == "memory limit"
    assert count_classes(graphs_of(), 6, "tally", Monitor(), memory_limit=10**9).complete


def test_labels_that_do_not_fit_a_key_are_refused_with_the_remedy():
    edges = [(i, j) for i in range(120) for j in range(i)]
    graphs = spminer.from_edges(edges, edge_labels=[str(i) for i in range(len(edges))])
    assert can_use_engine(graphs, 4, "tally")
    assert not can_use_engine(graphs, 5, "tally")
    assert can_use_engine(graphs, 5, "esu")
    with pytest.raises(UsageError, match=r"too many different labels .* a smaller size or leave the labels out"):
        count_classes(graphs, 5, "tally", Monitor())


def test_the_census_is_planned_for_what_is_too_much_to_visit():
    graphs = graphs_of()
    assert choose_engine(graphs, 5, FEW) == "esu"
    assert choose_engine(graphs, 5, MANY) == "census"
    assert choose_engine(graphs, 5, Frequency.lower_bound(0)) == "census"
    assert choose_engine(graphs, 6, MANY) == "esu"
    arcs = spminer.from_edges([(0, 1), (1, 2)], directed=True)
    assert [choose_engine(arcs, 3, FEW), choose_engine(arcs, 3, MANY), choose_engine(arcs, 4, MANY)] == [
        "census",
        "census",
        "esu",
    ]
    assert choose_engine(arcs, 3, MANY, census_bytes(arcs, 3) - 1) == "esu"


def test_a_census_that_would_take_more_than_its_limit_is_neither_planned_nor_begun(monkeypatch):
    graphs = graphs_of()
    needed = census_bytes(graphs, 5)
    assert choose_engine(graphs, 5, MANY, needed) == "census"
    assert choose_engine(graphs, 5, MANY, needed - 1) == "esu"
    assert count_classes(graphs, 5, "census", Monitor(), memory_limit=needed).complete
    monkeypatch.setattr("spminer.counting.census.count_census", lambda *_, **__: pytest.fail("was begun"))
    table = count_classes(graphs, 5, "census", Monitor(), memory_limit=needed - 1)
    assert table.stop_reason == "memory limit"


def test_the_census_is_for_graphs_without_labels_whose_counts_fit():
    assert census_possible(graphs_of(), 3)
    assert not census_possible(graphs_of(), 2)
    assert [census_possible(spminer.from_edges([(0, 1)], directed=True), size) for size in (2, 3, 4)] == [0, 1, 0]
    assert not census_possible(spminer.from_edges([(0, 1)], directed=True, node_labels="ab"), 3)
    assert not census_possible(spminer.from_edges([(0, 1)], node_labels="ab"), 3)
    assert not census_possible(spminer.from_edges([(0, 1)], edge_labels="a"), 3)
    hub = spminer.from_edges([(0, leaf) for leaf in range(1, 70_000)])
    assert census_possible(hub, 4)
    assert not census_possible(hub, 5)


@pytest.mark.parametrize(("size", "fine"), [(1, False), (2, True), (16, True), (17, False)])
def test_sizes_that_an_engine_takes(size, fine):
    if fine:
        check_size(size)
    else:
        with pytest.raises(UsageError, match=f"2 to 16, not {size}"):
            check_size(size)


@pytest.mark.parametrize("frequency_name", ["anchored", "graph", "images"])
@pytest.mark.parametrize("directed", [False, True])
def test_frequencies_are_those_of_count(frequency_name, directed):
    graph = nx.gnp_random_graph(14, 0.25, seed=4, directed=directed)
    graphs = spminer.from_networkx(graph)
    found = count_patterns(graphs, 4, "esu", frequency_name, Monitor())
    assert len(found) > 4
    for pattern, count in found.items():
        assert (pattern.anchor is not None) == (frequency_name == "anchored")
        assert spminer.count(pattern, graphs, frequency=frequency_name).frequency.value == count


@pytest.mark.parametrize(("size", "directed"), [(4, False), (3, True)])
def test_all_engines_agree(size, directed):
    graphs = spminer.from_networkx(nx.gnp_random_graph(30, 0.2, seed=1, directed=directed))
    for frequency_name in ("anchored", "graph", "images"):
        esu, *others = (
            count_patterns(graphs, size, engine, frequency_name, Monitor()) for engine in ("esu", "census", "tally")
        )
        assert others == [esu, esu]


def test_a_stopped_count_is_none():
    monitor = Monitor()
    monitor.cancel()
    assert count_patterns(spminer.from_edges([(0, 1), (1, 2)]), 3, "esu", "graph", monitor) is None
