import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from spminer.encoder.device.bits import above, bit, bit_count, each_bit, unpacked

SETS = st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=20)


def as_tensor(sets):
    return torch.from_numpy(np.array(sets, dtype=np.uint64).view(np.int64))


def as_sets(tensor):
    return tensor.numpy().view(np.uint64).tolist()


@given(SETS)
def test_counts_and_lists_are_those_of_python(sets):
    tensor = as_tensor(sets)
    assert bit_count(tensor).tolist() == [value.bit_count() for value in sets]
    expected = [(number, node) for number, value in enumerate(sets) for node in range(64) if value >> node & 1]
    assert list(zip(*(part.tolist() for part in each_bit(tensor, 64)), strict=True)) == expected
    assert [sum(1 << n for n, there in enumerate(row) if there) for row in unpacked(tensor, 64).tolist()] == sets


def test_single_nodes_and_those_after_them():
    nodes = torch.arange(64)
    assert as_sets(bit(nodes)) == [1 << node for node in range(64)]
    assert as_sets(above(nodes)) == [(2**64 - 1) >> (node + 1) << (node + 1) for node in range(64)]
