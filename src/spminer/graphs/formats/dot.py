r"""DOT, the language of Graphviz: one or many graphs or digraphs.

Ids are texts, quoted, numbers or HTML. Default attributes, chains (``a -- b -- c``), subgraphs as ends of edges and
concatenated strings are supported; ports are read and ignored. The ``label`` of nodes is their name if no two are
alike, else their label (``\N`` counts as missing); ``spminer_label``, which this package writes, is always a label.
A file with graphs and digraphs is refused unless ``directed=`` decides. A subgraph that is used by its name alone,
and braces nested deeper than 64, are refused.

Grammar: https://graphviz.org/doc/info/lang.html
"""

from __future__ import annotations

import itertools
import re
from typing import IO, TYPE_CHECKING, NamedTuple

from spminer._util.deadline import Deadline
from spminer.errors import InputError, UsageError
from spminer.graphs.builder import GraphBuilder
from spminer.graphs.formats.format import ATTRIBUTES, Format, Holds, labeled_edges, labeled_nodes, names_as_text
from spminer.graphs.options import ask_direction

if TYPE_CHECKING:
    from spminer.graphs.collection import GraphCollection
    from spminer.graphs.options import ReadOptions
    from spminer.graphs.source import Source

__all__ = ["FORMAT"]

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)
    |(?P<arrow>->|--)
    |(?P<number>-?(?:\.\d+|\d+(?:\.\d*)?))
    |(?P<name>[^\W\d]\w*)
    |(?P<string>"(?:[^"\\]|\\.)*")
    |(?P<mark>[{}\[\];,=:+])
    |(?P<html><)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


class Token(NamedTuple):
    """One token and its line."""

    kind: str
    text: str
    line: int


class Tokens:
    """The tokens of a text, with one token of lookahead.

    Examples
    --------
    >>> tokens = Tokens('graph { "a b" }', "x.dot")
    >>> tokens.identifier(), tokens.take("{"), tokens.identifier(), tokens.take("}"), tokens.at_end
    ('graph', '{', 'a b', '}', True)
    """

    def __init__(self, text: str, source: str, deadline: Deadline | None = None) -> None:
        self._source = source
        self._deadline = deadline or Deadline()
        self._line = 1
        self._tokens = self._cut(text)
        self._next = 0

    def _cut(self, text: str) -> list[Token]:
        tokens: list[Token] = []
        position, line = 0, 1
        while position < len(text):
            self._deadline.tick()
            match = _TOKEN.match(text, position)
            if match is None:
                self._line = line
                raise self.error(f"cannot read {text[position : position + 20].split(chr(10), maxsplit=1)[0]!r}")
            kind, end = str(match.lastgroup), match.end()
            if kind == "html":
                end = self._end_of_html(text, position, line)
            if kind != "space":
                tokens.append(Token(kind, text[position:end], line))
            line += text.count("\n", position, end)
            position = end
        return tokens

    def _end_of_html(self, text: str, start: int, line: int) -> int:
        depth = 0
        for bracket in re.compile(r"[<>]").finditer(text, start):
            depth += 1 if bracket.group() == "<" else -1
            if depth == 0:
                return bracket.end()
        self._line = line
        raise self.error("'<' without '>'")

    def error(self, reason: str) -> InputError:
        """An error at the last token that was looked at."""
        return InputError(reason, source=self._source, line=self._line, remedy="give a DOT file")

    @property
    def at_end(self) -> bool:
        """Whether all tokens are taken."""
        return self._next >= len(self._tokens)

    def _peek(self) -> Token:
        if self.at_end:
            raise self.error("ends in the middle")
        token = self._tokens[self._next]
        self._line = token.line
        return token

    def next_is(self, *texts: str) -> str:
        """The next token if it is one of these marks, arrows or key words (in any case), else nothing."""
        token = self._peek()
        text = token.text.lower()
        return text if token.kind in ("mark", "arrow", "name") and text in texts else ""

    def take(self, *texts: str) -> str:
        """Take one of these marks, arrows or key words if it is next, else nothing."""
        text = self.next_is(*texts)
        self._next += bool(text)
        return text

    def expect(self, *texts: str) -> str:
        """Take one of these marks or key words, which must be next."""
        text = self.take(*texts)
        if not text:
            raise self.error(f"expected {' or '.join(map(repr, texts))}, found {self._peek().text[:20]!r}")
        return text

    def identifier(self) -> str:
        """Take a name, a number or a text in quotes (several joined by ``+``)."""
        token = self._peek()
        if token.kind not in ("name", "number", "string", "html"):
            raise self.error(f"unexpected {token.text[:20]!r}")
        self._next += 1
        if token.kind != "string":
            return token.text
        text = _unquoted(token.text)
        while not self.at_end and self.take("+"):
            text += _unquoted(self._peek().text)
            self._next += 1
        return text


