"""Tests of results/motif.py: what a comparison says; its file is tested with the store."""

from dataclasses import FrozenInstanceError, fields
from typing import get_args

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Contrast, Frequency, GraphCollection, Motif, MotifSet, Pattern, UsageError
from spminer.datasets import example
from spminer.mining.result import MOST_NODES, SurroundingsFinder
from spminer.results.frequency import FrequencyName
from spminer.results.motif import FREQUENCY_FIELDS

EDGE = Pattern.parse("0-1@0")


def test_there_is_a_field_for_every_objective():
    assert list(FREQUENCY_FIELDS) == list(get_args(FrequencyName))
    for number, (frequency_name, name) in enumerate(FREQUENCY_FIELDS.items()):
        motif = Motif(EDGE, 1, **{name: Frequency.exact(number)})
        assert motif.frequency(frequency_name) == Frequency.exact(number)
        assert [motif.frequency(other) for other in FREQUENCY_FIELDS if other != frequency_name] == [None] * 3


def test_plain_values_and_back():
    motif = Motif(EDGE, 2, Frequency.exact(3), score=0.5, examples=(("a", "b"),), proven=True)
    assert (motif.size, motif.id) == (2, "0-1@0")
    assert Motif.from_dict(motif.to_dict()) == motif


def test_short_to_read():
    counted = Motif(EDGE, 2, Frequency.exact(1234), Frequency.lower_bound(7), examples=(("a", "b"),) * 50)
    assert repr(counted) == "Motif('0-1@0', rank 2, 1,234 nodes, ≥ 7 node sets)"
    assert repr(Motif(EDGE, 1)) == "Motif('0-1@0', rank 1)"


def test_drawn_to_files_and_in_notebooks(tmp_path):
    motif = Motif(Pattern.parse("0-1,1-2;<b>,C,C@0"), 1, Frequency.exact(3))
    motif.save(tmp_path / "motif.svg")
    assert (tmp_path / "motif.svg").read_text() == motif._repr_svg_() + "\n"
    assert motif._repr_svg_() in motif._repr_html_()
    assert "3 nodes" in motif._repr_html_()
    assert "<b>" not in motif._repr_html_()
    with pytest.raises(UsageError, match=r"ends in \.svg, \.png, not to"):
        motif.save(tmp_path / "motif.pdf")


def test_only_what_it_was_compared_with_is_needed():
    contrast = Contrast(with_="degree")
    assert {getattr(contrast, field.name) for field in fields(Contrast)} == {"degree", None}


def test_a_contrast_is_a_value():
    assert Contrast(with_="er", z=1.0) == Contrast(with_="er", z=1.0) != Contrast(with_="er", z=2.0)
    with pytest.raises(FrozenInstanceError):
        Contrast(with_="er").z = 3.0


@st.composite
def graphs_with_nodes(draw):
    kind = nx.DiGraph if draw(st.booleans()) else nx.Graph
    size = draw(st.integers(2, 9))
    pairs = [(a, b) for a in range(size) for b in range(size) if a != b and (kind is nx.DiGraph or a < b)]
    graph = kind()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), unique=True)))
    nodes = draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=4, unique=True))
    return graph, nodes, draw(st.integers(1, 9))


@settings(deadline=None)
@given(graphs_with_nodes())
def test_one_step_around_as_networkx_has_it(case):
    graph, nodes, most = case
    around = SurroundingsFinder(spminer.from_networkx(graph)).around(nodes, most=most)
    beside = {other for node in nodes for other in nx.all_neighbors(graph, node)} - set(nodes)
    shown = [int(name) for name in around.neighbors]
    assert set(shown) <= beside
    assert len(shown) == min(len(beside), max(most - len(nodes), 0))
    assert around.hidden == len(beside) - len(shown)
    kept = [*nodes, *shown]
    drawn = {(kept[a], kept[b]) for a, b in around.edges}
    expected = set(graph.subgraph(kept).edges)
    if not graph.is_directed():
        drawn, expected = ({frozenset(edge) for edge in edges} for edges in (drawn, expected))
    assert drawn == expected
    assert len(around.edges) == len(expected)


def test_those_with_most_edges_to_the_example_are_kept():
    edges = [(0, 1), (0, 2), (0, 3), (1, 3)]
    assert SurroundingsFinder(spminer.from_edges(edges)).around([0, 1], most=3).neighbors == ("3",)


def test_the_graph_of_a_collection_is_named():
    pair = spminer.from_networkx([nx.path_graph(3), nx.path_graph(3)])
    assert SurroundingsFinder(pair).around([4]).graph is not None
    assert SurroundingsFinder(pair[1]).around([1]).graph is None


@pytest.mark.parametrize("find", [spminer.mine, spminer.enumerate])
def test_results_keep_them(find, tmp_path):
    result = find(example(), 5, top=2, examples=2)
    for motif in result:
        assert len(motif.surroundings) == len(motif.examples) == 2
        for around in motif.surroundings:
            assert motif.size + len(around.neighbors) <= MOST_NODES
            assert set(motif.pattern.edges) <= set(around.edges)
    result.to_json(tmp_path / "result.json")
    assert MotifSet.from_json(tmp_path / "result.json") == result


def test_old_result_files_are_read():
    data = spminer.enumerate(example(), 3, top=1).to_dict()
    del data["versions"], data["motifs"][0]["surroundings"]
    old = MotifSet.from_dict(data)
    assert (old.versions, old[0].surroundings) == ({}, ())


def test_hubs_are_looked_around_too():
    star: GraphCollection = spminer.from_edges([(0, leaf) for leaf in range(1, 5001)])
    around = SurroundingsFinder(star).around([0, 1])
    assert len(around.neighbors) == MOST_NODES - 2
    assert around.hidden == 5000 - 1 - (MOST_NODES - 2)
    assert isinstance(Motif(spminer.Pattern.parse("0-1"), 1, surroundings=(around,)).to_dict()["surroundings"], list)
