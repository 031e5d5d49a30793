import dataclasses
import io
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import _core
from spminer.errors import InputError
from spminer.graphs import FORMATS
from spminer.graphs.build import disjoint_union
from spminer.graphs.collection import digest
from spminer.graphs.reading import Dropped, Reading
from spminer.graphs.store.collection import MappedStore, StoredCollection
from spminer.graphs.store.format import SectionWriter, store_facts, write_store
from support.builders import collection
from support.strategies import labeled_graphs

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
    file = MappedStore(stored(), "x")
    for name, values in ARRAYS.items():
        array = file.array(name)
        assert array.tolist() == values
        assert not array.flags.writeable
        assert not array.flags.owndata
    assert file.array("node_ids") is None
    assert file.names("node") is None


def test_only_what_is_used_is_looked_at():
    content = bytearray(stored())
    file = MappedStore(bytes(content), "x")
    at = file._table.sections["indices"].offset
    content[at] ^= 1
    damaged = MappedStore(bytes(content), "x")
    assert damaged.array("indptr").tolist() == ARRAYS["indptr"]
    with pytest.raises(InputError, match="x: is damaged: the checksum of its section 'indices' differs; copy"):
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
    file = MappedStore(stored(**{name: values}), "x")
    with pytest.raises(InputError, match=f"invalid section '{name}'"):
        file.array(name)


def test_an_edge_between_two_graphs_never_reaches_native_code():
    file = MappedStore(stored(graph_offsets=[0, 1, 3], facts={"graphs": 2}), "x")
    with pytest.raises(InputError, match="invalid section 'indices'"):
        file.array("indices")


def test_the_other_direction_of_an_arc_may_be_missing():
    file = MappedStore(stored(indices=[2, 0, 2, 1], edge_labels=[0, 1, 0, 0], facts={"directed": True}), "x")
    assert file.array("indices").tolist() == [2, 0, 2, 1]
    assert file.array("edge_labels").tolist() == [0, 1, 0, 0]


def test_a_file_is_mapped(tmp_path):
    path = tmp_path / "graph.spm"
    with path.open("wb") as file:
        write_store(spminer.from_edges([("a", "b")]), file)
    with path.open("rb") as file:
        mapped = MappedStore.mapped(file, "x")
    assert list(mapped.names("node")) == ["a", "b"]  # the map outlives the open file


def test_an_empty_file_is_no_store(tmp_path):
    path = tmp_path / "graph.spm"
    path.touch()
    with path.open("rb") as file, pytest.raises(InputError, match="not a store"):
        MappedStore.mapped(file, "x")


FIELDS = [field.name for field in dataclasses.fields(spminer.GraphCollection) if not field.name.startswith("_")]


ARRAYS_COLLECTION = {"indptr", "indices", "graph_offsets", "node_names", "node_labels", "edge_labels", "graph_labels"}


def same(found, expected):
    """Every field but where it was read, and what follows from them."""
    for name in set(FIELDS) - {"source", "source_sha256", "reading"}:
        one, other = getattr(found, name), getattr(expected, name)
        if name in ARRAYS_COLLECTION and other is not None:
            assert np.asarray(one).tolist() == other.tolist(), name
        else:
            assert one == other, name
    sizes = ("num_graphs", "num_nodes", "num_edges")
    assert [getattr(found, size) for size in sizes] == [getattr(expected, size) for size in sizes]
    assert found.known_digest == digest(dataclasses.replace(found)) == digest(expected)


