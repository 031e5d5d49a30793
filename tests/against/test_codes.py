import math
from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.against import codes
from spminer.against.codes import (
    category_bits,
    choice_bits,
    degree_bits,
    edge_list_bits,
    integer_bits,
    link_bits,
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


@pytest.mark.parametrize(("nodes", "directed"), [(4, False), (5, False), (6, False), (3, True), (4, True)])
def test_links_are_told_with_the_bits_that_it_takes_to_tell_graphs_apart(nodes, directed):
    kinds = list(graphs_by_degrees(nodes, directed))
    assert max(same for _, _, same in kinds) > 1
    for ends, _, same in kinds:
        assert edge_list_bits(*ends) >= math.log2(same) - 1e-9
        assert link_bits(*ends) == pytest.approx(math.log2(same), abs=1.5)


# Numbers of labeled cubic graphs, sequence A002829 of the OEIS.
@pytest.mark.parametrize(("nodes", "graphs"), [(8, 19355), (12, 11555245662), (16, 50262958713792825)])
def test_cubic_graphs_are_as_many_as_is_known(nodes, graphs):
    assert link_bits(np.full(nodes, 3)) == pytest.approx(math.log2(graphs), abs=0.2)


def test_sparse_graphs_are_as_many_as_theory_says():
    """The list of ends, less the bits that it spends on parallel links and loops (Bender and Canfield, McKay)."""
    degrees = np.random.default_rng(2).permutation(np.repeat([1, 2, 3, 4, 5, 6], 200))
    doubled = (degrees * (degrees - 1)).sum() / (2 * degrees.sum())
    simple = edge_list_bits(degrees) - (doubled + doubled**2) / math.log(2)
    assert link_bits(degrees) == pytest.approx(simple, abs=0.01 * len(degrees))


@pytest.mark.parametrize(("nodes", "directed"), [(5, False), (4, True)])
def test_whole_graphs_have_a_code(nodes, directed):
    """Kraft's inequality, over all graphs with these nodes."""
    listed = estimated = 0.0
    for ends, graphs, _ in graphs_by_degrees(nodes, directed):
        told = sum(map(degree_bits, ends))
        listed += graphs * 2 ** -(told + edge_list_bits(*ends))
        estimated += graphs * 2 ** -(told + link_bits(*ends))
    assert 0.01 < listed < estimated <= 1


@pytest.mark.parametrize("directed", [False, True])
def test_dense_random_graphs_take_their_entropy(directed):
    rng = np.random.default_rng(4)
    present = rng.random((120, 120)) < 0.3
    np.fill_diagonal(present, False)
    if not directed:
        present = np.triu(present) | np.triu(present).T
    ends = [present.sum(axis=1), present.sum(axis=0)] if directed else [present.sum(axis=1)]
    pairs = 120 * 119 // (1 if directed else 2)
    links = int(present.sum()) // (1 if directed else 2)
    degrees = 120 * len(ends) * math.log2(2 * math.pi * math.e * 119 * 0.3 * 0.7) / 2  # their entropy
    assert link_bits(*ends) == pytest.approx(choice_bits(pairs, links) - degrees, rel=0.01)
    assert edge_list_bits(*ends) > 1.05 * link_bits(*ends)


def test_slots_are_nodes_whose_degrees_are_not_told():
    """Two nodes of four slots each: so many of the 16 possible links between them, or inside as well."""
    degrees, slots = np.array([6, 6]), np.array([4, 4])
    assert link_bits(degrees, slots=slots) == pytest.approx(choice_bits(16, 6), abs=2)
    free = link_bits(degrees, slots=slots, inside=np.array([12, 12]))
    ways = sum(math.comb(16, between) * math.comb(6, (6 - between) // 2) ** 2 for between in (0, 2, 4, 6))
    assert free == pytest.approx(math.log2(ways), abs=2)
    assert free > link_bits(degrees, slots=slots) + 1


def test_large_degrees_that_are_alike_share_a_weight(monkeypatch):
    degrees = np.random.default_rng(3).integers(150, 250, size=2000)
    quick = link_bits(degrees)
    monkeypatch.setattr(codes, "_TOLD_APART", 10_000)
    assert quick == pytest.approx(link_bits(degrees), rel=1e-4)
    assert quick != link_bits(degrees)


def test_nodes_without_links_cost_nothing():
    some = np.array([2, 2, 2])
    assert edge_list_bits(np.r_[some, 0, 0]) == edge_list_bits(some)
    assert link_bits(np.r_[some, 0, 0]) == pytest.approx(link_bits(some))
    assert edge_list_bits(np.zeros(3, dtype=int)) == link_bits(np.zeros(3, dtype=int)) == 0
