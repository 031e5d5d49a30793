import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.graphs.store.names import TextNames, packed_names

texts = st.lists(st.text(max_size=6), max_size=40)


@given(texts, st.data())
def test_names_are_used_like_an_array_of_them(names, data):
    stored = TextNames(*packed_names(names))
    array = np.empty(len(names), dtype=object)
    array[:] = names
    assert (len(stored), list(stored), stored.tolist(), stored.dtype) == (len(names), names, names, array.dtype)
    assert np.asarray(stored).tolist() == names
    chosen = data.draw(st.lists(st.sampled_from(range(len(names))), max_size=5)) if names else []
    assert stored[np.array(chosen, dtype=np.int64)].tolist() == array[chosen].tolist()
    part = data.draw(st.slices(len(names)))
    assert stored[part].tolist() == array[part].tolist()
    for place in (0, -1, len(names) // 2) if names else ():
        assert stored[place] == stored[np.int64(place)] == names[place]


def test_what_is_packed_is_not_decoded_to_be_packed_again():
    stored = TextNames(*packed_names(["a", "bc"]))
    assert packed_names(stored)[0] is stored.text


@pytest.mark.parametrize("ends", [[3], [1], [-1, 2], [2, 1], [0, 3]])
def test_ends_must_ascend_to_the_end(ends):
    with pytest.raises(ValueError, match="name"):
        TextNames(np.frombuffer(b"ab", np.uint8), np.array(ends))


def test_what_is_no_text_is_shown_as_such():
    assert TextNames(np.frombuffer(b"a\xff", np.uint8), np.array([2]))[0] == "a\\xff"


def test_there_is_no_name_beyond_the_last():
    with pytest.raises(IndexError):
        TextNames(*packed_names(["a"]))[1]
