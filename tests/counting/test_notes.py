import networkx as nx
import pytest

import spminer
from spminer import Pattern
from spminer.counting.notes import count_notes
from spminer.features import count_by_graph


@pytest.fixture
def molecule():
    graph = nx.path_graph(3)
    nx.set_node_attributes(graph, {0: "C", 1: "C", 2: "O"}, "label")
    nx.set_edge_attributes(graph, {(0, 1): "single", (1, 2): "double"}, "label")
    return spminer.from_networkx(graph, node_label="label", edge_label="label")


def test_what_the_graphs_have_needs_no_word(molecule):
    assert spminer.count("0-1:single;C,C@0", molecule).notes == ()
    assert spminer.count("0-1@0", molecule).notes == ()


def test_labels_that_the_graphs_do_not_have_are_named_with_those_that_they_have(molecule):
    [note] = count_notes(Pattern.parse("0-1,1-2;C,N,Cl@0"), molecule)
    assert note.startswith("no node has the labels N, Cl, so the pattern cannot occur; labels are C, O")
    [note] = count_notes(Pattern.parse("0-1:doubel"), molecule)  # codespell:ignore
    assert note.startswith("no edge has the label doubel")  # codespell:ignore
    assert note.endswith("did you mean 'double'?")


@pytest.mark.parametrize(
    ("pattern", "what", "remedy"),
    [
        ("0>1,1>2,2>0", "a direction", "directed=True"),
        ("0>1,1>2,0>2@0", "a direction", "directed=True"),
        ("0-1;C,C", "node labels", "label= or nodes="),
        ("0-1:x@0", "edge labels", "edge_label="),
    ],
)
def test_labels_and_direction_that_the_graphs_do_not_have_are_refused(pattern, what, remedy):
    graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0)])
    frequency = "anchored" if "@" in pattern else "graph"
    for ask in (
        lambda: spminer.count(pattern, graphs, frequency=frequency),
        lambda: spminer.count(pattern, graphs, frequency=frequency, against="er"),
        lambda: spminer.find_examples(Pattern.parse(pattern), graphs, 3),
        lambda: count_by_graph([pattern], graphs),
    ):
        with pytest.raises(spminer.UsageError, match=f"has {what} and the graphs have none") as caught:
            ask()
        assert remedy in str(caught.value)


def test_patterns_without_labels_and_direction_are_counted_in_graphs_with_them(molecule):
    assert spminer.count("0-1", molecule, frequency="graph").frequency.value == 2
    arcs = spminer.from_edges([(0, 1), (1, 2)], directed=True)
    assert spminer.count("0-1", arcs, frequency="graph").frequency.value == 2


def test_many_labels_are_not_all_listed():
    graph = nx.path_graph(40)
    nx.set_node_attributes(graph, {node: f"l{node // 2}" for node in graph}, "label")
    [note] = count_notes(Pattern.parse("0-1;zz,zz"), spminer.from_networkx(graph, node_label="label"))
    assert note.endswith(" and 8 more")


def test_plain_values_have_notes_only_if_there_are_any(molecule):
    assert "notes" not in spminer.count("0-1@0", molecule).to_dict()
    assert len(spminer.count("0-1;N,N@0", molecule).to_dict()["notes"]) == 1
