"""Pajek's ``.net``: one network of numbered vertices with names, then arcs, edges, lists of neighbors or a matrix.

Names of vertices are the nodes' names if no two are alike, else labels. The label of an edge is its ``l "..."``, else
the name of its relation (``*Arcs :2 "cites"``); values and other parameters are ignored. Arcs are directed, edges are
not; a network with both is refused unless ``directed=`` decides. Sections that are no part of a network (partitions,
vectors and others) are skipped. Networks of two modes and files with several networks are refused.

Format: http://mrvar.fdv.uni-lj.si/pajek (manual of Pajek)
"""

from __future__ import annotations

import re
import shlex
from typing import IO, TYPE_CHECKING

from spminer.errors import InputError, UsageError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format, Holds, labeled_edges, names_as_text
from spminer.graphs.options import ask_direction
from spminer.graphs.source import input_errors

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_START = re.compile(rb"\s*(%[^\n]*\n\s*)*\*(vertices|network)\b", re.IGNORECASE)
_SECTION = re.compile(r"\*\s*([a-z]+)\s*(.*)", re.IGNORECASE)
_RELATION = re.compile(r":\s*(\d+)\s*(.*)")
_SECTIONS = {"vertices", "arcs", "edges", "arcslist", "edgeslist", "matrix", "network"}
_OTHERS = {"partition", "vector", "permutation", "cluster", "hierarchy", "events"}
_REMEDY = "give a Pajek network file"


def looks_like_pajek(sample: bytes) -> bool:
    """Whether a file starts with ``*Vertices`` or ``*Network``."""
    return _START.match(sample) is not None


class _Reader:
    """Reads section by section."""

    def __init__(self, source: Source, options: ReadOptions) -> None:
        self.name = source.name
        self.graphs = GraphBuilder(options, "Pajek network", source.name, names_per_graph=True)
        self.directions: set[bool] = set()
        self.nodes: int | None = None
        self._names: dict[int, str] = {}
        self._edges: list[tuple[int, int, str | None]] = []
        self._section = ""
        self._relation: str | None = None
        self._row = 0
        self._line = 0

    def read(self, source: Source) -> None:
        with input_errors(self.name):
            for self._line, raw in enumerate(source.lines(), start=1):
                line = raw.decode("utf-8").strip()
                if not line or line.startswith("%"):
                    continue
                if line.startswith("*"):
                    self._open(line)
                elif self._section not in _OTHERS:
                    self._read(line)
        if self.nodes is None:
            raise InputError("no *Vertices found", source=self.name, remedy=_REMEDY)
        self._add()

    def _fail(self, reason: str) -> InputError:
        return InputError(reason, source=self.name, line=self._line, remedy=_REMEDY)

    def _open(self, line: str) -> None:
        match = _SECTION.match(line)
        section = match[1].lower() if match else ""
        if section not in _SECTIONS | _OTHERS:
            raise self._fail(f"unknown section {line[:30]!r}")
        assert match is not None
        self._section, self._relation, self._row = section, None, 0
        if section == "vertices":
            count = match[2].split()
            if not count or not (count[0].isascii() and count[0].isdigit()) or len(count[0]) > 9:
                raise self._fail("*Vertices has no number of vertices")
            if len(count) > 1:
                raise self._fail("a network of two modes is unsupported")
            if self.nodes is not None:
                raise self._fail("a second network in the file is unsupported")
            self.nodes = int(count[0])
        elif section in _SECTIONS - {"network"}:
            if self.nodes is None:
                raise self._fail(f"*{match[1]} before *Vertices")
            relation = _RELATION.match(match[2])
            if relation:
                self._relation = relation[2].strip().strip('"') or relation[1]

    def _read(self, line: str) -> None:
        if self._section == "vertices":
            self._vertex(line)
        elif self._section == "matrix":
            self._matrix_row(line)
        elif self._section in ("arcs", "edges"):
            words = line.split()
            if len(words) < 2:
                raise self._fail(f"expected two vertices, found {line[:30]!r}")
            self._add_edge(words[0], words[1], self._edge_label(line))
        elif self._section in ("arcslist", "edgeslist"):
            first, *others = line.split()
            for other in others:
                self._add_edge(first, other, self._relation)
        else:
            raise self._fail(f"{line[:30]!r} before *Vertices")

    def _vertex(self, line: str) -> None:
        words = _words(line)
        number = self._number(words[0])
        if number in self._names:
            raise self._fail(f"vertex {number} is listed twice")
        self._names[number] = words[1] if len(words) > 1 else str(number)

    def _number(self, word: str) -> int:
        assert self.nodes is not None
        if not (word.isascii() and word.isdigit()) or len(word) > 9 or not 1 <= int(word) <= self.nodes:
            raise self._fail(f"unknown vertex {word[:20]!r}; they are 1 to {self.nodes}")
        return int(word)

    def _edge_label(self, line: str) -> str | None:
        words = _words(line)
        marks = [i for i, word in enumerate(words) if word == "l" and i > 1]
        return words[marks[0] + 1] if marks and marks[0] + 1 < len(words) else self._relation

    def _add_edge(self, source: str, target: str, label: str | None) -> None:
        # Lists of neighbors may name a vertex with a minus sign, for a negative value.
        self._edges.append((self._number(source.lstrip("-")), self._number(target.lstrip("-")), label))
        self.directions.add(self._section in ("arcs", "arcslist"))

    def _matrix_row(self, line: str) -> None:
        assert self.nodes is not None
        self._row += 1
        values = line.split()
        if len(values) != self.nodes or self._row > self.nodes:
            raise self._fail(f"row {self._row} of the matrix has {len(values)} values for {self.nodes} vertices")
        try:
            there = [column for column, value in enumerate(values, start=1) if float(value) != 0]
        except ValueError:
            raise self._fail("a value of the matrix is not a number") from None
        self._edges += [(self._row, column, self._relation) for column in there]
        self.directions.add(True)

    def _add(self) -> None:
        assert self.nodes is not None
        named = len(set(self._names.values())) == len(self._names)
        if self.nodes > max(1_000_000, 100 * (len(self._edges) + len(self._names))):
            raise InputError(
                f"declares {self.nodes:,} vertices but has almost no edges", source=self.name, remedy=_REMEDY
            )
        for number in range(1, self.nodes + 1):
            name = self._names.get(number, str(number))
            self.graphs.add_node(str(number), {"label": name} if self._names else {})
        for source, target, label in self._edges:
            self.graphs.add_edge(str(source), str(target), {} if label is None else {"label": label})
        self.graphs.end_graph()
        self.notes = () if named else ("names of vertices are not unique, so they are labels",)


