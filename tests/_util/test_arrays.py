import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spminer._util.arrays import split_by_weight


@given(st.lists(st.integers(1, 50), max_size=40), st.lists(st.integers(1, 900), max_size=10))
def test_ranges_have_everything_once_and_end_at_the_marks(weights, marks):
    upto = np.cumsum(np.array(weights, dtype=np.int64))
    inside = sorted(mark for mark in marks if weights and mark <= upto[-1])
    ranges = split_by_weight(upto, np.array(inside, dtype=np.int64))
    assert [number for first, last in ranges for number in range(first, last)] == list(range(len(weights)))
    ends = {last for _, last in ranges}
    for mark in inside:
        assert next(number + 1 for number, sum_ in enumerate(upto.tolist()) if sum_ >= mark) in ends
