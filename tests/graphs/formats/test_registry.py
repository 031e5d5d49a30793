"""Tests of graphs/formats/registry.py and graphs/formats/format.py."""

import contextlib
import dataclasses
import gzip
import io
import os
import threading
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import spminer
from spminer import UsageError
from spminer.graphs import FORMATS
from spminer.graphs.build import LabelCodes, build_collection
from spminer.graphs.formats import format as checks
from spminer.graphs.formats.format import Format, Holds, names_as_text, open_atomic, write_rows
from spminer.graphs.tables.edges import MISSING
from support.strategies import examples

# What each format can hold: many graphs, node labels, edge labels, classes of graphs, direction, isolated nodes, names.
HOLDS = {
    "spm": "many node_labels edge_labels graph_labels directed isolated names",
    "tudataset": "many node_labels edge_labels graph_labels isolated",
    "matrixmarket": "directed isolated",
    "graphml": "many node_labels edge_labels graph_labels directed isolated names",
    "gml": "many node_labels edge_labels directed isolated names",
    "graph6": "many directed isolated",
    "gspan": "many node_labels edge_labels directed isolated",
    "lg": "node_labels edge_labels directed isolated",
    "edgelist": "edge_labels directed",
    "parquet": "edge_labels directed",
    "arrow": "edge_labels directed",
    "gexf": "node_labels edge_labels directed isolated names",
    "dot": "many node_labels edge_labels directed isolated names",
    "pajek": "edge_labels directed isolated names",
    "cx": "node_labels edge_labels directed isolated names",
    "json": "many node_labels edge_labels graph_labels directed isolated names",
    "matrix": "directed isolated names",
    "sif": "edge_labels isolated names",
}
# Formats that are only read are written by others in tests of their own.
WRITTEN = [form for form in FORMATS if form.writer is not None]
LABELS = st.sampled_from(["C", "N", "7", "x<&>"])
NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "S"]), min_size=1, max_size=5).filter(
    lambda name: name[0] not in "#%/" and not name.isdigit()
)


