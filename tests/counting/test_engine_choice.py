from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Monitor, UsageError, _core
from spminer.counting import engine_choice
from spminer.counting.engine_choice import (
    classes_in,
    enumeration_cost,
    enumeration_costs,
    estimate_classes,
    estimate_subgraphs,
    is_quick_to_visit,
    most_subgraphs,
    subgraphs_to_visit,
)
from spminer.datasets import example
from spminer.results.request import EnumerationCost
from support.builders import collection
from support.strategies import THOROUGH, examples, labeled_graphs


@given(labeled_graphs(max_nodes=9), st.integers(2, 5))
@settings(max_examples=examples(60), deadline=None)
def test_the_bound_of_subgraphs_is_one(graph, size):
    plain = nx.Graph(graph)
    sets = sum(nx.is_connected(plain.subgraph(nodes)) for nodes in combinations(plain, size))
    assert most_subgraphs(collection(graph), size) >= sets


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_bound_is_reached_by_what_it_counts(size):
    """In a path each connected set has one tree; the rest are maps that fold."""
    path = spminer.from_networkx(nx.path_graph(1000))
    assert 1000 - size < most_subgraphs(path, size) < {2: 1.01, 3: 2.01, 4: 5.4}[size] * 1000


def test_a_hub_is_not_quick_and_small_graphs_need_no_estimate(monkeypatch):
    assert not is_quick_to_visit(spminer.from_networkx(nx.star_graph(3000)), 4)
    assert is_quick_to_visit(spminer.from_edges([(0, 1)], directed=True), 3)
    labeled = nx.relabel_nodes(nx.gnm_random_graph(60, 150, seed=5), lambda node: node)
    nx.set_node_attributes(labeled, {node: str(node) for node in labeled}, "label")
    assert [is_quick_to_visit(spminer.from_networkx(labeled, node_label="label"), size) for size in (3, 5)] == [
        True,
        False,
    ]
    club, hub = example(), spminer.from_networkx(nx.star_graph(3000))
    estimated = []
    monkeypatch.setattr(engine_choice, "estimate_subgraphs", lambda *_, **__: estimated.append(1) or Frequency.exact(1))
    same = spminer.enumerate(club, "3-5", engine="esu", examples=0)
    assert [motif.to_dict() for motif in spminer.enumerate(club, "3-5", examples=0)] == [m.to_dict() for m in same]
    assert estimated == []
    spminer.enumerate(hub, 3, examples=0)
    assert estimated == [1]


def random_graphs():
    return spminer.from_edges(list(nx.gnm_random_graph(60, 150, seed=5).edges))


def test_estimate_is_close_to_the_count():
    graphs = random_graphs()
    truth = sum(m.graph_frequency.value for m in spminer.enumerate(graphs, 5, top=None, frequency="graph"))
    estimate = spminer.estimate_subgraphs(graphs, 5)
    assert estimate.low < truth < estimate.high
    assert estimate.high - estimate.low < 0.2 * truth
    assert estimate == spminer.estimate_subgraphs(graphs, 5)
    assert estimate != spminer.estimate_subgraphs(graphs, 5, seed=1)


def test_estimates_and_plans_end_by_steps_and_not_by_the_clock(monkeypatch):
    """A machine that is slowed down by any factor must estimate, and so plan, the same."""
    dense = spminer.from_edges(list(nx.gnm_random_graph(300, 4000, seed=1).edges))
    whole = spminer.estimate_subgraphs(dense, 8)
    some, none = (spminer.estimate_subgraphs(dense, 8, steps=steps) for steps in (3_000_000, 1))
    assert some != whole
    assert some == spminer.estimate_subgraphs(dense, 8, steps=3_000_000)
    assert some.low < whole.value < some.high
    assert none == Frequency(0.0, "lower_bound", 0.0, None)
    assert estimate_classes(dense, 8, whole.value, steps=100) is None
    assert estimate_classes(dense, 8, whole.value, steps=10**9) == estimate_classes(dense, 8, whole.value)
    assert enumeration_cost(dense, 8, estimate_s=1e-9).seconds == float("inf")
    with pytest.raises(UsageError, match="steps"):
        spminer.estimate_subgraphs(dense, 8, steps=0)

    limits = []
    control = _core.Control
    monkeypatch.setattr(_core, "Control", lambda *, time_limit=None: limits.append(time_limit) or control())
    enumeration_costs(dense, (4, 8), Monitor())
    enumeration_cost(dense, 8)
    assert set(limits) == {None}


@pytest.mark.parametrize("size", [1, 17])
def test_other_sizes_have_no_estimate(size):
    with pytest.raises(UsageError, match="2 to 16"):
        spminer.estimate_subgraphs(random_graphs(), size)


