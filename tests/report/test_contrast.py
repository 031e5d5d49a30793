import sys
from dataclasses import fields
from pathlib import Path

import pytest

from spminer import Contrast, Frequency, Motif, Pattern
from spminer.report.contrast import FIGURE_HELP, FoundAndExpected, contrast_view, found_and_expected

EDGE = Pattern.parse("0-1@0")


NAMES = ("here", "there")


FULL = Contrast(with_="degree", samples=100, expected=77.55, spread=12.946, ratio=14.7, low=14.22, high=15.195,
                z=82.07, p=0.0198, q=0.024, p_max=0.0099)  # fmt: skip


CLASSES = Contrast(with_="class:1,2", expected=3.97, ratio=12.6, low=2.977, high=35.09, p=8.72e-9, q=5.2e-8,
                   p_max=0.001, share=0.4, other_share=0.0317,
                   odds_ratio=16.45, odds_low=4.42, odds_high=61.2)  # fmt: skip


NEVER = Contrast(with_="degree", samples=100, expected=0.0, spread=0.0, p=0.02, note="no occurrence in any sample")


def motif(contrast, found=1140, score=63.2):
    return Motif(EDGE, 1, Frequency.exact(found), score=score, against=contrast)


def view(contrast, **options):
    return contrast_view(motif(contrast, **options), "anchored", NAMES)


def told(figures):
    return {figure.name: f"{figure.value} {figure.doubt}".strip() for figure in figures}


def test_a_null_model_tells_what_was_expected():
    shown = view(FULL)
    assert told(shown.lines) == {
        "expected": "77.5 ± 12.9",
        "ratio": "14.7 [14.2, 15.2]",
        "surprise": "63.2",
    }
    assert told(shown.tests) == {"z": "82.1", "p": "0.0198", "q": "0.024", "p max": "0.0099"}
    assert shown.direction == "over"


def test_classes_have_shares_on_both_sides_and_no_expected_anchors():
    shown = view(CLASSES)
    assert told(shown.lines) == {
        "here": "40 %",
        "there": "3.17 %",
        "ratio": "12.6 [2.98, 35.1]",
        "odds ratio": "16.4 [4.42, 61.2]",
        "surprise": "63.2",
    }
    assert told(shown.tests) == {"p": "8.72·10⁻⁹", "q": "5.2·10⁻⁸", "p max": "0.001"}
    assert shown.sides == FoundAndExpected(
        0.4, 0.0317, None, pytest.approx(0.0944, abs=1e-3), pytest.approx(1.112, abs=1e-3), shares=True
    )


def test_what_is_not_defined_is_a_dash_with_its_reason():
    shown = view(NEVER)
    assert (told(shown.lines)["ratio"], told(shown.tests)["z"]) == ("-", "-")
    assert shown.note == "no occurrence in any sample"
    assert shown.sort_keys["ratio"] == sys.float_info.max  # more than any other, as it occurs here alone
    assert "z" not in shown.sort_keys


def test_a_motif_that_was_not_compared_has_nothing_to_show():
    assert contrast_view(Motif(EDGE, 1), "anchored", NAMES) is None
    assert found_and_expected(Motif(EDGE, 1), "anchored") is None


def test_without_a_frequency_there_are_no_two_sides():
    assert found_and_expected(Motif(EDGE, 1, against=FULL), "anchored") is None
    assert contrast_view(Motif(EDGE, 1, against=FULL), "anchored", NAMES).direction is None


@pytest.mark.parametrize(("found", "direction"), [(78, "over"), (77, "under"), (77.55, "equal")])
def test_directions(found, direction):
    assert view(FULL, found=found).direction == direction


def test_ends_of_a_narrow_interval_are_told_apart():
    narrow = Contrast(with_="degree", samples=9, expected=1.0, ratio=0.22573, low=0.22567, high=0.22579)
    assert told(view(narrow).lines)["ratio"] == "0.226 [0.2257, 0.2258]"
    exact = Contrast(with_="x", expected=1.0, ratio=2.0, low=2.0, high=2.0)
    assert told(view(exact).lines)["ratio"] == "2"
    half = Contrast(with_="x", expected=1.0, low=0.44)
    assert told(view(half).lines)["ratio"] == "- [0.44, ?]"


def test_cards_are_sorted_whatever_the_sign_of_surprise_and_z():
    under = Contrast(with_="degree", samples=9, expected=10.0, spread=1.0, ratio=0.5, z=-5.0)
    numbers = view(under, found=5, score=-1.8).sort_keys
    assert numbers == {"surprise": 1.8, "ratio": 0.5, "rarity": -0.5, "z": 5.0}


def test_only_a_known_p_max_tells_that_chance_may_do_it():
    assert not view(FULL).not_significant
    assert view(Contrast(with_="degree", samples=9, p=0.3, p_max=0.4)).not_significant
    assert not view(Contrast(with_="x.csv", p=0.3)).not_significant


def test_the_one_figure_for_little_room():
    assert view(FULL).main_figure.name == "expected"
    assert view(CLASSES).main_figure.name == "ratio"


ELSEWHERE = {"with_", "samples", "note"}  # the head of the page and the card say these in full


WITHIN = {"spread": "expected", "low": "ratio", "high": "ratio", "other_share": "share"}


WITHIN |= {"odds_low": "odds_ratio", "odds_high": "odds_ratio"}


def test_every_figure_of_a_comparison_is_defined():
    figures = {WITHIN.get(field.name, field.name) for field in fields(Contrast)} - ELSEWHERE
    assert figures | {"surprise"} == FIGURE_HELP.keys()


def test_the_docs_have_the_formulas_of_all():
    page = (Path(__file__).parents[2] / "docs" / "theory" / "statistics.md").read_text().lower()
    assert [key for key in FIGURE_HELP if f"`{key}`" not in page and f"**{key}" not in page] == []


def test_a_share_of_a_class_is_a_number_of_graphs():
    one = Motif(EDGE, 1, against=Contrast(with_="class:1,2", share=0.25, other_share=0.5))
    assert [(line.value, line.doubt) for line in contrast_view(one, "anchored", NAMES, 480).lines[:2]] == [
        ("25 %", "120 of 480 graphs"),
        ("50 %", ""),
    ]
    shares = Motif(EDGE, 1, against=Contrast(with_="other.csv", share=0.25, other_share=0.5))
    assert contrast_view(shares, "anchored", NAMES, 1).lines[0].doubt == ""
