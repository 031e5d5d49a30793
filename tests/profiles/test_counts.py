from math import comb

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from effort import examples
from profile_oracle import connected_part, first_of_orbit, node_sets
from spminer import Monitor
from spminer.datasets import example
from spminer.patterns.names import GRAPHLETS
from spminer.profiles.counts import CountTable, count_positions
from spminer.profiles.positions import positions_of
from strategies import collection, labeled_graphs

SMALL = [text for text, orbits in GRAPHLETS if len(orbits) > 2]


@st.composite
def motifs_and_graphs(draw):
    """A graph, and a connected part of another one of the same kind."""
    kind = {"directed": draw(st.booleans()), "labels": draw(st.booleans())}
    return connected_part(draw(labeled_graphs(max_nodes=5, **kind))), draw(labeled_graphs(max_nodes=8, **kind))


@settings(deadline=None)
@given(motifs_and_graphs(), st.booleans(), st.integers(1, 3))
def test_counts_are_those_of_networkx(drawn, induced, threads):
    motif, graph = drawn
    graphs = collection(graph)
    if motif.edge_labels is not None and graphs.edge_labels is None:
        return  # a graph without edges has no edge labels to compare with
    positions = positions_of([motif])
    table = count_positions(positions, graphs, Monitor(), induced=induced, threads=threads)
    truth = node_sets(positions[0].motif, graph, induced=induced)
    expected = [
        [truth.get((node, first_of_orbit(position.motif, position.pattern)), 0) for position in positions]
        for node in graph
    ]
    np.testing.assert_array_equal(table.counts, np.array(expected).reshape(table.counts.shape))
    assert table.complete.all()


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 2**32 - 1), st.floats(0.05, 0.6))
def test_the_census_and_the_matcher_agree(seed, density):
    graphs = spminer.from_networkx(nx.gnp_random_graph(14, density, seed=seed))
    positions = positions_of(SMALL)
    whole = count_positions(positions, graphs, Monitor())
    one_by_one = count_positions(positions, graphs, Monitor(), among=np.arange(14, dtype=np.int32))
    np.testing.assert_array_equal(whole.counts, one_by_one.counts)
    assert whole.complete.all()
    assert one_by_one.complete.all()


def test_direction_and_labels_are_left_out_where_the_motif_has_none():
    graph = nx.gnp_random_graph(10, 0.3, seed=5, directed=True)
    nx.set_node_attributes(graph, {node: node % 2 for node in graph}, "label")
    positions = positions_of(["0-1,1-2", "0-1,1-2,2-3,3-4,4-5"])
    plain = spminer.from_networkx(nx.Graph(graph.to_undirected().edges))
    order = [int(name) for name in plain.names(range(plain.num_nodes))]
    found = count_positions(positions, spminer.from_networkx(graph), Monitor()).counts[order]
    np.testing.assert_array_equal(found, count_positions(positions, plain, Monitor()).counts)


def test_a_limit_makes_lower_bounds_and_no_more():
    graphs = spminer.from_networkx(nx.complete_graph(9))
    [position] = positions_of(["0-1,1-2,2-0"])  # 28 triangles at each node
    among = np.arange(9, dtype=np.int32)
    for limit, expected, complete in ((27, 27, False), (28, 28, True), (0, 28, True)):
        table = count_positions([position], graphs, Monitor(), among=among, limit=limit)
        assert table.counts.ravel().tolist() == [expected] * 9
        assert table.complete.all() == complete == table.complete.any()


def test_steps_leave_lower_bounds_that_do_not_depend_on_threads():
    graphs = spminer.from_networkx(nx.gnp_random_graph(60, 0.4, seed=1))
    positions = positions_of(["0-1,1-2,2-3,3-4,4-5"])
    one, three = (count_positions(positions, graphs, Monitor(), steps=100, threads=threads) for threads in (1, 3))
    whole = count_positions(positions, graphs, Monitor())
    np.testing.assert_array_equal(one.counts, three.counts)
    assert not one.complete.any()
    assert (one.counts <= whole.counts).all()


def test_what_a_stopped_run_did_not_reach_is_at_least_0():
    monitor = Monitor()
    monitor.cancel()
    table = count_positions(positions_of(["0-1,1-2", "0-1,1-2,2-3,3-4,4-5"]), example(), monitor, threads=1)
    assert not table.counts.any()
    assert not table.complete.any()


def test_progress_reaches_its_end():
    monitor = Monitor()
    count_positions(positions_of(["0-1,1-2", "0-1,1-2,2-3,3-4,4-5"]), example(), monitor)
    assert monitor.progress.done == monitor.progress.total == 5


def test_counts_too_large_for_the_census_are_left_to_the_matcher(monkeypatch):
    def overflow(*_arguments, **_options):
        raise OverflowError

    graphs, positions = example(), positions_of(["0-1,1-2,2-0"])
    expected = count_positions(positions, graphs, Monitor()).counts
    monkeypatch.setattr("spminer.counting.census._core.census", overflow)
    np.testing.assert_array_equal(count_positions(positions, graphs, Monitor()).counts, expected)


def test_what_63_bits_cannot_hold_is_a_lower_bound():
    table = CountTable.empty(2, 1)
    table.put(0, np.array([2**63 + 5, 7], dtype=np.uint64), True)
    assert table.counts.ravel().tolist() == [2**63 - 1, 7]
    assert table.complete.ravel().tolist() == [False, True]


@pytest.mark.parametrize("size", [6, 7])
def test_stars_have_closed_forms(size):
    star = count_positions(
        positions_of([",".join(f"0-{leaf}" for leaf in range(1, size))]),
        spminer.from_networkx(nx.star_graph(10)),
        Monitor(),
    )
    hub, leaf = (np.unique(star.counts[rows].max(axis=1)).tolist() for rows in (slice(0, 1), slice(1, None)))
    assert (hub, leaf) == ([comb(10, size - 1)], [comb(9, size - 2)])
