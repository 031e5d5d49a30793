import pytest

from spminer.experiments.spread import Spread


def test_the_middle_and_the_ends_are_of_what_is_known():
    spread = Spread.of({0: 5.0, 1: None, 2: 9.0, 3: 6.0})
    assert (spread.low, spread.middle, spread.high) == (5.0, 6.0, 9.0)
    assert Spread.of({0: None}).middle is None


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ((4.0, 4.0), "4"),
        ((4.0, 6.0), "5 (4-6)"),
        ((0.12341, 0.12342), "0.123"),  # as far as it is shown, there is no range
        ((1000.4, 2000.4), "1500 (1000-2000)"),
        ((None, 6.0, 7.0), "6.5 (6-7), 2 of 3"),
        ((None, None), "-"),
    ],
)
def test_what_is_shown(values, text):
    assert str(Spread(tuple(range(len(values))), values)) == text


def test_rounding_leaves_gaps():
    assert Spread((0, 1), (1.26, None)).rounded(1) == Spread((0, 1), (1.3, None))
