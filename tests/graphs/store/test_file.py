import io

import numpy as np
import pytest

import spminer
from spminer.errors import InputError
from spminer.graphs.store.file import StoreFile
from spminer.graphs.store.writing import SectionWriter, write_store

FACTS = {
    "nodes": 3,
    "entries": 4,
    "graphs": 1,
    "directed": False,
    "node_label_names": ["x", "y"],
    "edge_label_names": ["k", "l"],
    "digest": "",
    "signature_version": 1,
    "dropped": {},
    "reading": {},
}
ARRAYS = {
    "indptr": [0, 1, 3, 4],
    "indices": [1, 0, 2, 1],
    "graph_offsets": [0, 3],
    "node_labels": [0, 1, 0],
    "edge_labels": [0, 0, 0, 0],
    "components": [0, 0, 0],
}


def stored(*, facts=None, **changes):
    """A store with some arrays as another program may have written them, checksums and all."""
    file = io.BytesIO()
    writer = SectionWriter(file)
    for name, values in (ARRAYS | changes).items():
        writer.add(name, [np.array(values)])
    writer.finish(FACTS | (facts or {}))
    return file.getvalue()


def test_sections_are_views_that_cannot_be_written_to():
    file = StoreFile(stored(), "x")
    for name, values in ARRAYS.items():
        array = file.array(name)
        assert array.tolist() == values
        assert not array.flags.writeable
        assert not array.flags.owndata
    assert file.array("node_ids") is None
    assert file.names("node") is None


def test_only_what_is_used_is_looked_at():
    content = bytearray(stored())
    file = StoreFile(bytes(content), "x")
    at = file._table.sections["indices"].offset
    content[at] ^= 1
    damaged = StoreFile(bytes(content), "x")
    assert damaged.array("indptr").tolist() == ARRAYS["indptr"]
    with pytest.raises(InputError, match="x: is damaged: its section 'indices' is not as written; copy"):
        damaged.array("indices")
    with pytest.raises(InputError, match="damaged"):
        damaged.check()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("indices", [1, 2, 0, 1]),  # not sorted
        ("indices", [1, 0, 0, 1]),  # repeated
        ("indices", [1, 0, 1, 1]),  # a self-loop
        ("indices", [2, 0, 2, 1]),  # an edge in one row only
        ("edge_labels", [0, 1, 0, 0]),  # two labels for one edge
        ("indptr", [0, 3, 1, 4]),
        ("indptr", [0, 1, 3, 5]),
        ("indptr", [1, 1, 3, 4]),
        ("indices", [1, 0, 3, 1]),
        ("indices", [1, 0, -1, 1]),
        ("graph_offsets", [0, 4]),
        ("node_labels", [0, 2, 0]),
        ("node_labels", [0, -1, 0]),
        ("edge_labels", [0, 0, 0, 2]),
        ("components", [0, 0, 3]),
    ],
)
def test_numbers_out_of_range_never_reach_native_code(name, values):
    file = StoreFile(stored(**{name: values}), "x")
    with pytest.raises(InputError, match=f"section '{name}' that cannot be meant"):
        file.array(name)


def test_an_edge_between_two_graphs_never_reaches_native_code():
    file = StoreFile(stored(graph_offsets=[0, 1, 3], facts={"graphs": 2}), "x")
    with pytest.raises(InputError, match="section 'indices' that cannot be meant"):
        file.array("indices")


def test_the_other_direction_of_an_arc_may_be_missing():
    file = StoreFile(stored(indices=[2, 0, 2, 1], edge_labels=[0, 1, 0, 0], facts={"directed": True}), "x")
    assert file.array("indices").tolist() == [2, 0, 2, 1]
    assert file.array("edge_labels").tolist() == [0, 1, 0, 0]


def test_a_file_is_mapped(tmp_path):
    path = tmp_path / "graph.spm"
    with path.open("wb") as file:
        write_store(spminer.from_edges([("a", "b")]), file)
    with path.open("rb") as file:
        mapped = StoreFile.mapped(file, "x")
    assert list(mapped.names("node")) == ["a", "b"]  # the map outlives the open file


def test_an_empty_file_is_no_store(tmp_path):
    path = tmp_path / "graph.spm"
    path.touch()
    with path.open("rb") as file, pytest.raises(InputError, match="no store"):
        StoreFile.mapped(file, "x")
