"""Tests of graphs/formats/edge_list.py and graphs/tables: edge lists, and formats.md beside a plain reader."""

import bz2
import gzip
import io
import itertools
import lzma
import sys
import zipfile

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from spminer.graphs.formats.edge_list import detect_layout
from support.strategies import examples


@pytest.mark.parametrize("delimiter", [" ", "\t", ",", ";", "|", "  ", " , "])
def test_every_delimiter(read_text, delimiter):
    graphs = read_text(f"0{delimiter}1\n1{delimiter}2\n")
    assert (graphs.num_nodes, graphs.num_edges) == (3, 2)
    names = read_text(f"x{delimiter}y\ny{delimiter}z\n")
    assert names.names([0, 1, 2]) == ["x", "y", "z"]
    assert read_text("0\t \t1\n1 2\n").num_nodes == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"1 2\n", (" ", False, 0, 1, 2, None)),
        (b"id_1,id_2\n1,2\n", (",", True, 0, 1, 2, None)),
        (b"source,target\na,b\n", (",", True, 0, 1, 2, None)),
        (b",from,to\n0,7,8\n", (",", True, 1, 2, 3, None)),
        (b"a b\nc d\n", (" ", False, 0, 1, 2, None)),
        (b"a b\n1 2\n", (" ", True, 0, 1, 2, None)),
        (b"u v\nv w\n", (" ", False, 0, 1, 2, None)),
        (b"# Directed graph: x\n1\t2\t3\n", ("\t", False, 0, 1, 3, True)),
        (b"# Directed Node Graph\n# (graph is undirected)\n1 2\n", (" ", False, 0, 1, 2, False)),
        (b"% directed graph\n1 2\n", (" ", False, 0, 1, 2, True)),
        (b"# nothing else\n", (" ", False, 0, 1, 2, None)),
        (b"New York\tParis\n", ("\t", False, 0, 1, 2, None)),
        (b"# FromNodeId\tToNodeId\n1\t2\n", ("\t", False, 0, 1, 2, None)),
        (b"#weight to from\n0.5 1 2\n", (" ", False, 2, 1, 3, None)),
    ],
)
def test_layout(text, expected):
    layout = detect_layout(text)
    table, columns = layout.table, layout.columns
    found = (table.delimiter, table.header, columns.source, columns.target, table.width, table.directed)
    assert found == expected


def test_numbers_are_sorted_and_gaps_make_no_nodes(read_text):
    graphs = read_text("70 5\n5 9000000000\n")
    assert graphs.node_names.tolist() == [5, 70, 9000000000]
    assert spminer.to_edges(graphs).tolist() == [[0, 1], [0, 2]]
    assert read_text("1 0\n2 1\n").node_names is None


def test_names_come_in_the_order_of_first_sight(read_text):
    assert read_text("z a\na m\n").names([0, 1, 2]) == ["z", "a", "m"]
    assert read_text("3 1\n1 2\n", ids="text").names([0, 1, 2]) == ["3", "1", "2"]


def test_what_is_dropped_is_counted_and_said_once(read_text, caplog):
    graphs = read_text("0 0\n0 1\n1 0\n0 1\n5 5\n")
    assert (graphs.dropped.self_loops, graphs.dropped.repeated_edges, graphs.dropped.isolated_nodes) == (2, 1, 1)
    assert (graphs.num_nodes, graphs.num_edges) == (3, 1)
    [record] = caplog.records
    assert record.getMessage().endswith("dropped 2 self-loops and 1 repeated edge")
    assert record.name == "spminer"


def test_both_ways_is_a_repeat_neither_directed_nor_not(read_text):
    for directed in (False, True):
        assert read_text("0 1\n1 0\n", directed=directed).dropped.repeated_edges == 0


def test_third_column(read_text, caplog):
    ignored = read_text("0 1 2.5\n1 2 3.5\n")
    assert ignored.edge_labels is None
    assert ignored.dropped.extra_columns
    assert ignored.reading.left_out == ("column 3",)
    assert caplog.records == [], "the account of the reading says it already"
    assert read_text("0 1\n1 2 7\n").reading.left_out == ()
    assert "ignored columns" in caplog.records[-1].getMessage(), "a column that only later rows have"
    labeled = read_text("0 1 10\n1 2 9\n2 0 10\n", edge_labels=True)
    assert labeled.edge_label_names == ("9", "10")
    assert labeled.edges()[2].tolist() == [1, 1, 0]
    assert not labeled.dropped.extra_columns