def _unquoted(text: str) -> str:
    r"""A text without its quotes: ``\"`` is the only escape, and a backslash at the end of a line joins two lines."""
    return text[1:-1].replace('\\"', '"').replace("\\\n", "")


_START = re.compile(
    rb"(\s|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*(strict\s+)?(di)?graph\b[^\[{;]{0,200}\{", re.DOTALL | re.IGNORECASE
)
_DEEPEST = 64
_OWN = "spminer_label"  # the attribute of labels that this package writes

_Attributes = dict[str, str]


def looks_like_dot(sample: bytes) -> bool:
    """Whether a file starts with ``graph {`` or ``digraph NAME {``."""
    return _START.match(sample) is not None


class _Scope:
    """Defaults of nodes and edges inside a pair of braces, and the nodes that occurred."""

    def __init__(self, outer: _Scope | None = None) -> None:
        self.defaults: dict[str, _Attributes] = {
            "node": dict(outer.defaults["node"]) if outer else {},
            "edge": dict(outer.defaults["edge"]) if outer else {},
            "graph": {},
        }
        self.nodes: dict[str, None] = {}
        self.depth: int = outer.depth + 1 if outer else 0


class _Parser:
    """Reads statement by statement."""

    def __init__(self, tokens: Tokens, graphs: GraphBuilder) -> None:
        self.tokens, self.graphs = tokens, graphs
        self.directions: set[bool] = set()
        self.count = 0

    def read(self) -> None:
        while not self.tokens.at_end:
            self._graph()

    def _graph(self) -> None:
        self.tokens.take("strict")
        kind = self.tokens.expect("graph", "digraph")
        self._directed = kind == "digraph"
        self._nodes: dict[str, _Attributes] = {}
        self._edges: list[tuple[str, str, _Attributes]] = []
        self._name = "" if self.tokens.next_is("{") else self.tokens.identifier()
        self._block(_Scope())
        for name, attributes in self._nodes.items():
            self.graphs.add_node(name, attributes)
        for source, target, attributes in self._edges:
            self.graphs.add_edge(source, target, attributes)
        self.graphs.end_graph(self._name)
        self.directions.add(self._directed)
        self.count += 1

    def _block(self, scope: _Scope) -> None:
        if scope.depth > _DEEPEST:
            raise self.tokens.error("braces are nested too deeply")
        self.tokens.expect("{")
        while not self.tokens.take("}"):
            if not self.tokens.take(";"):
                self._statement(scope)

    def _statement(self, scope: _Scope) -> None:
        word = self.tokens.next_is("graph", "node", "edge")
        if word:
            self.tokens.identifier()
            scope.defaults[word].update(self._attribute_lists())
            return
        ends = self._ends(scope)
        if len(ends) == 1 and self.tokens.take("="):
            self.tokens.identifier()  # an attribute of the graph
            return
        chain = [ends]
        while operator := self.tokens.take("->", "--"):
            if (operator == "->") != self._directed:
                raise self.tokens.error(f"{operator!r} in a {'digraph' if self._directed else 'graph'}")
            chain.append(self._ends(scope))
        attributes = self._attribute_lists()
        self._apply(chain, attributes, scope)

    def _apply(self, chain: list[dict[str, bool]], attributes: _Attributes, scope: _Scope) -> None:
        if len(chain) == 1:
            for node, alone in chain[0].items():
                self._touch(node, scope)
                if alone:
                    self._nodes[node].update(attributes)
            return
        for ends in chain:
            for node in ends:
                self._touch(node, scope)
        for sources, targets in itertools.pairwise(chain):
            for source in sources:
                for target in targets:
                    self._edges.append((source, target, {**scope.defaults["edge"], **attributes}))

    def _touch(self, node: str, scope: _Scope) -> None:
        if node not in self._nodes:
            self._nodes[node] = {key: value for key, value in scope.defaults["node"].items() if value != "\\N"}
        scope.nodes[node] = None

    def _ends(self, scope: _Scope) -> dict[str, bool]:
        """One node, or those of a subgraph, and whether each was named by itself."""
        if self.tokens.next_is("subgraph", "{"):
            if self.tokens.take("subgraph") and not self.tokens.next_is("{"):
                name = self.tokens.identifier()
                if not self.tokens.next_is("{"):
                    raise self.tokens.error(f"subgraph {name[:20]!r} without braces is unsupported")
            inner = _Scope(scope)
            self._block(inner)
            scope.nodes.update(inner.nodes)
            return dict.fromkeys(inner.nodes, False)
        node = self.tokens.identifier()
        for _ in range(2):  # a port, and a point of the compass
            if self.tokens.take(":"):
                self.tokens.identifier()
        return {node: True}

    def _attribute_lists(self) -> _Attributes:
        found: _Attributes = {}
        while self.tokens.take("["):
            while not self.tokens.take("]"):
                key = self.tokens.identifier()
                found[key] = self.tokens.identifier() if self.tokens.take("=") else "true"
                _ = self.tokens.take(",") or self.tokens.take(";")
        return {key: value for key, value in found.items() if value != "\\N"}


