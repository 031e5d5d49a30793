import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.text.scientific import format_power, format_small

PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def read(text):
    """The number that a text stands for, independently of how it was written."""
    if "⁻" not in text:
        return float(text.replace(",", ""))
    mantissa, power = re.fullmatch(r"(?:(.*)·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text).groups()
    return float(f"{mantissa or 1}e{power.translate(PLAIN)}")


@given(st.floats(1e-300, 9.9e-4), st.integers(2, 7))
def test_small_numbers_keep_their_digits(value, digits):
    assert read(format_small(value, digits=digits)) == pytest.approx(value, rel=0.51 * 10.0 ** (1 - digits))


@given(st.floats(0.001, 999.0))
def test_ordinary_numbers_have_three_digits(value):
    assert read(format_small(value)) == pytest.approx(value, rel=0.0051)


def test_what_rounds_up_to_a_power_is_that_power():
    assert format_power(9.999e-7) == "10⁻⁶"
    assert format_power(-2e-7) == "-2·10⁻⁷"
