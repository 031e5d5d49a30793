"""Native patterns: the value of Python as ``_core.Pattern`` and back, with labels as codes and canonical numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from spminer import _core

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.patterns.fields import PatternFields

__all__ = ["encode_labels", "from_native", "own_codes", "to_native"]

_MOST_DIGITS = 4000


def to_native(
    size: int,
    edges: Sequence[tuple[int, int]],
    *,
    anchor: int | None,
    directed: bool,
    node_labels: NDArray[np.int32] | None,
    edge_labels: NDArray[np.int32] | None,
) -> _core.Pattern:
    """The native pattern; labels are codes, as of :func:`encode_labels`."""
    return _core.Pattern(
        size,
        np.array(edges, dtype=np.int32).reshape(-1, 2),
        anchor=-1 if anchor is None else anchor,
        directed=directed,
        node_labels=node_labels,
        edge_labels=edge_labels,
    )


def from_native(
    native: _core.Pattern,
    *,
    directed: bool,
    node_names: Sequence[str] | None,
    edge_names: Sequence[str] | None,
) -> PatternFields:
    """The inverse of :func:`to_native`: labels are named by the given tables, where there are any."""
    edges: list[tuple[int, int]] = []
    marks: list[int] = []
    for i, j, forward, backward in native.edges.tolist():
        arcs = [((i, j), forward), ((j, i), backward)] if directed else [((i, j), forward)]
        for edge, mark in arcs:
            if mark:
                edges.append(edge)
                marks.append(mark - 1)
    return {
        "edges": edges,
        "size": native.size,
        "anchor": None if native.anchor < 0 else native.anchor,
        "directed": directed,
        "node_labels": None if node_names is None else [node_names[label] for label in native.labels],
        "edge_labels": None if edge_names is None else [edge_names[mark] for mark in marks],
    }


def encode_labels(labels: Sequence[str] | None, codes: Mapping[str, int] | None) -> NDArray[np.int32] | None:
    """Labels by a table of codes, if there are both; a label that the table does not know gets a code of its own.

    >>> encode_labels(["C", "X"], {"C": 0, "N": 1})
    array([0, 2], dtype=int32)
    """
    if labels is None or codes is None:
        return None
    return np.array([codes.get(label, len(codes)) for label in labels], dtype=np.int32)


def own_codes(labels: Sequence[str] | None) -> dict[str, int] | None:
    """Codes in the order of the labels, numbers first and by value, so that equal patterns get equal codes.

    >>> own_codes(["N", "10", "9", "N"])
    {'9': 0, '10': 1, 'N': 2}
    """
    if labels is None:
        return None
    ordered = sorted(set(labels), key=lambda label: (0, int(label), label) if _is_number(label) else (1, 0, label))
    return {label: code for code, label in enumerate(ordered)}


def _is_number(label: str) -> bool:
    """Whether a label has a value to be ordered by; Python refuses to compute that of longer ones."""
    return label.isdecimal() and len(label) <= _MOST_DIGITS
