import pytest

from spminer import Frequency, Pattern
from spminer.methods.base import Candidate
from spminer.mining.rank import rank

PATH, MIDDLE, TRIANGLE = (Pattern.parse(text).canonical() for text in ("0-1,1-2@0", "0-1,1-2@1", "0-1,1-2,2-0@0"))


def candidate(pattern, value=None, score=0.0, node_sets=None, kind="exact", **known):
    if value is not None:
        known["anchored"] = Frequency.exact(value) if kind == "exact" else Frequency.lower_bound(value)
    return Candidate(pattern, score, known, node_sets)


def ranked(*candidates, top=9, **options):
    return [found.pattern for found in rank(candidates, "anchored", top, **options)]


def test_the_most_frequent_first_and_no_more_than_asked_for():
    assert ranked(candidate(PATH, 3), candidate(TRIANGLE, 5), candidate(MIDDLE, 4), top=2) == [TRIANGLE, MIDDLE]


def test_what_does_not_occur_is_left_out():
    assert ranked(candidate(PATH, 0), candidate(TRIANGLE, 1)) == [TRIANGLE]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (candidate(PATH, 3, graph=Frequency.exact(9)), candidate(TRIANGLE, 3, graph=Frequency.exact(1))),
        (candidate(PATH, 3, node_sets=9.0), candidate(TRIANGLE, 3, node_sets=1.0)),
        (candidate(TRIANGLE, 3), candidate(PATH, 3)),  # more edges
        (candidate(MIDDLE, 3), candidate(PATH, 3)),  # by text
        (candidate(PATH, 3, 0.9, kind="bound"), candidate(TRIANGLE, 3, 0.1, kind="bound")),  # by score
    ],
)
def test_ties(first, second):
    assert ranked(second, first) == [first.pattern, second.pattern]


def test_what_nothing_is_known_of_was_met_once():
    [found] = rank([candidate(PATH)], "anchored", 1)
    assert found.known["anchored"] == Frequency.lower_bound(1)


def test_anchors_can_be_merged():
    found = (candidate(PATH, 3), candidate(MIDDLE, 5), candidate(TRIANGLE, 4))
    assert ranked(*found, merge_anchors=True) == [MIDDLE, TRIANGLE]
