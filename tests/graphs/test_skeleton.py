import pytest

import spminer
from spminer import UsageError


def test_arcs_of_two_labels_have_no_undirected_view():
    graphs = spminer.from_edges([("u", "v"), ("v", "u"), ("w", "v")], directed=True, edge_labels=["b", "a", "c"])
    with pytest.raises(UsageError, match=r"between 'u' and 'v' have different labels \('a' and 'b'\)"):
        graphs.target(direction=False)
    assert graphs.target(direction=False, edge_labels=False).edges == 2


def test_a_count_by_one_of_two_labels_is_refused_and_by_an_arc_is_not():
    graphs = spminer.from_edges([(0, 1), (1, 0)], directed=True, edge_labels=["a", "b"])
    for label in "ab":
        with pytest.raises(UsageError, match=r"write arcs, as in 0>1:a"):
            spminer.count(f"0-1:{label}@0", graphs)
    assert spminer.count("0>1:a,1>0:b@0", graphs).frequency.value == 1
    assert spminer.count("0-1@0", graphs).frequency.value == 2
