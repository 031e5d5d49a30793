from dataclasses import replace

import numpy as np
import pytest

from spminer import Frequency, Pattern
from spminer.methods.grow.levels import Level, Slots

PATTERNS = tuple(Pattern.parse(text).canonical() for text in ("0-1,1-2@0", "0-1,1-2,2-0@0", "0-1,1-2@1"))
LEVEL = Level(
    patterns=PATTERNS,
    count=np.array([9, 7, 5]),
    bound=np.array([9, 7, 6]),
    expected=np.array([9.0, 7.0, 5.5]),
    node_sets=np.array([90.0, 70.0, 50.0]),
    images=np.array([8, 6, 4]),
    outside=3,
)
ALL, SAMPLE = (Slots(np.arange(10, dtype=np.int32), np.arange(11), population) for population in (10, 40))


def test_a_level_comes_back_from_its_arrays():
    again = Level.from_arrays(LEVEL.arrays())
    assert again.patterns == LEVEL.patterns
    assert again.outside == 3
    for name in ("count", "bound", "expected", "node_sets", "images"):
        assert np.array_equal(getattr(again, name), getattr(LEVEL, name))


@pytest.mark.parametrize(
    ("changes", "top", "proven"),
    [
        ({}, 2, True),
        ({}, 3, False),  # the third is not decided
        ({"outside": 7}, 2, False),  # another may tie with the second
        ({"bound": np.array([9, 7, 8])}, 2, False),  # the third may pass the second
        ({"bound": np.array([10, 7, 6])}, 2, False),  # the first is not decided
        ({"bound": np.array([9, 7, 5])}, 5, False),  # fewer than asked for, and there may be others
        ({"bound": np.array([9, 7, 5]), "outside": 0}, 5, True),
    ],
)
def test_what_is_proven(changes, top, proven):
    assert replace(LEVEL, **changes).proven(top) == proven


@pytest.mark.parametrize(
    ("changes", "top", "proven"),
    [
        ({"bound": np.array([9, 7, 5])}, 2, True),
        ({"bound": np.array([9, 7, 5])}, 3, False),  # two patterns with three anchors, and there may be others
        ({"bound": np.array([9, 7, 5]), "outside": 0}, 3, True),
        ({"bound": np.array([9, 7, 8])}, 2, True),  # the third is the first with another anchor
        ({"bound": np.array([9, 7, 10])}, 2, False),  # which may be its best
    ],
)
def test_what_is_proven_of_patterns_with_their_best_anchors(changes, top, proven):
    assert replace(LEVEL, **changes).proven(top, merge_anchors=True) == proven


def test_anchors_of_all_nodes_are_exact_or_bounded():
    first, _, third = LEVEL.candidates("anchored", ALL)
    assert (first.known["anchored"], first.node_sets) == (Frequency.exact(9), 90.0)
    assert third.known["anchored"] == Frequency.lower_bound(5, 6)


def test_anchors_of_a_sample_are_estimates():
    first = LEVEL.candidates("anchored", SAMPLE)[0]
    known = first.known["anchored"]
    assert (known.value, known.kind, first.score) == (36.0, "estimate", 36.0)
    assert known.low <= 36 <= known.high


def test_other_objectives():
    assert LEVEL.candidates("transactions", ALL)[0].known["transactions"] == Frequency.exact(9)
    assert LEVEL.candidates("graph", ALL)[0].known == {}
    assert LEVEL.candidates("graph", ALL)[0].score == 90.0
    assert LEVEL.candidates("images", ALL)[0].known["images"] == Frequency.lower_bound(8, 9)
    assert LEVEL.candidates("images", SAMPLE)[0].known["images"] == Frequency.lower_bound(8)
    assert all(found.pattern.anchor is None for found in LEVEL.candidates("images", ALL))


def test_slots_know_whether_they_are_all():
    assert (len(ALL), ALL.all, SAMPLE.all) == (10, True, False)
