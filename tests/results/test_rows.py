"""Tests of results/rows.py: each pattern once, anchors inside, ties as ties."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.datasets import example
from spminer.results.rows import rows_of
from support.builders import collection
from support.strategies import labeled_graphs

EDGE = Pattern.parse("0-1@0")


def places(*frequencies):
    """The places of motifs with these frequencies, in this order."""
    ranked = enumerate(frequencies, start=1)
    motifs = (Motif(Pattern.parse(f"0-1;a,{rank}@0"), rank, frequency) for rank, frequency in ranked)
    return [row.place for row in rows_of(MotifSet(tuple(motifs)))]


def estimate(value, slack):
    return Frequency(value, "estimate", value - slack, value + slack)


def exact(*values):
    return [Frequency.exact(value) for value in values]


def test_equal_frequencies_share_a_rank():
    assert places(*exact(9, 7, 7, 7, 5)) == ["1", "=2", "=2", "=2", "5"]


def test_overlapping_intervals_are_ties_too():
    assert places(estimate(90, 2), estimate(80, 5), estimate(78, 5), estimate(60, 5)) == ["1", "~2", "~2", "4"]


def test_overlaps_do_not_chain():
    # The third overlaps the second but is certainly below the first.
    assert places(estimate(90, 3), estimate(86, 3), estimate(82, 3)) == ["~1", "~1", "~2"]


def test_a_lower_bound_may_be_anything_above():
    assert places(*exact(9), Frequency.lower_bound(5)) == ["~1", "~1"]
    assert places(*exact(9), Frequency.lower_bound(5, 8)) == ["1", "2"]


@st.composite
def descending_frequencies(draw):
    values = sorted(draw(st.lists(st.integers(1, 12), min_size=1, max_size=8)), reverse=True)
    kinds = st.sampled_from(["exact", "estimate", "lower bound", "bounded"])
    slack = st.integers(0, 4)
    made = {
        "exact": Frequency.exact,
        "estimate": lambda value: Frequency(value, "estimate", value - draw(slack), value + draw(slack)),
        "lower bound": Frequency.lower_bound,
        "bounded": lambda value: Frequency.lower_bound(value, value + draw(slack)),
    }
    return [made[draw(kinds)](value) for value in values]


@given(descending_frequencies())
def test_a_place_is_that_of_the_first_that_overlaps(frequencies):
    expected = []
    for own in frequencies:
        high = math.inf if own.high is None else own.high
        touching = [
            place
            for place, other in enumerate(frequencies, start=1)
            if other.low <= high and own.low <= (math.inf if other.high is None else other.high)
        ]
        exact = all(frequencies[place - 1].kind == "exact" for place in touching)
        expected.append(f"{'' if len(touching) == 1 else '=' if exact else '~'}{touching[0]}")
    assert places(*frequencies) == expected


def test_places_of_many_equal_motifs_take_linear_work():
    compared = 0

    class Counted(int):
        def __lt__(self, other):
            nonlocal compared
            compared += 1
            return int(self) < other

        def __le__(self, other):
            nonlocal compared
            compared += 1
            return int(self) <= other

        __hash__ = int.__hash__

    def work(count):
        nonlocal compared
        compared = 0
        assert places(*[Frequency(Counted(7), "exact", Counted(7), Counted(7))] * count) == ["=1"] * count
        return compared

    assert 100 < work(400) < 6 * work(100)


def test_ranks_by_something_else_have_no_ties():
    assert places(*exact(5, 7, 7)) == ["1", "2", "3"]


def test_distinct_motifs_are_rows_without_ties():
    result = spminer.mine(spminer.from_edges([(0, 1), (1, 2)]), 3, distinct=True)
    assert [(row.place, row.motif.covers.value) for row in rows_of(result)] == [("1", 2), ("2", 1)]
    assert len({row.motif.pattern.without_anchor() for row in rows_of(result)}) == 1


def test_unknown_frequencies_have_no_ties():
    assert [row.place for row in rows_of(MotifSet((Motif(EDGE, 1), Motif(EDGE, 2))))] == ["1", "2"]


def test_a_pattern_is_not_tied_with_itself():
    path = [Pattern.parse(text).canonical() for text in ("0-1,1-2@0", "0-1,1-2@1")]
    result = MotifSet(tuple(Motif(pattern, rank, Frequency.exact(4)) for rank, pattern in enumerate(path, 1)))
    assert [row.place for row in rows_of(result)] == ["1"]
    assert [row.place for row in rows_of(result, all_anchors=True)] == ["=1", "=1"]


def test_motifs_without_anchors_are_rows():
    result = spminer.enumerate(example(), 4, frequency="graph")
    assert all(motif.pattern.anchor is None for motif in result)
    assert [row.motif for row in rows_of(result)] == list(result)


def test_sizes_are_apart():
    result = spminer.mine(example(), "3-4", top=20)
    assert [row.motif.size for row in rows_of(result)].count(3) == 2
    assert [row.motif.size for row in rows_of(result)].count(4) == 6


@given(graph=labeled_graphs(max_nodes=6))
def test_rows_hold_every_motif_once_and_number_its_anchor(graph):
    result = spminer.mine(collection(graph), "2-4", top=30, method="exact", examples=0)
    rows = rows_of(result)
    assert sorted((motif.size, motif.rank) for row in rows for motif in row.motifs) == [
        (motif.size, motif.rank) for motif in result
    ]
    plain = [row.motif.pattern.without_anchor() for row in rows]
    assert len(set(plain)) == len(plain)
    for row in rows:
        assert row.motif.rank < min((other.motif.rank for other in row.others), default=99)
        for other in row.others:
            assert replace(row.motif.pattern, anchor=other.node).canonical() == other.motif.pattern


@pytest.mark.parametrize("all_anchors", [False, True])
def test_rows_are_in_the_order_of_the_result(all_anchors):
    result = spminer.mine(example(), "3-5", top=10)
    order = [(row.motif.size, row.motif.rank) for row in rows_of(result, all_anchors=all_anchors)]
    assert order == sorted(order)
    assert (len(order) == len(result)) == all_anchors


def test_ranks_by_surprise_are_no_ties_of_frequencies():
    path, triangle = (Pattern.parse(text).canonical() for text in ("0-1,1-2@0", "0-1,1-2,2-0@0"))
    motifs = tuple(
        Motif(pattern, rank, Frequency.exact(5), against=Contrast(with_="degree", expected=expected))
        for rank, (pattern, expected) in enumerate(((path, 1.0), (triangle, 3.0)), start=1)
    )
    assert [row.place for row in rows_of(MotifSet(motifs))] == ["1", "2"]