def test_columns_named_by_a_header(read_text):
    graphs = read_text("weight,target,source\nw,b,a\nw,c,b\n", directed=True)
    assert graphs.names([0, 1, 2]) == ["a", "b", "c"]
    assert spminer.to_edges(graphs).tolist() == [[0, 1], [1, 2]]


def test_quotes_byte_order_mark_and_line_ends(read_text):
    graphs = read_text(b'\xef\xbb\xbf"a, b";"c"\r\n"c";"d"')
    assert graphs.names([0, 1, 2]) == ["a, b", "c", "d"]


def test_direction(read_text):
    assert not read_text("0 1\n").directed
    assert read_text("0 1\n", directed=True).directed
    assert read_text("# Directed graph\n0 1\n").directed
    assert not read_text("# Directed graph\n0 1\n", directed=False).directed


def test_sources(tmp_path, monkeypatch):
    text = b"0 1\n1 2\n"
    (tmp_path / "a.txt").write_bytes(text)
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(text))
    (tmp_path / "two_members").write_bytes(gzip.compress(text[:5]) + gzip.compress(text[5:]))
    for name in ("a.txt", "a.txt.gz", "two_members"):
        assert spminer.read(tmp_path / name).num_edges == 2
        assert spminer.read(str(tmp_path / name)).source == str(tmp_path / name)
    assert spminer.read(io.StringIO(text.decode())).num_edges == 2
    for data in (text, gzip.compress(text)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert spminer.read("-").num_edges == 2


def test_more_than_one_chunk(read_text):
    count = 300_000
    edges = np.random.default_rng(0).integers(0, 50_000, size=(count, 2))
    text = "\n".join(f"{u} {v}" for u, v in edges.tolist())
    assert len(text) > 3_000_000
    graphs = read_text(text, directed=True)
    expected = spminer.from_edges(edges, directed=True)
    np.testing.assert_array_equal(graphs.indptr, expected.indptr)
    np.testing.assert_array_equal(graphs.indices, expected.indices)
    assert graphs.dropped == expected.dropped


@given(st.lists(st.tuples(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1)), min_size=1), st.booleans())
def test_any_ids(edges, directed):
    text = "".join(f"{u} {v}\n" for u, v in edges)
    graphs = spminer.read(io.BytesIO(text.encode()), directed=directed)
    names = sorted({end for edge in edges for end in edge})
    assert graphs.names(range(graphs.num_nodes)) == [str(name) for name in names]
    kept = {edge if directed else tuple(sorted(edge)) for edge in edges if edge[0] != edge[1]}
    assert {(names[u], names[v]) for u, v in spminer.to_edges(graphs).tolist()} == kept


def test_labels_of_self_loops_alone(read_text):
    graphs = read_text("a\ta\tk\n", source=1, target=2, edge_labels=True)
    assert (graphs.edge_labels.tolist(), graphs.edge_label_names, graphs.num_nodes) == ([], ("k",), 1)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1 2\n2 3\n", ["1", "2", "3"]),
        ("10 9\n9 2\n", ["2", "9", "10"]),
        ("01001 2\n2 3\n", ["01001", "2", "3"]),
        ("1001 2\n2 01001\n", ["1001", "2", "01001"]),
        ("7 8\n8 007\n", ["7", "8", "007"]),
        ("7 8\n8 +7\n", ["7", "8", "+7"]),
        ("0 00\n00 1\n", ["0", "00", "1"]),
        ("9000000000 1\n1 x\n", ["9000000000", "1", "x"]),
        ("1 9223372036854775807\n", ["1", "9223372036854775807"]),
        ("1 9223372036854775808\n", ["1", "9223372036854775808"]),
        ("5 3\n3 TP53\n", ["5", "3", "TP53"]),
        ("5 3\n3 0x1\n", ["5", "3", "0x1"]),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_ids_are_numbers_only_if_all_are_written_as_numbers(tmp_path, text, names, packed):
    """One decision for the whole file, from files, pipes and on disk, whatever comes first."""
    whole = text.encode()
    data = gzip.compress(whole) if packed else whole
    graphs = spminer.read(io.BytesIO(data))
    assert graphs.names(range(graphs.num_nodes)) == names
    stored = spminer.convert(io.BytesIO(data), tmp_path / "graph.spm", memory_limit=1 << 40)
    assert stored.names(range(stored.num_nodes)) == names
    quoted = "".join(",".join(f'"{end}"' for end in line.split()) + "\n" for line in text.splitlines())
    assert spminer.read(io.BytesIO(quoted.encode())).names(range(len(names))) == names
    with_labels = "".join(f"{line} x\n" for line in text.splitlines())
    assert spminer.read(io.BytesIO(with_labels.encode()), edge_labels=True).names(range(len(names))) == names


