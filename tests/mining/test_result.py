import networkx as nx

import spminer
from spminer import Frequency, Motif, Pattern
from spminer.datasets import example
from spminer.methods.base import Task
from spminer.mining.result import warnings_of

PATH = Pattern.parse("0-1,1-2@0")


def said(*motifs, complete=True, **options):
    return " ".join(warnings_of(motifs, Task.of(example(), sizes=(3,), **options), complete=complete))


def test_nothing_to_warn_of():
    assert said(Motif(PATH, 1, Frequency.exact(5))) == ""


def test_sizes_without_a_motif():
    assert said() == "no pattern of size 3 was found"
    assert said(complete=False).endswith("before the run was stopped")


def test_frequencies_that_tell_nothing_apart():
    advice = said(Motif(PATH, 1, Frequency.exact(34)))
    assert "occur at 95% or more of all nodes" in advice
    assert all(option in advice for option in ("--frequency graph", "larger sizes", "--against degree"))
    assert said(Motif(PATH, 1, Frequency.exact(34)), Motif(PATH, 2, Frequency.exact(30))) == ""
    assert said(Motif(PATH, 1, graph_frequency=Frequency.exact(99)), frequency="graph") == ""


def test_a_component_may_be_what_limits_the_frequency():
    graphs = spminer.from_edges([(0, 1), (1, 2), (3, 4)], num_nodes=40)
    task = Task.of(graphs, sizes=(3,))
    told = warnings_of([Motif(PATH, 1, Frequency.exact(3))], task, complete=True)
    assert "of the nodes with a component that large" in told[0]
    assert warnings_of([Motif(PATH, 1, Frequency.exact(2))], task, complete=True) == []


def test_a_component_may_limit_the_graphs_too():
    graphs = spminer.from_networkx([nx.path_graph(4)] * 3 + [nx.path_graph(2)] * 30)
    task = Task.of(graphs, sizes=(3,), frequency="transactions")
    path = Pattern.parse("0-1,1-2")
    told = warnings_of([Motif(path, 1, transaction_support=Frequency.exact(3))], task, complete=True)
    assert "of the graphs with a component that large" in told[0]
    assert warnings_of([Motif(path, 1, transaction_support=Frequency.exact(2))], task, complete=True) == []


def test_frequencies_that_are_not_exact():
    assert said(Motif(PATH, 1, Frequency(5.0, "estimate", 3, 7))) == "1 of 1 frequencies are estimates from a sample"
    assert said(Motif(PATH, 1, Frequency.lower_bound(5))) == "1 of 1 frequencies are lower bounds"
