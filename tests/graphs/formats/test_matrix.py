"""Tests of graphs/formats/matrix.py and graphs/formats/matrixmarket.py."""

import io

import numpy as np
import pytest
import scipy.io
import scipy.sparse

import spminer

CORRELATIONS = ",a,b,c,d\na,1,0.8,-0.6,0.1\nb,0.8,1,0.2,-0.3\nc,-0.6,0.2,1,0.7\nd,0.1,-0.3,0.7,1\n"
VALUES = np.array([[1, 0.8, -0.6, 0.1], [0.8, 1, 0.2, -0.3], [-0.6, 0.2, 1, 0.7], [0.1, -0.3, 0.7, 1]])


def archive(matrix):
    file = io.BytesIO()
    scipy.sparse.save_npz(file, scipy.sparse.csr_array(matrix))
    return file.getvalue()


def market(matrix, field="real", symmetry="general"):
    rows, columns = np.nonzero(matrix if symmetry == "general" else np.tril(matrix))
    lines = [f"{u + 1} {v + 1} {matrix[u, v]:g}" for u, v in zip(rows.tolist(), columns.tolist(), strict=True)]
    size = f"{len(matrix)} {len(matrix)} {len(lines)}"
    return "\n".join([f"%%MatrixMarket matrix coordinate {field} {symmetry}", size, *lines, ""]).encode()


@pytest.mark.parametrize(
    "content",
    [CORRELATIONS.encode(), archive(VALUES), market(VALUES), market(VALUES, symmetry="symmetric")],
    ids=["text", "scipy", "market", "symmetric market"],
)
def test_weights_between_all_pairs_need_a_threshold(content):
    with pytest.raises(spminer.InputError, match="weights") as caught:
        spminer.read(io.BytesIO(content))
    assert "threshold=" in caught.value.remedy
    for threshold, edges in ((0.6, [[0, 1], [0, 2], [2, 3]]), (0.7, [[0, 1], [2, 3]]), (0.75, [[0, 1]]), (5, [])):
        graphs = spminer.read(io.BytesIO(content), threshold=threshold, directed=False)
        assert (graphs.num_nodes, spminer.to_edges(graphs).tolist()) == (4, edges)
        assert "signs and values are dropped" in graphs.reading.message()
    labeled = spminer.read(io.BytesIO(content), threshold=0.6, edge_labels=True, directed=False)
    assert sorted(labeled.edge_label_names[code] for code in labeled.edges()[2]) == ["-0.6", "0.7", "0.8"]


@pytest.mark.parametrize("threshold", [0, -1, float("nan"), float("inf")])
def test_a_threshold_is_positive(threshold):
    with pytest.raises(spminer.UsageError, match=r"must be a (positive )?number"):
        spminer.read(io.BytesIO(CORRELATIONS.encode()), threshold=threshold)


def test_a_threshold_that_would_do_nothing_is_refused():
    with pytest.raises(spminer.InputError, match="threshold= is not supported by format edgelist"):
        spminer.read(io.BytesIO(b"a,b\nb,c\n"), threshold=0.5)
    text = b"%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n"
    with pytest.raises(spminer.InputError, match="threshold= is not supported for a matrix"):
        spminer.read(io.BytesIO(text), threshold=0.5)


def test_counts_and_sparse_weights_are_edges_as_before():
    counts = spminer.read(io.BytesIO(b",a,b,c\na,0,2,1\nb,2,0,7\nc,1,7,0\n"))
    assert (counts.num_edges, counts.reading.left_out) == (3, ("how large values are",))
    fewer = spminer.read(io.BytesIO(b",a,b,c\na,0,2,1\nb,2,0,7\nc,1,7,0\n"), threshold=2)
    assert fewer.num_edges == 2
    sparse = np.zeros((5, 5))
    sparse[[0, 1, 1, 2], [1, 0, 2, 1]] = [0.5, 0.5, -2, -2]
    for content in (archive(sparse), market(sparse), market(sparse, symmetry="symmetric")):
        assert spminer.read(io.BytesIO(content), directed=False).num_edges == 2
        assert spminer.read(io.BytesIO(content), directed=False, threshold=1).num_edges == 1
    whole = np.ones((4, 4)) - np.eye(4)
    for content in (archive(whole), market(whole)):
        assert spminer.read(io.BytesIO(content), directed=False).num_edges == 6


def test_missing_entries_of_a_matrix_are_said():
    graphs = spminer.read(io.BytesIO(b",a,b,c\na,0,NA,1\nb,NA,0,1\nc,1,1,0\n"))
    assert (graphs.num_edges, graphs.reading.notes) == (2, ("missing values (2) are taken for 0",))


def test_matrices_in_memory():
    for matrix in (VALUES, VALUES.astype(np.float32)):
        with pytest.raises(spminer.InputError, match="weights"):
            spminer.count("0-1@0", matrix)
    assert spminer.count("0-1", abs(VALUES) >= 0.6, frequency="graph").frequency.value == 3
    with pytest.raises(spminer.InputError, match="weights for nearly all pairs"):
        spminer.from_scipy(scipy.sparse.csr_array(VALUES))
    assert spminer.from_scipy(scipy.sparse.csr_array(VALUES), threshold=0.6).num_edges == 3


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
