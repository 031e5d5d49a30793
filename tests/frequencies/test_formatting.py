import pytest

from spminer import Frequency
from spminer.frequencies.formatting import format_frequency


@pytest.mark.parametrize(
    ("frequency", "text"),
    [
        (None, "-"),
        (Frequency.exact(1234), "1,234"),
        (Frequency.lower_bound(7, 9), "≥ 7"),
        (Frequency(2.5, "estimate", 1, 4), "~2.5 [1, 4]"),
        (Frequency(2000, "estimate", 1500, None), "~2,000 [1,500, ?]"),
    ],
)
def test_a_frequency_shows_how_sure_it_is(frequency, text):
    assert format_frequency(frequency) == text
