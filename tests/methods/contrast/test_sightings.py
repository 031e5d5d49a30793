"""Tests of methods/contrast/sightings.py."""

import math

import pytest

from spminer import Pattern
from spminer.methods.contrast.sightings import Sighting, Sightings

PATTERNS = [Pattern.parse(text).canonical() for text in ("0-1@0", "0-1,1-2@0", "0-1,1-2@1", "0-1,1-2,2-0@0")]


def test_what_comes_with_bounds_is_known_best():
    found = Sightings()
    found.add(Sighting(PATTERNS[0], 9.0))
    found.add(Sighting(PATTERNS[0], 7.0, {1: 8.0, -1: math.inf}))
    found.add(Sighting(PATTERNS[0], 8.5, {1: math.inf, -1: 2.0}))
    [one] = found.met.values()
    assert one.score == 8.5
    assert one.most == {1: 8.0, -1: 2.0}
    found.add(Sighting(PATTERNS[0], 20.0))
    assert found.met[PATTERNS[0]].score == 8.5


@pytest.mark.parametrize(
    ("direction", "expected"), [("both", [5.0, -4.0]), ("over", [5.0, 3.0]), ("under", [-4.0, -1.0])]
)
def test_each_direction_has_its_room(direction, expected):
    found = Sightings()
    for pattern, score in zip(PATTERNS, (5.0, 3.0, -4.0, -1.0), strict=True):
        found.add(Sighting(pattern, score))
    proposed, rest = found.proposals(direction, 2)
    assert [one.score for one in proposed] == expected
    assert rest == {1: math.inf, -1: math.inf}


def test_what_one_direction_leaves_is_for_the_other():
    found = Sightings()
    for pattern, score in zip(PATTERNS, (5.0, 3.0, 2.0, -1.0), strict=True):
        found.add(Sighting(pattern, score))
    assert [one.score for one in found.proposals("both", 3)[0]] == [5.0, 3.0, -1.0]


def test_the_rest_is_bounded_by_what_was_not_proposed_and_what_was_not_met():
    found = Sightings(unseen={1: 1.5, -1: 0.5})
    for pattern, score in zip(PATTERNS, (5.0, 3.0, 2.0, 0.0), strict=True):
        found.add(Sighting(pattern, score, {1: score + 1, -1: math.inf}))
    assert found.proposals("over", 2)[1] == {1: 3.0, -1: 0.5}
    # Few enough to judge them all: then only what was not met is left.
    every, rest = found.proposals("over", 4)
    assert len(every) == 4
    assert rest == {1: 1.5, -1: 0.5}


def path(size):
    return Pattern.parse(",".join(f"{node}-{node + 1}" for node in range(size - 1)) + "@0").canonical()


def test_patterns_that_are_equal_on_both_sides_fill_the_room():
    sightings = Sightings()
    for number, score in ((2, 0.0), (3, 1.0), (4, 0.0), (5, -1.0)):
        sightings.add(Sighting(path(number), score))
    proposed, _ = sightings.proposals("both", 3)
    assert [one.pattern.size for one in proposed] == [3, 5, 4]  # the first by its text
    assert [one.pattern.size for one in sightings.proposals("over", 2)[0]] == [3, 4]


def test_more_anchors_count_more_than_a_larger_score():
    sightings = Sightings()
    sightings.add(Sighting(path(3), -7.0, asked=60))
    sightings.add(Sighting(path(3), 4.0, asked=400))
    sightings.add(Sighting(path(3), 9.0, asked=60))
    assert [(one.score, one.asked) for one in sightings.met.values()] == [(4.0, 400)]
    sightings.add(Sighting(path(3), 3.5, asked=1000))
    assert sightings.met[path(3)].score == 3.5
    assert sightings.best(1, 5) == [path(3)]
    assert sightings.best(-1, 5) == []
