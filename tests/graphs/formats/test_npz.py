import io
import zipfile

import numpy as np
import pytest

import spminer
from spminer import InputError, UsageError
from spminer.graphs.formats.npz import looks_like_npz


def written(graphs):
    file = io.BytesIO()
    spminer.graphs.FORMATS[0].write(graphs, file)
    return file.getvalue()


@pytest.mark.parametrize("names", [["a", "", "\u00e9 \n,"], [5, 9, 7]])
def test_names_of_any_kind_are_kept(names, assert_same):
    graphs = spminer.from_edges([(names[0], names[1]), (names[1], names[2])], node_labels="xyx", directed=True)
    assert_same(spminer.read(io.BytesIO(written(graphs))), graphs)


def test_nothing_in_it_can_run_code():
    with np.load(io.BytesIO(written(spminer.from_edges([("a", "b")]))), allow_pickle=False) as archive:
        assert {archive[name].dtype.kind for name in archive.files} <= set("iu")


def test_told_from_other_zip_archives(zipped):
    assert looks_like_npz(written(spminer.from_edges([(0, 1)])))
    assert not looks_like_npz(zipped({"NAME_A.txt": "1, 2"}))


def test_direction_can_be_left_out():
    graphs = spminer.read(io.BytesIO(written(spminer.from_edges([(0, 1), (1, 0)], directed=True))), directed=False)
    assert (graphs.directed, graphs.num_edges) == (False, 1)


def changed(graphs, **arrays):
    """The file of these graphs with other arrays."""
    with np.load(io.BytesIO(written(graphs))) as archive:
        kept = {name: archive[name] for name in archive.files}
    file = io.BytesIO()
    np.savez_compressed(file, **{**kept, **arrays})
    return file.getvalue()


def test_a_small_file_cannot_ask_for_much_memory():
    data = changed(spminer.from_edges([(0, 1)]), graph_offsets=np.array([0, 10**8]))
    assert len(data) < 2000
    with pytest.raises(InputError, match="declares 100,000,000 nodes but has almost no edges"):
        spminer.read(io.BytesIO(data))


def test_what_could_not_be_read_is_not_written():
    sparse = spminer.from_edges([(0, 1)], num_nodes=1_000_001)
    with pytest.raises(UsageError, match="format spm can"):
        written(sparse)
    written(spminer.from_edges([(0, 1)], num_nodes=1_000_000))


@pytest.mark.parametrize("header", [b"((1,", b"'1',", b"{1:2"])
def test_a_damaged_header_is_no_internal_error(header):
    data = written(spminer.from_edges([(0, 1)]))
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(file, "w") as damaged:
        for name in archive.namelist():
            content = archive.read(name)
            damaged.writestr(name, content.replace(b"(1,)", header) if name == "sources.npy" else content)
    with pytest.raises(InputError, match=r"array 'sources.npy' is (damaged|not as written)"):
        spminer.read(io.BytesIO(file.getvalue()))


def test_arrays_of_the_other_byte_order_are_read_rightly(tmp_path):
    graphs = spminer.from_edges([("a", "b"), ("b", "c"), ("c", "d")], node_labels="xyxz", edge_labels="pqp")
    spminer.write(graphs, tmp_path / "here.npz")
    with np.load(tmp_path / "here.npz") as archive:
        swapped = {name: array.astype(array.dtype.newbyteorder("S")) for name, array in archive.items()}
    assert any(not array.dtype.isnative for array in swapped.values())
    np.savez(tmp_path / "there.npz", **swapped)
    there = spminer.read(tmp_path / "there.npz")
    for name in ("indptr", "indices", "node_labels", "edge_labels"):
        assert np.array_equal(getattr(there, name), getattr(graphs, name))
    assert all(array.dtype.isnative for array in (there.indptr, there.indices, there.node_labels, there.edge_labels))
    assert spminer.count("0-1,1-2", there, frequency="graph").frequency.value == 2


@pytest.mark.parametrize("kind", ["csr", "coo"])
def test_sparse_matrices_of_the_other_byte_order_are_read_rightly_or_refused(tmp_path, kind):
    scipy_sparse = pytest.importorskip("scipy.sparse")
    matrix = scipy_sparse.random(12, 12, density=0.3, rng=np.random.default_rng(4), format=kind)
    scipy_sparse.save_npz(tmp_path / "here.npz", (matrix + matrix.T).asformat(kind))
    with np.load(tmp_path / "here.npz") as archive:
        arrays = dict(archive)
    numbers = {name: array for name, array in arrays.items() if array.dtype.kind in "if"}
    swapped = {name: array.astype(array.dtype.newbyteorder("S")) for name, array in numbers.items()}
    np.savez(tmp_path / "there.npz", **(arrays | swapped))
    here = spminer.read(tmp_path / "here.npz")
    try:
        there = spminer.read(tmp_path / "there.npz")
    except InputError as error:
        assert "save_npz" in error.remedy  # noqa: PT017
        return
    assert np.array_equal(here.indices, there.indices)
    assert np.array_equal(here.indptr, there.indptr)


@pytest.mark.parametrize("kind", ["csr", "csc", "bsr"])
@pytest.mark.parametrize(
    "ends",
    [[0, 10**8, 0], [0, -1, 0], [1, 1, 1], [0, 0, 5], [0.0, 0.0, 0.0], [[0, 0, 0]], []],
    ids=["beyond", "negative", "late", "too many", "no integers", "two-dimensional", "none"],
)
def test_row_ends_that_lead_beyond_the_entries_are_refused(tmp_path, kind, ends):
    """SciPy follows them without a look, out of bounds or for minutes."""
    pytest.importorskip("scipy.sparse")
    path = tmp_path / "matrix.npz"
    data = np.ones((1, 1, 1)) if kind == "bsr" else np.ones(1)
    arrays = {"indices": np.zeros(1, np.int32), "indptr": np.array(ends), "data": data, "shape": np.array([2, 2])}
    np.savez(path, format=np.array(kind.encode()), **arrays)
    with pytest.raises(InputError, match="cannot be read as a sparse matrix") as refused:
        spminer.read(path)
    assert "indptr" in str(refused.value)
