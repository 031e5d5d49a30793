"""Tests of enumeration/classes.py: every pattern of a size as counting finds it."""

import networkx as nx
import pytest

import spminer
from spminer import Frequency, Monitor
from spminer.enumeration.classes import PatternCounter, count_patterns
from spminer.enumeration.engines import engine_possible
from spminer.results.request import Work


@pytest.mark.parametrize("objective", ["anchored", "graph", "images"])
@pytest.mark.parametrize("directed", [False, True])
def test_frequencies_are_those_of_count(objective, directed):
    graph = nx.gnp_random_graph(14, 0.25, seed=4, directed=directed)
    graphs = spminer.from_networkx(graph)
    found = count_patterns(graphs, 4, "esu", objective, Monitor())
    assert len(found) > 4
    for pattern, count in found.items():
        assert (pattern.anchor is not None) == (objective == "anchored")
        assert spminer.count(pattern, graphs, frequency=objective).frequency.value == count


def test_all_engines_agree():
    graphs = spminer.from_networkx(nx.gnp_random_graph(30, 0.2, seed=1))
    for objective in ("anchored", "graph", "images"):
        esu, *others = (
            count_patterns(graphs, 4, engine, objective, Monitor()) for engine in ("esu", "census", "tally")
        )
        assert others == [esu, esu]


def ring(length, labels):
    edges = [(i, (i + 1) % length) for i in range(length)]
    return spminer.from_edges(edges, edge_labels=[str(i % labels) for i in range(length)])


def test_graphs_that_the_planned_engine_cannot_count_are_counted_by_another():
    few, many = ring(300, 3), ring(300, 300)
    work = Work(Frequency(1000.0, "estimate", 1000.0, 1000.0), "tally", 0.1)
    counter = PatternCounter.of(few, (6,), "graph", works={6: work})
    assert not engine_possible(many, 6, "tally")
    assert counter(many, Monitor()) == count_patterns(many, 6, "esu", "graph", Monitor())
    assert counter(few, Monitor()) == count_patterns(few, 6, "esu", "graph", Monitor())


def test_a_stopped_count_is_none():
    monitor = Monitor()
    monitor.cancel()
    assert count_patterns(spminer.from_edges([(0, 1), (1, 2)]), 3, "esu", "graph", monitor) is None