def test_the_last_line_of_many_decides_about_ids(tmp_path):
    edges = np.random.default_rng(0).integers(0, 50_000, size=(200_000, 2)).tolist()
    text = "".join(f"{u}\t{v}\n" for u, v in edges) + "00007\t7\n"
    graphs = spminer.read(io.BytesIO(text.encode()))
    expected = list(dict.fromkeys(str(end) for edge in [*edges, ("00007", "7")] for end in edge))
    assert graphs.names(range(graphs.num_nodes)) == expected
    numbers = {name: node for node, name in enumerate(expected)}
    kept = {tuple(sorted((numbers[str(u)], numbers[str(v)]))) for u, v in [*edges, ("00007", "7")] if u != v}
    assert set(map(tuple, spminer.to_edges(graphs).tolist())) == kept


def test_zeros_in_front_do_not_break_the_join_with_a_table_of_nodes(tmp_path):
    (tmp_path / "nodes.csv").write_text("zip,state\n01001,MA\n02139,MA\n90210,CA\n00501,NY\n".replace("zip", "id"))
    (tmp_path / "edges.csv").write_text("90210,02139\n02139,01001\n01001,00501\n")
    graphs = spminer.read(tmp_path / "edges.csv", nodes=tmp_path / "nodes.csv", label="state")
    assert graphs.names(range(4)) == ["90210", "02139", "01001", "00501"]
    assert [graphs.node_label_names[code] for code in graphs.node_labels.tolist()] == ["CA", "MA", "MA", "NY"]
    (tmp_path / "more.csv").write_text("id,state\n7,MA\n8,MA\n007,CA\n")
    grown = spminer.read(io.BytesIO(b"7 8\n"), nodes=tmp_path / "more.csv")
    assert grown.names(range(3)) == ["7", "8", "007"]


@pytest.mark.parametrize("word", ["NA", "N/A", "#N/A", "<NA>", "NaN", "nan", "NAN", "NULL", "null", "None"])
def test_missing_values_are_no_nodes(word):
    for text in (f"a,b\nb,{word}\n", f'"a",b\nb,{word}\n', f"1,2\n3,{word}\n"):
        with pytest.raises(spminer.InputError, match=r"line 2.*stands for a missing value") as caught:
            spminer.read(io.BytesIO(text.encode()))
        assert "ids='text'" in caught.value.remedy
        assert word in spminer.read(io.BytesIO(text.encode()), ids="text").names(range(3 + text.startswith("1")))


ROWS = "".join(f"n{u},n{v}\n" for u, v in [(1, 2), (2, 3), (3, 1), (3, 4)])


@pytest.mark.parametrize("header", [None, True, False])
@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("quote", ["", '"'])
def test_a_first_row_that_stands_alone(tmp_path, header, limited, quote):
    """With this sign alone nobody knows; with nothing that repeats it says nothing; a second sign decides."""
    if limited and quote:
        return  # tables with quotation marks are read whole

    def outcome(text):
        lines = text.replace(",", f"{quote},{quote}").split()
        data = "".join(f"{quote}{line}{quote}\n" for line in lines).encode()
        if limited:
            return spminer.convert(io.BytesIO(data), tmp_path / "g.spm", memory_limit=1 << 40, header=header)
        return spminer.read(io.BytesIO(data), header=header)

    plain = "tenant,landlord\nann,bob\nbob,cid\ncid,dan\n"
    if header is None:
        with pytest.raises(spminer.InputError, match="may be names of columns or an edge") as caught:
            outcome(plain)
        assert caught.value.remedy == "give header=True or header=False"
    else:
        assert outcome(plain).num_edges == (3 if header else 4)
    # Values that look alike below are a second sign, and so is a known word.
    for signed in ("tenant,landlord\n" + ROWS, "package,landlord\nann,bob\nbob,cid\ncid,dan\n"):
        graphs = outcome(signed)
        rows = signed.count("\n")
        assert graphs.num_edges == (rows if header is False else rows - 1)
    # Rows that all stand alone say nothing, of which there is a note.
    graphs = outcome("tenant,landlord\nann,bob\ncid,dan\n")
    assert graphs.num_edges == (2 if header else 3)
    assert any("is taken for an edge" in note for note in graphs.reading.notes) == (header is None)


