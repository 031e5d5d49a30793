from dataclasses import replace

import pytest

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.datasets import example
from spminer.report.comparison import absence_reason, comparison_data
from spminer.results.provenance import InputFacts
from spminer.results.request import MiningRequest

EDGE, PATH, TRIANGLE = (Pattern.parse(text) for text in ("0-1@0", "0-1,1-2@0", "0-1,0-2,1-2@0"))


def found(*motifs, **options):
    return MotifSet(tuple(Motif(pattern, rank, Frequency.exact(value)) for pattern, rank, value in motifs), **options)


def test_motifs_are_matched_by_their_pattern():
    first, second = found((EDGE, 1, 4), (PATH, 1, 8)), found((TRIANGLE, 1, 9), (PATH, 2, 4))
    data = comparison_data(first, second, ("a", "b"))
    assert [(group.size, group.shared, group.only) for group in data.groups] == [(2, 0, (1, 0)), (3, 1, (0, 1))]
    shared, alone = data.groups[1].pairs
    assert (shared.id, shared.where, shared.change) == (PATH.text, "both", "-50.0%")
    assert [side.rank for side in shared.sides] == [1, 2]
    assert (alone.where, alone.sides[0].absent, alone.change) == ("second", "not in this result", "")


def test_bars_compare_both_results():
    pair = comparison_data(found((EDGE, 1, 4)), found((EDGE, 1, 8)), ("a", "b")).groups[0].pairs[0]
    assert [side.frequencies[0].share for side in pair.sides] == [0.5, 1.0]


def test_settings_that_are_equal_are_left_out():
    first, second = (
        found(
            (EDGE, 1, 4), request=MiningRequest(seed=1), settings={"m": {"walks": walks}}, input=InputFacts(source="x")
        )
        for walks in (10, 20)
    )
    assert comparison_data(first, second, ("a", "b")).rows == [
        ("source", "x", "x"),
        ("method", "auto", "auto"),
        ("seed", "1", "1"),
        ("status", "complete", "complete"),
        ("settings m walks", "10", "20"),
    ]


@pytest.mark.parametrize(
    ("options", "word"),
    [({"input": InputFacts(nodes=9)}, "inputs"), ({"status": "partial"}, "b: Partial"), ({"settings": {}}, None)],
)
def test_what_spoils_the_comparison_is_said(options, word):
    notes = comparison_data(found((EDGE, 1, 4)), found((EDGE, 1, 4), **options), ("a", "b")).notes
    assert len(notes) == (word is not None)
    assert all(word in note for note in notes)


def test_different_frequencies_are_said():
    other = MotifSet((Motif(Pattern.parse("0-1"), 1, graph_frequency=Frequency.exact(3)),))
    assert "graph" in comparison_data(found((EDGE, 1, 4)), other, ("a", "b")).notes[0]


def test_both_sides_of_a_pair_tell_what_they_were_compared_with():
    first, second = (
        MotifSet((Motif(EDGE, 1, Frequency.exact(4), against=Contrast(with_=name, samples=9, expected=expected)),))
        for name, expected in (("degree", 2.0), ("er", 3.0))
    )
    data = comparison_data(first, second, ("a", "b"))
    assert [side.contrast.main_figure.value for side in data.groups[0].pairs[0].sides] == ["2", "3"]
    assert [note[:34] for note in data.notes] == [
        "a: Compared with 9 samples of the ",
        "b: Compared with 9 samples of the ",
    ]
    assert comparison_data(first, first, ("a", "b")).notes == []
    assert "b: Not compared with anything." in comparison_data(first, found((EDGE, 1, 4)), ("a", "b")).notes


def test_a_list_that_is_full_says_no_more_than_that():
    assert absence_reason(spminer.enumerate(example(), 4, top=3), 4) == "not in its top 3"
    assert absence_reason(spminer.mine(example(), 5, top=2), 5) == "not in its top 2"


@pytest.mark.parametrize("top", [None, 1000])
def test_what_is_not_among_all_patterns_does_not_occur(top):
    assert absence_reason(spminer.enumerate(example(), 4, top=top), 4) == "does not occur"


def test_a_choice_leaves_out_what_occurs():
    assert absence_reason(spminer.mine(example(), 4, top=1000, support=30), 4) == "not in its top 1000"
    assert absence_reason(spminer.mine(example(), 4, top=1000, merge_anchors=True), 4) == "not in its top 1000"


def test_a_size_that_was_not_asked_for_and_a_run_that_was_stopped():
    result = spminer.enumerate(example(), 4, top=None)
    assert absence_reason(result, 5) == "this size was not asked for"
    stopped = replace(result, status="partial", motifs=tuple(replace(motif, proven=False) for motif in result))
    assert absence_reason(stopped, 4) == "not found before the run stopped"


def test_a_result_that_does_not_say_what_was_asked():
    assert absence_reason(MotifSet(()), 4) == "not in this result"
