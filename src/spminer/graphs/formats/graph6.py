"""graph6, sparse6 and digraph6: one unlabeled graph per line, as printable text.

A line holds the number of nodes and a bit for each pair of nodes (graph6: the upper triangle, digraph6: the matrix), or
in sparse6 the edges in order, each character six bits. Nodes are numbered from 0. Headers such as ``>>graph6<<`` are
optional. A line that is too short, too long or has other characters is refused, and so is a file that mixes digraph6
with the others.

Format: https://users.cecs.anu.edu.au/~bdm/data/formats.txt
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

import numpy as np

from spminer.errors import InputError, UsageError
from spminer.graphs.build import MOST_NODES, build_collection, check_node_count
from spminer.graphs.formats.format import Format, Holds
from spminer.graphs.reading import Reading
from spminer.graphs.source import input_errors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT", "encode"]

_HEADERS = (b">>graph6<<", b">>sparse6<<", b">>digraph6<<")
# Beyond this, a graph6 line has over 30 MB whatever the number of edges.
_MOST_WRITTEN_NODES = 20_000

_Edges = tuple["NDArray[np.int64]", "NDArray[np.int64]"]


class _LineError(Exception):
    """The fault of a line; the caller adds its number."""


def decode(line: bytes) -> tuple[int, bool, _Edges]:
    """Number of nodes, direction and edges of one line without header."""
    kind = line[:1] if line[:1] in (b":", b"&") else b""
    digits = np.frombuffer(line, dtype=np.uint8)[len(kind) :].astype(np.int64) - 63
    if len(digits) == 0 or digits.min() < 0 or digits.max() > 63:
        raise _LineError("has invalid characters")
    nodes, digits = _decode_size(digits)
    bits = np.unpackbits((digits << 2).astype(np.uint8).reshape(-1, 1), axis=1)[:, :6].reshape(-1)
    if kind == b":":
        return nodes, False, _decode_sparse(nodes, bits)
    wanted = nodes * nodes if kind else nodes * (nodes - 1) // 2
    if len(digits) != -(-wanted // 6):
        raise _LineError(f"has {len(digits)} characters for {nodes} nodes instead of {-(-wanted // 6)}")
    positions = np.flatnonzero(bits[:wanted])
    return nodes, bool(kind), np.divmod(positions, nodes) if kind else _upper_triangle(positions)


def _decode_size(digits: NDArray[np.int64]) -> tuple[int, NDArray[np.int64]]:
    start, width = (0, 1) if digits[0] != 63 else (1, 3) if len(digits) < 2 or digits[1] != 63 else (2, 6)
    if len(digits) < start + width:
        raise _LineError("ends within the number of nodes")
    nodes = 0
    for digit in digits[start : start + width]:
        nodes = nodes * 64 + int(digit)
    return nodes, digits[start + width :]


def _upper_triangle(positions: NDArray[np.int64]) -> _Edges:
    """Row and column of positions in the order (0,1), (0,2), (1,2), (0,3), ..."""
    column = ((1 + np.sqrt(1 + 8 * positions.astype(np.float64))) // 2).astype(np.int64)
    column -= column * (column - 1) // 2 > positions  # correct rounding errors, which are at most one
    column += (column + 1) * column // 2 <= positions
    return positions - column * (column - 1) // 2, column


def _decode_sparse(nodes: int, bits: NDArray[np.uint8]) -> _Edges:
    width = max(nodes - 1, 0).bit_length()
    count = len(bits) // (width + 1)
    groups = bits[: count * (width + 1)].reshape(count, width + 1).astype(np.int64)
    values = groups[:, 1:] @ (1 << np.arange(width, dtype=np.int64)[::-1])
    sources, targets, current = [], [], 0
    for step, value in zip(groups[:, 0].tolist(), values.tolist(), strict=True):
        current += step
        if current >= nodes or value >= nodes:
            break  # padding
        if value > current:
            current = value
        else:
            sources.append(value)
            targets.append(current)
    return np.array(sources, dtype=np.int64), np.array(targets, dtype=np.int64)


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read one graph per line; see :func:`spminer.read`."""
    offsets, directions = [0], set()
    parts: list[_Edges] = []
    with input_errors(source.name):
        for number, text in enumerate(source.lines(), start=1):
            line = _without_header(text.strip())
            if not line:
                continue
            nodes, directed, edges = _decode_line(line, number, source.name)
            parts.append((edges[0] + offsets[-1], edges[1] + offsets[-1]))
            offsets.append(offsets[-1] + nodes)
            directions.add(directed)
            if offsets[-1] > MOST_NODES:
                raise InputError("too many nodes", source=source.name, line=number, remedy="split the file")
    if not parts:
        raise InputError("no graphs found", source=source.name, remedy="give one graph6 string per line")
    if len(directions) > 1:
        raise InputError("mixes digraph6 with others", source=source.name, remedy="split the file")
    sources, targets = (np.concatenate(ends).astype(np.int32) for ends in zip(*parts, strict=True))
    return build_collection(
        sources,
        targets,
        nodes=offsets[-1],
        directed=options.is_directed(True in directions),
        source=source.name,
        graph_offsets=np.array(offsets, dtype=np.int64),
        reading=Reading("graph6", direction=options.direction(True in directions)),
    )


def _decode_line(line: bytes, number: int, name: str) -> tuple[int, bool, _Edges]:
    try:
        nodes, directed, edges = decode(line)
        check_node_count(nodes, len(line), name)
    except (_LineError, InputError) as error:
        reason = error.reason if isinstance(error, InputError) else str(error)
        raise InputError(reason, source=name, line=number, remedy="each line is one graph6 string") from error
    return nodes, directed, edges


def _without_header(line: bytes) -> bytes:
    for header in _HEADERS:
        line = line.removeprefix(header)
    return line


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write graph6, or digraph6 if directed, one line for each graph."""
    for graph in graphs:
        if graph.num_nodes > _MOST_WRITTEN_NODES:
            raise UsageError(f"{graph.num_nodes:,} nodes are too many for graph6; use format spm or edgelist")
        file.write(encode(graph) + b"\n")


def encode(graph: GraphCollection) -> bytes:
    """The graph6 (or digraph6) string of a collection of one graph."""
    nodes = graph.num_nodes
    sources, targets, _ = (None if ends is None else ends.astype(np.int64) for ends in graph.edges())
    assert sources is not None
    assert targets is not None
    bits = np.zeros(nodes * nodes if graph.directed else nodes * (nodes - 1) // 2, dtype=np.uint8)
    bits[sources * nodes + targets if graph.directed else targets * (targets - 1) // 2 + sources] = 1
    groups = np.concatenate([bits, np.zeros(-len(bits) % 6, dtype=np.uint8)]).reshape(-1, 6)
    digits = np.packbits(groups, axis=1).reshape(-1) >> 2
    return (b"&" if graph.directed else b"") + _encode_size(nodes) + (digits + 63).astype(np.uint8).tobytes()


def _encode_size(nodes: int) -> bytes:
    if nodes <= 62:
        return bytes([nodes + 63])
    return bytes([126, *(63 + (nodes >> shift & 63) for shift in (12, 6, 0))])


FORMAT = Format(
    "graph6",
    "graph6, sparse6, digraph6",
    (".g6", ".graph6", ".s6", ".sparse6", ".d6", ".digraph6"),
    lambda sample: sample.startswith(_HEADERS),
    read,
    write,
    Holds(many=True, isolated=True, names=False),
)
