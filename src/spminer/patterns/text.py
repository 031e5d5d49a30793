"""Text form of patterns, read and written.

It lists the edges, then optional node labels, then an optional anchor::

    0-1,1-2,2-0@0           a triangle anchored at node 0
    0>1,1>2,0>2             a feed-forward loop (directed)
    0-1:double,1-2;C,C,O@2  edge label after a colon; node labels in node order after a semicolon
    0@0                     a single node; a number alone is a node without edges
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from spminer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.patterns.fields import PatternFields

__all__ = ["parse_pattern", "write_pattern"]

_NODE = re.compile(r"\s*(\d{1,9})\s*")
_EDGE = re.compile(r"\s*(\d{1,9})\s*([->])\s*(\d{1,9})\s*(?::(.*))?")


def parse_pattern(text: str) -> PatternFields:
    """What a text says; whether that makes a pattern is not checked here.

    >>> parse_pattern("2-1,0@1")["edges"], parse_pattern("2-1,0@1")["size"], parse_pattern("2-1,0@1")["anchor"]
    ([(2, 1)], 3, 1)
    """
    body, has_anchor, anchor_text = text.strip().rpartition("@")
    if not has_anchor:
        body, anchor_text = anchor_text, ""
    elif not anchor_text.strip().isdecimal():
        raise InputError(f"anchor {anchor_text!r} is not a node number")
    body, has_labels, label_text = body.partition(";")
    items = _parse_items(body)
    return {
        "edges": items.edges,
        "size": 1 + max([*items.lone, *(node for edge in items.edges for node in edge)]),
        "anchor": int(anchor_text) if has_anchor else None,
        "directed": items.directed,
        "node_labels": [label.strip() for label in label_text.split(",")] if has_labels else None,
        "edge_labels": items.labels or None,
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
    """
    joint = ">" if directed else "-"
    labels = [""] * len(edges) if edge_labels is None else [f":{label}" for label in edge_labels]
    items = [f"{a}{joint}{b}{label}" for (a, b), label in zip(edges, labels, strict=True)]
    joined = {node for edge in edges for node in edge}
    body = ",".join(items + [str(node) for node in range(size) if node not in joined])
    if node_labels is not None:
        body += ";" + ",".join(node_labels)
    return body if anchor is None else f"{body}@{anchor}"


class _Items(NamedTuple):
    edges: list[tuple[int, int]]
    labels: list[str]
    lone: list[int]
    directed: bool


def _parse_items(body: str) -> _Items:
    """Edges and lone nodes, which must agree with each other."""
    edges: list[tuple[int, int]] = []
    lone: list[int] = []
    joints: set[str] = set()
    labels: list[str] = []
    for item in body.split(","):
        if node := _NODE.fullmatch(item):
            lone.append(int(node[1]))
            continue
        match = _EDGE.fullmatch(item)
        if match is None:
            raise InputError(f"{item.strip()!r} is not an edge")
        edges.append((int(match[1]), int(match[3])))
        joints.add(match[2])
        labels += [] if match[4] is None else [match[4]]
    if twice := {node for edge in edges for node in edge}.intersection(lone):
        raise InputError(f"node {min(twice)} stands alone and in an edge")
    if len(joints) > 1:
        raise InputError("'-' and '>' cannot be mixed")
    if labels and len(labels) != len(edges):
        raise InputError("either every edge has a label or none has")
    return _Items(edges, labels, lone, ">" in joints)
