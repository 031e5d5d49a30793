import pytest

from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.report import summary
from spminer.report.summary import (
    axis_names,
    describe_reference,
    direction_words,
    ranked_by_surprise,
    short_name,
    side_names,
)
from spminer.results.provenance import InputFacts
from spminer.results.request import MiningRequest, Plan, Stage

EDGE = Pattern.parse("0-1@0")


def test_nested_facts_are_named_in_words():
    nested = {"degree": {"max": 17, "mean": 4.588}, "directed": False, "top": None}
    assert summary.facts(nested) == [("degree max", "17"), ("degree mean", "4.59"), ("directed", "no")]


def test_what_is_not_known_of_a_result_is_left_out():
    result = MotifSet((), input=InputFacts(nodes=3, directed=False))
    assert summary.input_facts(result) == [("nodes", "3"), ("directed", "no")]
    assert summary.settings(result) == []


def test_options_and_settings_are_facts():
    result = MotifSet((), request=MiningRequest(sizes=(3, 4, 5)), settings={"grow": {"beam": 7}})
    assert {("sizes", "3 to 5"), ("verify both", "no"), ("settings grow beam", "7")} <= set(summary.settings(result))


def test_ranges_of_sizes_are_short():
    assert summary.facts({"sizes": [5, 6, 7], "others": [5, 7, 8]}) == [("sizes", "5 to 7"), ("others", "5, 7, 8")]


def test_a_partial_result_warns():
    warnings = summary.warnings(MotifSet((Motif(EDGE, 1),), status="partial", stop_reason="time limit"))
    assert len(warnings) == 1
    assert "time limit" in warnings[0]
    assert summary.warnings(MotifSet((Motif(EDGE, 1),))) == []


def test_warnings_are_sentences():
    assert summary.warnings(MotifSet((Motif(EDGE, 1),), warnings=("few nodes",))) == ["Few nodes."]


@pytest.mark.parametrize(
    ("motifs", "words"),
    [
        ([Motif(EDGE, 1, Frequency.exact(3), proven=True)] * 2, "(all proven)"),
        (
            [Motif(EDGE, 1, Frequency.exact(3)), *[Motif(EDGE, 2, Frequency.lower_bound(2))] * 2],
            "(1 exact, 2 lower bounds)",
        ),
        ([Motif(EDGE, 1, score=1.0)], "(1 not counted)"),
    ],
)
def test_the_summary_says_how_sure_the_frequencies_are(motifs, words):
    assert words in summary.summary(MotifSet(tuple(motifs)))


def test_the_summary_says_that_surprise_ranks():
    contrast = Contrast(with_="degree", samples=9)
    motifs = [Motif(EDGE, rank, Frequency.exact(3), score=9.0 - rank, against=contrast) for rank in (1, 2)]
    assert "ranked by the surprise of their number of nodes (all exact)" in summary.summary(MotifSet(tuple(motifs)))
    assert "surprise" not in summary.summary(MotifSet((Motif(EDGE, 1, Frequency.exact(3)),)))


def test_times_and_versions():
    result = MotifSet((), timing_s={"total": 2.0, "embed": 0.0}, peak_memory_bytes=3 * 2**20, versions={"spminer": "9"})
    assert summary.timing(result) == [("total", "2 s"), ("peak memory", "3 MiB")]
    assert summary.version_facts(result) == [("spminer", "9")]


def test_the_plan_is_told_without_its_forecast():
    stage = Stage("exact", (3, 4), "few", 2e6, 9.0)
    assert summary.plan_lines(MotifSet((), plan=Plan((stage,)))) == [
        "sizes 3-4: exact (few, about 2,000,000 subgraphs)"
    ]


@pytest.mark.parametrize(
    ("source", "name"),
    [(None, "graph"), ("a/b.csv", "b.csv"), ("club (bundled example)", "club (bundled example)"), ("x/a, y/b", "a, b")],
)
def test_the_input_has_a_short_name(source, name):
    assert summary.input_name(MotifSet((), input=InputFacts(source=source))) == name


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
    assert describe_reference(result(None)) is None
    assert describe_reference(MotifSet(())) is None
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
    assert describe_reference(found).startswith(sentence)


def test_a_motif_without_a_comparison_does_not_hide_those_of_others():
    assert describe_reference(result(None, NULL)).startswith("Compared with 100 samples")


def test_axes_are_named_by_what_they_show():
    assert axis_names(result(NULL)) == ("expected: mean of 100 samples", "frequency (nodes)")
    assert axis_names(result(SHARES)) == ("share in there.csv", "share in here.csv")
    assert axis_names(result(RATES)) == ("expected: as in there.csv", "frequency (nodes)")
    assert axis_names(result(CLASSES)) == ("share in class -1", "share in class 1")
    long = axis_names(result(Contrast(with_="x" * 200, share=0.5, other_share=0.2)))
    assert len(long[0]) < 40


def test_only_a_null_model_tells_what_to_expect():
    assert direction_words(result(NULL))["over"] == "more than expected"
    assert direction_words(result(SHARES))["over"] == "more in here.csv"
    assert direction_words(result(CLASSES))["under"] == "less in class 1"


def test_sides_of_classes_have_their_names():
    assert side_names(result(CLASSES)) == ("class 1", "class -1")
    assert side_names(result(SHARES)) == ("here.csv", "there.csv")


def test_an_order_by_something_else_is_not_called_one_by_surprise():
    assert ranked_by_surprise(result(NULL, NULL, scores=(-5.0, 3.0)))
    assert not ranked_by_surprise(result(NULL, NULL, scores=(3.0, -5.0)))


@pytest.mark.parametrize(
    ("source", "name"),
    [("/a/b.csv", "b.csv"), ("tu:ENZYMES", "tu:ENZYMES"), ("club (bundled example)", "club (bundled example)")],
)
def test_folders_are_left_out_and_nothing_else(source, name):
    assert short_name(source) == name
