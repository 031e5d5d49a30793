import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spminer.against.surprise import largest_surprise, surprise

COUNTS = st.floats(0, 1e9)


@given(COUNTS, COUNTS)
def test_it_is_signed_and_zero_where_nothing_is_surprising(observed, expected):
    value = float(surprise(observed, expected))
    assert np.isfinite(value)
    assert np.sign(value) in {0.0, np.sign(observed - expected)}
    assert float(surprise(observed, observed)) == 0


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_no_extension_is_more_surprising_than_its_part_could_be(observed, expected, less, fewer):
    """Along growth both frequencies fall, so that what a search cuts by the bound cannot come back."""
    child = float(surprise(min(observed, less), min(expected, fewer)))
    assert child <= float(largest_surprise(observed)) + 1e-9
    assert -child <= float(largest_surprise(expected)) + 1e-9


@given(st.floats(1, 1e6), st.floats(0, 1e6), st.floats(1.01, 10))
def test_it_grows_with_the_frequency_and_with_the_ratio(observed, expected, factor):
    if observed > expected:
        assert surprise(observed * factor, expected) > surprise(observed, expected)
        assert surprise(observed * factor, expected * factor) > surprise(observed, expected)


def test_it_is_near_the_standard_score_of_a_poisson_count():
    assert abs(float(surprise(1060, 1000)) - 60 / np.sqrt(1000)) < 0.05
