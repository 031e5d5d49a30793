"""Choice of the columns of an edge table: which hold the ends of edges, and which labels and direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import InputError
from spminer.graphs.reading import listed
from spminer.graphs.tables.words import find_ends, has_clear_ends, is_label, is_no_end, is_role, says_directed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from spminer.graphs.formats.options import ReadOptions

__all__ = [
    "Columns",
    "Direction",
    "choose_columns",
    "direction_by_names",
    "direction_by_pairs",
    "direction_column",
    "find_column",
    "stated_direction",
]

# Of pairs that are joined, the share that a list of arcs has both ways. Lists of edges without direction have none, or
# nearly all; a few may stand there by mistake. docs/formats.md shows the shares of known networks.
_LEAST_MUTUAL, _MOST_MUTUAL, _FEWEST_MUTUAL = 0.01, 0.9, 5

_MOST_DIGITS = 9  # of the number of a column

_REMEDY = "name the columns of the ends with source= and target="
_NODES = "give the edges, with this table as nodes=, or name the columns of the ends (source= and target=)"
_NODE_NAMES = ("name", "node", "gene", "protein", "person", "user", "molecule", "compound", "mol")
_NODE_IDS = ("id", "nodeid", "node_id", "node id", "key")
_WORDS = {"directed": True, "undirected": False}
# Columns that may hold directions, and what each value means there.
_DIRECTIONS = {
    "type": _WORDS,
    "edge_type": _WORDS,
    "direction": _WORDS,
    "directed": {**_WORDS, "true": True, "false": False, "yes": True, "no": False, "1": True, "0": False},
}


@dataclass(frozen=True, slots=True)
class Columns:
    """Places of columns, counted from 0.

    Attributes
    ----------
    source, target
        The ends of an edge.
    label
        The label of an edge; -1 for none.
    ends, labels
        The same in words.
    left_out
        Names of the others.
    notes
        What else the user should know.
    """

    source: int = 0
    target: int = 1
    label: int = -1
    ends: str = ""
    labels: str = ""
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def find_column(asked: str, names: Sequence[str], width: int, *, source: str = "") -> int:
    """The place of a column by its name, else by its number counted from 1.

    >>> find_column("b", ["a", "b"], 2), find_column("1", ["a", "b"], 2)
    (1, 0)
    """
    exact = [index for index, name in enumerate(names) if name == asked]
    alike = exact or [index for index, name in enumerate(names) if name.lower() == asked.lower()]
    if len(alike) == 1:
        return alike[0]
    if not alike and asked.isascii() and asked.isdigit() and len(asked) <= _MOST_DIGITS and 1 <= int(asked) <= width:
        return int(asked) - 1
    if len(alike) > 1:
        raise InputError(f"has {len(alike)} columns {asked!r}", source=source, remedy="give its number, counted from 1")
    known = f"name one of: {listed(names)}" if names else f"it has no header; give a number from 1 to {width}"
    raise InputError(f"has no column {asked!r}", source=source, remedy=known)


def choose_columns(names: Sequence[str], width: int, options: ReadOptions, *, source: str = "") -> Columns:
    """Which columns hold what: as asked for, else as their names say, else the first two of a table without names.

    Parameters
    ----------
    names
        Names of the columns, empty if they have none.
    width
        Number of columns.
    options
        What the user asked for.
    source
        The file, for messages.

    Examples
    --------
    >>> from spminer.graphs.formats.options import ReadOptions
    >>> choose_columns(["t", "i", "j"], 3, ReadOptions()).ends
    'columns i and j'
    """
    first, second, why = _ends(names, width, options, source)
    if first == second:
        raise InputError("source and target are the same column", source=source, remedy=_REMEDY)
    label = _label(names, width, options, {first, second}, source)
    shown = [names[index] if names else str(index + 1) for index in range(width)]
    shown += [str(index + 1) for index in range(width, 2)]
    others = tuple(
        shown[index] if names else f"column {index + 1}"
        for index in range(width)
        if index not in (first, second, label)
    )
    return Columns(
        first,
        second,
        label,
        ends=f"columns {shown[first]} and {shown[second]}{why}",
        labels="" if label < 0 else f"column {shown[label]}",
        left_out=tuple(name or "a column without a name" for name in others),
        notes=("equal ids in both columns are one node",) if why.endswith("can be)") else (),
    )


def _ends(names: Sequence[str], width: int, options: ReadOptions, source: str) -> tuple[int, int, str]:
    asked = [
        None if wanted is None else find_column(wanted, names, width, source=source)
        for wanted in (options.source, options.target)
    ]
    if asked[0] is not None and asked[1] is not None:
        return asked[0], asked[1], " (asked for)"
    if asked != [None, None]:
        missing = "target" if asked[1] is None else "source"
        raise InputError(f"only one end of the edges is named, not the {missing}", source=source, remedy=_REMEDY)
    if len(names) < 2:
        return 0, 1, ""  # whoever reads the rows says what they lack
    pairs = find_ends(names)
    if len(pairs) == 1 and (has_clear_ends(names) or not any(is_no_end(names[i]) for i in pairs[0])):
        return *pairs[0], ""
    if not pairs and any(name.strip().strip(":").lower() in _NODE_IDS for name in names):
        raise InputError(f"looks like a table of nodes, not of edges: {listed(names)}", source=source, remedy=_NODES)
    roles = [index for index, name in enumerate(names) if is_role(name)]
    candidates = [index for index, name in enumerate(names) if not is_no_end(name)]
    for two in (roles, candidates):
        if len(pairs) < 2 and len(two) == 2:
            return two[0], two[1], " (the only two that can be)"
    if not pairs and len(candidates) < 2 and any(name.strip().lower() in _NODE_NAMES for name in names):
        raise InputError(f"looks like a table of nodes, not of edges: {listed(names)}", source=source, remedy=_NODES)
    raise InputError(
        f"cannot tell which columns hold the ends of the edges, of: {listed(names)}", source=source, remedy=_REMEDY
    )


def _label(names: Sequence[str], width: int, options: ReadOptions, ends: set[int], source: str) -> int:
    if options.edge_label is not None:
        return find_column(options.edge_label, names, width, source=source)
    if not options.edge_labels:
        return -1
    free = [index for index in range(width) if index not in ends and not (names and _is_direction(names[index]))]
    if not free:
        raise InputError("has no third column to take edge labels from", source=source, remedy="drop edge_labels")
    if not names or len(free) == 1:
        return free[0]
    labels = [index for index in free if is_label(names[index])]
    if len(labels) == 1:
        return labels[0]
    others = [names[index] for index in free]
    raise InputError(
        f"cannot tell which column holds the edge labels, of: {listed(others)}",
        source=source,
        remedy="name it with edge_label=",
    )


def _is_direction(name: str) -> bool:
    return name.strip().lower() in ("directed", "direction")


def direction_column(names: Sequence[str]) -> int:
    """The column that may say of each edge whether it is directed, as Gephi's ``Type``; -1 for none.

    >>> direction_column(["Source", "Target", "Type"])
    2
    """
    return next((index for index, name in enumerate(names) if name.strip().lower() in _DIRECTIONS), -1)


def stated_direction(
    name: str, values: Iterable[object], *, asked: bool | None = None, source: str = ""
) -> bool | None:
    """What a column says about the direction of all edges; ``None`` if it speaks of something else.

    >>> stated_direction("Type", ["Directed", "Directed"]), stated_direction("Type", ["friend"])
    (True, None)
    """
    meanings = _DIRECTIONS.get(name.strip().lower(), {})
    texts = {str(value).strip().lower() for value in values}
    if not texts or not texts <= set(meanings):
        return None
    stated = {meanings[text] for text in texts}
    if len(stated) > 1 and asked is None:
        raise InputError(
            f"column {name} mixes directed and undirected edges",
            source=source,
            remedy="say which is meant with directed=",
        )
    return stated.pop() if len(stated) == 1 else asked


@dataclass(frozen=True, slots=True)
class Direction:
    """Whether edges have a direction, and who says so; ``None`` if that stays open.

    Examples
    --------
    >>> from spminer.graphs.formats.options import ReadOptions
    >>> Direction().after(2148, 197, ReadOptions()).words(ReadOptions())
    'directed (197 of 2,148 pairs are listed both ways)'
    """

    declared: bool | None = None
    reason: str = ""

    def words(self, options: ReadOptions) -> str:
        """The same in words, together with what was asked for."""
        return options.direction(self.declared, stated_by=self.reason, silent=self.reason)

    def after(self, pairs: int, mutual: int, options: ReadOptions) -> Direction:
        """The same after a look at the edges: so many joined pairs, so many of them listed both ways."""
        is_open = self.declared is None and options.directed is None
        return direction_by_pairs(pairs, mutual) if is_open else self

    def after_edges(self, edges: NDArray[np.int32], options: ReadOptions) -> Direction:
        """The same after a look at the edges themselves, as numbers of nodes."""
        if self.declared is not None or options.directed is not None or not len(edges):
            return self
        sources, targets = edges.astype(np.int64).T
        keys = np.minimum(sources, targets) * (int(edges.max()) + 1) + np.maximum(sources, targets)
        forward, backward = np.unique(keys[sources < targets]), np.unique(keys[sources > targets])
        mutual = len(np.intersect1d(forward, backward, assume_unique=True))
        return self.after(len(forward) + len(backward) - mutual, mutual, options)


def direction_by_names(source: str, target: str) -> Direction:
    """What the names of the two columns say about direction.

    >>> direction_by_names("citing", "cited").reason, direction_by_names("source", "target").declared
    ('columns citing and cited say so', None)
    """
    if not says_directed(source, target):
        return Direction()
    return Direction(declared=True, reason=f"columns {source[:40]} and {target[:40]} say so")


def direction_by_pairs(pairs: int, mutual: int) -> Direction:
    """What it says about direction that some pairs of nodes are listed both ways.

    Parameters
    ----------
    pairs, mutual
        Pairs of nodes that are joined, and those of them that are listed both ways.

    Examples
    --------
    >>> direction_by_pairs(2148, 197).declared, direction_by_pairs(500, 500).declared
    (True, False)
    >>> direction_by_pairs(420877, 657)
    Direction(declared=None, reason='657 of 420,877 pairs are listed both ways')
    """
    if mutual == 0:
        return Direction()
    if mutual == pairs:
        return Direction(declared=False, reason="every pair is listed both ways")
    reason = f"{mutual:,} of {pairs:,} pairs {'is' if mutual == 1 else 'are'} listed both ways"
    if mutual < _FEWEST_MUTUAL or mutual < _LEAST_MUTUAL * pairs:
        return Direction(reason=reason)
    return Direction(declared=mutual <= _MOST_MUTUAL * pairs, reason=reason)
