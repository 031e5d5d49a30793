import io

import numpy as np

import spminer
from spminer.graphs.store.file import StoreFile
from spminer.graphs.store.writing import SectionWriter, write_store


def written(graphs):
    file = io.BytesIO()
    write_store(graphs, file)
    return file.getvalue()


def test_same_graphs_same_bytes():
    graphs = spminer.generate.synthetic(3, 20)
    assert written(graphs) == written(spminer.generate.synthetic(3, 20))


def test_pieces_of_a_section_are_one_array():
    file = io.BytesIO()
    writer = SectionWriter(file)
    assert writer.add("indptr", [np.array([0, 1]), np.array([], dtype=np.int64), np.array([2])]) == 3
    assert writer.add("indices", [np.array([1, 0])]) == 2
    assert [piece.tolist() for piece in writer.pieces("indptr")] == [[0, 1, 2]]
    writer.add("graph_offsets", [np.array([0, 2])])  # goes on at the end
    writer.finish({"nodes": 2, "entries": 2, "graphs": 1, "directed": False})
    store = StoreFile(file.getvalue(), "x")
    assert [store.array(name).tolist() for name in ("indptr", "indices", "graph_offsets")] == [
        [0, 1, 2],
        [1, 0],
        [0, 2],
    ]


def test_what_is_not_finished_is_no_store():
    file = io.BytesIO()
    SectionWriter(file).add("indptr", [np.array([0])])
    assert file.getvalue().startswith(bytes(64))


def test_the_reading_says_where_a_store_came_from(tmp_path):
    path = tmp_path / "friends.csv"
    path.write_text("from,to,since\nann,bob,3\n")
    once, twice = tmp_path / "once.spm", tmp_path / "twice.spm"
    spminer.convert(path, once)
    spminer.convert(once, twice)
    reading = spminer.read(twice).reading
    assert reading.format == f"store of {path} (edge list)"
    assert (reading.edges, reading.left_out) == ("columns from and to (header)", ("since",))
    assert once.read_bytes() == twice.read_bytes()
