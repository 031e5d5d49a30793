"""Tests of graphs/formats/r.py: data frames written here as R serializes them, and files of R that rdata comes with."""

import bz2
import gzip
import io
import struct

import pytest

import spminer
from spminer.errors import InputError

rdata = pytest.importorskip("rdata", reason="needs rdata")
NO_NUMBER = -(2**31)  # NA of R
HEAD = b"X\n" + struct.pack(">4i", 3, 0x040300, 0x030500, 5) + b"UTF-8"


def integers(*numbers):
    return struct.pack(f">{len(numbers)}i", *numbers)


def text(word):
    data = word.encode()
    return integers(0x40009 if word.isascii() else 0x8009, len(data)) + data


def texts(*words):
    return integers(16, len(words)) + b"".join(map(text, words))


def symbol(word):
    return integers(1) + text(word)


def entries(values):
    return b"".join(integers(0x402) + symbol(name) + value for name, value in values.items()) + integers(254)


def whole(*numbers):
    return integers(13, len(numbers), *numbers)


def numbers(*values):
    return integers(14, len(values)) + struct.pack(f">{len(values)}d", *values)


def factor(*words):
    levels = sorted(set(words))
    codes = [levels.index(word) + 1 for word in words]
    about = entries({"levels": texts(*levels), "class": texts("factor")})
    return integers(13 | 0x300, len(codes), *codes) + about


def frame(**columns):
    rows = struct.unpack(">i", next(iter(columns.values()))[4:8])[0]
    about = {"names": texts(*columns), "class": texts("data.frame"), "row.names": whole(NO_NUMBER, -rows)}
    return integers(19 | 0x300, len(columns)) + b"".join(columns.values()) + entries(about)


def workspace(**objects):
    return b"RDX3\n" + HEAD + entries(objects)


EDGES = frame(source=texts("a", "b", "\N{GREEK SMALL LETTER BETA}"), target=factor("b", "c", "a"))


def edges_of(graphs):
    sources, targets, _ = graphs.edges()
    return {frozenset(graphs.names(pair)) for pair in zip(sources.tolist(), targets.tolist(), strict=True)}


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress])
@pytest.mark.parametrize("data", [HEAD + EDGES, workspace(links=EDGES, seed=numbers(7.0))])
def test_a_data_frame_of_edges(data, pack, tmp_path):
    expected = {frozenset("ab"), frozenset("bc"), frozenset("\N{GREEK SMALL LETTER BETA}a")}
    path = tmp_path / "graph.RData"
    path.write_bytes(pack(data))
    for graphs in (spminer.read(path), spminer.read(io.BytesIO(pack(data)))):
        assert edges_of(graphs) == expected
        assert graphs.reading.edges == "columns source and target"
        assert graphs.reading.notes == (("not read, since they are no data frames: seed",) if b"seed" in data else ())


def test_numbers_and_labels():
    data = HEAD + frame(w=numbers(0.5, 2), a=whole(7, 9), b=numbers(9, 11), kind=factor("x", "y"))
    graphs = spminer.read(io.BytesIO(data), source="a", target="b", edge_label="kind", directed=True)
    assert graphs.names(range(3)) == ["7", "9", "11"]
    assert (graphs.directed, graphs.edge_label_names) == (True, ("x", "y"))
    missing = HEAD + frame(a=whole(7, NO_NUMBER), b=whole(8, 9))
    with pytest.raises(InputError, match="row 2 has no source or no target"):
        spminer.read(io.BytesIO(missing))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (workspace(nodes=EDGES, links=EDGES), "has 2 data frames: nodes, links; save the one of edges alone"),
        (workspace(seed=numbers(7.0)), r"has no data frame, but seed \(ndarray\)"),
        (HEAD + numbers(7.0), r"has no data frame, but the object \(ndarray\)"),
        ((HEAD + EDGES)[:-40], "cannot be read as data of R"),
        (HEAD + integers(0x402) * 5000, "cannot be read as data of R"),
        (HEAD + integers(16, 2**30), "cannot be read as data of R"),
    ],
)
def test_what_is_no_data_frame_is_refused(data, reason):
    with pytest.raises(InputError, match=reason):
        spminer.read(io.BytesIO(data))


@pytest.mark.parametrize("name", ["test_dataframe.rda", "test_dataframe.rds"])
def test_files_of_r(name):
    graphs = spminer.read(rdata.TESTDATA_PATH / name, source="class", target="value")
    assert edges_of(graphs) == {frozenset("a1"), frozenset("b2"), frozenset("b3")}
