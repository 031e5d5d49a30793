"""Tests of _core: what the bindings refuse before native code sees it, where no caller of the package would send it."""

import _thread
import threading
import time

import numpy as np
import pytest

import spminer
from spminer import _core
from spminer.datasets import example

PAIR = np.array([[0, 1]], dtype=np.int32)


def ints(*values):
    return np.array(values, dtype=np.int32)


def rows(*values):
    return np.array(values, dtype=np.uint64)


@pytest.mark.parametrize(
    ("size", "edges", "labels"),
    [
        (2, PAIR, {"node_labels": ints(0)}),
        (2, PAIR, {"edge_labels": ints(0, 1)}),
        (2, np.array([[0, 2]], dtype=np.int32), {}),
        (2, np.array([[1, 1]], dtype=np.int32), {}),
        (2, np.array([[-1, 1]], dtype=np.int32), {}),
        (2, np.array([[0, 1, 1]], dtype=np.int32), {}),
        (2, PAIR, {"anchor": 2}),
    ],
)
def test_arrays_that_make_no_pattern(size, edges, labels):
    with pytest.raises(ValueError, match=r"label|joins|columns|anchor"):
        _core.Pattern(size, edges, **labels)


def test_patterns_are_compared_by_what_they_are():
    path = _core.Pattern(3, np.array([[0, 1], [1, 2]], dtype=np.int32))
    assert path == _core.Pattern(3, np.array([[1, 2], [0, 1]], dtype=np.int32))
    assert path != _core.Pattern(3, np.array([[0, 1], [0, 2]], dtype=np.int32))
    assert path != "0-1,1-2"


def test_a_class_has_the_nodes_that_it_has():
    target = example().target(direction=False, node_labels=False, edge_labels=False)
    classes = _core.enumerate_subgraphs(target, 3, _core.Control())
    assert classes.pattern(0, anchor=2).size == 3
    with pytest.raises(ValueError, match="anchor is not a node"):
        classes.pattern(0, anchor=3)
    with pytest.raises(IndexError):
        classes.pattern(10_000)


def test_kinds_of_ids_are_known():
    with pytest.raises(ValueError, match="'number', 'text' or 'range'"):
        _core.EdgeListParser(ids="roman")


def test_pairs_are_pairs_of_graphs():
    edge, one = rows([2, 1]), ints(2)
    assert _core.contains_anchored(edge, one, edge, one).tolist() == [1]
    for patterns, sizes in ((edge, ints(0)), (edge, ints(3)), (rows([2, 1], [2, 1]), one), (rows([3, 1]), one)):
        with pytest.raises(ValueError, match=r"nodes|as many|loop"):
            _core.contains_anchored(patterns, sizes, edge, one)


def test_a_search_that_would_never_end_can_be_interrupted():
    path, bipartite = np.zeros((1, 40), dtype=np.uint64), np.zeros((1, 40), dtype=np.uint64)
    for a, b, graph in [(i, i + 1, path) for i in range(39)] + [
        (i, j, bipartite) for i in range(18) for j in range(18, 40)
    ]:
        graph[0, a] |= np.uint64(1 << b)
        graph[0, b] |= np.uint64(1 << a)
    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):  # no path visits sides of 18 and 22 nodes in turn
        _core.contains_anchored(path, ints(40), bipartite, ints(40), induced=False)


def _long_calls():
    """Calls that take some tenths of a second, by name."""
    ring, entries = np.arange(0, 4_000_002, 2, dtype=np.int64), np.empty(4_000_000, dtype=np.int32)
    nodes = np.arange(2_000_000, dtype=np.int32)
    entries[::2], entries[1::2] = (nodes - 1) % len(nodes), (nodes + 1) % len(nodes)
    entries[:2], entries[-2:] = (1, nodes[-1]), (0, nodes[-2])
    target = _core.Target(ring, entries)
    index = _core.MatchIndex(target, nodes[:1])
    points, signatures = np.zeros((600_000, 64), np.float32), np.zeros((600_000, _core.SIGNATURE_SIZE), np.uint8)
    return {
        "target": lambda: _core.Target(ring, entries, directed=True),
        "rows": lambda: [_core.check_csr(ring, entries, ring[:0], directed=False) for _ in range(8)],
        "growth": lambda: _core.GrowTarget(
            target, index, nodes, np.arange(len(nodes) + 1), population=len(nodes), pilots=0, seed=0, threads=1
        ),
        "penalty": lambda: _core.order_penalty(points, points, simd=_core.SimdLevel.PORTABLE),
        "violated": lambda: _core.order_violated(signatures, signatures, simd=_core.SimdLevel.PORTABLE),
    }


def test_other_threads_run_meanwhile():
    for name, call in _long_calls().items():
        ticks, over = 0, threading.Event()

        def tick(over=over):
            nonlocal ticks
            while not over.wait(0.002):
                ticks += 1

        thread = threading.Thread(target=tick)
        thread.start()
        started = time.perf_counter()
        call()
        seconds = time.perf_counter() - started
        over.set()
        thread.join()
        assert ticks >= min(5, seconds // 0.02), f"{name}: {ticks} ticks in {seconds:.2f} s"


def test_signatures_have_their_width():
    right = np.zeros((1, _core.SIGNATURE_SIZE), dtype=np.uint8)
    assert _core.order_violated(right, right).tolist() == [0]
    with pytest.raises(ValueError, match="SIGNATURE_SIZE"):
        _core.order_violated(right, right[:, :-1].copy())


def test_walks_have_a_row_for_each_node():
    target = spminer.from_edges([(0, 1), (1, 2)]).target(direction=False, node_labels=False, edge_labels=False)
    nodes = np.array([[0, 1]], dtype=np.int32)
    assert len(_core.walk_patterns(target, nodes, rows([2, 1]))) == 1
    for wrong in (rows([2]), rows([2, 1], [2, 1])):
        with pytest.raises(ValueError, match="a node and a row"):
            _core.walk_patterns(target, nodes, wrong)
