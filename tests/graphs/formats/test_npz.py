import gzip
import io
import struct
import zipfile

import numpy as np
import pytest

import spminer
from spminer import InputError
from spminer.graphs.formats.npz import looks_like_npz


def archive(**changed):
    """A path of three nodes as SciPy writes it, with other arrays in places."""
    arrays = {"format": b"csr", "shape": [3, 3], "data": [1, 1], "indices": [1, 2], "indptr": [0, 1, 2, 2], **changed}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def test_told_from_other_zip_archives(zipped):
    assert looks_like_npz(archive())
    assert not looks_like_npz(zipped({"NAME_A.txt": "1, 2"}))
    assert spminer.read(io.BytesIO(archive())).num_edges == 2


def test_it_may_be_compressed_by_hand(tmp_path):
    (tmp_path / "matrix.npz.gz").write_bytes(gzip.compress(archive()))
    assert spminer.read(tmp_path / "matrix.npz.gz").num_edges == 2


def test_direction_can_be_said_otherwise():
    both = archive(indices=[1, 0], indptr=[0, 1, 2, 2])
    for directed, edges in ((None, 1), (True, 2), (False, 1)):
        graphs = spminer.read(io.BytesIO(both), directed=directed)
        assert (graphs.directed, graphs.num_edges) == (bool(directed), edges)
    graphs = spminer.read(io.BytesIO(archive()), directed=False)
    assert (graphs.directed, graphs.num_edges) == (False, 2)


def test_arrays_of_spminer_are_refused_by_name(tmp_path):
    """Before its first release it wrote all that a collection has in this way."""
    path = tmp_path / "graph.npz"
    edges = np.array([0], dtype=np.int32), np.array([1], dtype=np.int32)
    meta = np.frombuffer(b'{"format": "spminer graphs", "version": 1}', dtype=np.uint8)
    np.savez_compressed(path, meta=meta, sources=edges[0], targets=edges[1], graph_offsets=np.array([0, 2]))
    with pytest.raises(InputError, match="spminer's own arrays, a format that was never published") as refused:
        spminer.read(path)
    assert refused.value.source == str(path)
    assert refused.value.remedy == "make the graph again and write it as a store (.spm)"


def test_other_arrays_are_no_graph():
    file = io.BytesIO()
    np.savez(file, points=np.zeros((2, 2)), nodes=np.array(["a", "b"]))
    with pytest.raises(InputError, match=r"arrays nodes\.npy, points\.npy, which are not a known graph") as refused:
        spminer.read(io.BytesIO(file.getvalue()))
    assert "spminer.write" in refused.value.remedy


class Code:
    """What runs a function where it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("code of the file has run",)


def test_nothing_in_it_can_run_code():
    data = archive(data=np.array([Code(), 1], dtype=object))
    with pytest.raises(InputError, match="cannot be read as a sparse matrix"):
        spminer.read(io.BytesIO(data))


def test_a_small_file_cannot_ask_for_much_memory():
    data = archive(format=b"coo", shape=[10**8, 10**8], row=[0], col=[1], data=[1])
    assert len(data) < 3000
    with pytest.raises(InputError, match="declares 100,000,000 nodes but has almost no edges"):
        spminer.read(io.BytesIO(data))


def replaced(name, content):
    """The archive with another file of that name."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive())) as whole, zipfile.ZipFile(file, "w") as damaged:
        for other in whole.namelist():
            damaged.writestr(other, content(whole.read(other)) if other == name else whole.read(other))
    return file.getvalue()


@pytest.mark.parametrize("header", [b"((2,", b"'2',", b"{2:3"])
@pytest.mark.parametrize("name", ["data.npy", "indices.npy"])
def test_a_damaged_header_is_no_internal_error(header, name):
    data = replaced(name, lambda content: content.replace(b"(2,)", header))
    with pytest.raises(InputError, match="cannot be read as a sparse matrix"):
        spminer.read(io.BytesIO(data))


@pytest.mark.parametrize("name", ["data.npy", "indices.npy", "indptr.npy"])
def test_a_header_that_promises_a_terabyte_is_refused(name):
    header = b"{'descr': '<i4', 'fortran_order': False, 'shape': (250000000000,), }"
    lying = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header) + 1) + header + b"\n" + b"\0" * 8
    with pytest.raises(InputError, match="cannot be read as a sparse matrix"):
        spminer.read(io.BytesIO(replaced(name, lambda _: lying)))


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
