from dataclasses import fields
from pathlib import Path

from spminer import Contrast
from spminer.report.definitions import DEFINITIONS

ELSEWHERE = {"with_", "samples", "note"}  # the head of the page and the card say these in full
WITHIN = {"spread": "expected", "low": "ratio", "high": "ratio", "other_share": "share"}
WITHIN |= {"odds_low": "odds_ratio", "odds_high": "odds_ratio"}


def test_every_figure_of_a_comparison_is_defined():
    figures = {WITHIN.get(field.name, field.name) for field in fields(Contrast)} - ELSEWHERE
    assert figures | {"surprise"} == DEFINITIONS.keys()


def test_the_docs_have_the_formulas_of_all():
    page = (Path(__file__).parents[2] / "docs" / "against.md").read_text().lower()
    assert [key for key in DEFINITIONS if f"`{key}`" not in page and f"**{key}" not in page] == []
