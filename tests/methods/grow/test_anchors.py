import networkx as nx
import numpy as np

import spminer
from spminer.methods.base import Task
from spminer.methods.grow.anchors import is_dense, slots_of
from spminer.methods.grow.settings import GrowSettings


def test_cliques_and_hubs_are_dense():
    assert is_dense(spminer.from_networkx(nx.complete_graph(20)))
    assert is_dense(spminer.from_networkx(nx.star_graph(300)))
    assert not is_dense(spminer.from_networkx(nx.cycle_graph(300)))


def test_anchors_are_distinct_nodes_drawn_with_the_seed():
    ring = spminer.from_networkx(nx.cycle_graph(300))
    drawn = [slots_of(Task.of(ring, seed=seed), GrowSettings(anchors=50)).roots for seed in (1, 1, 2)]
    assert (drawn[0] == drawn[1]).all()
    assert (drawn[0] != drawn[2]).any()
    assert len(np.unique(drawn[0])) == 50


def test_transactions_are_asked_of_whole_graphs():
    graphs = spminer.from_networkx([nx.path_graph(3), nx.path_graph(4)])
    slots = slots_of(Task.of(graphs, frequency="transactions"), GrowSettings())
    assert (len(slots), slots.offsets.tolist(), slots.all) == (2, [0, 3, 7], True)
