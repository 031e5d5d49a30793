from dataclasses import dataclass
from typing import Literal

import pytest

from spminer import UsageError
from spminer.running.ranges import check_at_least, check_choice, check_positive


@dataclass
class Settings:
    width: object = 3
    kind: str = "soft"


def test_what_is_allowed_passes():
    check_at_least(Settings(), width=3)
    check_at_least(Settings(width=None), width=3)
    check_positive(Settings(), "width")
    check_choice(Settings(), "kind", Literal["soft", "hard"])


def test_what_is_too_small_is_refused():
    with pytest.raises(UsageError, match="width must be at least 4, not 3"):
        check_at_least(Settings(), width=4)
    with pytest.raises(UsageError, match="width must be at least 4, not nan"):
        check_at_least(Settings(width=float("nan")), width=4)


@pytest.mark.parametrize("wrong", [0, -1, 2.5, None, "3"])
def test_what_is_no_positive_whole_number_is_refused(wrong):
    with pytest.raises(UsageError, match="whole number of at least 1"):
        check_positive(Settings(width=wrong), "width")


def test_other_choices_are_refused():
    with pytest.raises(UsageError, match="choose one of soft, hard"):
        check_choice(Settings(kind="mild"), "kind", Literal["soft", "hard"])