@st.composite
def collections(draw, holds):
    sizes = (
        draw(st.lists(st.integers(0, 6), min_size=1, max_size=4).filter(any))
        if "many" in holds
        else [draw(st.integers(2, 8))]
    )
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    nodes = int(offsets[-1])
    ends = [
        (int(start) + draw(st.integers(0, size - 1)), int(start) + draw(st.integers(0, size - 1)))
        for start, size in zip(offsets, sizes, strict=False)
        if size > 1
        for _ in range(draw(st.integers(1, 6)))
    ]
    pairs = np.array([(u, v) for u, v in ends if u != v], dtype=np.int32).reshape(-1, 2)
    if "isolated" not in holds:
        ring = np.arange(nodes, dtype=np.int32)
        pairs = np.concatenate([pairs, np.stack([ring, np.roll(ring, 1)], axis=1)])

    def labels(count):
        chosen = [draw(LABELS) for _ in range(count)]
        return LabelCodes(
            np.array([sorted(set(chosen)).index(label) for label in chosen], dtype=np.int32), tuple(sorted(set(chosen)))
        )

    names = draw(st.lists(NAMES, min_size=nodes, max_size=nodes, unique=True)) if "names" in holds else None
    return build_collection(
        pairs[:, 0],
        pairs[:, 1],
        nodes=nodes,
        directed="directed" in holds and len(pairs) > 0 and draw(st.booleans()),
        graph_offsets=offsets,
        node_names=np.array(names, dtype=object) if names else None,
        node_labels=labels(nodes) if nodes and "node_labels" in holds and draw(st.booleans()) else None,
        edge_labels=labels(len(pairs)) if len(pairs) and "edge_labels" in holds and draw(st.booleans()) else None,
        graph_labels=np.array([draw(st.sampled_from([-1, 1, 2])) for _ in sizes])
        if "graph_labels" in holds and draw(st.booleans())
        else None,
    )


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
@settings(max_examples=examples(30), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_round_trip(form, data, assert_same, tmp_path):
    holds = HOLDS[form.name].split()
    graphs = data.draw(collections(holds))
    packing = "" if not form.compressible else data.draw(st.sampled_from(["", ".gz", ".bz2", ".xz", ".zst"]))
    path = tmp_path / f"graphs{form.suffixes[0] if form.suffixes else '.csv'}{packing}"
    spminer.write(graphs, path, format=form.name)
    labeled = form.name in ("edgelist", "parquet", "arrow") and graphs.edge_labels is not None
    directed = graphs.directed if form.name == "matrix" else None  # of which symmetric ones do not tell
    found = spminer.read(path, edge_labels=labeled, format=None if form.suffixes else form.name, directed=directed)
    assert_same(found, graphs, names="names" in holds)


def test_formats_declare_what_they_hold():
    assert {form.name for form in WRITTEN} == set(HOLDS)
    for form in WRITTEN:
        declared = dataclasses.asdict(form.holds)
        # An edge list has names, but it does not keep the order of the nodes.
        declared["names"] &= form.holds.isolated
        features = ("many", "node_labels", "edge_labels", "graph_labels", "directed", "isolated", "names")
        assert [name for name in features if declared[name]] == HOLDS[form.name].split()


def test_the_page_on_formats_says_what_is_declared():
    page = (Path(__file__).parents[3] / "docs" / "reference" / "formats.md").read_text()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("| `")]
    told = {name.strip("`"): row for row in rows if len(row) == 7 for name in row[0].split(", ")}
    for form in WRITTEN:
        _, _, graphs, labels, _, names, _ = told[form.name]
        found = graphs == "many", "nodes" in labels, names == "yes"
        named = form.holds.names
        assert found == (form.holds.many, form.holds.node_labels, named), form.name


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
def test_content_tells_the_format(form):
    graphs = spminer.from_edges([(0, 1), (1, 2)])
    file = io.BytesIO()
    form.write(graphs, file)
    text = file.getvalue()
    found = next(other for other in FORMATS if other.sniff(text))
    assert found.read is form.read or form.name == "graph6"  # graph6 without its header looks like any text
    assert spminer.read(io.BytesIO(text), format=form.name).num_edges == 2


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
def test_refuses_what_would_be_lost(form, tmp_path):
    holds = HOLDS[form.name].split()
    base = spminer.from_edges([(0, 1)])
    rich = {
        "many": dataclasses.replace(base, graph_offsets=np.array([0, 2, 2])),
        "node_labels": spminer.from_edges([(0, 1)], node_labels="ab"),
        "edge_labels": spminer.from_edges([(0, 1)], edge_labels="a"),
        "directed": spminer.from_edges([(0, 1)], directed=True),
        "isolated": spminer.from_edges([(0, 1)], num_nodes=3),
    }
    for feature, graphs in rich.items():
        path = tmp_path / f"{feature}{form.suffixes[0] if form.suffixes else '.csv'}"
        if feature in holds:
            spminer.write(graphs, path, format=form.name)
        else:
            with pytest.raises(UsageError, match="spm"):
                spminer.write(graphs, path, format=form.name)
            assert not path.exists()
            with pytest.raises(UsageError, match="spm"):
                form.write(graphs, io.BytesIO())
    assert not list(tmp_path.glob("*.part"))


def test_names_that_become_numbers_are_mentioned(tmp_path, caplog):
    spminer.write(spminer.from_edges([("a", "b")]), tmp_path / "a.mtx")
    assert "names" in caplog.text


def test_classes_that_are_lost_are_mentioned(tmp_path, caplog):
    graphs = dataclasses.replace(spminer.from_edges([(0, 1)]), graph_labels=np.array([1]))
    spminer.write(graphs, tmp_path / "kept.spm")
    assert caplog.text == ""
    spminer.write(graphs, tmp_path / "lost.gspan")
    assert "classes" in caplog.text


def test_compressed_files_are_the_same_each_time(tmp_path):
    graphs = spminer.from_edges([(0, 1)])
    spminer.write(graphs, tmp_path / "a.txt.gz")
    spminer.write(graphs, tmp_path / "b.txt.gz")
    assert (tmp_path / "a.txt.gz").read_bytes() == (tmp_path / "b.txt.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.txt.gz").read_bytes()).endswith(b"0\t1\n")


def test_edge_lists_keep_names(tmp_path):
    spminer.write(spminer.from_edges([("b c", "a"), ("a", "ü")]), tmp_path / "names.tsv")
    assert spminer.read(tmp_path / "names.tsv").names([0, 1, 2]) == ["b c", "a", "ü"]
    for name in ("#a", "a\tb", " a", ""):
        with pytest.raises(UsageError, match="node name"):
            spminer.write(spminer.from_edges([(name, "b")]), tmp_path / "bad.tsv")