def read(source: Source, options: ReadOptions) -> GraphCollection:
    """Read all graphs of a file; see :func:`spminer.read`."""
    graphs = GraphBuilder(options, "DOT", source.name, label_attributes=(_OWN,))
    parser = _Parser(Tokens(source.text(), source.name, source.deadline), graphs)
    parser.read()
    if parser.count == 0:
        raise InputError("no graph found", source=source.name, remedy="give a DOT file")
    if len(parser.directions) > 1 and options.directed is None:
        raise InputError("mixes graphs and digraphs", source=source.name, remedy=ask_direction())
    return graphs.build(True in parser.directions)


def write(graphs: GraphCollection, file: IO[bytes]) -> None:
    """Write one ``graph`` or ``digraph`` for each graph."""
    for graph in graphs:
        names = [_quoted(name) for name in names_as_text(graph)]
        kind, arrow = ("digraph", "->") if graph.directed else ("graph", "--")
        lines = [f"{kind} {{"]
        for name, label in labeled_nodes(graph):
            lines.append(f"  {_quoted(name)}{'' if label is None else f' [{_OWN}={_quoted(label)}]'};")
        for source, target, label in labeled_edges(graph):
            mark = "" if label is None else f" [label={_quoted(label)}]"
            lines.append(f"  {names[source]} {arrow} {names[target]}{mark};")
        file.write("\n".join([*lines, "}", ""]).encode())


def _quoted(text: str) -> str:
    if "\\" in text or not text.isprintable():
        raise UsageError(f"format dot cannot hold the text {text!r}; format spm holds everything")
    return '"' + text.replace('"', '\\"') + '"'


FORMAT = Format(
    "dot",
    "DOT",
    (".dot", ".gv"),
    looks_like_dot,
    read,
    write,
    Holds(many=True, node_labels=True, edge_labels=True, isolated=True, doubted_labels=True, bad_names=r"[\x00-\x1f]"),
    options=ATTRIBUTES,
)
