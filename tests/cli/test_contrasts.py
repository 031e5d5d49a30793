"""Tests of cli/contrasts.py."""

from spminer import Contrast
from spminer.cli.contrasts import contrast_columns, contrast_lines

LOOPS = Contrast(
    with_="degree", samples=100, expected=7.5, spread=2.9, ratio=5.33, low=4.9, high=5.8, z=11.2, p=0.0198, q=0.03
)
RARE = Contrast(with_="degree", samples=100, expected=0.25, spread=0.5, p=1.0, q=1.0, note="counts far from normal")


def test_columns_are_those_that_any_motif_has():
    columns = contrast_columns([LOOPS, RARE, None])
    assert list(columns) == ["expected", "ratio", "z", "p", "q"]
    assert columns["expected"] == ["7.5", "0.25", "-"]
    assert columns["z"] == ["11.2", "-", "-"]
    assert contrast_columns([None]) == {}


def test_shares_stand_for_what_is_expected():
    one = Contrast(with_="class:1,2", share=0.5, other_share=0.25, expected=12.0, ratio=2.0)
    assert list(contrast_columns([one])) == ["share", "other", "ratio"]


def test_large_numbers_are_whole():
    assert contrast_columns([Contrast(with_="er", expected=1234567.8)])["expected"] == ["1,234,568"]


def test_lines_of_one_pattern():
    lines = dict(contrast_lines(LOOPS))
    assert lines["compared with"] == "degree, 100 samples"
    assert lines["expected"] == "7.5 ± 2.9"
    assert lines["ratio"] == "5.33 (4.9 to 5.8)"
    assert "q" not in lines
    assert dict(contrast_lines(RARE))["note"] == "counts far from normal"


def test_lines_of_classes():
    contrast = Contrast(with_="class:1,2", share=0.5, other_share=0.25, odds_ratio=3.0, odds_low=1.5, p=0.01)
    lines = dict(contrast_lines(contrast))
    assert (lines["share"], lines["other share"]) == ("50 %", "25 %")
    assert lines["odds ratio"] == "3 (1.5 to ?)"


def test_a_stopped_comparison_has_a_column_of_its_samples():
    few = [Contrast(with_="degree", samples=4, expected=2.0), None]
    assert contrast_columns(few, 20)["samples"] == ["4", "-"]
    assert "samples" not in contrast_columns(few, 4)
    assert "samples" not in contrast_columns(few)
