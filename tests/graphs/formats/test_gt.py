"""Tests of graphs/formats/gt.py: files written here as the documentation of graph-tool describes them."""

import gzip
import io
import struct

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import InputError

INT, DOUBLE, TEXT, DOUBLES, TEXTS, OBJECT = 2, 4, 6, 11, 13, 14


class Writer:
    """The parts of a file, in one order of bytes."""

    def __init__(self, order="<"):
        self.order = order

    def number(self, kind, *values):
        return struct.pack(f"{self.order}{len(values)}{kind}", *values)

    def text(self, words):
        return self.number("Q", len(words.encode())) + words.encode()

    def value(self, kind, value):
        if kind in (INT, DOUBLE):
            return self.number({INT: "i", DOUBLE: "d"}[kind], value)
        if kind == DOUBLES:
            return self.number("Q", len(value)) + self.number("d", *value)
        if kind == TEXTS:
            return self.number("Q", len(value)) + b"".join(map(self.text, value))
        return self.text(value)

    def graph(self, neighbors, *properties, directed=False):
        """Properties are (of, name, kind, values)."""
        count = len(neighbors)
        width = "B" if count < 256 else "H" if count < 65536 else "I"
        parts = ["⛾ gt".encode(), bytes([1, self.order == ">"]), self.text("a comment"), bytes([directed])]
        parts.append(self.number("Q", count))
        parts += [self.number("Q", len(row)) + self.number(width, *row) for row in neighbors]
        parts.append(self.number("Q", len(properties)))
        for of, name, kind, values in properties:
            parts += [bytes([of]), self.text(name), bytes([kind]), *(self.value(kind, value) for value in values)]
        return b"".join(parts)


NAMED = (
    [[1, 2], [2], []],
    (0, "description", TEXT, ["three genes"]),
    (0, "tags", TEXTS, [["a", "bc"]]),
    (1, "name", TEXT, ["TP53", "MDM2", "\N{GREEK SMALL LETTER BETA}"]),
    (1, "_pos", DOUBLES, [[0.5, 1], [], [2]]),
    (1, "what", OBJECT, ["pickled", "", "x"]),
    (1, "group", INT, [7, 7, 8]),
    (2, "weight", DOUBLE, [0.5, 1, 2]),
    (2, "kind", TEXT, ["x", "y", "x"]),
)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("directed", [True, False])
def test_names_labels_and_direction(order, directed):
    data = Writer(order).graph(*NAMED, directed=directed)
    graphs = spminer.read(io.BytesIO(gzip.compress(data)), label="group", edge_label="kind")
    assert graphs.names(range(3)) == ["TP53", "MDM2", "\N{GREEK SMALL LETTER BETA}"]
    assert (graphs.directed, graphs.num_edges, graphs.edge_label_names) == (directed, 3, ("x", "y"))
    assert [graphs.node_label_names[code] for code in graphs.node_labels] == ["7", "7", "8"]
    assert graphs.reading.left_out == ("weight of edges",)


@given(st.integers(1, 300), st.lists(st.tuples(st.integers(0, 299), st.integers(0, 299)), max_size=20), st.booleans())
def test_edges_are_those_of_networkx(nodes, pairs, directed):
    graph = (nx.DiGraph if directed else nx.Graph)()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from((u % nodes, v % nodes) for u, v in pairs if u % nodes != v % nodes)
    rows = [[] for _ in range(nodes)]
    for u, v in graph.edges:
        rows[u].append(v)
    found = spminer.read(io.BytesIO(Writer().graph(rows, directed=directed)))
    assert nx.utils.graphs_equal(spminer.to_networkx(found)[0], graph)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (Writer().graph(*NAMED)[:-3], "ends in the middle"),
        (Writer().graph([[5], []]), "edge to node 5, of 2"),
        (Writer().graph([[1], []], (3, "x", TEXT, [])), "invalid property 'x'"),
        (Writer().graph([[1], []], (1, "x", TEXT, ["a", "b"])).replace(b"b", b"\xff"), "not valid UTF-8"),
        ("⛾ gt".encode() + b"\2\0", "unknown version"),
        ("⛾ gt".encode() + b"\1\0" + b"\xff" * 8, "ends in the middle"),
        (Writer().graph([])[:-16] + b"\xff" * 16, "ends in the middle"),
    ],
)
def test_damage_is_refused(data, reason):
    with pytest.raises(InputError, match=reason):
        spminer.read(io.BytesIO(data))
