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
