import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spminer.running.packing import pack, unpack

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(PLAIN)
def test_plain_values_come_back(value):
    array = pack(value)
    assert array.dtype == np.uint8
    assert unpack(array) == value
