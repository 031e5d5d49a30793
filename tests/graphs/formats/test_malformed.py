"""Tests of graphs/formats/registry.py and all readers behind it, with files that cannot be read.

One error that names file, line where there is one, and remedy; never a crash.
"""

import gzip
import io
import resource
import zipfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import openpyxl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import spminer
from spminer import InputError
from spminer.graphs import FORMATS
from support.strategies import examples

MM = "%%MatrixMarket matrix coordinate pattern"
XML = '<graphml><graph edgedefault="undirected">'
TEXT_FORMATS = [form.name for form in FORMATS if form.compressible]

# format, content, line in the message (None: none can be named)
BAD_TEXTS = [
    ("edgelist", "", None),
    ("edgelist", "# only a comment\n", None),
    ("edgelist", "1 2\n\n3 -4\n", 3),
    ("edgelist", "-1 2\n", 1),
    ("edgelist", "1 2\n3 NA\n", 2),
    ("edgelist", "1 2\n3\n", 2),
    ("edgelist", "a b\nc\n", 2),
    ("edgelist", "1,2\n3 4\n", 2),
    ("edgelist", "1 2\n3,4\n", 2),
    ("edgelist", "1\t2\n3;4\n", 2),
    ("edgelist", "a,b\nc d\n", 2),
    ("edgelist", "a b\nc, d\n", 2),
    ("edgelist", "a,b\nc,\n", 2),
    ("edgelist", 'a,b\n"c,d\n', 2),
    ("edgelist", "1.5 2\n3 4\n".replace("1.5 2", "1 2\n1.5 2"), 2),
    ("edgelist", b"a b\nc \xff\xfe\n", 2),
    ("edgelist", b"a b\nc \x01\n", 2),
    ("edgelist", b"\x00\x01\x02\x03", None),
    ("edgelist", "1 2\n".encode("utf-16-le"), None),
    ("edgelist", "1" * 3_000_000, 1),
    ("edgelist", "0 1\r1 2\r2 3\r", 1),
    ("cx", '[{"CXVersion": "2.0"}, {"attributeDeclarations": [{"nodes": "ab"}]}, {"nodes": [{"id": 1}]}]', None),
    ("cx", '[{"CXVersion": "2.0"}, {"nodes": [{"id": 1}]}, {"edges": [{"s": 1}]}]', None),
    ("matrixmarket", "", 1),
    ("matrixmarket", "1 2\n", 1),
    ("matrixmarket", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", 1),
    ("matrixmarket", f"{MM} general\n", None),
    ("matrixmarket", f"{MM} general\n3 2 1\n1 2\n", 2),
    ("matrixmarket", f"{MM} general\nx y z\n", 2),
    ("matrixmarket", f"{MM} general\n% note\n3 3 2\n1 2\n1 4\n", 5),
    ("matrixmarket", f"{MM} general\n3 3 1\n0 1\n", 3),
    ("matrixmarket", f"{MM} general\n3 3 1\n-1 1\n", 3),
    ("matrixmarket", f"{MM} general\n3 3 1\na b\n", 3),
    ("matrixmarket", f"{MM} general\n3 3 2\n1 2\n", None),
    ("matrixmarket", f"{MM} general\n3 3 1\n1 2\n2 3\n", None),
    ("matrixmarket", f"{MM} general\n1000000000 1000000000 1\n1 2\n", None),
    ("matrixmarket", f"{MM} general\n3 3 1000000000000\n1 2\n", None),
    ("matrixmarket", f"{MM} general\n99999999999 99999999999 1\n1 2\n", None),
    ("graphml", "", 1),
    ("graphml", "<graphml>", 1),
    ("graphml", "<graphml></graphml>", None),
    ("graphml", '<graphml>\n<node id="a"/>\n<graph edgedefault="undirected"></graph></graphml>', 2),
    ("graphml", f"{XML}\n<node/></graph></graphml>", 2),
    ("graphml", f'{XML}\n<node id="a"/>\n<node id="a"/></graph></graphml>', 3),
    ("graphml", f'{XML}\n<edge source="a"/></graph></graphml>', 2),
    ("graphml", f'{XML}\n<edge source="a" target="b"/>\n</graph></graphml>', 3),
    ("graphml", f"{XML}\n<hyperedge/></graph></graphml>", 2),
    ("graphml", '<!DOCTYPE g [<!ENTITY a "aaaa">]><graphml>&a;</graphml>', None),
    ("graphml", '<!DOCTYPE g [<!ENTITY a SYSTEM "/etc/passwd">]><graphml>&a;</graphml>', None),
    ("graphml", b"<graphml>\xff</graphml>", 1),
    (
        "graphml",
        f'{XML}<node id="a"/><node id="b"/><edge source="a" target="b" directed="true"/></graph></graphml>',
        None,
    ),
    ("gml", "", None),
    ("gml", "graph [", 1),
    ("gml", "graph [ node [ ] ]", 1),
    ("gml", "graph [\n node [ id 1 ]\n node [ id 1 ] ]", None),
    ("gml", "graph [ node [ id 1 ]\n edge [ source 1 ] ]", 2),
    ("gml", "graph [ node [ id 1 ]\n edge [ source 1 target 2 ] ]", 2),
    ("gml", "graph [\n ( ]", 2),
    ("gml", "]", 1),
    ("gml", "1 2", 1),
    ("gml", "graph " + "[ a " * 1000, 1),
    ("gml", b"graph [ \xff ]", None),
    ("json", '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}, 2]}', None),
    ("json", '{"nodes": [{"id": "a"}], "links": [{"source": {"x": 1}, "target": "a"}]}', None),
    ("json", '{"elements": [{"data": 5}]}', None),
    ("json", '{"elements": [5]}', None),
    ("graph6", "", None),
    ("graph6", "Bw\nB\n", 2),
    ("graph6", "Bw\nBwww\n", 2),
    ("graph6", "B \x01\n", 1),
    ("graph6", b"\xff\xff\xff\n", 1),
    ("graph6", "~~~~~~~~\n", 1),
    ("graph6", "~?\n", 1),
    ("graph6", ":~~~~~~~~\n", 1),
    ("graph6", "Bw\n&AO\n", None),
    ("gspan", "", None),
    ("gspan", "t # 0\nv 0 1\nq\n", 3),
    ("gspan", "t # 0\nv a 1\n", 2),
    ("gspan", "t # 0\nv -1 1\n", 2),
    ("gspan", "t # 0\nv 99999999999999999999 1\n", 2),
    ("gspan", "t # 0\nv 0 1\ne 0 1 1\n", 3),
    ("gspan", "t # 0\nv 0 1\nv 0 1\n", 3),
    ("gspan", b"t # 0\nv 0 \xff\n", 2),
    ("lg", "", None),
    ("lg", "t 1000000000 1000000000\nv 0 1 1\n", 2),
    ("lg", "e 0 1\n", 1),
]


@pytest.mark.parametrize(("form", "text", "line"), BAD_TEXTS)
def test_bad_texts(form, text, line, tmp_path):
    data = text if isinstance(text, bytes) else text.encode()
    for name, content in (("bad", data), ("bad.gz", gzip.compress(data))):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(InputError) as caught:
            spminer.read(path, format=form)
        assert caught.value.line == line
        assert caught.value.source == str(path)
        assert caught.value.remedy
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("form", [form.name for form in FORMATS])
def test_missing_empty_folder_and_junk(form, tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "junk").write_bytes(np.random.default_rng(0).integers(0, 256, 5000, dtype=np.uint8).tobytes())
    (tmp_path / "folder").mkdir()
    for name in ("missing", "empty", "junk", "folder"):
        with pytest.raises(InputError) as caught:
            spminer.read(tmp_path / name, format=form)
        assert caught.value.source.startswith(str(tmp_path / name))
        assert caught.value.remedy


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_truncated_gzip(form, tmp_path):
    packed = gzip.compress(b"0 1\n" * 1000)
    for size in (3, 12, len(packed) - 4):
        (tmp_path / "a.gz").write_bytes(packed[:size])
        with pytest.raises(InputError):
            spminer.read(tmp_path / "a.gz", format=form)


TU = {
    "A": "1, 2\n2, 1\n4, 5\n",
    "graph_indicator": "1\n1\n1\n2\n2\n",
    "graph_labels": "1\n2\n",
    "node_labels": "1\n1\n1\n1\n1\n",
    "edge_labels": "1\n1\n1\n",
}


@pytest.mark.parametrize(
    ("part", "text", "line"),
    [
        ("A", "1, 2\n3, 4\n", 2),
        ("A", "1, 2\n5, 6\n", 2),
        ("A", "0, 1\n", 1),
        ("A", "1, 2\n1, x\n", 2),
        ("A", "1, 2\n1, -2\n", 2),
        ("A", "1, 2\n1\n", 2),
        ("A", "1, 2\n", None),
        ("A", b"\xff\xff\x00", 1),
        ("A", None, None),
        ("graph_indicator", None, None),
        ("graph_indicator", "", None),
        ("graph_indicator", "1\n1\n1\n2\n", 3),
        ("graph_indicator", "1\n2\n1\n2\n2\n", None),
        ("graph_indicator", "2\n2\n2\n1\n1\n", None),
        ("graph_indicator", "1\n1\n1\n2\n9\n", None),
        ("graph_indicator", "1\n1\n1\n-2\n-2\n", None),
        ("graph_indicator", "1\n1\n1\n99999999999999999999\n99999999999999999999\n", None),
        ("graph_indicator", "1\n1\n1\na\na\n", None),
        ("graph_labels", "1\n", None),
        ("node_labels", "1\n1\n", None),
        ("node_labels", b"1\n1\n\xff\n1\n1\n", 3),
        ("edge_labels", "1\n", None),
    ],
)
def test_tudataset_files_that_do_not_match(part, text, line, tmp_path):
    files = {**TU, part: text}
    folder = tmp_path / "NAME"
    folder.mkdir()
    with zipfile.ZipFile(tmp_path / "NAME.zip", "w") as archive:
        for name, content in files.items():
            if content is not None:
                data = content if isinstance(content, bytes) else content.encode()
                (folder / f"NAME_{name}.txt").write_bytes(data)
                archive.writestr(f"NAME/NAME_{name}.txt", data)
    for path in (folder, tmp_path / "NAME.zip"):
        with pytest.raises(InputError) as caught:
            spminer.read(path)
        assert caught.value.source.startswith(str(path))
        assert caught.value.line == line
        assert caught.value.remedy


def test_bombs_and_damaged_archives(tmp_path, zipped):
    bomb = b"1 2\n" * (20 << 20)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("X/X_A.txt", "1, 2\n")
        archive.writestr("X/X_graph_indicator.txt", bomb)
    (tmp_path / "bomb.txt.gz").write_bytes(gzip.compress(bomb, 1))
    for name in ("bomb.zip", "bomb.txt.gz"):
        with pytest.raises(InputError, match="expands"):
            spminer.read(tmp_path / name)
    whole = zipped({f"X/X_{part}.txt": text for part, text in TU.items()})
    for cut in (4, 30, len(whole) // 2, len(whole) - 5):
        (tmp_path / "cut.zip").write_bytes(whole[:cut])
        with pytest.raises(InputError):
            spminer.read(tmp_path / "cut.zip")
    two = zipped({"X_A.txt": "", "Y_A.txt": ""})
    with pytest.raises(InputError, match="2 files"):
        spminer.read(io.BytesIO(two))


def test_huge_headers_take_no_memory(tmp_path):
    texts = {
        "a.mtx": f"{MM} general\n2000000000 2000000000 9000000000\n1 2\n",
        "b.mtx": f"{MM} general\n2000000000 2000000000 1\n1 2\n",
        "a.s6": ":~~@@@@@@\n",
        "a.g6": "~~@@@@@@\n",
        "a.lg": "t 2000000000 2000000000\nv 0 0 0\n",
    }
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(InputError):
            spminer.read(tmp_path / name)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # kilobytes


def scipy_archive(**changed):
    """A sparse matrix as SciPy writes it, with other arrays in places."""
    arrays = {"format": b"csr", "shape": [3, 3], "data": [1, 1], "indices": [1, 2], "indptr": [0, 1, 2, 2], **changed}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


MOLECULE = """ethanol
  by hand

  3  2  0  0  0  0            999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.0000    0.0000    0.0000 C   0  0
    2.0000    0.0000    0.0000 O   0  0
  1  2  1  0
  2  3  1  0
M  END
$$$$
"""


def workbook():
    book = openpyxl.Workbook()
    for row in (("source", "target"), ("ann", "bob"), ("bob", "cid")):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


ONLY_READ = {
    "gt": (Path(__file__).parents[1] / "corpus" / "genes.gt").read_bytes(),
    "r": (Path(__file__).parents[1] / "corpus" / "edges.rds").read_bytes(),
    "spreadsheet": workbook(),
    "npz": scipy_archive(),
    "sdf": MOLECULE.encode(),
    "smiles": b"CC(=O)O acetic\nCCO ethanol\n",
    "neo4j": b":START_ID,:END_ID,:TYPE\n1,2,KNOWS\n2,3,LIKES\n",
}


def valid_files():
    graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0)])
    for form in FORMATS:
        if form.writer is None:
            yield form.name, ONLY_READ[form.name]
            continue
        file = io.BytesIO()
        form.write(graphs, file)
        yield form.name, file.getvalue()


