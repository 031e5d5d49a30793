from typing import get_args

from spminer import Frequency, Motif, Pattern
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
