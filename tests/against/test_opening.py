"""Tests of against/opening.py."""

import networkx as nx
import pytest

import spminer
from spminer import UsageError
from spminer.against.comparison import ClassComparison, OtherComparison
from spminer.against.opening import open_comparison, other_name
from spminer.against.shuffled import NullComparison
from spminer.against.terms import Terms
from spminer.datasets import example


def test_names():
    assert other_name(None) is None
    assert other_name("degree") == "degree"
    assert other_name(spminer.from_edges([(0, 1)])) == "another graph"


def test_a_null_model_another_graph_and_a_class(tmp_path):
    (tmp_path / "ring.txt").write_text("".join(f"{i} {(i + 1) % 30}\n" for i in range(30)))
    assert isinstance(open_comparison(example(), "er", Terms())[1], NullComparison)
    for other in (str(tmp_path / "ring.txt"), spminer.from_edges([(0, 1)])):
        graphs = example()
        target, comparison = open_comparison(graphs, other, Terms())
        assert isinstance(comparison, OtherComparison)
        assert target is graphs
        assert comparison.name == other_name(other)
    graphs = [nx.path_graph(3), nx.path_graph(4), nx.cycle_graph(3)]
    for graph, label in zip(graphs, (1, 1, 2), strict=True):
        graph.graph["label"] = label
    target, comparison = open_comparison(spminer.from_networkx(graphs), "class:1,2", Terms())
    assert isinstance(comparison, ClassComparison)
    assert (target.num_graphs, comparison.scouts[0].num_graphs) == (2, 1)


def test_a_model_that_makes_no_sense_is_refused():
    with pytest.raises(UsageError, match="the graph is undirected"):
        open_comparison(example(), "reciprocal", Terms())