@st.composite
def collections(draw):
    """Graphs with any names, classes, labels and directions."""
    directed, labels, several = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    count = draw(st.integers(2, 4)) if several else 1
    parts = [collection(draw(labeled_graphs(directed=directed, labels=labels))) for _ in range(count)]
    if any((part.edge_labels is None) != (parts[0].edge_labels is None) for part in parts):  # of no edges
        parts = [dataclasses.replace(part, edge_labels=None, edge_label_names=()) for part in parts]
    graphs = disjoint_union(parts)
    nodes = graphs.num_nodes
    kind = draw(st.sampled_from(["none", "numbers", "texts"]))
    names = None
    if kind == "numbers":
        names = np.array(draw(st.lists(st.integers(0, 2**62), min_size=nodes, max_size=nodes)), dtype=np.int64)
    elif kind == "texts":
        names = np.empty(nodes, dtype=object)
        names[:] = draw(st.lists(st.text(max_size=4), min_size=nodes, max_size=nodes))
    classes = draw(st.one_of(st.none(), st.lists(st.integers(-9, 9), min_size=count, max_size=count)))
    texts = draw(st.one_of(st.none(), st.lists(st.text(max_size=3), min_size=count, max_size=count)))
    return dataclasses.replace(
        graphs,
        node_names=names,
        graph_labels=None if classes is None else np.array(classes, dtype=np.int64),
        graph_names=None if texts is None else tuple(texts),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("stores")


@given(graphs=collections())
def test_everything_is_kept(folder, graphs):
    path = folder / "graph.spm"
    spminer.write(graphs, path)
    stored_collection = spminer.read(path)
    assert isinstance(stored_collection, StoredCollection)
    same(stored_collection, graphs)
    stored_collection.check()
    again = folder / "again.spm"
    spminer.write(stored_collection, again)
    plain = dataclasses.replace(spminer.read(again))
    assert digest(plain) == stored_collection.known_digest
    assert plain.names(range(graphs.num_nodes)) == graphs.names(range(graphs.num_nodes))


def anchors_of(text, graphs):
    """Where a pattern is anchored, whatever the labels and directions."""
    index = graphs.match_index(direction=False, node_labels=False, edge_labels=False)
    pattern = spminer.Pattern.parse(text).core()
    return _core.count_anchors(pattern, index, _core.Control(), list_anchors=True).anchors.tolist()


@given(graphs=collections())
def test_the_index_of_a_store_is_that_of_its_graphs(folder, graphs):
    path = folder / "index.spm"
    spminer.write(graphs, path)
    stored_collection = spminer.read(path)
    signatures, components = graphs.index_parts()
    assert stored_collection.index_parts()[0].tolist() == signatures.tolist()
    assert stored_collection.index_parts()[1].tolist() == components.tolist()
    for text in ("0-1,1-2@1", "0-1,1-2,2-0@0"):
        found, expected = (anchors_of(text, given) for given in (stored_collection, graphs))
        assert found == expected


@pytest.fixture
def stored_collection(tmp_path):
    path = tmp_path / "graph.spm"
    spminer.write(spminer.from_edges([("a", "b"), ("b", "c"), ("c", "a")], node_labels="xyx"), path)
    return spminer.read(path)


def test_nothing_is_read_before_it_is_asked_for(stored_collection):
    assert repr(stored_collection) == "GraphCollection(1 undirected graph, 3 nodes, 3 edges)"
    assert digest(stored_collection) == stored_collection.known_digest
    assert stored_collection._file._checked == {}
    assert stored_collection.name(1) == "b"
    assert set(stored_collection._file._checked) == {"node_names", "node_name_ends"}


def test_what_is_made_of_a_store_is_a_collection(stored_collection):
    plain = stored_collection.without_labels()
    assert (plain.num_nodes, plain.num_edges, plain.num_graphs, plain.node_labels) == (3, 3, 1, None)
    assert plain.known_digest == ""
    assert digest(plain) != digest(stored_collection)
    assert plain.names([0]) == ["a"]
    assert stored_collection[[0, 0]].names(range(6)) == list("abcabc")
    assert stored_collection[0].node_label_names == ("x", "y")
    assert plain.index_parts()[1].tolist() == [0, 0, 0]
    plain.check()


def test_signatures_of_another_version_are_not_used(stored_collection):
    known = stored_collection.index_parts()[0]
    stored_collection._file.facts["signature_version"] = 0
    assert stored_collection._stored_parts() is None
    assert stored_collection.index_parts()[0].tolist() == known.tolist()  # found again
    assert stored_collection.index_parts()[0] is not known


def test_an_open_store_outlives_its_file(stored_collection, tmp_path):
    path = tmp_path / "graph.spm"
    spminer.write(spminer.from_edges([(0, 1)]), path)
    path.unlink()
    assert stored_collection.names(range(3)) == ["a", "b", "c"]
    assert stored_collection.indices.tolist() == [1, 2, 0, 2, 0, 1]


_COUNT = """
import sys, spminer
graphs = spminer.read(sys.argv[1])
print(spminer.count("0-1,1-2,2-0@0", graphs).frequency.value, graphs.names([0, 99]))
"""


def test_many_processes_read_one_store(tmp_path):
    path = tmp_path / "graph.spm"
    graphs = spminer.generate.synthetic(1, 100, seed=4)
    spminer.write(graphs, path)
    command = [sys.executable, "-c", _COUNT, path]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    answers = {process.communicate(timeout=60)[0] for process in running}
    expected = spminer.count("0-1,1-2,2-0@0", graphs).frequency.value
    assert answers == {f"{expected} ['0', '99']\n"}


@pytest.mark.parametrize("form", [form for form in FORMATS if form.writer is not None], ids=lambda form: form.name)
def test_every_writer_takes_a_store(stored_collection, form):
    plain = dataclasses.replace(stored_collection, node_names=np.asarray(stored_collection.node_names))
    if form.name in ("parquet", "arrow"):
        pytest.importorskip("pyarrow")
    files = io.BytesIO(), io.BytesIO()
    answers = []
    for graphs, file in zip((stored_collection, plain), files, strict=True):
        try:
            form.write(graphs, file)
        except spminer.UsageError as error:
            answers.append(str(error))
    assert answers in ([], answers[:1] * 2)
    if form.name != "tudataset":  # an archive states the time
        assert files[0].getvalue() == files[1].getvalue()


def test_converters_take_a_store(stored_collection):
    plain = dataclasses.replace(stored_collection, node_names=np.asarray(stored_collection.node_names))
    assert dict(spminer.to_networkx(stored_collection)[0].nodes(data=True)) == dict(
        spminer.to_networkx(plain)[0].nodes(data=True)
    )
    assert spminer.to_pandas(stored_collection).equals(spminer.to_pandas(plain))
    assert disjoint_union([stored_collection, plain]).names(range(6)) == list("abcabc")
    assert spminer.profile(stored_collection, ["0-1,1-2,2-0@0"], nodes=["b"]).node_names == ("b",)


@pytest.mark.parametrize("use", ["randomize", "info", "count", "enumerate"])
def test_crafted_rows_are_an_error_of_the_file(use, tmp_path):
    """Repeated columns under a checksum that fits: native code would write beyond its arrays."""
    path = tmp_path / "crafted.spm"
    nodes, row = 40, np.full(39, 1, dtype=np.int32)
    graphs = spminer.GraphCollection(
        indptr=np.arange(nodes + 1, dtype=np.int64) * len(row),
        indices=np.tile(row, nodes),
        graph_offsets=np.array([0, nodes]),
    )
    facts = store_facts(
        nodes=nodes,
        entries=len(graphs.indices),
        graphs=1,
        directed=False,
        node_label_names=(),
        edge_label_names=(),
        digest="",
        dropped=Dropped(),
        reading=Reading(),
    )
    with path.open("wb") as file:
        writer = SectionWriter(file)
        for name in ("indptr", "indices", "graph_offsets"):
            writer.add(name, [getattr(graphs, name)])
        writer.finish(facts)
    calls = {
        "randomize": lambda: spminer.randomize(path),
        "info": lambda: spminer.read(path).check(),
        "count": lambda: spminer.count("0-1,1-2@0", path),
        "enumerate": lambda: spminer.enumerate(path, 3),
    }
    with pytest.raises(InputError, match=r"crafted.spm: has an invalid section 'indices'"):
        calls[use]()


def test_components_that_are_not_those_of_the_graphs_are_an_error_of_the_file(tmp_path):
    graphs, path = spminer.from_edges([(0, 1), (1, 2)]), tmp_path / "crafted.spm"
    with path.open("wb") as file:
        writer = SectionWriter(file)
        for name in ("indptr", "indices", "graph_offsets"):
            writer.add(name, [getattr(graphs, name)])
        signatures, _ = graphs.index_parts()
        writer.add("signatures", [signatures.ravel()])
        writer.add("components", [np.array([0, 0, 1], dtype=np.int32)])
        writer.finish(
            store_facts(
                nodes=3,
                entries=4,
                graphs=1,
                directed=False,
                node_label_names=(),
                edge_label_names=(),
                digest="",
                dropped=Dropped(),
                reading=Reading(),
            )
        )
    with pytest.raises(InputError, match=r"crafted\.spm: has an invalid index of its graphs"):
        spminer.count("0-1@0", path)
