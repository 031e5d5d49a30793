from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from spminer.errors import InputError
from spminer.results.fields import NUMBER, maybe
from spminer.results.typed import record_of


@dataclass
class Inner:
    word: Literal["a", "b"]


@dataclass
class Outer:
    flag: bool
    number: float
    path: Path
    inner: Inner
    many: tuple[Inner, ...]
    named: dict[str, int]
    count: int | None = None


RIGHT = {
    "flag": True,
    "number": 0.5,
    "path": "x",
    "inner": {"word": "a"},
    "many": [{"word": "b"}],
    "named": {"x": 1},
    "count": None,
}


def test_what_a_dataclass_declares_is_taken():
    record_of(Outer)(RIGHT, "")
    record_of(Outer)({**RIGHT, "count": 3}, "")


@pytest.mark.parametrize(
    "wrong",
    [
        {"flag": 1},
        {"number": "0.5"},
        {"number": None},
        {"path": 3},
        {"inner": {"word": "c"}},
        {"many": [{}]},
        {"named": {"x": "1"}},
        {"count": 1.5},
    ],
)
def test_what_it_does_not_declare_is_refused(wrong):
    with pytest.raises(InputError):
        record_of(Outer)({**RIGHT, **wrong}, "")


def test_fields_left_out_and_fields_that_may_be_missing():
    assert "flag" not in record_of(Outer, without=("flag",)).schema["properties"]
    record_of(Outer, optional=True)({}, "")
    with pytest.raises(InputError, match="has no flag"):
        record_of(Outer)({}, "")


def test_numbers_may_be_something_else():
    record_of(Outer, number=maybe(NUMBER))({**RIGHT, "number": None}, "")


def test_a_type_that_json_does_not_have_is_a_mistake():
    @dataclass
    class Odd:
        things: set[int]

    with pytest.raises(TypeError, match="no kind of field"):
        record_of(Odd)
