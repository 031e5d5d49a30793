import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln

from spminer.against.numbers import defined, log_choose, log_factorial, log_gamma


@given(st.lists(st.floats(1e-3, 1e8), max_size=30))
def test_the_gamma_function_is_that_of_scipy(values):
    assert log_gamma(values) == pytest.approx(gammaln(np.array(values)), rel=1e-12, abs=1e-12)


def test_shapes_are_kept():
    assert log_gamma(np.ones((2, 3))).shape == (2, 3)
    assert log_factorial(4).shape == ()
    assert log_factorial([]).shape == (0,)


@given(st.integers(0, 200), st.data())
def test_binomial_coefficients_count_subsets(total, data):
    chosen = data.draw(st.integers(0, total))
    assert log_choose(total, chosen) == pytest.approx(math.log(math.comb(total, chosen)), abs=1e-9)


def test_what_is_not_defined_is_none():
    assert (defined(np.float64("nan")), defined(np.float64(2.5))) == (None, 2.5)
    assert type(defined(np.float64(2.5))) is float
