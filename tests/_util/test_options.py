"""Options as fields: what they say, what they refuse, and how messages write them."""

import threading
from dataclasses import dataclass, field
from typing import Literal

import pytest

from spminer._util.options import as_command_line, check_options, option, option_text, options_of
from spminer.errors import UsageError


@dataclass(frozen=True)
class Settings:
    """Settings of all kinds."""

    beam: int = option(100, "Patterns that are kept.", minimum=1, group="Search", metavar="N")
    share: float | None = option(None, "Share of the nodes.", minimum=0, maximum=1)
    most: int = option(5, "At most.", maximum=9)
    rank: Literal["score", "visits"] = option("score", "What ranks.")
    extra: dict = option({}, "Further values.")
    inner: int = field(default=0, repr=False)


def test_options_are_told_in_order_without_other_fields():
    options = options_of(Settings)
    assert list(options) == ["beam", "share", "most", "rank", "extra"]
    assert (options["beam"].group, options["beam"].metavar, options["beam"].minimum) == ("Search", "N", 1)


def test_values_within_bounds_are_returned():
    settings = Settings(beam=1, share=1, most=9)
    assert check_options(settings) is settings


def test_a_default_that_can_change_is_not_shared():
    first, second = Settings(), Settings()
    first.extra["a"] = 1
    assert second.extra == {}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"beam": 0}, "beam must be at least 1, not 0"),
        ({"beam": "4"}, "beam must be a whole number, not '4'"),
        ({"beam": True}, "beam must be a whole number, not True"),
        ({"share": 1.5}, "share must be between 0 and 1, not 1.5"),
        ({"share": float("nan")}, "share must be a number or nothing, not nan"),
        ({"most": 10}, "most must be at most 9, not 10"),
        ({"rank": "size"}, "rank must be one of score, visits, not 'size'"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(values, message):
    with pytest.raises(UsageError) as error:
        check_options(Settings(**values))
    assert str(error.value) == message


def test_messages_have_the_options_of_the_command_line_only_there():
    assert option_text("directed", value=False) == "directed=False"
    with as_command_line():
        assert option_text("directed", value=False) == "--undirected"
        assert option_text("header", value=False) == "--no-header"
        assert option_text("source", value=2) == "--source 2"
    assert option_text("source", value=2) == "source=2"


def test_other_threads_have_the_words_of_python():
    said = []
    with as_command_line():
        thread = threading.Thread(target=lambda: said.append(option_text("ids", "text")))
        thread.start()
        thread.join()
    assert said == ["ids='text'"]
