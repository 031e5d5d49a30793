"""Options as fields: what they say, what they refuse, and how messages write them."""

import threading
from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer._util.options import as_command_line, check_options, from_plain, option, option_text, options_of
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


@dataclass(frozen=True, slots=True)
class Inner:
    deep: int = 1


@dataclass(frozen=True, slots=True)
class PlainSettings:
    whole: int = 1
    number: float = 0.5
    flag: bool = True
    word: Literal["a", "b"] = "a"
    pairs: tuple[tuple[int, int], ...] = ((1, 2),)
    names: tuple[str, ...] = ()
    inner: Inner | None = field(default_factory=Inner)


@pytest.mark.parametrize(
    "values",
    [{}, {"number": 3}, {"inner": None}, {"pairs": ()}, {"names": ("x", "y")}, {"word": "b"}, {"whole": -(10**30)}],
)
def test_what_fits_is_taken_as_it_is(values):
    settings = PlainSettings(**values)
    assert check_options(settings, "settings") is settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("whole", 1.0),
        ("whole", True),
        ("whole", "1"),
        ("whole", None),
        ("number", "0.5"),
        ("number", float("nan")),
        ("number", float("inf")),
        ("number", False),
        ("flag", 1),
        ("flag", "true"),
        ("word", "c"),
        ("word", ["a"]),
        ("pairs", ((1, 2, 3),)),
        ("pairs", ((1, 2.5),)),
        ("pairs", [(1, 2)]),
        ("names", ("x", 3)),
        ("names", "x"),
        ("inner", {"deep": 1}),
        ("inner", 3),
    ],
)
def test_what_does_not_is_refused_by_name(name, value):
    with pytest.raises(UsageError, match=rf"settings: {name} must be .*, not "):
        check_options(PlainSettings(**{name: value}), "settings")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)


@given(st.sampled_from(["whole", "number", "flag", "word", "names", "inner"]), JSON)
def test_any_value_is_taken_or_refused(name, value):
    declared = {"whole": int, "number": (int, float), "flag": bool, "word": str, "names": tuple, "inner": type(None)}
    try:
        check_options(PlainSettings(**{name: value}), "settings")
    except UsageError as error:
        assert name in str(error)  # noqa: PT017
    else:
        assert isinstance(value, declared[name])


def test_plain_values_become_settings_at_every_depth():
    found = from_plain(PlainSettings, {"pairs": [[3, 4]], "names": ["x"], "inner": {"deep": 2}}, "settings")
    assert found == PlainSettings(pairs=((3, 4),), names=("x",), inner=Inner(2))
    assert from_plain(PlainSettings, {"inner": None}, "settings").inner is None
    with pytest.raises(UsageError, match="unknown settings of inner: high; known: deep"):
        from_plain(PlainSettings, {"inner": {"high": 2}}, "settings")
    with pytest.raises(UsageError, match="settings must be a table of names and values"):
        from_plain(PlainSettings, [1], "settings")
