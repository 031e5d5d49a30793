"""Tests of _util/text.py and _util/arrays.py."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer._util.arrays import split_by_weight
from spminer._util.text import (
    did_you_mean,
    format_duration,
    format_number,
    format_power,
    format_sizes,
    format_small,
    parse_sizes,
    printable,
    size_ranges,
)
from spminer.errors import UsageError


def test_the_nearest_name_is_offered_and_none_that_is_far():
    known = ["grow", "greedy", "exact"]
    assert did_you_mean("gready", known) == ", did you mean 'greedy'?"
    assert did_you_mean("zzz", known) == "."
    assert did_you_mean("zzz", known, otherwise=";") == ";"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (7.0, "7"), (0.12345, "0.123"), (-2.5, "-2.5"), (1234.5, "1,234"), (10**9, "1,000,000,000")],
)
def test_numbers(value, text):
    assert format_number(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0009, "0 s"),
        (0.001, "0.001 s"),
        (9.99, "10 s"),
        (59.94, "59.9 s"),
        (60, "1.0 min"),
        (3600, "1.0 h"),
        (86_400, "1.0 days"),
        (86_400 * 12_345, "12,345.0 days"),
    ],
)
def test_durations_have_the_unit_that_suits_them(seconds, text):
    assert format_duration(seconds) == text


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_is_left_that_a_terminal_obeys(text):
    shown = printable(text)
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 or sign in "\u202e\u2066\u2028" for sign in shown)
    shown.encode()  # no halves of characters either
    if text.isprintable():
        assert shown == text


@pytest.mark.parametrize(("text", "shown"), [("Erdős 😀", "Erdős 😀"), ("a\tb", "a\\tb"), ("\u202eabc", "\\u202eabc")])
def test_what_is_shown(text, shown):
    assert printable(text) == shown


PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def read(text):
    """The number that a text stands for, independently of how it was written."""
    if "⁻" not in text:
        return float(text.replace(",", ""))
    mantissa, power = re.fullmatch(r"(?:(.*)·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text).groups()
    return float(f"{mantissa or 1}e{power.translate(PLAIN)}")


@given(st.floats(1e-300, 9.9e-4), st.integers(2, 7))
def test_small_numbers_keep_their_digits(value, digits):
    assert read(format_small(value, digits=digits)) == pytest.approx(value, rel=0.51 * 10.0 ** (1 - digits))


@given(st.floats(0.001, 999.0))
def test_ordinary_numbers_have_three_digits(value):
    assert read(format_small(value)) == pytest.approx(value, rel=0.0051)


def test_what_rounds_up_to_a_power_is_that_power():
    assert format_power(9.999e-7) == "10⁻⁶"
    assert format_power(-2e-7) == "-2·10⁻⁷"


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


@given(st.lists(st.integers(1, 50), max_size=40), st.lists(st.integers(1, 900), max_size=10))
def test_ranges_have_everything_once_and_end_at_the_marks(weights, marks):
    upto = np.cumsum(np.array(weights, dtype=np.int64))
    inside = sorted(mark for mark in marks if weights and mark <= upto[-1])
    ranges = split_by_weight(upto, np.array(inside, dtype=np.int64))
    assert [number for first, last in ranges for number in range(first, last)] == list(range(len(weights)))
    ends = {last for _, last in ranges}
    for mark in inside:
        assert next(number + 1 for number, sum_ in enumerate(upto.tolist()) if sum_ >= mark) in ends
