"""Tests of enumeration/glimpse.py, and of what a stopped census tells with it."""

from __future__ import annotations

import threading
import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from effort import examples
from spminer._util.monitor import Monitor
from spminer.enumeration.engines import count_classes
from spminer.enumeration.glimpse import glimpse


def random_graph(nodes, edges, seed):
    random = np.random.default_rng(seed)
    pairs = random.integers(0, nodes, (edges, 2))
    return spminer.from_edges([(int(u), int(v)) for u, v in pairs if u != v])


def by_orbit(table, graphs):
    patterns = [graphs.pattern(table.pattern(entry, True)).canonical() for entry in range(len(table.class_id))]
    return dict(zip(patterns, zip(table.anchored.tolist(), table.graph.tolist(), strict=True), strict=True))


@given(st.integers(3, 900), st.integers(0, 3), st.sampled_from([3, 4, 5]))
@settings(max_examples=examples(20), deadline=None)
def test_the_whole_has_at_least_what_a_glimpse_shows(nodes, seed, size):
    graphs = random_graph(nodes, 3 * nodes, seed)
    part = glimpse(graphs, size)
    whole = count_classes(graphs, size, "census", Monitor())
    known = by_orbit(whole, graphs)
    for orbit in part.orbits:
        if not orbit.anchored_frequency:
            continue
        pattern = graphs.pattern(orbit.pattern).canonical()
        assert orbit.anchored_frequency <= known[pattern][0]
        assert orbit.graph_frequency <= known[pattern][1]


def test_a_graph_without_nodes_shows_nothing():
    assert not any(orbit.anchored_frequency for orbit in glimpse(spminer.from_edges([]), 4).orbits)


def test_a_census_that_is_stopped_at_once_still_has_lower_bounds():
    graphs, monitor = random_graph(2000, 20_000, 1), Monitor()
    monitor.cancel()
    result = spminer.enumerate(graphs, 5, engine="census", top=None, monitor=monitor)
    truth = {motif.pattern: motif for motif in spminer.enumerate(graphs, 5, engine="census", top=None)}
    assert (result.status, result.stop_reason, len(result) > 0) == ("partial", "interrupted", True)
    for motif in result:
        assert (motif.anchored_frequency.kind, motif.proven) == ("lower_bound", False)
        assert 0 < motif.anchored_frequency.value <= truth[motif.pattern].anchored_frequency.value


def test_what_a_census_calls_exact_when_it_is_stopped_is_exact():
    graphs = random_graph(3000, 60_000, 2)
    truth = by_orbit(count_classes(graphs, 5, "census", Monitor(), threads=1), graphs)
    certain = 0
    for share in (0.3, 0.7, 0.75, 0.8):  # of the work; where exactly it stops does not matter
        monitor = Monitor()
        stopper = threading.Thread(target=_stop_at, args=(monitor, share), daemon=True)
        stopper.start()
        table = count_classes(graphs, 5, "census", monitor, threads=1)
        stopper.join()
        for entry, (pattern, counts) in enumerate(by_orbit(table, graphs).items()):
            if table.exact(entry):
                assert counts == truth[pattern]
                certain += not table.complete
            else:
                assert all(seen <= true for seen, true in zip(counts, truth[pattern], strict=True))
    assert certain > 0


def _stop_at(monitor, share):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if (monitor.share or 0) >= share:
            break
    monitor.cancel()