VALID = dict(valid_files())
MUTATIONS = st.lists(
    st.tuples(st.integers(0, 2000), st.sampled_from(["cut", "set", "insert", "repeat"]), st.integers(0, 255))
)


def mutate(data, mutations):
    for position, how, byte in mutations:
        at = position % (len(data) + 1)
        if how == "cut":
            data = data[:at] + data[at + 1 + byte % 8 :]
        elif how == "set":
            data = data[:at] + bytes([byte]) + data[at + 1 :]
        elif how == "insert":
            data = data[:at] + bytes([byte]) + data[at:]
        else:
            data = data[:at] + data[at : at + 1 + byte % 16] * 2 + data[at + 1 :]
    return data


def read_or_refuse(data, **options):
    """A well-formed collection, or an `InputError`; anything else is a failure."""
    remedy = "none needed"
    try:
        graphs = spminer.read(io.BytesIO(data), **options)
        spminer.describe(graphs, threads=1)  # checks the rows
    except InputError as error:
        remedy = error.remedy
    assert remedy


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@settings(max_examples=examples(120), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutations=MUTATIONS, junk=st.binary(max_size=80), label=st.booleans())
@example(mutations=[], junk=b"", label=False)
def test_fuzz(form, mutations, junk, label):
    read_or_refuse(mutate(VALID[form.name], mutations), format=form.name, edge_labels=label)
    read_or_refuse(junk, format=form.name)
    read_or_refuse(junk)


