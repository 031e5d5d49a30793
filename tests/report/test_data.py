from spminer import Frequency, Motif, MotifSet, Pattern
from spminer.report import data
from spminer.report.data import report_data

EDGE = Pattern.parse("0-1@0")
PATH = Pattern.parse("0-1,1-2@1")


def test_motifs_are_grouped_by_size_and_compared_within():
    motifs = (
        Motif(EDGE, 1, anchored_frequency=Frequency.exact(10)),
        Motif(PATH, 1, anchored_frequency=Frequency.exact(4), graph_frequency=Frequency.exact(8)),
        Motif(PATH, 2, anchored_frequency=Frequency.exact(1), graph_frequency=Frequency.exact(2)),
    )
    groups = report_data(MotifSet(motifs)).groups
    assert [(group.size, len(group.cards)) for group in groups] == [(2, 1), (3, 2)]
    assert [card.anchored.share for card in groups[1].cards] == [1.0, 0.25]
    assert groups[0].cards[0].graph is None


def test_frequencies_say_how_sure_they_are():
    estimate = Motif(EDGE, 1, Frequency(1000, "estimate", 900, 1100), Frequency.lower_bound(5, 9))
    card = report_data(MotifSet((estimate,))).groups[0].cards[0]
    assert (card.anchored.value, card.anchored.kind, card.anchored.bounds) == (
        "1,000",
        "estimate",
        "95 %: 900 to 1,100",
    )
    assert (card.graph.value, card.graph.kind, card.graph.bounds) == ("5", "lower bound", "at most 9")


def test_a_partial_result_warns():
    warnings = report_data(MotifSet((Motif(EDGE, 1),), status="partial", stop_reason="time limit")).warnings
    assert len(warnings) == 1
    assert "time limit" in warnings[0]
    assert report_data(MotifSet((Motif(EDGE, 1),))).warnings == []


def test_too_many_motifs_are_counted(monkeypatch):
    monkeypatch.setattr(data, "MAX_CARDS_PER_SIZE", 3)
    group = report_data(MotifSet(tuple(Motif(EDGE, rank) for rank in range(1, 6)))).groups[0]
    assert (len(group.cards), group.hidden) == (3, 2)


def test_nested_facts_are_named_in_words():
    result = MotifSet((), graph={"degree": {"max": 17, "mean": 4.588}, "directed": False}, config={"top": None})
    assert report_data(result).graph == [("degree max", "17"), ("degree mean", "4.59"), ("directed", "no")]
    assert report_data(result).settings == []
