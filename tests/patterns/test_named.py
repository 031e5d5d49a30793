"""Tests of patterns/named.py: names and the patterns that they stand for."""

import networkx as nx
import pytest

from spminer import InputError, Pattern
from spminer.patterns.named import GRAPHLETS, MOTIFS, NAMED, TRIADS, near_name, text_of_name
from spminer.patterns.names import names_of, pattern_name
from support.builders import to_networkx


@pytest.mark.parametrize(
    ("name", "graph"),
    [
        ("edge", nx.path_graph(2)),
        ("triangle", nx.cycle_graph(3)),
        ("square", nx.cycle_graph(4)),
        ("diamond", nx.diamond_graph()),
        ("house", nx.house_graph()),
        ("bull", nx.bull_graph()),
        ("petersen graph", nx.petersen_graph()),
        ("path:4", nx.path_graph(4)),
        ("path of 4", nx.path_graph(4)),
        ("cycle:6", nx.cycle_graph(6)),
        ("6-cycle", nx.cycle_graph(6)),
        ("clique:5", nx.complete_graph(5)),
        ("star:5", nx.star_graph(4)),
        ("wheel:6", nx.wheel_graph(6)),
        ("directed cycle:3", nx.cycle_graph(3, nx.DiGraph)),
        ("directed path of 3", nx.path_graph(3, nx.DiGraph)),
        ("FFL", nx.DiGraph([(0, 1), (0, 2), (1, 2)])),
    ],
)
def test_a_name_is_its_graph(name, graph):
    assert nx.is_isomorphic(to_networkx(Pattern.parse(name)), graph)


@pytest.mark.parametrize("name", [*NAMED, *MOTIFS, *TRIADS, *(f"G{number}" for number in range(len(GRAPHLETS)))])
def test_every_name_of_the_tables_is_read_back(name):
    names = names_of(Pattern.parse(name))
    assert name in {names.name, names.man, names.graphlet}
    assert Pattern.parse(name.upper().replace("-", " ")) == Pattern.parse(name)


@pytest.mark.parametrize("size", range(2, 10))
@pytest.mark.parametrize("family", ["path", "star", "cycle", "clique", "wheel"])
def test_the_name_of_a_family_leads_back_to_it(family, size):
    try:
        pattern = Pattern.parse(f"{family}:{size}")
    except InputError:
        assert size < {"cycle": 3, "wheel": 4}[family]
        return
    assert Pattern.parse(pattern_name(pattern)).canonical() == pattern.canonical()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("star:5@hub", "0-1,0-2,0-3,0-4@0"),
        ("star of 5, at a leaf", "0-1,0-2,0-3,0-4@1"),
        ("path:5@middle", "0-1,1-2,2-3,3-4@2"),
        ("030T@target", "0>1,0>2,1>2@2"),
        ("201@1", "0>1,1>0,1>2,2>1@1"),
        ("20-1", None),  # an edge, not the triad 201
        ("201,0", None),
        ("Bw", None),
        ("", None),
    ],
)
def test_places_and_what_is_no_name(name, text):
    assert text_of_name(name) == text


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cycle:2", "a cycle has 3 to 64 nodes, not 2"),
        ("path:65", "a path has 2 to 64 nodes, not 65"),
        ("star:4@rim", "star:4 has no place 'rim'; write its number, or hub or leaf"),
        ("path:4@middle", "no place 'middle'"),
        ("triangle@hub", "write the number of a node, such as @0"),
        ("triangle@3", "invalid anchor 3; the nodes are 0..2"),
        ("triangel", "did you mean 'triangle'"),  # codespell:ignore
    ],
)
def test_what_is_wrong_with_a_name_is_said(name, message):
    with pytest.raises(InputError, match=message):
        Pattern.parse(name)


def test_the_nearest_name():
    assert near_name("feed-forwrd loop") == ", did you mean 'feed-forward loop'?"
    assert near_name("0-0") == ""  # edges, not the triad 300
    assert near_name("zzz") == ""
