import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.report.charts import Line, Scale, frequency_chart, line_chart, tick_text, time_chart


def by_size(values):
    """A result with paths of several sizes and the given frequencies."""
    paths = {size: Pattern.from_edges([(i, i + 1) for i in range(size - 1)], anchor=0) for size in values}
    return MotifSet(
        tuple(
            Motif(paths[size], rank, Frequency.exact(value))
            for size, group in values.items()
            for rank, value in enumerate(group, start=1)
        )
    )


def heights(svg, kind):
    [line] = [line for line in ET.fromstring(svg).iter("polyline") if line.get("class") == kind]
    return [float(point.split(",")[1]) for point in line.get("points").split()]


def test_best_and_median_of_each_size():
    svg = frequency_chart(by_size({3: [40, 20, 10], 4: [20, 20, 1]}))
    best, median = heights(svg, "best"), heights(svg, "median")
    assert best[1] == median[0] == median[1] > best[0]  # 20, 20, 20 and 40, from the top
    assert len(list(ET.fromstring(svg).iter("circle"))) == 5  # equal ones once


def test_large_spans_are_logarithmic():
    heights_of = heights(frequency_chart(by_size({3: [1000], 4: [100], 5: [10]})), "best")
    assert heights_of[1] - heights_of[0] == pytest.approx(heights_of[2] - heights_of[1])


def test_a_single_size_is_drawn_by_rank():
    assert len(heights(frequency_chart(by_size({3: [9, 5, 1]})), "best")) == 3


@pytest.mark.parametrize("values", [{}, {3: [4]}])
def test_nothing_to_draw(values):
    assert frequency_chart(by_size(values)) == ""


def test_long_numbers_beside_the_axis_have_room():
    svg = ET.fromstring(frequency_chart(by_size({3: [30_000_000], 4: [2]})))
    ticks = [text for text in svg.iter("text") if text.get("class") == "y"]
    assert all(float(text.get("x")) - 6.6 * len(text.text) >= 0 for text in ticks)
    assert "10⁶" in [text.text for text in ticks]


def test_the_best_are_only_the_most_frequent_where_surprise_ranks():
    compared = [
        replace(motif, score=1.0, against=Contrast(with_="degree", samples=9)) for motif in by_size({3: [4], 4: [2]})
    ]
    names = [text.text for text in ET.fromstring(frequency_chart(MotifSet(tuple(compared)))).iter("text")]
    assert "highest" in names
    assert "best" not in names


def test_zero_is_drawn():
    assert len(heights(frequency_chart(by_size({3: [0], 4: [0]})), "best")) == 2


def test_bars_are_as_long_as_the_stages():
    svg = ET.fromstring(time_chart(MotifSet((), timing_s={"total": 10.0, "search": 6.0, "verify": 3.0, "embed": 0.0})))
    widths = [float(bar.get("width")) for bar in svg.iter("rect")]
    assert [width / widths[0] for width in widths] == pytest.approx([1, 0.5, 1 / 6], abs=0.01)
    assert "other" in [text.text for text in svg.iter("text")]
    assert time_chart(MotifSet(())) == ""


def test_names_are_escaped_and_do_not_overlap():
    lines = [Line(name, "best", ((1, 5), (2, 5))) for name in ("<a>", "b")]
    texts = [
        text for text in ET.fromstring(line_chart(lines, [], "x", "y")).iter("text") if "name" in text.get("class")
    ]
    assert [text.text for text in texts] == ["<a>", "b"]
    assert float(texts[1].get("y")) - float(texts[0].get("y")) >= 12


def test_a_logarithmic_scale_says_so():
    assert "log scale" in frequency_chart(by_size({3: [1000], 4: [10]}))
    assert "log scale" not in frequency_chart(by_size({3: [20], 4: [10]}))


def test_numbers_beside_the_axis_have_room():
    for highest in (9, 900_000, 5 * 10**12):
        svg = ET.fromstring(frequency_chart(by_size({3: [highest], 4: [highest * 0.9]})))
        for text in (text for text in svg.iter("text") if text.get("class") == "y"):
            assert float(text.get("x")) - 6.4 * len(text.text) >= 0


def test_the_name_of_the_axis_is_not_cut():
    chart = ET.fromstring(frequency_chart(by_size({3: [40], 4: [20]})))
    [name] = [text for text in chart.iter("text") if text.get("class") == "axis"]
    height = float(chart.get("viewBox").split()[3])
    assert float(name.get("y")) + 11.5 / 2 <= height, "half of its font is below its middle"


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


@pytest.mark.parametrize("values", [[1.0, float("inf")], [1e-5, 1.7e308], [float("inf")], [float("nan"), 3.0]])
def test_numbers_without_a_place_on_an_axis_leave_a_scale(values):
    scale = Scale.of(values)
    assert scale.first < scale.last < float("inf")
    assert 0 <= scale.at(2.0) <= 1
