import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.report.cards import report_data
from spminer.report.contrast import FoundAndExpected
from spminer.report.scatter import ScatterPoint, scatter_chart, scatter_points

EDGE = Pattern.parse("0-1@0")
CHARACTER = 6.8  # no digit of the font of the page is wider at this size


def chart(*sides):
    marks = [ScatterPoint(f"m{number}", f"motif {number}", side) for number, side in enumerate(sides)]
    return ET.fromstring(scatter_chart(marks, "expected", "found"))


def places(svg):
    found = [re.findall(r"[-\d.]+", group.get("transform")) for group in svg.iter("g") if group.get("transform")]
    return [(float(x), float(y)) for x, y in found]


def lines(svg, kind):
    found = [line for line in svg.iter("line") if line.get("class") == kind]
    return [tuple(float(line.get(name)) for name in ("x1", "y1", "x2", "y2")) for line in found]


VALUE = st.one_of(st.just(0.0), st.floats(0.01, 1e9))


@given(st.lists(st.tuples(VALUE, VALUE), min_size=1, max_size=12))
def test_marks_lie_above_the_diagonal_if_more_was_found(pairs):
    svg = chart(*[FoundAndExpected(found, expected) for found, expected in pairs])
    [(x1, y1, x2, y2)] = lines(svg, "diagonal")
    for (found, expected), (x, y) in zip(pairs, places(svg), strict=True):
        if found > 0 and expected > 0:
            height = y1 + (x - x1) / (x2 - x1) * (y2 - y1) - y
            assert height >= -0.2 if found > expected else height <= 0.2


@given(st.lists(st.tuples(VALUE, VALUE), min_size=1, max_size=12), st.booleans())
def test_nothing_is_clipped(pairs, shares):
    svg = chart(*[FoundAndExpected(found, expected, spread=expected / 2, shares=shares) for found, expected in pairs])
    width, height = map(float, svg.get("viewBox").split()[2:])
    assert all(0 <= x <= width and 0 <= y <= height for x, y in places(svg))
    for text in svg.iter("text"):
        x, length = float(text.get("x")), CHARACTER * len(text.text)
        left = {"y": x - length, "axis-x": x - length, "x": x - length / 2, "axis-y": x}[text.get("class")]
        assert left >= -1
        assert left + length <= width + 1


def test_scales_are_logarithmic_where_counts_span_decades_and_say_so():
    svg = chart(FoundAndExpected(10, 10), FoundAndExpected(100, 100), FoundAndExpected(1000, 1000))
    (x1, _), (x2, _), (x3, _) = places(svg)
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.2)
    assert "log scales" in "".join(text.text for text in svg.iter("text"))
    assert "log scales" in "".join(text.text for text in chart(FoundAndExpected(110, 10)).iter("text"))
    assert "log scales" not in "".join(text.text for text in chart(FoundAndExpected(9, 5)).iter("text"))


def test_zero_has_a_place_of_its_own_on_logarithmic_scales():
    svg = chart(FoundAndExpected(0, 1000), FoundAndExpected(500, 0), FoundAndExpected(20, 20))
    never, new, usual = places(svg)
    assert never[1] > usual[1] > new[1]
    assert new[0] < usual[0] < never[0]
    assert {"0"} < {text.text for text in svg.iter("text")}


def test_the_spread_is_a_whisker_along_what_is_expected():
    [(x1, y1, x2, y2)] = lines(chart(FoundAndExpected(40, 20, spread=5)), "whisker")
    [(x, y)] = places(chart(FoundAndExpected(40, 20, spread=5)))
    assert y1 == y2 == y
    assert (x1 + x2) / 2 == pytest.approx(x, abs=0.1)
    assert x2 > x1
    assert (
        lines(chart(FoundAndExpected(40, 20)), "whisker")
        == lines(chart(FoundAndExpected(40, 20, spread=0.0)), "whisker")
        == []
    )


def test_a_spread_beyond_zero_ends_where_the_scale_begins():
    svg = chart(FoundAndExpected(0, 1000), FoundAndExpected(40, 2, spread=5))
    [(start, *_)] = lines(svg, "diagonal")
    [(x1, _, x2, _)] = lines(svg, "whisker")
    assert x1 == start < x2


def test_an_interval_is_a_whisker_along_what_was_found():
    svg = chart(FoundAndExpected(0.5, 0.25, low=0.4, high=0.6, shares=True))
    [(x1, y1, x2, y2)] = lines(svg, "whisker")
    [(x, y)] = places(svg)
    assert x1 == x2 == x
    assert y2 < y < y1
    assert "40 %" in {text.text for text in svg.iter("text")}
    assert [title.text for title in svg.iter("title")] == ["motif 0: 50 % here, 25 % there"]


def test_shares_and_frequencies_do_not_share_a_scale():
    svg = chart(FoundAndExpected(9, 5), FoundAndExpected(0.5, 0.25, shares=True))
    assert [link.get("href") for link in svg.iter("a")] == ["#m1"]


def test_directions_differ_in_shape_and_not_in_color_alone():
    svg = chart(FoundAndExpected(9, 5), FoundAndExpected(5, 9), FoundAndExpected(5, 5))
    classes = [link.get("class") for link in svg.iter("a")]
    assert classes == ["point over", "point under", "point equal"]
    assert len({path.get("d") for path in svg.iter("path")}) == 3


def test_names_are_escaped():
    svg = scatter_chart([ScatterPoint("m1", "<b>&", FoundAndExpected(1, 2))], "<x>", "<y>")
    assert "<b>" not in svg
    assert "<x>" not in svg
    assert "<b>&: 1, expected 2" in [title.text for title in ET.fromstring(svg).iter("title")]


def test_points_lead_to_cards_and_the_most_surprising_lies_on_top():
    contrasts = [Contrast(with_="degree", samples=9, expected=5.0, p_max=p) for p in (0.01, 0.2)]
    motifs = [
        Motif(EDGE, rank, Frequency.exact(9), score=score, against=contrast)
        for rank, (score, contrast) in enumerate(zip((8.0, 3.0), contrasts, strict=True), start=1)
    ]
    data = report_data(MotifSet((*motifs, Motif(EDGE, 3, Frequency.exact(9)))))
    marks = scatter_points(card for group in data.groups for card in group.cards)
    assert [(mark.key, mark.hollow) for mark in marks] == [("m2-2", True), ("m2-1", False)]
    assert scatter_chart([], "x", "y") == ""
