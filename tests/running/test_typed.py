"""Tests of running/typed.py: settings of a wrong type are refused by name, for any value that a file can hold."""

from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.errors import UsageError
from spminer.running.typed import checked


@dataclass(frozen=True, slots=True)
class Inner:
    deep: int = 1


@dataclass(frozen=True, slots=True)
class Settings:
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
    settings = Settings(**values)
    assert checked(settings, "settings") is settings


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
        checked(Settings(**{name: value}), "settings")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)


@given(st.sampled_from(["whole", "number", "flag", "word", "names", "inner"]), JSON)
def test_any_value_is_taken_or_refused(name, value):
    declared = {"whole": int, "number": (int, float), "flag": bool, "word": str, "names": tuple, "inner": type(None)}
    try:
        checked(Settings(**{name: value}), "settings")
    except UsageError as error:
        assert name in str(error)  # noqa: PT017
    else:
        assert isinstance(value, declared[name])