def _words(line: str) -> list[str]:
    """Words of a line; words in quotation marks may hold blanks."""
    try:
        lexer = shlex.shlex(line, posix=True)
        lexer.whitespace_split, lexer.quotes, lexer.escape, lexer.commenters = True, '"', "", ""
        return list(lexer)
    except ValueError:
        return line.split()


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read one network; see :func:`spminer.read`."""
    reader = _Reader(source, options)
    reader.read(source)
    if len(reader.directions) > 1 and options.directed is None:
        raise InputError("mixes arcs and edges", source=source.name, remedy=ask_direction())
    return reader.graphs.build(True in reader.directions if reader.directions else None, notes=reader.notes)


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write ``*Vertices`` and ``*Arcs`` or ``*Edges``, with the labels of edges."""
    names = names_as_text(graphs)
    for text in graphs.edge_label_names:
        if not text.isprintable() or '"' in text or not text.strip():
            raise UsageError(f"format pajek cannot hold the label {text!r}; format spm holds everything")
    lines = [f"*Vertices {graphs.num_nodes}", *(f'{node} "{name}"' for node, name in enumerate(names, start=1))]
    lines.append("*Arcs" if graphs.directed else "*Edges")
    for source, target, label in labeled_edges(graphs):
        mark = "" if label is None else f' l "{label}"'
        lines.append(f"{source + 1} {target + 1} 1{mark}")
    file.write("\n".join([*lines, ""]).encode())


FORMAT = Format(
    "pajek",
    "Pajek network",
    (".net",),
    looks_like_pajek,
    read,
    write,
    Holds(edge_labels=True, arcless=False, isolated=True, doubted_labels=True, bad_names=r'[\x00-\x1f"]'),
    options=ATTRIBUTES,
)
