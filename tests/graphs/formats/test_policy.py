"""Tests of graphs/formats/edge_list.py and graphs/source.py: docs/formats.md beside a plain reader."""

import bz2
import gzip
import io
import lzma
import zipfile

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from support.strategies import examples

NUMBERS = st.integers(0, 12) | st.integers(0, 2**63 - 1)
NAMES = st.text(alphabet="abcdefgxyz", min_size=1, max_size=3)
ROWS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=30)


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


@given(ROWS, st.booleans(), st.sampled_from(["\t", ",", ";", "|", " ", "   "]), st.sampled_from(["\n", "\r\n"]))
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


@given(ROWS)
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


@given(ROWS, st.sampled_from(["#", "%", "//"]), st.booleans())
@settings(max_examples=examples(60), deadline=None)
def test_comments_are_no_edges_and_may_say_the_direction(rows, mark, directed):
    assume(any(a != b for a, b in rows))
    word = "Directed" if directed else "Undirected"
    text = f"# {word} graph\n" + "".join(f"{a} {b}\n{mark} 1 2 3\n" for a, b in rows)
    graphs = spminer.read(io.BytesIO(text.encode()), format="edgelist")
    assert graphs.directed == directed
    assert found_edges(graphs) == texts(by_the_policy(rows, directed=directed)[0])


@given(ROWS, st.sampled_from(["edges.txt", "deep/er/edges.csv"]))
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