@settings(max_examples=examples(150), deadline=None)
@given(st.text(st.sampled_from('0123456789 \t,;|#%"\nabtve-.[]<>/é'), max_size=60), st.booleans())
def test_fuzz_texts(text, label):
    read_or_refuse(text.encode(), edge_labels=label)
    for form in TEXT_FORMATS:
        read_or_refuse(text.encode(), format=form)


def test_a_damaged_sparse_matrix(tmp_path):
    whole = scipy_archive()
    assert spminer.read(io.BytesIO(whole), format="npz").num_edges == 2
    for at in range(0, len(whole), 3):
        damaged = whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]
        with suppress(InputError):
            spminer.read(io.BytesIO(damaged), format="npz")


@pytest.mark.parametrize(
    "changed",
    [
        {"indptr": [0, 1_000_000_000, 2, 2]},
        {"indptr": [0, 2, 1, 2]},
        {"indices": [1, 1_000_000_000]},
        {"indices": [1, -5]},
        {"format": b"csc", "indptr": [0, 100_000, 2, 2]},
        {"format": b"???"},
        {"shape": [3]},
    ],
)
def test_a_sparse_matrix_that_leads_beyond_its_arrays(changed):
    with pytest.raises(InputError, match="sparse matrix"):
        spminer.read(io.BytesIO(scipy_archive(**changed)), format="npz")


@pytest.mark.parametrize("form", ["arrow", "parquet"])
def test_a_damaged_arrow_table(form, tmp_path):
    path = tmp_path / "edges"
    spminer.write(spminer.from_edges([("anna", "bela"), ("bela", "cleo")]), path, format=form)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x81]) + whole[at + 1 :])
        for read in (lambda: spminer.read(path, format=form), lambda: spminer.read(io.BytesIO(b"a,b\n"), nodes=path)):
            with suppress(InputError):
                read()
