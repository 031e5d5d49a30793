"""Tests of request/comparison.py and request/count.py."""

import inspect

import pytest

import spminer
from spminer import Pattern, UsageError
from spminer.request import CountRequest
from spminer.request.comparison import check_comparison


def test_samples_and_directions_need_something_to_compare_with():
    check_comparison(None, None, "both")
    check_comparison("degree", 2, "under")
    for wrong in [(None, 50, "both"), (None, 100, "over"), ("degree", 1, "both"), ("degree", 100, "sideways")]:
        with pytest.raises(UsageError):
            check_comparison(*wrong)


def test_count_takes_every_option_with_its_default():
    parameters = inspect.signature(spminer.count).parameters
    for name, field in CountRequest.__dataclass_fields__.items():
        assert parameters[name].default == field.default


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"frequency": "graph", "sample": 5}, "need the anchored frequency"),
        ({"sample": 0}, "sample must be positive"),
        ({"steps": -1}, "steps must be positive"),
        ({"frequency": "often"}, "often"),
    ],
)
def test_what_makes_no_sense_for_a_pattern_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        CountRequest(**options).check(Pattern.parse("0-1@0"))
    with pytest.raises(UsageError, match="has no anchor"):
        CountRequest().check(Pattern.parse("0-1"))
