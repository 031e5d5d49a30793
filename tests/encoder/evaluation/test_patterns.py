import numpy as np

import spminer
from spminer.encoder.evaluation.patterns import counted_classes, frequent_and_random

GRAPHS = spminer.generate.synthetic(12, (20, 40), kind="ba", seed=5)


def test_frequent_and_random_patterns_have_exact_counts():
    patterns = frequent_and_random(GRAPHS, (5, 8), per_size=10)
    for size, entries in patterns.items():
        assert len(entries) == 10
        assert len({entry.pattern.canonical() for entry in entries}) == 10
        for entry in entries:
            assert entry.pattern.size == size
            assert entry.count == spminer.count(entry.pattern, GRAPHS).frequency.value > 0
        frequent, others = entries[:5], entries[5:]
        assert np.mean([entry.count for entry in frequent]) > np.mean([entry.count for entry in others])


def test_all_classes_can_be_counted_as_edge_induced():
    induced, free = (counted_classes(GRAPHS, 4, induced=choice) for choice in (True, False))
    before = {entry.pattern: entry.count for entry in induced}
    assert set(before) == {entry.pattern for entry in free}
    assert all(entry.count >= before[entry.pattern] for entry in free)
    assert any(entry.count > before[entry.pattern] for entry in free)


def test_patterns_depend_on_the_seed_alone():
    one, same, other = (
        frequent_and_random(GRAPHS, (6,), per_size=10, seed=s, threads=t) for s, t in ((1, 1), (1, 2), (2, 1))
    )
    assert one == same != other


def test_there_may_be_fewer_patterns_than_asked_for():
    triangle = spminer.from_edges([(0, 1), (1, 2), (2, 0)])
    assert frequent_and_random(triangle, (4, 5)) == {4: [], 5: []}