def test_time_that_runs_out_leaves_a_bound():
    dense = spminer.from_edges(list(nx.gnm_random_graph(500, 20_000, seed=1).edges))
    assert spminer.estimate_subgraphs(dense, 10, time_limit=0.0) == Frequency(0.0, "lower_bound", 0.0, None)
    work = enumeration_cost(dense, 10, time_limit=0.0)
    assert (work.engine, work.seconds) == ("esu", float("inf"))
    assert enumeration_cost(dense, 4, time_limit=0.0).engine == "census"


def test_a_census_is_not_free_on_hubs():
    star = spminer.from_edges([(0, i) for i in range(1, 5001)])
    work = enumeration_cost(star, 5)
    assert work.engine == "census"
    assert work.seconds > 1


def test_what_is_known_is_not_estimated_again():
    known = EnumerationCost(Frequency(7.0, "estimate", 7.0, 7.0), "esu", 0.0)
    costs = enumeration_costs(random_graphs(), (3, 4), Monitor(), known={4: known})
    assert costs[4] is known
    assert costs[3].subgraphs.kind == "estimate"


def test_estimates_leave_the_run_most_of_its_time(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "spminer.counting.engine_choice.enumeration_cost",
        lambda *_, estimate_s, time_limit, **_more: asked.append((estimate_s, time_limit)),
    )
    enumeration_costs(random_graphs(), (3, 4), Monitor())
    enumeration_costs(random_graphs(), (3, 4), Monitor(time_limit=2.0))
    assert asked[:2] == [(0.5, None)] * 2
    assert [limit for _, limit in asked[2:]] == pytest.approx([0.1, 0.1], rel=0.1)


def test_what_is_unknown_is_not_done_at_once():
    costs = [
        EnumerationCost(Frequency.lower_bound(0), "esu", 1.0),
        EnumerationCost(Frequency(12.5, "estimate", 9.0, 16.0), "esu", 1.0),
    ]
    assert subgraphs_to_visit(costs) == 13


def test_a_tally_is_planned_for_many_classes_and_has_a_time_of_its_own():
    graph = nx.gnm_random_graph(600, 3000, seed=4)
    labels = [str(i * i % 101) for i in range(600)]
    graphs = spminer.from_edges(list(graph.edges), num_nodes=600, node_labels=labels)
    work = enumeration_cost(graphs, 4)
    assert work.engine == "tally"
    assert work.seconds > enumeration_cost(graphs.without_labels(), 4).seconds
    assert enumeration_cost(graphs, 7).engine == "esu"  # keys have no room for it
    few = spminer.from_edges(list(graph.edges), num_nodes=600, node_labels=[str(i % 2) for i in range(600)])
    assert enumeration_cost(few, 4).engine == "esu"


def test_a_tally_is_never_planned_for_plain_graphs():
    assert enumeration_cost(random_graphs(), 6, time_limit=0.01).engine == "esu"


@pytest.mark.parametrize(("size", "labels"), [(4, 1), (5, 1), (6, 1), (4, 5), (5, 5), *([(6, 5)] if THOROUGH else [])])
def test_classes_are_estimated_within_a_factor_of_four(size, labels):
    graph = nx.gnm_random_graph(60, 150, seed=2)
    nx.set_node_attributes(graph, {node: str(node % labels) for node in graph}, "label")
    graphs = spminer.from_networkx(graph)
    truth = len({motif.id for motif in spminer.enumerate(graphs, size, top=None, frequency="graph", examples=0)})
    number = estimate_subgraphs(graphs, size).value
    assert truth / 4 < estimate_classes(graphs, size, number) < truth * 4


def test_the_same_seed_gives_the_same_estimate():
    graphs = spminer.from_networkx(nx.gnm_random_graph(100, 300, seed=1))
    number = estimate_subgraphs(graphs, 7).value
    assert estimate_classes(graphs, 7, number, seed=3) == estimate_classes(graphs, 7, number, seed=3)


def test_without_time_there_is_no_estimate():
    graphs = spminer.from_networkx(nx.gnm_random_graph(2000, 40_000, seed=1))
    assert estimate_classes(graphs, 6, 1e9, time_limit=0.0) is None


@pytest.mark.parametrize("hits", [[], [0, 0]])
def test_nothing_met_is_nothing_there(hits):
    assert classes_in(np.array(hits), 10.0) == 0.0


@pytest.mark.parametrize("hits", [[1], [3, 2, 1, 1, 1], [100, 1, 1], list(range(1, 50))])
def test_there_are_no_fewer_classes_than_were_met_and_no_more_than_subgraphs(hits):
    found = classes_in(np.array(hits), 1e5)
    assert len(hits) <= found + 1e-6
    assert found <= 1e5