def test_a_name_beside_a_number_makes_both_names(tmp_path):
    (tmp_path / "names.csv").write_text("source,target\n<,0E0\n0E0,b\n")
    assert spminer.read(tmp_path / "names.csv").names([0, 1, 2]) == ["<", "0E0", "b"]


@given(st.data())
@settings(max_examples=examples(60), deadline=None)
def test_edge_lists_of_names_come_back(data):
    """Whatever the names: none is taken for a header, a relation or a molecule."""
    names = data.draw(
        st.lists(
            st.one_of(
                NAMES.filter(lambda name: name not in MISSING),
                st.sampled_from(["u", "v", "a", "b", "i", "j", "CCO", "x1", "x2"]),
            ),
            min_size=2,
            max_size=6,
            unique=True,
        )
    )
    pairs = data.draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), min_size=1, max_size=9))
    labels = data.draw(st.sampled_from([None, [str(place % 3) for place in range(len(pairs))], ["pp"] * len(pairs)]))
    pairs, file = [(u, v) for u, v in pairs if u != v] or [(names[0], names[1])], io.BytesIO()
    graphs = spminer.from_edges(pairs, directed=True, edge_labels=None if labels is None else labels[: len(pairs)])
    next(form for form in FORMATS if form.name == "edgelist").write(graphs, file)
    found = spminer.read(io.BytesIO(file.getvalue()), edge_labels=labels is not None)

    def arcs(graph):
        own, (sources, targets, codes) = graph.names(range(graph.num_nodes)), graph.edges()
        texts = [""] * len(sources) if codes is None else [graph.edge_label_names[code] for code in codes]
        return {(own[u], own[v], text) for u, v, text in zip(sources, targets, texts, strict=True)}

    assert arcs(found) == arcs(graphs)


def test_archives_are_not_compressed_again(tmp_path):
    with pytest.raises(UsageError, match="not compressed further"):
        spminer.write(spminer.from_edges([(0, 1)]), tmp_path / "a.spm.gz")
    spminer.write(spminer.from_edges([(0, 1)]), tmp_path / "a.spm")
    packed = gzip.compress((tmp_path / "a.spm").read_bytes())
    (tmp_path / "b.spm.gz").write_bytes(packed)
    assert spminer.read(tmp_path / "b.spm.gz").num_edges == 1


def test_data_set_is_named_after_its_file(tmp_path):
    spminer.write(spminer.from_edges([(0, 1)]), tmp_path / "MINE.zip")
    with zipfile.ZipFile(tmp_path / "MINE.zip") as archive:
        assert "MINE/MINE_A.txt" in archive.namelist()


def test_unknown_formats_and_options():
    with pytest.raises(UsageError, match="known are npz"):
        spminer.read("x", format="doc")
    with pytest.raises(UsageError, match="format="):
        spminer.write(spminer.from_edges([(0, 1)]), "x.doc")
    with pytest.raises(UsageError, match="format npz is only read; write one of spm, "):
        spminer.write(spminer.from_edges([(0, 1)]), "x.npz")
    with pytest.raises(UsageError, match="ids"):
        spminer.read(io.BytesIO(b"0 1"), ids="words")  # type: ignore[arg-type]


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
@settings(max_examples=examples(100), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    nodes=st.integers(0, 4),
    directed=st.booleans(),
    arcs=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8),
    mutual=st.booleans(),
    names=st.sampled_from([None, ["ann", "bob", "cid", "dan"], ["NA", "7", "x", "007"], ["10", "9", "8", "7"]]),
)
def test_what_is_small_is_read_as_it_was_or_refused(form, nodes, directed, arcs, mutual, names, tmp_path):
    """Graphs without nodes, without edges, of one node, with all arcs both ways: nothing turns into something else."""
    pairs = sorted((u, v) for u, v in arcs if u != v and max(u, v) < nodes)
    pairs += [(v, u) for u, v in pairs if mutual]
    graphs = spminer.from_edges(np.array(pairs, dtype=np.int64).reshape(-1, 2), num_nodes=nodes, directed=directed)
    if names is not None:
        own = np.empty(nodes, dtype=object)
        own[:] = names[:nodes]
        graphs = dataclasses.replace(graphs, node_names=own)
    path = tmp_path / f"graphs{form.suffixes[0] if form.suffixes else '.csv'}"
    path.unlink(missing_ok=True)
    with contextlib.suppress(UsageError):
        spminer.write(graphs, path, format=form.name)
    if not path.exists():
        return
    found = spminer.read(path)
    assert (found.num_graphs, found.num_nodes, found.directed) == (1, nodes, directed)
    kept = form.holds.names
    own, there = (one.names(range(nodes)) if kept else list(range(nodes)) for one in (graphs, found))
    assert sorted(own) == sorted(there)
    edges = [
        {
            (names[u], names[v]) if directed else frozenset((names[u], names[v]))
            for u, v in spminer.to_edges(one).tolist()
        }
        for one, names in ((graphs, own), (found, there))
    ]
    assert edges[0] == edges[1]


