import pytest

from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.report import facts
from spminer.results.provenance import InputFacts
from spminer.results.request import MiningRequest, Plan, Stage

EDGE = Pattern.parse("0-1@0")


def test_nested_facts_are_named_in_words():
    nested = {"degree": {"max": 17, "mean": 4.588}, "directed": False, "top": None}
    assert facts.facts(nested) == [("degree max", "17"), ("degree mean", "4.59"), ("directed", "no")]


def test_what_is_not_known_of_a_result_is_left_out():
    result = MotifSet((), input=InputFacts(nodes=3, directed=False))
    assert facts.input_facts(result) == [("nodes", "3"), ("directed", "no")]
    assert facts.settings(result) == []


def test_options_and_settings_are_facts():
    result = MotifSet((), request=MiningRequest(sizes=(3, 4, 5)), settings={"grow": {"beam": 7}})
    assert {("sizes", "3 to 5"), ("verify both", "no"), ("settings grow beam", "7")} <= set(facts.settings(result))


def test_ranges_of_sizes_are_short():
    assert facts.facts({"sizes": [5, 6, 7], "others": [5, 7, 8]}) == [("sizes", "5 to 7"), ("others", "5, 7, 8")]


def test_a_partial_result_warns():
    warnings = facts.warnings(MotifSet((Motif(EDGE, 1),), status="partial", stop_reason="time limit"))
    assert len(warnings) == 1
    assert "time limit" in warnings[0]
    assert facts.warnings(MotifSet((Motif(EDGE, 1),))) == []


def test_warnings_are_sentences():
    assert facts.warnings(MotifSet((Motif(EDGE, 1),), warnings=("few nodes",))) == ["Few nodes."]


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
    assert words in facts.summary(MotifSet(tuple(motifs)))


def test_the_summary_says_that_surprise_ranks():
    contrast = Contrast(with_="degree", samples=9)
    motifs = [Motif(EDGE, rank, Frequency.exact(3), score=9.0 - rank, against=contrast) for rank in (1, 2)]
    assert "ranked by the surprise of their anchored frequency (all exact)" in facts.summary(MotifSet(tuple(motifs)))
    assert "surprise" not in facts.summary(MotifSet((Motif(EDGE, 1, Frequency.exact(3)),)))


def test_times_and_versions():
    result = MotifSet((), timing_s={"total": 2.0, "embed": 0.0}, peak_memory_bytes=3 * 2**20, versions={"spminer": "9"})
    assert facts.timing(result) == [("total", "2 s"), ("peak memory", "3 MiB")]
    assert facts.version_facts(result) == [("spminer", "9")]


def test_the_plan_is_told_without_its_forecast():
    stage = Stage("exact", (3, 4), "few", 2e6, 9.0)
    assert facts.plan_lines(MotifSet((), plan=Plan((stage,)))) == ["sizes 3-4: exact (few, about 2,000,000 subgraphs)"]


@pytest.mark.parametrize(
    ("source", "name"),
    [(None, "graph"), ("a/b.csv", "b.csv"), ("club (bundled example)", "club (bundled example)"), ("x/a, y/b", "a, b")],
)
def test_the_input_has_a_short_name(source, name):
    assert facts.input_name(MotifSet((), input=InputFacts(source=source))) == name
