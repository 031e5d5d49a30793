"""The text form of patterns, read and written.

It has the edges, then optional node labels, then an optional anchor::

    0-1,1-2,2-0@0           a triangle anchored at node 0
    0>1,1>2,0>2             a feed-forward loop (directed)
    0-1:double,1-2;C,C,O@2  edge label after a colon; node labels in node order after a semicolon
    0-1;"Bonn, Rhein",a     a label in double quotes, as in JSON, may have any characters
    0@0                     a single node; a number alone is a node without edges
    0>@0                    a single node of a directed pattern, without an arc to show the direction
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from spminer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PatternFields", "parse_pattern", "write_pattern"]

_QUOTED = r'\s*"(?:[^"\\]|\\.)*"\s*'
_NODE = re.compile(r"\s*(\d{1,9})\s*(>?)\s*(?=[,;]|\Z)")
_EDGE = re.compile(
    rf"\s*(\d{{1,9}})\s*([->])\s*(\d{{1,9}})\s*(?::({_QUOTED}(?=[,;]|\Z)|[^,;\n]*))?(?=[,;]|\Z)", re.DOTALL
)
_NODE_LABEL = re.compile(rf"{_QUOTED}(?=,|\Z)|[^,]*", re.DOTALL)
_ANCHORED = re.compile(r"(.*)@\s*(\d{1,9})", re.DOTALL)
_NEEDS_QUOTES = re.compile(r'[,;@]|^"|^ | $')


def parse_pattern(text: str) -> PatternFields:
    """The fields of a text; whether they make a valid pattern is not checked here.

    >>> parse_pattern("2-1,0@1")["edges"], parse_pattern("2-1,0@1")["size"], parse_pattern("2-1,0@1")["anchor"]
    ([(2, 1)], 3, 1)
    """
    whole = text.strip()
    anchored = _ANCHORED.fullmatch(whole)
    body = anchored[1] if anchored else whole
    items, end = _parse_items(body)
    node_labels = [label.strip() for label in _split_labels(body[end + 1 :])] if end < len(body) else None
    if not anchored:
        _check_without_anchor([*items.labels, *(node_labels or ())])
    return {
        "edges": items.edges,
        "size": 1 + max([*items.lone, *(node for edge in items.edges for node in edge)]),
        "anchor": int(anchored[2]) if anchored else None,
        "directed": items.directed,
        "node_labels": None if node_labels is None else [_read_label(label) for label in node_labels],
        "edge_labels": [_read_label(label) for label in items.labels] or None,
    }


def write_pattern(
    size: int,
    edges: Sequence[tuple[int, int]],
    *,
    anchor: int | None,
    directed: bool,
    node_labels: Sequence[str] | None,
    edge_labels: Sequence[str] | None,
) -> str:
    """The text that :func:`parse_pattern` reads back.

    >>> write_pattern(3, [(0, 1)], anchor=1, directed=True, node_labels=None, edge_labels=["x"])
    '0>1:x,2@1'
    >>> write_pattern(1, [], anchor=None, directed=True, node_labels=["a, b"], edge_labels=None)
    '0>;"a, b"'
    """
    joint = ">" if directed else "-"
    labels = [""] * len(edges) if edge_labels is None else [f":{_write_label(label)}" for label in edge_labels]
    items = [f"{a}{joint}{b}{label}" for (a, b), label in zip(edges, labels, strict=True)]
    joined = {node for edge in edges for node in edge}
    mark = ">" if directed and not edges else ""
    body = ",".join(items + [f"{node}{mark}" for node in range(size) if node not in joined])
    if node_labels is not None:
        body += ";" + ",".join(map(_write_label, node_labels))
    return body if anchor is None else f"{body}@{anchor}"


class _Items(NamedTuple):
    edges: list[tuple[int, int]]
    labels: list[str]
    lone: list[int]
    directed: bool


def _parse_items(body: str) -> tuple[_Items, int]:
    """Edges and single nodes, and the position after them."""
    edges: list[tuple[int, int]] = []
    lone: list[int] = []
    joints: set[str] = set()
    labels: list[str] = []
    end = -1
    while end < 0 or (end < len(body) and body[end] == ","):
        start = end + 1
        if item := _NODE.match(body, start):
            lone.append(int(item[1]))
            joints.update(item[2])
        elif item := _EDGE.match(body, start):
            edges.append((int(item[1]), int(item[3])))
            joints.add(item[2])
            labels += [] if item[4] is None else [item[4]]
        else:
            item_text = re.split("[,;]", body[start:])[0]
            _check_without_anchor([item_text])
            raise InputError(f"{item_text.strip()!r} is not an edge")
        end = item.end()
    if twice := {node for edge in edges for node in edge}.intersection(lone):
        raise InputError(f"node {min(twice)} is listed alone and in an edge")
    if len(joints) > 1:
        raise InputError("'-' and '>' cannot be mixed")
    if labels and len(labels) != len(edges):
        raise InputError("either every edge has a label or none has")
    return _Items(edges, labels, lone, ">" in joints), end


def _split_labels(text: str) -> list[str]:
    """The labels between commas, as written; commas within quotation marks belong to labels."""
    labels: list[str] = []
    start = 0
    while start <= len(text):
        match = _NODE_LABEL.match(text, start)
        assert match is not None, "a label may be empty"
        labels.append(match[0])
        start = match.end() + 1
    return labels


def _check_without_anchor(written: Sequence[str]) -> None:
    """Refuse an invalid anchor; a label with @ needs quotation marks."""
    for label in written:
        if "@" in label and not label.lstrip().startswith('"'):
            raise InputError(f"invalid anchor {label.rpartition('@')[2]!r}; it must be a node number")


def _read_label(written: str) -> str:
    """The label of a text; without quotation marks, blanks around it belong to it."""
    if not written.lstrip().startswith('"'):
        return written
    try:
        return str(json.loads(written, strict=False))
    except ValueError:
        reason = f"label {written.strip()} starts with a quotation mark but is not a JSON string"
        raise InputError(f'{reason}, such as "a, b" or "\\"a\\""') from None


def _write_label(label: str) -> str:
    """The label, in quotation marks if it is not printable or would be misread."""
    if label.isprintable() and not _NEEDS_QUOTES.search(label):
        return label
    quoted = json.dumps(label, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in quoted)


class PatternFields(TypedDict):
    """The arguments of :meth:`spminer.Pattern.from_edges`."""

    edges: list[tuple[int, int]]
    size: int
    anchor: int | None
    directed: bool
    node_labels: Sequence[str] | None
    edge_labels: Sequence[str] | None
