import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Monitor, Pattern
from spminer.counting.matching import MatchQuery
from spminer.counting.support import count_frequency, images, transactions
from spminer.datasets import example
from support.builders import collection
from support.oracles import embeddings
from support.strategies import examples, labeled_graphs


@given(st.data())
@settings(max_examples=examples(60), deadline=None)
def test_images_against_networkx(data):
    graph = data.draw(labeled_graphs(max_nodes=8))
    graphs = collection(graph)
    found = spminer.enumerate(graphs, data.draw(st.integers(2, 4)), top=5, examples=0)
    for motif in found:
        nodes = [set() for _ in range(motif.size)]
        for mapping in embeddings(motif.pattern, graph):
            for own, image in mapping.items():
                nodes[own].add(image)
        assert images(MatchQuery.of(motif.pattern, graphs), Monitor()).frequency.value == min(map(len, nodes))


@given(st.lists(labeled_graphs(max_nodes=6, directed=False, labels=False), min_size=2, max_size=6), st.integers(2, 4))
@settings(max_examples=examples(60), deadline=None)
def test_transactions_against_networkx(parts, size):
    graphs = spminer.from_networkx(parts)
    for motif in spminer.enumerate(graphs, size, top=5, examples=0):
        truth = sum(bool(embeddings(motif.pattern, part)) for part in parts)
        support = transactions(MatchQuery.of(motif.pattern, graphs), Monitor())
        assert (support.frequency.value, support.frequency.kind) == (truth, "exact")


def test_a_stopped_count_is_a_lower_bound():
    graphs = spminer.from_networkx([nx.path_graph(4)] * 3)
    monitor = Monitor()
    monitor.cancel()
    query = MatchQuery.of(Pattern.parse("0-1,1-2"), graphs)
    support = transactions(query, monitor).frequency
    assert (support.value, support.kind, support.high) == (0, "lower_bound", 3)
    support = images(query, monitor).frequency
    assert (support.value, support.kind, support.high) == (0, "lower_bound", 12)


def test_few_steps_leave_doubt_about_at_most_as_many_graphs_as_anchors():
    graphs = spminer.from_networkx([nx.star_graph(30), nx.path_graph(3)])
    pattern = Pattern.parse("0-1,0-2,0-3,0-4,1-2")  # in neither; the star takes steps to refute
    few = transactions(MatchQuery.of(pattern, graphs), Monitor(), steps=1).frequency
    assert few.value == 0
    assert few.high <= 2


def test_the_count_verb_of_the_api_answers_both():
    graphs = spminer.from_networkx([nx.path_graph(3), nx.complete_graph(3), nx.star_graph(3)])
    assert spminer.count("0-1,1-2", graphs, frequency="transactions").frequency.value == 2
    answer = spminer.count("0-1,1-2", graphs, frequency="images", examples=1)
    assert answer.frequency.value == 2
    assert len(answer.examples) == 1
    assert answer.to_dict()["definition"] == "images"


@pytest.mark.parametrize("frequency_name", ["anchored", "graph", "transactions", "images"])
def test_each_objective_is_measured_as_the_api_counts_it(frequency_name):
    graphs = spminer.generate.synthetic(5, 12, seed=4)
    pattern = Pattern.parse("0-1,1-2,2-3@1")
    support = count_frequency(MatchQuery.of(pattern, graphs), frequency_name, Monitor())
    counted = spminer.count(pattern, graphs, frequency=frequency_name)
    assert (support.frequency, support.tested, support.stop_reason) == (counted.frequency, counted.anchors_tested, None)


@pytest.mark.parametrize("frequency_name", ["anchored", "graph", "transactions", "images"])
def test_effort_decides_what_few_steps_leave_open(frequency_name):
    dense = spminer.from_networkx(nx.gnm_random_graph(40, 250, seed=1))
    query = MatchQuery.of(Pattern.from_edges([(0, leaf) for leaf in range(1, 8)], anchor=1), dense)
    assert count_frequency(query, frequency_name, Monitor(), steps=10).undecided > 0
    assert count_frequency(query, frequency_name, Monitor(), steps=10, effort=1).undecided > 0
    decided = count_frequency(query, frequency_name, Monitor(), steps=10, effort=10**9)
    assert decided.frequency == count_frequency(query, frequency_name, Monitor()).frequency


def test_a_stopped_run_is_not_tried_again():
    monitor = Monitor()
    monitor.cancel()
    support = count_frequency(MatchQuery.of(Pattern.parse("0-1,1-2@1"), example()), "anchored", monitor, effort=10**9)
    assert (support.stop_reason, support.undecided) == ("interrupted", 34)
