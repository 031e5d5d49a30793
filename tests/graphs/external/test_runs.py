from itertools import pairwise

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spminer.graphs.external import runs as module
from spminer.graphs.external.runs import SortedRuns

keys = st.lists(st.one_of(st.integers(0, 40), st.integers(0, 2**64 - 1)), max_size=30)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(runs=st.lists(keys, max_size=6), budget=st.integers(1, 2000), samples=st.integers(1, 8), valued=st.booleans())
def test_keys_come_out_sorted_and_once(scratch, monkeypatch, runs, budget, samples, valued):
    monkeypatch.setattr(module, "_SAMPLES", samples)
    with scratch(budget) as room:
        sorter = SortedRuns(room, valued=valued)
        least = {}
        for number, run in enumerate(runs):
            values = [(7 * key + number) % 11 for key in run]
            for key, value in zip(run, values, strict=True):
                least[key] = min(value, least.get(key, value))
            added = np.array(run, dtype=np.uint64)
            sorter.add(added, np.array(values, dtype=np.uint64)) if valued else sorter.add(added)
        blocks = list(sorter.merged())
    found = [key for block, _ in blocks for key in block.tolist()]
    assert found == sorted(least)
    if valued:
        assert [value for _, block in blocks for value in block.tolist()] == [least[key] for key in found]
    ends = [(int(one[-1]) >> 1, int(other[0]) >> 1) for (one, _), (other, _) in pairwise(blocks)]
    assert all(one != other for one, other in ends)  # pairs stay together


def test_blocks_are_about_as_large_as_the_budget_says(scratch):
    room = scratch(160 * 5000)
    sorter = SortedRuns(room)
    random = np.random.default_rng(0)
    for _ in range(20):
        sorter.add(random.integers(0, 2**63, 4096, dtype=np.uint64))
    sizes = [len(block) for block, _ in sorter.merged()]
    assert sum(sizes) > 81_900
    assert max(sizes) < 5000 + 20 * 4096 // 512 + 1
    assert len(sizes) < 25
