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
from spminer.graphs.concat import join
from spminer.graphs.digest import digest
from spminer.graphs.dropped import Dropped
from spminer.graphs.reading import Reading
from spminer.graphs.store.collection import StoredCollection
from spminer.graphs.store.writing import SectionWriter, store_facts
from strategies import collection, labeled_graphs

FIELDS = [field.name for field in dataclasses.fields(spminer.GraphCollection) if not field.name.startswith("_")]
ARRAYS = {"indptr", "indices", "graph_offsets", "node_names", "node_labels", "edge_labels", "graph_labels"}


def same(found, expected):
    """Every field but where it was read, and what follows from them."""
    for name in set(FIELDS) - {"source", "source_sha256", "reading"}:
        one, other = getattr(found, name), getattr(expected, name)
        if name in ARRAYS and other is not None:
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
    graphs = join(parts)
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
    stored = spminer.read(path)
    assert isinstance(stored, StoredCollection)
    same(stored, graphs)
    stored.check()
    again = folder / "again.spm"
    spminer.write(stored, again)
    plain = dataclasses.replace(spminer.read(again))
    assert digest(plain) == stored.known_digest
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
    stored = spminer.read(path)
    signatures, components = graphs.index_parts()
    assert stored.index_parts()[0].tolist() == signatures.tolist()
    assert stored.index_parts()[1].tolist() == components.tolist()
    for text in ("0-1,1-2@1", "0-1,1-2,2-0@0"):
        found, expected = (anchors_of(text, given) for given in (stored, graphs))
        assert found == expected


@pytest.fixture
def stored(tmp_path):
    path = tmp_path / "graph.spm"
    spminer.write(spminer.from_edges([("a", "b"), ("b", "c"), ("c", "a")], node_labels="xyx"), path)
    return spminer.read(path)


def test_nothing_is_read_before_it_is_asked_for(stored):
    assert repr(stored) == "GraphCollection(1 undirected graph, 3 nodes, 3 edges)"
    assert digest(stored) == stored.known_digest
    assert stored._file._checked == {}
    assert stored.name(1) == "b"
    assert set(stored._file._checked) == {"node_names", "node_name_ends"}


def test_what_is_made_of_a_store_is_a_collection(stored):
    plain = stored.without_labels()
    assert (plain.num_nodes, plain.num_edges, plain.num_graphs, plain.node_labels) == (3, 3, 1, None)
    assert plain.known_digest == ""
    assert digest(plain) != digest(stored)
    assert plain.names([0]) == ["a"]
    assert stored[[0, 0]].names(range(6)) == list("abcabc")
    assert stored[0].node_label_names == ("x", "y")
    assert plain.index_parts()[1].tolist() == [0, 0, 0]
    plain.check()


def test_signatures_of_another_version_are_not_used(stored):
    known = stored.index_parts()[0]
    stored._file.facts["signature_version"] = 0
    assert stored._known_parts() is None
    assert stored.index_parts()[0].tolist() == known.tolist()  # found anew
    assert stored.index_parts()[0] is not known


def test_an_open_store_outlives_its_file(stored, tmp_path):
    path = tmp_path / "graph.spm"
    spminer.write(spminer.from_edges([(0, 1)]), path)
    path.unlink()
    assert stored.names(range(3)) == ["a", "b", "c"]
    assert stored.indices.tolist() == [1, 2, 0, 2, 0, 1]


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


@pytest.mark.parametrize("form", [form for form in FORMATS if form.write is not None], ids=lambda form: form.name)
def test_every_writer_takes_a_store(stored, form):
    plain = dataclasses.replace(stored, node_names=np.asarray(stored.node_names))
    if form.name in ("parquet", "arrow"):
        pytest.importorskip("pyarrow")
    files = io.BytesIO(), io.BytesIO()
    answers = []
    for graphs, file in zip((stored, plain), files, strict=True):
        try:
            form.write(graphs, file)
        except spminer.UsageError as error:
            answers.append(str(error))
    assert answers in ([], answers[:1] * 2)
    if form.name != "tudataset":  # an archive states the time
        assert files[0].getvalue() == files[1].getvalue()


def test_converters_take_a_store(stored):
    plain = dataclasses.replace(stored, node_names=np.asarray(stored.node_names))
    assert dict(spminer.to_networkx(stored)[0].nodes(data=True)) == dict(spminer.to_networkx(plain)[0].nodes(data=True))
    assert spminer.to_pandas(stored).equals(spminer.to_pandas(plain))
    assert join([stored, plain]).names(range(6)) == list("abcabc")
    assert spminer.profile(stored, ["0-1,1-2,2-0@0"], nodes=["b"]).node_names == ("b",)


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
    with pytest.raises(InputError, match=r"crafted.spm: has a section 'indices' that cannot be meant"):
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
    with pytest.raises(InputError, match=r"crafted\.spm: has parts of an index that cannot be those of its graphs"):
        spminer.count("0-1@0", path)
