import math

import pytest

from spminer import UsageError
from spminer.frequencies.least import check_support, least_count


@pytest.mark.parametrize("support", [0, -1, 1.5, math.inf, math.nan, -0.2])
def test_what_is_no_support_is_refused(support):
    with pytest.raises(UsageError, match="a share above 0 and up to 1, or a whole number above 1"):
        check_support(support)


@pytest.mark.parametrize(
    ("support", "whole", "least"), [(2, 9, 2), (2.0, 9, 2), (0.07, 100, 7), (1, 8, 8), (0.01, 8, 1)]
)
def test_shares_and_numbers(support, whole, least):
    check_support(support)
    assert least_count(support, whole) == least
