import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import Pattern, _core
from spminer.counting.excluded import ExcludedAnchors, _union
from spminer.counting.query import Query
from spminer.patterns.parts import one_node_less


def nodes(*numbers):
    return np.array(numbers, dtype=np.int32)


@given(st.integers(0, 10_000))
def test_excluded_nodes_are_no_anchors(seed):
    graphs = spminer.generate.synthetic(2, (8, 12), seed=seed, threads=1)
    for motif in spminer.enumerate(graphs, 4, top=10, examples=0, threads=1):
        known, every = ExcludedAnchors(), np.arange(graphs.num_nodes, dtype=np.int32)
        for part in one_node_less(motif.pattern):
            found = Query.make(part, graphs, threads=1).anchors(_core.Control(), listed=True).anchors
            known.add(part, np.setdiff1d(every, found))
        matching = Query.make(motif.pattern, graphs, threads=1).anchors(_core.Control(), listed=True).anchors
        assert not set(known.excluded(motif.pattern)) & set(matching)


def test_patterns_of_one_node_less_exclude():
    path = {size: Pattern.from_edges([(i, i + 1) for i in range(size - 1)], anchor=0).canonical() for size in (3, 4, 5)}
    known = ExcludedAnchors()
    known.add(path[3], nodes(1))
    known.add(path[4], nodes(7, 2))
    assert known.excluded(path[4]).tolist() == [1]
    assert known.excluded(path[5]).tolist() == [2, 7]
    known.add(path[4], nodes(3))  # of a test that did not go as far
    assert known.excluded(path[5]).tolist() == [2, 7]


def test_the_smallest_sizes_are_forgotten_first(monkeypatch):
    monkeypatch.setattr("spminer.counting.excluded._MOST_KEPT", 4)
    path = {
        size: Pattern.from_edges([(i, i + 1) for i in range(size - 1)], anchor=0).canonical() for size in range(3, 8)
    }
    known = ExcludedAnchors()
    for size in (3, 4, 5):
        known.add(path[size], nodes(size, 9))
    assert [known.excluded(path[size]).tolist() for size in (4, 5, 6)] == [[], [4, 9], [5, 9]]
    known.add(path[6], nodes(*range(20)))
    assert [known.excluded(path[size]).tolist() for size in (5, 6)] == [[], [5, 9]]
    assert known.excluded(path[7]).tolist() == list(range(20))


@given(st.lists(st.lists(st.integers(0, 2_000), max_size=60, unique=True), max_size=4))
def test_what_several_parts_exclude_is_excluded_once(lists):
    assert _union([nodes(*numbers) for numbers in lists]).tolist() == sorted({n for numbers in lists for n in numbers})


def test_what_was_kept_comes_back():
    star, path = Pattern.parse("0-1,0-2,0-3@0").canonical(), Pattern.parse("0-1,1-2,2-3@0").canonical()
    known, restored = ExcludedAnchors(), ExcludedAnchors()
    known.add(star, nodes(4, 9))
    known.add(path, nodes())
    restored.restore(known.to_arrays(4))
    larger = Pattern.parse("0-1,0-2,0-3,3-4@0")
    assert restored.excluded(larger).tolist() == known.excluded(larger).tolist() == [4, 9]
    restored.restore(known.to_arrays(5))  # nothing was kept of that size
    assert restored.excluded(larger).tolist() == [4, 9]
