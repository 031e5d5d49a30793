"""Tests of counting/census.py: a crew counts what one process counts, in any cut."""

from __future__ import annotations

import threading
import time

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, _core
from spminer._util.arrays import unpack_words
from spminer.counting import census
from spminer.counting.census import CensusPiece, count_census, count_walks, local_census
from spminer.counting.enumeration import count_classes
from support.executors import InlineCrew
from support.strategies import examples

GRAPHS = {
    "hubs": nx.barabasi_albert_graph(120, 4, seed=3),
    "clustered": nx.powerlaw_cluster_graph(90, 4, 0.7, seed=1),
    "star": nx.star_graph(40),
    "edgeless": nx.empty_graph(5),
}


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    monkeypatch.setattr(census, "_STEPS", 300)
    monkeypatch.setattr(census, "_CHUNK", 50)


@pytest.fixture(params=GRAPHS)
def graphs(request):
    return spminer.from_networkx(GRAPHS[request.param])


def table(result):
    counts = result.take_counts()
    orbits = [(orbit.edges, orbit.anchored_frequency, orbit.graph_frequency) for orbit in result.orbits]
    return result.complete, orbits, None if counts is None else counts.tolist()


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_crew_counts_what_one_process_counts(graphs, size):
    crew = InlineCrew()
    shared = count_census(graphs, size, Monitor(crew=crew), _core.Control(), threads=2, per_node=True)
    assert table(shared) == table(_core.census(graphs.target(), _core.Control(), size=size, per_node=True))
    assert (crew.pieces > 1) == (size > 3 and graphs.num_edges > 0)


def test_the_pieces_have_every_node_once(graphs):
    pieces = census._pieces(graphs, 4)
    assert [node for piece in pieces for node in range(piece.first, piece.last)] == list(range(graphs.num_nodes))


def test_the_steps_are_walks_of_two_steps(graphs):
    matrix = np.zeros((graphs.num_nodes, graphs.num_nodes))
    matrix[np.repeat(np.arange(graphs.num_nodes), np.diff(graphs.indptr)), graphs.indices] = 1
    assert census._steps(graphs).tolist() == (1 + (matrix @ matrix).sum(axis=1)).tolist()


class Stopping(InlineCrew):
    """Is stopped after some pieces."""

    def results(self, work, graphs, pieces, watch, *, stage):
        for number, value in enumerate(super().results(work, graphs, pieces, watch, stage=stage)):
            if number == 3:
                watch.give_up("no workers left")
                return
            yield value


def test_a_census_that_is_stopped_has_what_is_certain():
    graphs = spminer.from_networkx(GRAPHS["clustered"])
    monitor = Monitor(crew=Stopping())
    found = count_census(graphs, 5, monitor, _core.Control(), threads=1)
    whole = {tuple(orbit.edges): orbit for orbit in _core.census(graphs.target(), _core.Control(), size=5).orbits}
    assert not found.complete
    assert 0 < len(found.orbits) < len(whole)
    for orbit in found.orbits:
        assert orbit.graph_frequency == whole[tuple(orbit.edges)].graph_frequency
    result = spminer.enumerate(graphs, 5, engine="census", monitor=Monitor(crew=Stopping()))
    assert (result.status, result.stop_reason) == ("partial", "no workers left")


def test_labels_and_directions_do_not_matter(monkeypatch):
    arcs = [(0, 1), (1, 2), (2, 0), (2, 3)]
    directed = spminer.from_edges(arcs, directed=True, node_labels=["a", "b", "a", "b"])
    crew = InlineCrew()
    monkeypatch.setattr(census, "_STEPS", 2)
    shared = count_census(directed, 4, Monitor(crew=crew), _core.Control(), threads=1)
    plain = _core.census(spminer.from_edges(arcs).target(), _core.Control(), size=4)
    assert table(shared) == table(plain)
    assert crew.pieces > 1


def test_parts_of_something_else_are_refused(graphs):
    shared = _core.SharedCensus(graphs.target(), _core.Control(), size=5)
    words = unpack_words(count_walks(graphs, CensusPiece(5, 0, 1), Monitor()))
    for damaged in (words[:0], words[:-1], words[1:], words + np.uint64(1)):
        with pytest.raises(ValueError, match="part"):
            shared.absorb(damaged)
    with pytest.raises(ValueError, match="no such roots"):
        count_walks(graphs, CensusPiece(4, 0, 10_000), Monitor())
    with pytest.raises(ValueError, match="4 or 5"):
        count_walks(graphs, CensusPiece(3, 0, 1), Monitor())


def random_graph(nodes, edges, seed):
    random = np.random.default_rng(seed)
    pairs = random.integers(0, nodes, (edges, 2))
    return spminer.from_edges([(int(u), int(v)) for u, v in pairs if u != v])


def by_orbit(table, graphs):
    patterns = [graphs.pattern(table.pattern(entry, True)).canonical() for entry in range(len(table.class_id))]
    return dict(zip(patterns, zip(table.anchored.tolist(), table.graph.tolist(), strict=True), strict=True))


@given(st.integers(3, 900), st.integers(0, 3), st.sampled_from([3, 4, 5]))
@settings(max_examples=examples(20), deadline=None)
def test_the_whole_has_at_least_what_a_part_shows(nodes, seed, size):
    graphs = random_graph(nodes, 3 * nodes, seed)
    part = local_census(graphs, size)
    whole = count_classes(graphs, size, "census", Monitor())
    known = by_orbit(whole, graphs)
    for orbit in part.orbits:
        if not orbit.anchored_frequency:
            continue
        pattern = graphs.pattern(orbit.pattern).canonical()
        assert orbit.anchored_frequency <= known[pattern][0]
        assert orbit.graph_frequency <= known[pattern][1]


def test_a_graph_without_nodes_shows_nothing():
    assert not any(orbit.anchored_frequency for orbit in local_census(spminer.from_edges([]), 4).orbits)


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
