"""Some graphs of a collection, against taking them one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import UsageError
from spminer.graphs.concat import join
from strategies import labeled_graphs


@given(st.data(), st.booleans(), st.booleans())
def test_selected_graphs_are_those_taken_one_by_one(data, directed, labels):
    some = data.draw(st.lists(labeled_graphs(directed=directed, labels=labels), min_size=1, max_size=5))
    for number, graph in enumerate(some):
        graph.graph.update(label=number % 3, name=f"graph {number}")
    graphs = spminer.from_networkx(some)
    chosen = data.draw(st.lists(st.integers(-len(some), len(some) - 1), min_size=1, max_size=8))
    found, expected = graphs[chosen], join([graphs[index] for index in chosen])
    for name in ("indptr", "indices", "graph_offsets", "node_labels", "edge_labels", "graph_labels"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    assert (found.directed, found.graph_names) == (expected.directed, expected.graph_names)
    assert found.names(range(found.num_nodes)) == expected.names(range(found.num_nodes))


def test_slices_lists_and_flags_select():
    graphs = spminer.generate.synthetic(6, (3, 9), seed=2)
    sizes = np.diff(graphs.graph_offsets)
    for which in (slice(1, 4), slice(None, None, -2), slice(0), [5, 0, 5], np.array([2], dtype=np.uint8), sizes > 5):
        found = graphs[which]
        assert np.diff(found.graph_offsets).tolist() == sizes[which].tolist()
        assert found.indices.dtype == np.int32
    assert len(graphs[[]]) == 0
    assert graphs[np.int64(3)].num_nodes == sizes[3]


@pytest.mark.parametrize("which", [[6], [-7], [True, False], np.zeros(7, dtype=bool)])
def test_what_is_not_there_is_refused(which):
    with pytest.raises(IndexError):
        spminer.generate.synthetic(6, 4)[which]


@pytest.mark.parametrize("which", [["a"], [[0, 1]], [0.5], "one"])
def test_other_selections_are_refused(which):
    with pytest.raises(UsageError, match="slice"):
        spminer.generate.synthetic(6, 4)[which]
