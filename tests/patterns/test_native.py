"""Tests of patterns/native.py: patterns as the core sees them, and back."""

import numpy as np
import pytest
from hypothesis import given

from spminer import Pattern, _core
from spminer.patterns.native import own_codes
from strategies import labeled_graphs, pattern_of


def test_labels_unknown_to_the_target_match_nothing():
    core = Pattern.parse("0-1;C,X").core({"C": 0, "N": 1}, None)
    assert core.labels == [0, 2]


def test_from_core_is_the_inverse_of_core():
    pattern = Pattern.parse("0>1:a,1>0:b,1>2:a;C,N,C@1")
    core = pattern.core({"C": 0, "N": 1}, {"a": 0, "b": 1})
    assert Pattern.from_core(core, directed=True, node_names=["C", "N"], edge_names=["a", "b"]) == pattern


def test_core_refuses_what_it_cannot_hold():
    with pytest.raises(ValueError, match="at most 64"):
        _core.Pattern(65, np.empty((0, 2), dtype=np.int32))
    with pytest.raises(TypeError):
        _core.Pattern(2, np.array([[0.0, 1.9]]))


def test_codes_do_not_depend_on_the_order_of_labels():
    assert own_codes(["b", "10", "a", "9"]) == own_codes(["9", "a", "10", "b"]) == {"9": 0, "10": 1, "a": 2, "b": 3}
    assert own_codes(None) is None
    assert own_codes(["1" * 5000, "2"])["2"] == 0


@given(labeled_graphs(max_nodes=6))
def test_the_canonical_order_is_breadth_first(graph):
    numbers = pattern_of(graph).core().canonical_order()[0]
    assert sorted(numbers) == list(range(len(graph)))
    neighbors = {numbers[node]: set() for node in graph}
    for a, b in graph.edges:
        neighbors[numbers[a]].add(numbers[b])
        neighbors[numbers[b]].add(numbers[a])
    # Each node is reached from the first of its neighbors, and those reached earlier have earlier first neighbors.
    first = [min(neighbors[node], default=node) for node in range(len(graph))]
    reached = [first[node] for node in range(1, len(graph)) if first[node] < node]
    assert reached == sorted(reached)
