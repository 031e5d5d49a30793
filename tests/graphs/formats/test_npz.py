import io

import numpy as np
import pytest

import spminer
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
