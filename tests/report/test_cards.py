import networkx as nx
import pytest
from networkx.algorithms.isomorphism import GraphMatcher

import spminer
from spminer import Contrast, Frequency, Motif, MotifSet, Pattern
from spminer.datasets import example
from spminer.graphs.pattern_files import read_pattern
from spminer.report import cards
from spminer.report.cards import (
    contained_motifs,
    export_texts,
    frequency_views,
    maxima,
    population,
    report_data,
    share_of_input,
)
from spminer.results.provenance import InputFacts
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
    assert [card.name for card in cards] == ["path of 3, at the middle (G1, orbit 2)", "feed-forward loop (030T)"]
    assert "g1, orbit 2" in cards[0].search
    assert "030t" in cards[1].search


def test_all_four_frequencies_are_shown():
    values = {"anchored_frequency": 4, "graph_frequency": 3, "transaction_support": 2, "image_support": 1}
    motif = Motif(EDGE, 1, **{name: Frequency.exact(value) for name, value in values.items()})
    cards = report_data(MotifSet((motif,)))
    assert [(view.name, view.number) for view in cards.groups[0].cards[0].frequencies] == [
        ("anchored", 4),
        ("graph", 3),
        ("transactions", 2),
        ("images", 1),
    ]
    assert cards.frequency_names == ["anchored", "graph", "transactions", "images"]


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
    cards = report_data(result)
    [path] = cards.groups[0].cards
    assert path.score is None  # it is the surprise
    assert [(figure.name, figure.value) for figure in path.contrast.lines][-1] == ("surprise", "3")
    assert path.anchors[0].contrast.main_figure.value == "5"
    assert path.anchors[0].name == "path of 3, at the middle (G1, orbit 2)"
    assert cards.groups[1].cards[0].contrast is None
    assert cards.compared.startswith("Compared with 9 samples of the null model degree")


def test_the_page_explains_and_sorts_by_what_it_shows_alone():
    cards = report_data(MotifSet((compared("0-1,1-2@0", 1, 9, 3.0), compared("0-1,1-2,2-0@0", 2, 2, -1.5))))
    assert list(cards.definitions) == ["expected", "ratio", "surprise", "z", "p", "p_max"]
    assert cards.sorted_by == {"surprise", "ratio", "rarity"}
    assert cards.directions == {"over": "more than expected", "under": "less than expected"}
    assert cards.whiskers == "± standard deviation of the samples"
    plain = report_data(MotifSet((Motif(EDGE, 1, Frequency.exact(3)),)))
    assert (plain.compared, plain.definitions, plain.sorted_by, plain.directions, plain.whiskers) == (
        None, {}, set(), {}, "")  # fmt: skip


def test_ties_are_marked():
    motifs = [Motif(Pattern.parse(f"0-1;a,{rank}"), rank, graph_frequency=Frequency.exact(4)) for rank in (1, 2)]
    cards = report_data(MotifSet(tuple(motifs)))
    assert [card.place for card in cards.groups[0].cards] == ["=1", "=1"]
    assert cards.ties == {"="}


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
    monkeypatch.setattr(cards, "MOST_SHOWN", 3)
    group = report_data(MotifSet(tuple(Motif(EDGE, rank) for rank in range(1, 6)))).groups[0]
    assert (len(group.cards), group.hidden) == (3, 2)


def test_frequencies_say_how_sure_they_are():
    estimate = Motif(EDGE, 1, Frequency(1000, "estimate", 900, 1100), Frequency.lower_bound(5, 9))
    views = frequency_views(estimate, maxima([estimate]), InputFacts())
    assert [(view.value, view.kind, view.bounds) for view in views] == [
        ("≈ 1,000", "estimate", "95 %: 900 to 1,100"),
        ("≥ 5", "lower bound", "at most 9"),
    ]


def test_bars_are_shares_of_the_largest_and_empty_where_nothing_occurs():
    motifs = [Motif(EDGE, rank, Frequency.exact(value)) for rank, value in ((1, 8), (2, 2))]
    largest = maxima(motifs)
    assert [frequency_views(motif, largest, InputFacts())[0].share for motif in motifs] == [1.0, 0.25]
    never = Motif(EDGE, 1, Frequency.exact(0))
    assert frequency_views(never, maxima([never]), InputFacts())[0].share == 0.0


def test_shares_are_of_nodes_or_of_graphs():
    facts = InputFacts(nodes=8, graphs=4)
    shares = {name: share_of_input(name, Frequency.exact(2), facts) for name in ("anchored", "transactions", "images")}
    assert shares == {"anchored": "25 % of nodes", "transactions": "50 % of graphs", "images": "25 % of nodes"}
    assert share_of_input("graph", Frequency.exact(2), facts) is None
    assert share_of_input("anchored", Frequency.exact(2), InputFacts()) is None
    assert population("graph", facts) is None


def test_nearly_all_is_not_all():
    assert share_of_input("anchored", Frequency.exact(99_999), InputFacts(nodes=100_000)) == "> 99.9 % of nodes"
    assert share_of_input("anchored", Frequency.exact(100_000), InputFacts(nodes=100_000)) == "100 % of nodes"


def contains(large, small):
    """Whether one pattern has the other as an induced part, anchor on anchor, by networkx."""
    graphs = [motif.to_networkx() for motif in (large, small)]
    for graph in graphs:
        for node in graph:
            graph.nodes[node]["anchor"] = node == graph.graph.get("anchor")
    return GraphMatcher(*graphs, node_match=dict.__eq__).subgraph_is_isomorphic()


@pytest.mark.parametrize("frequency", ["anchored", "graph"])
def test_parents_are_the_parts_that_networkx_finds(frequency):
    motifs = [m for size in (2, 4, 5) for m in spminer.enumerate(example(), size, top=9, frequency=frequency)]
    found = contained_motifs(motifs)
    for large in motifs:
        expected = [small.id for small in motifs if small.size == large.size - 1 and contains(large, small)]
        assert found[large.id] == expected
    assert any(found.values())


def test_every_form_is_the_same_pattern():
    pattern = Pattern.parse("0-1,0-2,1-2,2-3@3")
    forms = dict(export_texts(pattern))
    shape = pattern.to_networkx()
    assert nx.is_isomorphic(nx.parse_edgelist(forms["Edge list"].splitlines()), shape)
    assert nx.is_isomorphic(nx.from_graph6_bytes(forms["graph6"].encode()), shape)
    assert Pattern.parse(forms["Text"]) == pattern
    found = {}
    exec(forms["Python"], found)
    assert found["pattern"] == pattern
    assert found["spminer"] is spminer


def test_labels_of_edges_are_a_third_column():
    assert dict(export_texts(Pattern.parse("0>1:binds")))["Edge list"] == "0 1 binds\n"
