"""Tests of _util/validation.py: settings of a wrong type are refused by name, for any value that a file can hold."""

import math
from dataclasses import dataclass, field
from typing import Literal

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer._util.validation import check_at_least, checked
from spminer.errors import UsageError

KARATE = nx.karate_club_graph()


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: spminer.mine(KARATE, size=4), "mine.. has no argument 'size', did you mean 'sizes'"),
        (lambda: spminer.mine(KARATE, sizes=3, beem=4), "has no setting 'beem'"),
        (lambda: spminer.mine(KARATE, sizes=3, tops=4), "did you mean 'top'"),
        (lambda: spminer.count("0-1@0", KARATE, frequncy="graph"), "did you mean 'frequency'"),  # codespell:ignore
        (lambda: spminer.enumerate(KARATE, sizes=3), "enumerate.. has no argument 'sizes', did you mean 'size'"),
        (lambda: spminer.describe(KARATE, thread=1), "did you mean 'threads'"),
        (lambda: spminer.read("x.csv", lable="class"), "did you mean 'label'"),  # codespell:ignore
        (lambda: spminer.profile(KARATE, ["0-1"], node="1"), "did you mean 'nodes'"),
        (lambda: spminer.describe(KARATE, zzz=1), "it has: graphs, threads"),
    ],
)
def test_a_misspelt_argument_names_the_right_one(call, meant):
    with pytest.raises(UsageError, match=meant):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: spminer.count("0-1@0", KARATE, induced="no"), "induced must be true or false, not 'no'"),
        (lambda: spminer.count("0-1@0", KARATE, induced=0), "induced must be true or false, not 0"),
        (lambda: spminer.enumerate(KARATE, 3, top="3"), "top must be a whole number, not '3'"),
        (lambda: spminer.mine(KARATE, 3, "3"), "top must be a whole number, not '3'"),
        (lambda: spminer.mine(KARATE, 3, resume="no"), "resume must be true or false, not 'no'"),
        (lambda: spminer.count("0-1@0", KARATE, time_limit=math.nan), "time_limit must be a number, not nan"),
        (lambda: spminer.enumerate(KARATE, 3, top=True), "top must be a whole number, not True"),
        (lambda: spminer.describe(KARATE, threads=1.5), "threads must be a whole number, not 1.5"),
    ],
)
def test_a_value_of_another_type_is_refused(call, message):
    with pytest.raises(UsageError, match=message):
        call()


def test_numbers_and_switches_of_numpy_are_taken():
    given = spminer.enumerate(KARATE, 3, top=np.int64(1), examples=0, time_limit=math.inf)
    assert len(given) == 1
    assert spminer.count("0-1,1-2@0", KARATE, induced=np.False_).frequency.value == 34


def test_settings_of_methods_are_known():
    assert spminer.mine(KARATE, sizes="3", method="grow", beam=5).motifs


@pytest.mark.parametrize(
    "call",
    [
        lambda seed: spminer.mine(KARATE, 3, seed=seed),
        lambda seed: spminer.count("0-1@0", KARATE, sample=3, seed=seed),
        lambda seed: spminer.enumerate(KARATE, 3, against="degree", seed=seed),
        lambda seed: spminer.embed_nodes(KARATE, seed=seed),
        lambda seed: spminer.randomize(KARATE, seed=seed),
    ],
)
@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(call, seed):
    with pytest.raises(UsageError, match=f"the seed is {seed}; it must be between 0 and"):
        call(seed)


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


@dataclass
class RangeSettings:
    width: object = 3


def test_what_is_allowed_passes():
    check_at_least(RangeSettings(), width=3)
    check_at_least(RangeSettings(width=None), width=3)


def test_what_is_too_small_is_refused():
    with pytest.raises(UsageError, match="width must be at least 4, not 3"):
        check_at_least(RangeSettings(), width=4)
    with pytest.raises(UsageError, match="width must be at least 4, not nan"):
        check_at_least(RangeSettings(width=float("nan")), width=4)
