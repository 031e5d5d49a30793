"""Doors of graphs: all formats, tables of nodes, and files whose checksums fit though their numbers are made up."""

import functools
import io
import json
import struct

import numpy as np

import spminer
from fuzzing import seeds
from fuzzing.door import Door, NoInputError
from fuzzing.second import csv_edges, degrees_by_others, has_second
from spminer import UsageError
from spminer.graphs import FORMATS
from spminer.graphs.store import format as store_format

_FORMS = {form.name: form for form in FORMATS}
_UNNAMED = {"tudataset", "matrixmarket", "graph6", "gspan", "lg"}
_MOST_NODES = 300  # of graphs that are looked into as well


def content(graphs, named):
    """Edges, labels and direction; nodes by name, or by number where the format does not keep names."""
    nodes = list(map(str, graphs.names(range(graphs.num_nodes)))) if named else list(range(graphs.num_nodes))
    sources, targets, codes = graphs.edges()
    texts = [""] * len(sources) if codes is None else [graphs.edge_label_names[code] for code in codes]
    pairs = [(nodes[u], nodes[v]) for u, v in zip(sources, targets, strict=True)]
    edges = sorted(
        (pair if graphs.directed else tuple(sorted(pair)), text) for pair, text in zip(pairs, texts, strict=True)
    )
    labels = [] if graphs.node_labels is None else [graphs.node_label_names[code] for code in graphs.node_labels]
    return graphs.directed, edges, codes is None or not edges, sorted(zip(nodes, labels, strict=False))


def check_written(graphs, form):
    """What is written in a format is read as it was, or refused."""
    buffer = io.BytesIO()
    try:
        _FORMS[form].write(graphs, buffer)
    except UsageError:
        assert form != "spm", "spm holds everything"
        return
    again = spminer.read(
        io.BytesIO(buffer.getvalue()),
        format=form,
        edge_labels=graphs.edge_labels is not None,
        directed=graphs.directed if form == "matrix" else None,
    )
    named = form not in _UNNAMED
    assert content(again, named) == content(graphs, named), f"written as {form}, it reads otherwise"


def _look_into(graphs):
    """Give native code the arrays that a file made up."""
    if graphs.num_nodes <= _MOST_NODES:
        spminer.describe(graphs, threads=1)
        spminer.enumerate(graphs, 3, threads=1)


def _degrees(graphs):
    sources, targets, _ = graphs.edges()
    pairs = {(min(pair), max(pair)) for pair in zip(sources.tolist(), targets.tolist(), strict=True)}
    return sorted(np.bincount(np.array(list(pairs), dtype=np.int64).ravel(), minlength=graphs.num_nodes).tolist())


def _enter_format(form, path):
    if form in {"spm", None}:
        graphs = spminer.read(path, format=form)
    else:
        with path.open("rb") as file:
            graphs = spminer.read(file, format=form)
    check_written(graphs, "spm")
    if form is not None and _FORMS[form].writer is not None and form != "spm":
        check_written(graphs, form)
    if form == "spm":
        _look_into(graphs)
    if has_second(form) and (expected := degrees_by_others(form, path.read_bytes())) is not None:
        assert _degrees(graphs) == expected, "another reader finds other degrees"


def _enter_csv(path):
    expected = csv_edges(path.read_bytes())
    graphs = spminer.read(path, format="edgelist", header=True, source=1, target=2, ids="text")
    if expected is not None:
        sources, targets, _ = graphs.edges()
        names = graphs.names(range(graphs.num_nodes))
        found = {frozenset((names[u], names[v])) for u, v in zip(sources, targets, strict=True)}
        assert found == expected, "csv finds other edges"


def _enter_nodes(path):
    check_written(spminer.read(io.BytesIO(b"a,b\nb,c\n"), nodes=path), "spm")


def _enter_label_names(path):
    file = io.BytesIO()
    _FORMS["spm"].write(spminer.from_edges([(0, 1), (1, 2)], node_labels=["0", "1", "0"]), file)
    file.seek(0)
    check_written(spminer.read(file, format="spm", label_names=path), "spm")


def _enter_archive(path):
    try:
        data = seeds.as_archive(path.read_bytes())
    except Exception as error:  # whatever NumPy says of bytes that are no arrays
        raise NoInputError from error
    graphs = spminer.read(io.BytesIO(data), format="npz")
    check_written(graphs, "spm")
    _look_into(graphs)


def _sum_of(data):
    return store_format._sum(data)


def _with_sums(table, data):
    """A table whose sections have the checksums that they have; as it is if it cannot be read."""
    try:
        parsed = json.loads(table)
        for section in parsed["sections"]:
            end = section["offset"] + section["count"] * store_format.TYPES[section["name"]].itemsize
            section["checksum"] = _sum_of(data[section["offset"] : end])
        return json.dumps(parsed, separators=(",", ":")).encode()
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError, OverflowError, MemoryError):
        return table


def repaired(data):
    """A store with the checksums that its bytes have: made up, not damaged."""
    size = store_format.HEAD_SIZE
    if len(data) < size:
        return data
    magic, version, order, _, at, length, _, _ = store_format._HEAD.unpack(data[:size])
    at = min(max(at, size), len(data))
    table = _with_sums(data[at : at + length], data)
    data = data[:at] + table
    head = store_format._HEAD.pack(magic, version, order, len(data), at, len(table), _sum_of(table), 0)
    return head[: -store_format._SUM_SIZE] + struct.pack("=Q", _sum_of(head[: -store_format._SUM_SIZE])) + data[size:]


def _enter_store(path):
    made_up = path.with_suffix(".spm")
    made_up.write_bytes(repaired(path.read_bytes()))
    graphs = spminer.read(made_up)
    check_written(graphs, "spm")
    _look_into(graphs)


def _door_of(form):
    return Door(f"read-{form}", functools.partial(seeds.of_format, form), functools.partial(_enter_format, form))


GRAPH_DOORS = [
    *map(_door_of, _FORMS),
    Door("read", seeds.corpus, functools.partial(_enter_format, None)),
    Door("csv", seeds.tables, _enter_csv),
    Door("nodes", seeds.node_tables, _enter_nodes),
    Door("label-names", seeds.label_tables, _enter_label_names),
    Door("archive", seeds.archives, _enter_archive),
    Door("store", seeds.stores, _enter_store),
]
