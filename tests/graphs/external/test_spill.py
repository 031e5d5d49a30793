import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    parts=st.lists(st.lists(st.integers(-(2**60), 2**60), max_size=9), max_size=6),
    budget=st.integers(1, 600),
    data=st.data(),
)
def test_it_is_like_an_array(scratch, parts, budget, data):
    with scratch(budget) as room:
        spill = room.spill(np.int64)
        for part in parts:
            spill.append(np.array(part, dtype=np.int64))
        whole = np.array([value for part in parts for value in part], dtype=np.int64)
        assert len(spill) == len(whole)
        pieces = list(spill.pieces())
        assert [value for piece in pieces for value in piece] == whole.tolist()
        assert all(0 < len(piece) <= room.budget.entries for piece in pieces)
        if len(whole):
            places = np.array(data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=20)), dtype=np.int64)
            assert spill.take(places).tolist() == whole[places].tolist()


def test_beyond_the_end_is_nothing(scratch):
    spill = scratch().spill(np.int32)
    spill.append(np.arange(3))
    for first, count in ((2, 2), (-1, 1), (4, 0)):
        with pytest.raises(IndexError):
            spill.read(first, count)


def test_files_have_no_names(scratch, tmp_path):
    with scratch() as room:
        room.spill(np.int8).append(np.arange(5))
        assert list(tmp_path.iterdir()) == []
