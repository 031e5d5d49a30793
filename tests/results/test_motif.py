from typing import get_args

import pytest

from spminer import Frequency, Motif, Pattern, UsageError
from spminer.frequencies import Objective
from spminer.results.motif import FREQUENCY_FIELDS

EDGE = Pattern.parse("0-1@0")


def test_there_is_a_field_for_every_objective():
    assert list(FREQUENCY_FIELDS) == list(get_args(Objective))
    for number, (objective, name) in enumerate(FREQUENCY_FIELDS.items()):
        motif = Motif(EDGE, 1, **{name: Frequency.exact(number)})
        assert motif.frequency(objective) == Frequency.exact(number)
        assert [motif.frequency(other) for other in FREQUENCY_FIELDS if other != objective] == [None] * 3


def test_plain_values_and_back():
    motif = Motif(EDGE, 2, Frequency.exact(3), score=0.5, examples=(("a", "b"),), proven=True)
    assert (motif.size, motif.id) == (2, "0-1@0")
    assert Motif.from_dict(motif.to_dict()) == motif


def test_short_to_read():
    counted = Motif(EDGE, 2, Frequency.exact(1234), Frequency.lower_bound(7), examples=(("a", "b"),) * 50)
    assert repr(counted) == "Motif('0-1@0', rank 2, anchored 1,234, graph ≥ 7)"
    assert repr(Motif(EDGE, 1)) == "Motif('0-1@0', rank 1)"


def test_drawn_to_files_and_in_notebooks(tmp_path):
    motif = Motif(Pattern.parse("0-1,1-2;<b>,C,C@0"), 1, Frequency.exact(3))
    motif.save(tmp_path / "motif.svg")
    assert (tmp_path / "motif.svg").read_text() == motif._repr_svg_() + "\n"
    assert motif._repr_svg_() in motif._repr_html_()
    assert "anchored 3" in motif._repr_html_()
    assert "<b>" not in motif._repr_html_()
    with pytest.raises(UsageError, match=r"ends in \.svg, \.png, not to"):
        motif.save(tmp_path / "motif.pdf")