def test_an_edge_that_stands_alone_in_the_sample_only():
    """The whole file is looked at before a first row is refused, or taken for a header."""
    many = "".join("ann," + "".join(letters) + "\n" for letters in itertools.product("abcdefghijklmno", repeat=4))
    assert spminer.read(io.BytesIO(f"tom,eve\n{many}eve,ann\n".encode())).num_edges == 15**4 + 2
    with pytest.raises(spminer.InputError, match="'gene' is a node further down"):
        spminer.read(io.BytesIO(f"gene,eve\n{many}gene,ann\n".encode()))


def test_rows_that_stand_alone_by_chance_are_edges():
    """102 of the 2,742 edges of a network of scientists have ends without other edges: only the first row counts."""
    rows = [("ann", "bob"), ("bob", "cid"), ("tom", "eve"), ("cid", "ann"), ("kim", "lee")]
    text = "".join(f"{u},{v}\n" for u, v in rows)
    graphs = spminer.read(io.BytesIO(text.encode()))
    assert (graphs.num_edges, graphs.reading.notes) == (5, ())


def both_ways(pairs, mutual):
    """So many joined pairs, some of which are listed both ways."""
    edges = [(number, number + 1) for number in range(pairs)]
    return edges + [(v, u) for u, v in edges[:mutual]]


@pytest.mark.parametrize(
    ("pairs", "mutual", "directed", "words"),
    [
        (100, 0, False, "undirected (nothing says otherwise)"),
        (100, 4, False, "undirected (nothing says otherwise; 4 of 100 pairs are listed both ways)"),
        (100, 5, True, "directed (5 of 100 pairs are listed both ways)"),
        (1000, 9, False, "undirected (nothing says otherwise; 9 of 1,000 pairs are listed both ways)"),
        (1000, 10, True, "directed (10 of 1,000 pairs are listed both ways)"),
        (100, 90, True, "directed (90 of 100 pairs are listed both ways)"),
        (100, 91, False, "undirected (91 of 100 pairs are listed both ways)"),
        (100, 100, False, "undirected (every pair is listed both ways)"),
        (1, 1, False, "undirected (every pair is listed both ways)"),
    ],
)
def test_pairs_listed_both_ways_tell_the_direction(tmp_path, pairs, mutual, directed, words):
    edges = both_ways(pairs, mutual)
    plain = "".join(f"{u} {v}\n" for u, v in edges).encode()
    quoted = "".join(f'"{u}","{v}"\n' for u, v in edges).encode()
    labeled = "".join(f"{u} {v} x\n" for u, v in edges).encode()
    stored = spminer.convert(io.BytesIO(plain), tmp_path / "g.spm", memory_limit=1 << 40)
    frame = pd.DataFrame(edges, columns=["source", "target"])
    expected = spminer.from_edges(edges, directed=directed)
    for graphs in (
        spminer.read(io.BytesIO(plain)),
        spminer.read(io.BytesIO(quoted)),
        spminer.read(io.BytesIO(labeled), edge_labels=True),
        stored,
        spminer.from_pandas(frame),
    ):
        assert (graphs.directed, graphs.reading.direction) == (directed, words)
        assert graphs.indices.tolist() == expected.indices.tolist()
    for asked in (False, True):
        graphs = spminer.read(io.BytesIO(plain), directed=asked)
        assert (graphs.directed, graphs.reading.direction.endswith("(asked for)")) == (asked, True)
    said = spminer.read(io.BytesIO(b"# Undirected graph\n" + plain))
    assert (said.directed, said.reading.direction) == (False, "undirected (the file says so)")