def checked(graphs, **holds):
    """Check graphs against a format that holds this."""
    Format("x", "a format", (), bool, None, None, Holds(**holds)).check_graphs(graphs)


def test_all_that_would_be_lost_is_named():
    graphs = spminer.from_edges([(0, 1)], num_nodes=3, node_labels="abc", directed=True)
    with pytest.raises(UsageError, match="cannot hold node labels and direction and nodes without edges; format spm"):
        checked(graphs, directed=False)
    checked(graphs, node_labels=True, isolated=True)


@pytest.mark.parametrize(
    ("edges", "said"), [([(0, 1)], False), ([(5, 6)], False), ([(5, 7)], True), ([("a", "b")], True)]
)
def test_names_that_are_no_consecutive_numbers_are_missed(edges, said, caplog):
    checked(spminer.from_edges(edges), names=False)
    assert ("does not keep node names" in caplog.text) is said


def test_a_name_that_breaks_the_format_is_refused():
    graphs = spminer.from_edges([("a b", "c")])
    checked(graphs, bad_names=",")
    assert names_as_text(graphs).tolist() == ["a b", "c"]
    with pytest.raises(UsageError, match="format x cannot hold the node name 'a b'"):
        checked(graphs, bad_names=r"\s")
    numbered = spminer.from_edges([(3, 8)])
    checked(numbered, bad_names=".")
    assert names_as_text(numbered).tolist() == ["3", "8"]


@pytest.mark.parametrize("labels", ["node_labels", "edge_labels"])
def test_labels_that_break_the_format_are_refused_if_they_occur(labels):
    texts = {"node_labels": "aba", "edge_labels": "ab"}[labels]
    graphs = spminer.from_edges([(0, 1), (1, 2)], **{labels: texts})
    checked(graphs, **{labels: True}, bad_labels="z")
    with pytest.raises(UsageError, match="format x cannot hold the label 'b'"):
        checked(graphs, **{labels: True}, bad_labels="b")
    codes = np.zeros_like(getattr(graphs, labels))
    checked(dataclasses.replace(graphs, **{labels: codes}), **{labels: True}, bad_labels="b")


def test_what_is_refused_is_not_given_to_the_writer():
    written = []
    form = Format("x", "a format", (), bool, None, lambda *given: written.append(given[0]), Holds(directed=False))
    with pytest.raises(UsageError, match="format x cannot hold direction"):
        form.write(spminer.from_edges([(0, 1)], directed=True), io.BytesIO())
    assert written == []
    form.write(graphs := spminer.from_edges([(0, 1)]), io.BytesIO())
    assert written == [graphs]


def test_rows_are_whole_whatever_is_written_at_once(monkeypatch):
    monkeypatch.setattr(checks, "_ROWS_AT_ONCE", 2)
    file = io.BytesIO()
    write_rows(file, [np.array(list("abc"), dtype=object), np.array(list("xyz"), dtype=object)], "\t")
    assert file.getvalue() == b"a\tx\nb\ty\nc\tz\n"


def test_an_interrupt_right_after_the_folder_is_made_leaves_nothing(tmp_path, monkeypatch):
    def made_and_interrupted(path, mode=0o777, make=os.mkdir):
        make(path, mode)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "mkdir", made_and_interrupted)
    with pytest.raises(KeyboardInterrupt), open_atomic(tmp_path / "graph.txt"):
        pass
    assert not list(tmp_path.iterdir())


def test_a_pipe_stays_a_pipe_and_gets_the_graph(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()), daemon=True)
    reader.start()
    spminer.write(spminer.from_edges([(0, 1), (1, 2)]), pipe, format="edgelist")
    reader.join(10)
    assert received == ["# Undirected graph\n0\t1\n1\t2\n"]
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
