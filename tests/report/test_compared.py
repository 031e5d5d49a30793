import pytest

from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.report.compared import axis_names, compared_with, direction_words, ranked_by_surprise, side_names
from spminer.results.provenance import InputFacts

EDGE = Pattern.parse("0-1@0")


def result(*contrasts, scores=(), **frequencies):
    scores = scores or [1.0] * len(contrasts)
    frequencies = frequencies or {"anchored_frequency": Frequency.exact(3)}
    motifs = [
        Motif(EDGE, rank, **frequencies, score=score, against=contrast)
        for rank, (contrast, score) in enumerate(zip(contrasts, scores, strict=True), start=1)
    ]
    return MotifSet(tuple(motifs), input=InputFacts(source="data/here.csv"))


NULL = Contrast(with_="degree", samples=100, expected=2.0, spread=1.0)
FEWER = Contrast(with_="degree", samples=40, expected=2.0, spread=1.0)
SHARES = Contrast(with_="data/there.csv", expected=2.0, share=0.5, other_share=0.25)
CLASSES = Contrast(with_="class:1,-1", expected=2.0, share=0.5, other_share=0.25)
RATES = Contrast(with_="data/there.csv", expected=2.0)


def test_nothing_is_said_if_nothing_was_compared():
    assert compared_with(result(None)) is None
    assert compared_with(MotifSet(())) is None
    assert not ranked_by_surprise(result(None))


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (result(NULL), "Compared with 100 samples of the null model degree: shuffled copies that keep the degree of"),
        (result(NULL, FEWER), "Compared with 100 samples (some motifs with 40) of the null model degree"),
        (result(SHARES), "Compared with there.csv, by shares of nodes."),
        (result(SHARES, transaction_support=Frequency.exact(1)), "Compared with there.csv, by shares of graphs."),
        (result(RATES, graph_frequency=Frequency.exact(1)), "Compared with there.csv, by occurrences per node."),
        (result(Contrast(with_="class:Toxic,B")), "Class Toxic compared with class B of the same collection"),
        (result(CLASSES), "Class 1 compared with class -1 of the same collection, by shares of graphs."),
    ],
)
def test_the_head_says_what_was_compared(found, sentence):
    assert compared_with(found).startswith(sentence)


def test_a_motif_without_a_comparison_does_not_hide_those_of_others():
    assert compared_with(result(None, NULL)).startswith("Compared with 100 samples")


def test_axes_are_named_by_what_they_show():
    assert axis_names(result(NULL)) == ("expected: mean of 100 samples", "anchored frequency")
    assert axis_names(result(SHARES)) == ("share in there.csv", "share in here.csv")
    assert axis_names(result(RATES)) == ("expected: as in there.csv", "anchored frequency")
    assert axis_names(result(CLASSES)) == ("share in class -1", "share in class 1")
    long = axis_names(result(Contrast(with_="x" * 200, share=0.5, other_share=0.2)))
    assert len(long[0]) < 40


def test_only_a_null_model_tells_what_to_expect():
    assert direction_words(result(NULL))["over"] == "more than expected"
    assert direction_words(result(SHARES))["over"] == "more here"


def test_sides_of_classes_have_their_names():
    assert side_names(result(CLASSES)) == ("class 1", "class -1")
    assert side_names(result(SHARES)) == ("here.csv", "there.csv")


def test_an_order_by_something_else_is_not_called_one_by_surprise():
    assert ranked_by_surprise(result(NULL, NULL, scores=(-5.0, 3.0)))
    assert not ranked_by_surprise(result(NULL, NULL, scores=(3.0, -5.0)))
