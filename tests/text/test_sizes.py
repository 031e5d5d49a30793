import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.errors import UsageError
from spminer.text.sizes import format_sizes, parse_sizes, size_ranges


@given(st.sets(st.integers(2, 999), min_size=1))
def test_what_is_formatted_is_parsed_back(sizes):
    assert parse_sizes(",".join(size_ranges(sorted(sizes)))) == tuple(sorted(sizes))


@pytest.mark.parametrize(
    ("given", "sizes"),
    [
        ("7, 3-5,4", (3, 4, 5, 7)),
        ("5-5", (5,)),
        ([6, 4, 6], (4, 6)),
        (8, (8,)),
    ],
)
def test_sizes_are_ascending_and_each_is_there_once(given, sizes):
    assert parse_sizes(given) == sizes


@pytest.mark.parametrize("text", ["", "x", "5-", "8-5", "1", "0-4", "3,,4", "-3", "1000", "3.5"])
def test_what_is_no_size_is_named(text):
    with pytest.raises(UsageError, match="is not a size such as 5 or a range such as 3-6") as caught:
        parse_sizes(text)
    assert repr(text) in str(caught.value)


def test_no_sizes_are_refused():
    with pytest.raises(UsageError, match="no sizes"):
        parse_sizes([])


@pytest.mark.parametrize(
    ("sizes", "text"), [([4], "size 4"), ([4, 5, 6], "sizes 4-6"), ([3, 5, 6, 9], "sizes 3, 5-6, 9")]
)
def test_sizes_in_a_row_are_one_range(sizes, text):
    assert format_sizes(sizes) == text
