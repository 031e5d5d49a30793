import math
from collections import Counter, defaultdict
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.against.codes import (
    category_bits,
    choice_bits,
    degree_bits,
    edge_list_bits,
    integer_bits,
    max_entropy_bits,
)


def all_graphs(nodes, directed):
    """Every simple graph with these nodes, as its degrees (those of arcs out and in)."""
    pairs = np.array(list((permutations if directed else combinations)(range(nodes), 2)))
    for present in product([False, True], repeat=len(pairs)):
        edges = pairs[list(present)].reshape(-1, 2)
        ends = [np.bincount(edges[:, end], minlength=nodes) for end in (0, 1)]
        yield tuple(ends) if directed else (ends[0] + ends[1],)


def graphs_by_degrees(nodes, directed):
    """How many graphs have each sequence of degrees, the order of nodes left out, and one such sequence."""
    kinds = Counter(tuple(sorted(zip(*map(list, ends), strict=True))) for ends in all_graphs(nodes, directed))
    for degrees, graphs in kinds.items():
        orders = len(set(permutations(degrees)))
        yield [np.array(end) for end in zip(*degrees, strict=True)], graphs, graphs // orders


def test_natural_numbers_have_a_code():
    assert 0.99 < sum(2 ** -integer_bits(value) for value in range(1000)) < 1


@given(st.integers(0, 60), st.data())
def test_choices_are_counted(total, data):
    chosen = data.draw(st.integers(0, total))
    assert choice_bits(total, chosen) == pytest.approx(math.log2(math.comb(total, chosen)), abs=1e-9)


def one_after_another(sequence, symbols):
    """The estimator of Krichevsky and Trofimov, step by step."""
    seen, bits = Counter(), 0.0
    for symbol in sequence:
        bits -= math.log2((seen[symbol] + 0.5) / (seen.total() + symbols / 2))
        seen[symbol] += 1
    return bits


@given(st.integers(1, 6), st.data())
def test_categories_are_coded_one_after_another(symbols, data):
    sequence = data.draw(st.lists(st.integers(0, symbols - 1), max_size=20))
    counts = [sequence.count(symbol) for symbol in range(symbols)]
    assert category_bits(counts) == pytest.approx(one_after_another(sequence, symbols), abs=1e-9)


@pytest.mark.parametrize("length", [1, 2, 4])
def test_sequences_of_degrees_have_a_code(length):
    shares = (2 ** -degree_bits(np.array(degrees)) for degrees in product(range(9), repeat=length))
    assert 0.5 < sum(shares) < 1


@pytest.mark.parametrize(("nodes", "directed"), [(4, False), (5, False), (3, True), (4, True)])
def test_links_are_coded_with_enough_bits_to_tell_graphs_apart(nodes, directed):
    kinds = list(graphs_by_degrees(nodes, directed))
    assert max(same for _, _, same in kinds) > 1
    for ends, _, same in kinds:
        assert edge_list_bits(*ends) >= math.log2(same) - 1e-9
        assert max_entropy_bits(*ends) >= math.log2(same) - 1e-9


@pytest.mark.parametrize(("nodes", "directed"), [(5, False), (4, True)])
def test_whole_graphs_have_a_code(nodes, directed):
    """Kraft's inequality, over all graphs with these nodes."""
    totals = defaultdict(float)
    for ends, graphs, _ in graphs_by_degrees(nodes, directed):
        told = sum(map(degree_bits, ends))
        as_list, by_entropy = edge_list_bits(*ends), max_entropy_bits(*ends)
        totals["list"] += graphs * 2 ** -(told + as_list)
        totals["entropy"] += graphs * 2 ** -(told + by_entropy)
        totals["best"] += graphs * 2 ** -(told + 1 + min(as_list, by_entropy))
    assert all(0.01 < total <= 1 for total in totals.values()), totals


@pytest.mark.parametrize("directed", [False, True])
def test_large_graphs_are_coded_close_to_what_is_possible(directed):
    """Random graphs: each pair costs its entropy, and nothing can do better on average."""
    rng = np.random.default_rng(4)
    present = rng.random((120, 120)) < 0.3
    np.fill_diagonal(present, False)
    if not directed:
        present = np.triu(present) | np.triu(present).T
    ends = [present.sum(axis=1), present.sum(axis=0)] if directed else [present.sum(axis=1)]
    entropy = 120 * 119 / (1 if directed else 2) * -(0.3 * math.log2(0.3) + 0.7 * math.log2(0.7))
    assert max_entropy_bits(*ends) == pytest.approx(entropy, rel=0.03)
    assert edge_list_bits(*ends) > max_entropy_bits(*ends)


def test_sparse_links_are_better_told_as_a_list():
    ring = np.full(300, 2)
    assert edge_list_bits(ring) < max_entropy_bits(ring)


def test_slots_are_nodes_whose_degrees_are_not_told():
    """Two nodes with two slots each: as a graph of four nodes where inner pairs are not allowed."""
    degrees, slots = np.array([2, 2]), np.array([2, 2])
    graphs = math.comb(4, 2)  # two of four possible links
    assert max_entropy_bits(degrees, slots=slots) >= math.log2(graphs)
    assert max_entropy_bits(degrees, slots=slots) == pytest.approx(4, abs=1e-3)  # each with probability one half
    inner = max_entropy_bits(degrees, slots=slots, inside=np.array([2, 2]))
    assert 4 < inner < 6 + 1e-3


def test_nodes_without_links_cost_nothing():
    some = np.array([2, 2, 2])
    assert edge_list_bits(np.r_[some, 0, 0]) == edge_list_bits(some)
    assert max_entropy_bits(np.r_[some, 0, 0]) == pytest.approx(max_entropy_bits(some))
    assert edge_list_bits(np.zeros(3, dtype=int)) == max_entropy_bits(np.zeros(3, dtype=int)) == 0


def test_too_many_distinct_degrees_are_left_to_the_list():
    assert max_entropy_bits(np.arange(2500)) == math.inf
