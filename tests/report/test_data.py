from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.graphs.pattern_files import read_pattern
from spminer.report import data
from spminer.report.data import report_data
from spminer.results.request import MiningRequest

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
    assert [[view.share for view in card.frequencies] for card in groups[1].cards] == [[1.0, 1.0], [0.25, 0.25]]
    assert [view.name for view in groups[0].cards[0].frequencies] == ["anchored"]


def test_cards_have_the_names_of_the_field_which_a_search_finds():
    motifs = (Motif(PATH, 1), Motif(Pattern.parse("0>1,0>2,1>2"), 2))
    cards = report_data(MotifSet(motifs)).groups[0].cards
    assert [card.name for card in cards] == ["path of 3 @middle (G1, orbit 2)", "feed-forward loop (030T)"]
    assert "g1, orbit 2" in cards[0].search
    assert "030t" in cards[1].search


def test_all_four_frequencies_are_shown():
    values = {"anchored_frequency": 4, "graph_frequency": 3, "transaction_support": 2, "image_support": 1}
    motif = Motif(EDGE, 1, **{name: Frequency.exact(value) for name, value in values.items()})
    data = report_data(MotifSet((motif,)))
    assert [(view.name, view.number) for view in data.groups[0].cards[0].frequencies] == [
        ("anchored", 4),
        ("graph", 3),
        ("transactions", 2),
        ("images", 1),
    ]
    assert data.objectives == ["anchored", "graph", "transactions", "images"]


def test_cards_link_to_the_motifs_one_node_smaller_and_larger():
    groups = report_data(MotifSet((Motif(EDGE, 1), Motif(PATH.canonical(), 1)))).groups
    assert [link.key for link in groups[0].cards[0].children] == ["m3-1"]
    assert [link.key for link in groups[1].cards[0].parents] == ["m2-1"]
    assert groups[0].cards[0].parents == groups[1].cards[0].children == []


def test_copies_can_be_read_back():
    def copies(text):
        motif = Motif(Pattern.parse(text), 1)
        return dict(report_data(MotifSet((motif,))).groups[0].cards[0].copies)

    forms = copies("0-1,0-2,1-2@1")
    assert forms["Edge list"] == "0 1\n0 2\n1 2\n"
    assert read_pattern(forms["graph6"]) == Pattern.parse("0-1,0-2,1-2")
    namespace = {}
    exec(forms["Python"], namespace)
    assert namespace["pattern"] == Pattern.parse(forms["Text"]) == Pattern.parse("0-1,0-2,1-2@1")
    assert namespace["graph"].number_of_edges() == 3
    assert "graph6" not in copies("0-1;C,O")  # it has no labels


def test_a_score_that_is_a_frequency_is_not_repeated():
    motifs = (Motif(EDGE, 1, Frequency.exact(4), score=4.0), Motif(EDGE, 2, Frequency.exact(4), score=0.5))
    assert [card.score for card in report_data(MotifSet(motifs)).groups[0].cards] == [None, "0.5"]


def test_other_anchors_belong_to_the_card():
    ends = [Motif(Pattern.parse(text).canonical(), rank, Frequency.exact(9 - rank)) for rank, text in
            enumerate(("0-1,1-2@0", "0-1,1-2,2-0@0", "0-1,1-2@1"), start=1)]  # fmt: skip
    edge = Motif(EDGE, 1, Frequency.exact(9))
    [_, group] = report_data(MotifSet((edge, *ends))).groups
    path, triangle = group.cards
    assert [(anchor.key, anchor.node, anchor.value) for anchor in path.anchors] == [("m3-3", 1, "6")]
    assert path.anchors[0].pattern.edges == path.pattern.edges  # the same drawing
    assert "0-1,0-2@0" in path.search  # the id at its other anchor
    assert [link.key for link in path.parents] == ["m2-1"]  # once, though both anchors contain the edge
    assert (triangle.anchors, group.anchors) == ([], 3)
    assert [len(group.cards) for group in report_data(MotifSet((edge, *ends)), all_anchors=True).groups] == [1, 3]


def compared(text, rank, found, score):
    contrast = Contrast(with_="degree", samples=9, expected=5.0, spread=1.0, ratio=found / 5, p=0.2, p_max=0.5)
    return Motif(Pattern.parse(text).canonical(), rank, Frequency.exact(found), score=score, against=contrast)


def test_cards_tell_what_they_were_compared_with():
    result = MotifSet((compared("0-1,1-2@0", 1, 9, 3.0), compared("0-1,1-2@1", 2, 2, -1.5), Motif(EDGE, 1)))
    data = report_data(result)
    [path] = data.groups[0].cards
    assert path.score is None  # it is the surprise
    assert [(figure.name, figure.value) for figure in path.contrast.lines][-1] == ("surprise", "3")
    assert path.anchors[0].contrast.briefly.value == "5"
    assert path.anchors[0].name == "path of 3 @middle (G1, orbit 2)"
    assert data.groups[1].cards[0].contrast is None
    assert data.compared.startswith("Compared with 9 samples of the null model degree")


def test_the_page_explains_and_sorts_by_what_it_shows_alone():
    data = report_data(MotifSet((compared("0-1,1-2@0", 1, 9, 3.0), compared("0-1,1-2,2-0@0", 2, 2, -1.5))))
    assert list(data.definitions) == ["expected", "ratio", "surprise", "z", "p", "p_max"]
    assert data.sorted_by == {"surprise", "ratio", "rarity"}
    assert data.directions == {"over": "more than expected", "under": "less than expected"}
    assert data.whiskers == "± standard deviation of the samples"
    plain = report_data(MotifSet((Motif(EDGE, 1, Frequency.exact(3)),)))
    assert (plain.compared, plain.definitions, plain.sorted_by, plain.directions, plain.whiskers) == (
        None, {}, set(), {}, "")  # fmt: skip


def test_ties_are_marked():
    motifs = [Motif(Pattern.parse(f"0-1;a,{rank}"), rank, graph_frequency=Frequency.exact(4)) for rank in (1, 2)]
    data = report_data(MotifSet(tuple(motifs)))
    assert [card.place for card in data.groups[0].cards] == ["=1", "=1"]
    assert data.ties == {"="}


def test_what_a_motif_was_chosen_by_is_told():
    request = MiningRequest(closed=True, distinct=True)
    motifs = (Motif(EDGE, 1, Frequency.exact(4), closed=True, covers=Frequency.exact(4)),
              Motif(EDGE, 2, Frequency.exact(4), covers=Frequency.exact(1)))  # fmt: skip
    cards = report_data(MotifSet(motifs, request=request)).groups[0].cards
    assert [card.marks for card in cards] == [
        ["closed", "covers 4 more"],
        ["closed or not: undecided", "covers 1 more"],
    ]
    assert report_data(MotifSet(motifs[:1])).groups[0].cards[0].marks == []


def test_too_many_motifs_are_counted(monkeypatch):
    monkeypatch.setattr(data, "MAX_CARDS_PER_SIZE", 3)
    group = report_data(MotifSet(tuple(Motif(EDGE, rank) for rank in range(1, 6)))).groups[0]
    assert (len(group.cards), group.hidden) == (3, 2)