@pytest.mark.parametrize(
    ("header", "directed"),
    [
        ("citing,cited", True),
        ("sender_id,receiver_id", True),
        ("predator,prey", True),
        ("TF,Target", True),
        ("TF,target_gene", True),
        ("follower,followee", True),
        ("from,to", False),
        ("pre,post", True),
        ("package,depends_on", True),
        ("nameOrig,nameDest", True),
        ("voter,votee", True),
        ("source,target", False),
        ("node1,node2", False),
        ("person_a,person_b", False),
        ("gene1,gene2", False),
        ("ego,alter", False),
    ],
)
def test_names_of_columns_tell_the_direction(tmp_path, header, directed):
    text = f"{header}\nx,y\ny,z\n".encode()
    names = header.split(",")
    why = f"directed (columns {names[0]} and {names[1]} say so)" if directed else "undirected (nothing says otherwise)"
    stored = spminer.convert(io.BytesIO(text), tmp_path / "g.spm", memory_limit=1 << 40)
    frame = spminer.from_pandas(pd.DataFrame([("x", "y"), ("y", "z")], columns=names))
    for graphs in (spminer.read(io.BytesIO(text)), stored, frame):
        assert (graphs.directed, graphs.num_edges, graphs.reading.direction) == (directed, 2, why)
    assert not spminer.read(io.BytesIO(text), directed=False).directed


def test_comments_over_the_columns_of_snap_do_not_tell_the_direction():
    graphs = spminer.read(io.BytesIO(b"# FromNodeId ToNodeId\n1 2\n2 3\n"))
    assert graphs.reading.direction == "undirected (nothing says otherwise)"


def test_lines_end_at_line_feeds_only():
    graphs = spminer.read(io.BytesIO("a\u2028b,c\x85d\nc\x85d,e\n".encode()), ids="text", header=False)
    assert (graphs.num_nodes, graphs.num_edges) == (3, 2)


@pytest.mark.parametrize("limit", [None, 1 << 40])
def test_a_blank_is_part_of_a_name_where_tabs_separate(tmp_path, limit):
    text = b"source\ttarget\n1 1\t2\n2\t3 4\n"
    graphs = spminer.convert(io.BytesIO(text), tmp_path / "g.spm", memory_limit=limit)
    assert graphs.names(range(3)) == ["1 1", "2", "3 4"]


def test_what_stands_in_quotes_is_no_comment():
    text = b'# "a comment, with a quote\nsource,target\nanna,bela\n"//anna","cleo"\n"#x","a ""b"""\n'
    graphs = spminer.read(io.BytesIO(text))
    assert graphs.names(range(graphs.num_nodes)) == ["anna", "bela", "//anna", "cleo", "#x", 'a "b"']
    assert graphs.num_edges == 3


def test_a_header_that_names_fewer_columns_is_no_internal_error():
    with pytest.raises(spminer.InputError):
        spminer.read(io.BytesIO(b'"\n"e 0  '), format="edgelist", header=True, source=1, target=2, ids="text")


NUMBERS = st.integers(0, 12) | st.integers(0, 2**63 - 1)
NAMES = st.text(alphabet="abcdefgxyz", min_size=1, max_size=3)
POLICY_ROWS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=30)


def by_the_policy(rows, *, directed, labels=None):
    """Nodes, edges with the label of the first of them, and what is dropped, as the page says."""
    first, seen, loops, repeated = {}, set(), 0, 0
    for number, (a, b) in enumerate(rows):
        if a == b:
            loops += 1
            continue
        edge = (a, b) if directed else frozenset((a, b))
        repeated += (a, b) in seen  # listed both ways is no repeat
        seen.add((a, b))
        first.setdefault(edge, None if labels is None else labels[number])
    return first, loops, repeated


def found_edges(graphs):
    names = graphs.names(range(graphs.num_nodes))
    sources, targets, codes = graphs.edges()
    ends = [(names[a], names[b]) for a, b in zip(sources.tolist(), targets.tolist(), strict=True)]
    labels = [None] * len(ends) if codes is None else [graphs.edge_label_names[code] for code in codes.tolist()]
    return {end if graphs.directed else frozenset(end): label for end, label in zip(ends, labels, strict=True)}


def texts(edges):
    return {frozenset(map(str, e)) if isinstance(e, frozenset) else tuple(map(str, e)): v for e, v in edges.items()}


@given(POLICY_ROWS, st.booleans(), st.sampled_from(["\t", ",", ";", "|", " ", "   "]), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=examples(200), deadline=None)
def test_numbers_are_read_by_the_policy(rows, directed, delimiter, end):
    text = "".join(f"{a}{delimiter}{b}{end}" for a, b in rows)
    graphs = spminer.read(io.BytesIO(text.encode()), format="edgelist", directed=directed, header=False)
    edges, loops, repeated = by_the_policy(rows, directed=directed)
    assert found_edges(graphs) == texts(edges)
    assert (graphs.dropped.self_loops, graphs.dropped.repeated_edges) == (loops, repeated)
    nodes = sorted({node for row in rows for node in row})
    assert list(graphs.names(range(graphs.num_nodes))) == list(map(str, nodes)), "in the order of the numbers"
    joined = {node for a, b in rows if a != b for node in (a, b)}
    assert graphs.dropped.isolated_nodes == len(nodes) - len(joined)


