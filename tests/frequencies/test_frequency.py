import math

from spminer.frequencies import Frequency


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
