import math
from typing import get_args

import pytest

from spminer import UsageError
from spminer.results.frequency import (
    Definition,
    Frequency,
    FrequencyName,
    check_support,
    format_frequency,
    least_count,
)


def test_kinds_and_bounds():
    assert Frequency.exact(3) == Frequency(3, "exact", 3, 3)
    assert Frequency.lower_bound(3) == Frequency(3, "lower_bound", 3, None)
    assert Frequency.between(2, 2) == Frequency.exact(2)
    assert Frequency.between(2, 5) == Frequency.lower_bound(2, 5)


def test_the_width_is_what_is_not_known():
    assert Frequency.exact(3).width == 0
    assert Frequency(3.0, "estimate", 2.0, 5.0).width == 3
    assert Frequency.lower_bound(3).width == math.inf


def test_plain_values_and_back():
    frequency = Frequency(3.5, "estimate", 2.0, 5.0)
    assert Frequency(**frequency.to_dict()) == frequency


@pytest.mark.parametrize(
    ("frequency", "text"),
    [
        (None, "-"),
        (Frequency.exact(1234), "1,234"),
        (Frequency.lower_bound(7, 9), "≥ 7"),
        (Frequency(2.5, "estimate", 1, 4), "~2.5 [1, 4]"),
        (Frequency(2000, "estimate", 1500, None), "~2,000 [1,500, ?]"),
    ],
)
def test_a_frequency_shows_how_sure_it_is(frequency, text):
    assert format_frequency(frequency) == text


@pytest.mark.parametrize("support", [0, -1, 1.5, math.inf, math.nan, -0.2])
def test_what_is_no_support_is_refused(support):
    with pytest.raises(UsageError, match="a share above 0 and up to 1, or a whole number above 1"):
        check_support(support)


@pytest.mark.parametrize(
    ("support", "whole", "least"), [(2, 9, 2), (2.0, 9, 2), (0.07, 100, 7), (1, 8, 8), (0.01, 8, 1)]
)
def test_shares_and_numbers(support, whole, least):
    check_support(support)
    assert least_count(support, whole) == least


def test_the_definitions_of_the_paper_are_objectives():
    assert set(get_args(Definition)) < set(get_args(FrequencyName))
