import io

import numpy as np
import pytest
import scipy.io
import scipy.sparse

import spminer

HEAD = "%%MatrixMarket matrix coordinate"


def test_symmetric_and_isolated_nodes(read_text):
    graphs = read_text(f"{HEAD} pattern symmetric\n% comment\n4 4 2\n2 1\n3 1\n")
    assert (graphs.num_nodes, graphs.num_edges, graphs.directed) == (4, 2, False)
    assert graphs.names([0, 3]) == ["1", "4"]
    assert graphs.dropped.isolated_nodes == 1


def test_general_is_directed(read_text):
    text = f"{HEAD} integer general\n2 2 2\n1 2 7\n2 1 8\n"
    assert read_text(text).num_edges == 2
    assert read_text(text, directed=False).num_edges == 1
    assert read_text(text, edge_labels=True).edge_label_names == ("7", "8")


@pytest.mark.parametrize("directed", [False, True])
def test_against_scipy(assert_same, directed):
    dense = np.random.default_rng(1).random((12, 12)) < 0.2
    dense = dense if directed else dense | dense.T
    np.fill_diagonal(dense, val=False)
    file = io.BytesIO()
    scipy.io.mmwrite(file, scipy.sparse.coo_array(dense.astype(float)), symmetry="general" if directed else "symmetric")
    found = spminer.read(io.BytesIO(file.getvalue()))
    assert_same(found, spminer.from_scipy(scipy.sparse.csr_array(dense), directed=directed), names=False)
