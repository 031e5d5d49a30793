import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from spminer.audit.figures import fisher, odds_ratio, same, tail_p, tails_agree


@given(st.data(), st.integers(1, 40), st.integers(1, 40))
def test_fishers_test_is_that_of_scipy(data, members, others):
    found, there = data.draw(st.integers(0, members)), data.draw(st.integers(0, others))
    wanted = fisher_exact([[found, members - found], [there, others - there]]).pvalue
    assert fisher(found, members, there, others) == pytest.approx(wanted, rel=1e-9)


def test_too_many_members_are_not_weighed():
    assert fisher(10, 5000, 1, 5000) is None


def test_odds_and_tails():
    assert odds_ratio(3, 3, 0, 3) == 49.0
    assert (tail_p(4, [1, 2, 3]), tail_p(2, [1, 2, 3]), tail_p(0, [1, 2, 3])) == (0.5, 1.0, 0.5)


@given(st.integers(0, 2**32), st.integers(2, 200), st.integers(0, 30))
def test_tails_of_the_same_counts_agree(seed, samples, found):
    """p-values as runs give them, by other samples of the same counts."""
    rng = np.random.default_rng(seed)
    theirs, ours = rng.poisson(12, samples), rng.poisson(12, 40)
    assert tails_agree(tail_p(found, theirs.tolist()), samples, found, ours.tolist())


def test_tails_that_differ_do_not():
    counts = list(range(10, 50))
    assert not tails_agree(0.9 * 2 / 61, 60, 60, counts)  # no such share of 60 samples
    assert not tails_agree(0.0, 60, 60, counts)
    assert not tails_agree(1.5, 60, 60, counts)
    assert not tails_agree(2 * 25 / 61, 60, 60, counts)
    assert not tails_agree(2 / 201, 200, 30, counts)
    assert tails_agree(1.0, 60, 30, counts)


def test_the_same_but_for_rounding():
    assert same(0.1 + 0.2, 0.3)
    assert not same(0.3, 0.300001)
    assert not same(math.nan, 0.3)
