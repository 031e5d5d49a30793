"""Tests of methods/contrast/seeds.py."""

import pytest

from spminer import Pattern
from spminer.methods.contrast.seeds import seeds_of


def clique(size):
    return Pattern.from_edges([(a, b) for a in range(size) for b in range(a)], anchor=0).canonical()


def test_a_close_twin_in_a_clique_makes_the_next_clique():
    assert clique(6) in seeds_of([clique(5)])


def test_a_tail_moves_the_anchor():
    assert Pattern.parse("0-1,1-2,2-3,1-3@0").canonical() in seeds_of([clique(3)])
    plain = seeds_of([clique(3).without_anchor()])
    assert all(seed.anchor is None for seed in plain)
    assert len(plain) == 2


@pytest.mark.parametrize("text", ["0>1,1>2@0", "0-1:x,1-2:y;a,b,c@1", "0>1:x;a,b@0"])
def test_labels_and_direction_are_those_of_the_node_that_is_doubled(text):
    pattern = Pattern.parse(text)
    seeds = seeds_of([pattern])
    assert seeds
    for seed in seeds:
        assert seed.size == pattern.size + 1
        assert seed == seed.canonical()
        assert seed.directed == pattern.directed
        assert (seed.node_labels is None) == (pattern.node_labels is None)
        if pattern.node_labels:
            assert set(seed.node_labels) == set(pattern.node_labels)
        if pattern.edge_labels:
            assert set(seed.edge_labels) <= set(pattern.edge_labels)
        assert seed.core({"a": 0, "b": 1, "c": 2}, {"x": 0, "y": 1}).connected


def test_each_seed_once():
    seeds = seeds_of([clique(3), clique(3)])
    assert len(seeds) == len(set(seeds)) == 4
