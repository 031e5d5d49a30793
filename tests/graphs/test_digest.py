"""Tests of graphs/digest.py."""

import networkx as nx

import spminer
from spminer.graphs.digest import digest


def test_what_changes_motifs_changes_the_digest():
    plain = spminer.from_edges([(0, 1), (1, 2)])
    others = [
        spminer.from_edges([(0, 1), (0, 2)]),
        spminer.from_edges([(0, 1), (1, 2)], directed=True),
        spminer.from_edges([(0, 1), (1, 2)], node_labels=["a", "b", "a"]),
    ]
    assert len({digest(graphs) for graphs in (plain, *others)}) == 4


def test_classes_are_a_part_of_it():
    def labeled(label):
        graph = nx.path_graph(3)
        graph.graph["label"] = label
        return spminer.from_networkx([graph])

    assert digest(labeled(1)) != digest(labeled(2)) != digest(spminer.from_networkx([nx.path_graph(3)]))
