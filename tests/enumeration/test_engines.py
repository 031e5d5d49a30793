import networkx as nx
import pytest

import spminer
from spminer import Frequency, Monitor, UsageError
from spminer.enumeration.engines import census_possible, check_size, count_classes, planned_engine

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


def test_entries_of_one_class_differ_in_their_anchor_only():
    graphs = graphs_of()
    table = count_classes(graphs, 4, "esu", Monitor())
    for entry, class_id in enumerate(table.class_id.tolist()):
        first = table.class_id.tolist().index(class_id)
        forms = [graphs.pattern(table.pattern(e, False)).canonical() for e in (first, entry)]
        assert forms[0] == forms[1]
        assert table.graph[entry] == table.graph[first]


@pytest.mark.parametrize("engine", ["esu", "census"])
def test_a_stopped_engine_says_why(engine):
    monitor = Monitor()
    monitor.cancel()
    table = count_classes(graphs_of(2000, 20_000), 5, engine, monitor)
    assert (table.complete, table.stop_reason) == (False, "interrupted")


def test_memory_can_run_out():
    table = count_classes(graphs_of(), 6, "esu", Monitor(), memory_limit=10_000)
    assert table.stop_reason == "memory limit"


def test_the_census_is_planned_for_what_is_too_much_to_visit():
    graphs = graphs_of()
    assert planned_engine(graphs, 5, FEW) == "esu"
    assert planned_engine(graphs, 5, MANY) == "census"
    assert planned_engine(graphs, 5, Frequency.lower_bound(0)) == "census"
    assert planned_engine(graphs, 6, MANY) == "esu"


def test_the_census_is_for_plain_graphs_whose_counts_fit():
    assert census_possible(graphs_of(), 3)
    assert not census_possible(graphs_of(), 2)
    assert not census_possible(spminer.from_edges([(0, 1)], directed=True), 3)
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