@given(st.lists(st.tuples(NAMES, NAMES, st.sampled_from("uvw")), min_size=1, max_size=20), st.booleans())
@settings(max_examples=examples(150), deadline=None)
def test_names_come_by_first_sight_and_the_first_label_stays(rows, directed):
    text = "source,target,kind\n" + "".join(f"{a},{b},{label}\n" for a, b, label in rows)
    graphs = spminer.read(io.BytesIO(text.encode()), format="edgelist", directed=directed, edge_label="kind")
    edges, loops, repeated = by_the_policy([row[:2] for row in rows], directed=directed, labels=[r[2] for r in rows])
    order = list(dict.fromkeys(node for row in rows for node in row[:2]))
    assert graphs.names(range(graphs.num_nodes)) == order
    assert (graphs.dropped.self_loops, graphs.dropped.repeated_edges) == (loops, repeated)
    if edges:
        assert found_edges(graphs) == texts(edges)


@given(POLICY_ROWS)
@settings(max_examples=examples(60), deadline=None)
def test_compression_changes_nothing(rows):
    plain = "".join(f"{a} {b}\n" for a, b in rows).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("edges.txt", plain)
    packed = [gzip.compress(plain), bz2.compress(plain), lzma.compress(plain), archive.getvalue()]
    expected = spminer.read(io.BytesIO(plain), format="edgelist")
    for content in packed:
        graphs = spminer.read(io.BytesIO(content), format="edgelist")
        assert found_edges(graphs) == found_edges(expected)
        assert graphs.dropped == expected.dropped


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=20), NAMES, st.data())
@settings(max_examples=examples(100), deadline=None)
def test_numbers_among_names_are_text_as_written(rows, name, data):
    at = data.draw(st.integers(1, len(rows)))
    ends = [(str(a), str(b)) for a, b in rows]
    ends.insert(at, (name, "007"))
    text = "".join(f"{a} {b}\n" for a, b in ends)
    graphs = spminer.read(io.BytesIO(text.encode()), format="edgelist", header=False)
    assert graphs.names(range(graphs.num_nodes)) == list(dict.fromkeys(end for pair in ends for end in pair))


@given(POLICY_ROWS, st.sampled_from(["#", "%", "//"]), st.booleans())
@settings(max_examples=examples(60), deadline=None)
def test_comments_are_no_edges_and_may_say_the_direction(rows, mark, directed):
    assume(any(a != b for a, b in rows))
    word = "Directed" if directed else "Undirected"
    text = f"# {word} graph\n" + "".join(f"{a} {b}\n{mark} 1 2 3\n" for a, b in rows)
    graphs = spminer.read(io.BytesIO(text.encode()), format="edgelist")
    assert graphs.directed == directed
    assert found_edges(graphs) == texts(by_the_policy(rows, directed=directed)[0])


@given(POLICY_ROWS, st.sampled_from(["edges.txt", "deep/er/edges.csv"]))
@settings(max_examples=examples(40), deadline=None)
def test_an_archive_of_one_file_is_that_file(rows, member):
    text = "".join(f"{a},{b}\n" for a, b in rows).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(member, text)
    packed.seek(0)
    plain, unpacked = spminer.read(io.BytesIO(text)), spminer.read(packed)
    assert found_edges(plain) == found_edges(unpacked)
    assert plain.num_nodes == unpacked.num_nodes


@given(st.lists(NAMES, min_size=1, max_size=8, unique=True), st.integers(1, 3))
@settings(max_examples=examples(60), deadline=None)
def test_a_self_loop_alone_makes_a_node(names, times):
    assume(not {"a", "b"} & set(names))
    rows = "a b\n" + "".join(f"{name} {name}\n" * times for name in names)
    graphs = spminer.read(io.BytesIO(rows.encode()), header=False)
    assert graphs.names(range(graphs.num_nodes)) == ["a", "b", *names]
    assert (graphs.num_edges, graphs.dropped.self_loops) == (1, times * len(names))
