from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer import Pattern
from spminer.patterns.catalog import GRAPHLETS, TRIADS
from spminer.patterns.field_names import FieldNames, field_names


@pytest.mark.parametrize("code", TRIADS)
def test_triads_have_their_code_with_any_anchor(code):
    triad = Pattern.parse(TRIADS[code])
    assert {field_names(replace(triad, anchor=anchor)).man for anchor in (None, 0, 1, 2)} == {code}


@given(st.integers(0, len(GRAPHLETS) - 1), st.randoms(use_true_random=False))
def test_graphlets_and_orbits_do_not_depend_on_the_numbers_of_the_nodes(number, random):
    text, orbits = GRAPHLETS[number]
    graphlet = Pattern.parse(text)
    place = random.sample(range(graphlet.size), graphlet.size)
    moved = Pattern.from_edges([(place[a], place[b]) for a, b in graphlet.edges], size=graphlet.size)
    assert (field_names(moved).graphlet, field_names(moved).orbit) == (f"G{number}", None)
    for node, orbit in enumerate(orbits):
        names = field_names(replace(moved, anchor=place[node]))
        assert (names.graphlet, names.orbit, names.man) == (f"G{number}", orbit, None)


@pytest.mark.parametrize(
    "pattern",
    [
        "0@0",  # a node alone
        "0-1,1-2,2-3,3-4,4-5@0",  # six nodes
        "0-1,1-2;C,C,O@0",
        "0-1:a,1-2:b@0",
        "0>1",  # two nodes
        "0>1,1>2,2>3",  # four nodes
        "0>1,1>2,0>2;A,B,C",
    ],
)
def test_what_has_no_code_has_a_name_only(pattern):
    names = field_names(Pattern.parse(pattern))
    assert names == FieldNames(names.name)
    assert names.text == names.name


def test_the_orbits_of_a_random_triad_census_are_named():
    graph = nx.gnp_random_graph(9, 0.4, seed=3, directed=True)
    codes = nx.triads_by_type(graph)
    for code, triads in codes.items():
        for triad in triads:
            if nx.is_weakly_connected(triad):
                small = nx.convert_node_labels_to_integers(triad)
                assert field_names(Pattern.from_edges(small.edges, directed=True)).man == code
