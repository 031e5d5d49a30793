from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.report.scales import Scale, tick_text

VALUES = st.lists(st.one_of(st.just(0.0), st.floats(1e-6, 1e12)), min_size=1, max_size=20)


@given(VALUES)
def test_every_value_has_its_place_in_order(values):
    scale = Scale.of(values)
    places = [scale.at(value) for value in sorted(values)]
    assert places == sorted(places)
    assert all(0 <= place <= 1 for place in places)
    assert scale.at(max(values)) > 0 or max(values) == 0


@given(VALUES)
def test_ticks_are_few_and_reach_around_the_values(values):
    scale = Scale.of(values, most_ticks=6)
    assert len(scale.ticks) <= 8
    assert list(scale.ticks) == sorted(scale.ticks)
    assert scale.first <= min((value for value in values if value > 0), default=0) or not scale.logarithmic
    assert scale.last >= max(values) * 0.999


def test_decades_are_evenly_apart_and_zero_stands_before_them():
    scale = Scale.of([0, 1, 1000])
    places = [scale.at(value) for value in (0, 1, 10, 100, 1000)]
    assert places[0] == 0
    assert places[1] == scale.start > 0
    steps = [after - before for before, after in pairwise(places[1:])]
    assert steps == pytest.approx([steps[0]] * 3)


def test_without_a_zero_nothing_stands_apart():
    assert Scale.of([1, 1000]).start == 0
    assert Scale.of([0, 20, 25]).logarithmic is False


@pytest.mark.parametrize("value", [1, 999_999, 1e6, 4e11, 1e-9])
def test_numbers_beside_an_axis_are_short(value):
    assert len(tick_text(value)) <= 7
