"""Tests of mining/count.py: one pattern beside shuffled graphs, another graph and another class."""

import networkx as nx
import numpy as np
import pytest

import spminer
from spminer import Monitor, NullModel, UsageError
from spminer.datasets import example
from spminer.errors import LimitError


@pytest.mark.parametrize("frequency", ["anchored", "graph", "images"])
@pytest.mark.parametrize("induced", [True, False])
def test_expected_values_are_counts_in_the_same_nulls(frequency, induced):
    text = "0-1,1-2,2-3,3-0" + ("@0" if frequency == "anchored" else "")
    options = {"frequency": frequency, "induced": induced}
    answer = spminer.count(text, example(), against="degree", null_samples=6, seed=3, **options)
    model = NullModel(example(), "degree", seed=3)
    values = [spminer.count(text, model.sample(index), **options).frequency.value for index in range(6)]
    assert answer.frequency == spminer.count(text, example(), **options).frequency
    assert answer.against.expected == pytest.approx(np.mean(values))
    assert answer.against.spread == pytest.approx(np.std(values, ddof=1))
    assert answer.to_dict()["against"]["with"] == "degree"


def test_transactions_of_a_collection():
    graphs = spminer.from_networkx([nx.gnm_random_graph(12, 20, seed=seed) for seed in range(8)])
    answer = spminer.count(
        "0-1,1-2,2-0", graphs, frequency="transactions", against="degree", null_samples=4, examples=1
    )
    model = NullModel(graphs, "degree")
    values = [
        spminer.count("0-1,1-2,2-0", model.sample(index), frequency="transactions").frequency.value
        for index in range(4)
    ]
    assert answer.against.expected == pytest.approx(np.mean(values))
    assert len(answer.examples) == 1


def test_an_undirected_pattern_of_a_directed_graph_is_compared():
    graphs = spminer.from_networkx(nx.gnp_random_graph(20, 0.2, seed=1, directed=True))
    plain = spminer.count("0-1,1-2,2-0", graphs, frequency="graph", against="degree", null_samples=3)
    assert plain.against.expected > 0


def test_another_graph_and_another_class():
    tree = spminer.from_networkx(nx.balanced_tree(2, 5))
    answer = spminer.count("0-1,1-2,2-0@0", example(), against=tree)
    assert (answer.against.share, answer.against.other_share) == (pytest.approx(32 / 34), 0.0)
    graphs = [nx.cycle_graph(3), nx.cycle_graph(3), nx.path_graph(4)]
    for graph, label in zip(graphs, (1, 1, 2), strict=True):
        graph.graph["label"] = label
    answer = spminer.count("0-1,1-2,2-0@0", spminer.from_networkx(graphs), against="class:1,2")
    assert answer.frequency.value == 6  # in the first class
    assert (answer.against.share, answer.against.other_share) == (1.0, 0.0)


def test_a_stopped_count_is_not_judged():
    monitor = Monitor()
    monitor.cancel()
    answer = spminer.count("0-1,1-2,2-0@0", example(), against="degree", monitor=monitor)
    assert answer.against is None
    assert answer.stop_reason == "interrupted"
    assert "against" not in answer.to_dict()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"null_samples": 5}, "needs something to compare with"),
        ({"against": "degree", "null_samples": 1}, "at least 2"),
        ({"against": "reciprocal"}, "undirected"),
        ({"time_limit": 0}, "time_limit must be positive"),
        ({"time_limit": 1, "monitor": Monitor()}, "not both"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    with pytest.raises(UsageError, match=message):
        spminer.count("0-1,1-2,2-0@0", example(), **options)
    star = spminer.from_networkx(nx.star_graph(9))
    with pytest.raises(UsageError, match="determines this graph"):
        spminer.count("0-1@0", star, against="degree")


@pytest.mark.only_with("posix")
@pytest.mark.parametrize("other", [False, True])
def test_reading_counts_to_the_time_limit(silent_pipe, other):
    graphs, against = (example(), str(silent_pipe)) if other else (silent_pipe, None)
    with pytest.raises(LimitError, match=r"time limit of 0\.1 s ended while reading"):
        spminer.count("0-1@0", graphs, against=against, time_limit=0.1)
