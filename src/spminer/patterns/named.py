"""Patterns by name: the tables of triads, motifs, graphlets and other named graphs, and the text of a name.

A name stands wherever the text of a pattern does (:meth:`spminer.Pattern.parse`). Its nodes have fixed numbers, and
some have the name of their place, so that ``star:5@hub`` is ``0-1,0-2,0-3,0-4@0``. Small and capital letters, blanks
and dashes do not matter.

Sources:

- Triads and their MAN codes (mutual, asymmetric and null pairs, then the orientation): P. W. Holland and S. Leinhardt,
  "A method for detecting structure in sociometric data", American Journal of Sociology 76 (1970). 111D and 111U are
  told apart as networkx and igraph do: in 111D the single arc ends at the mutual pair, in 111U it starts there.
- Motifs of directed networks: R. Milo et al., "Network motifs: simple building blocks of complex networks", Science 298
  (2002).
- Graphlets G0 to G29 and node orbits 0 to 72: N. Przulj, "Biological network comparison using graphlet degree
  distribution", Bioinformatics 23 (2007). The numbers are those of her counting program, in which the orbits of a
  graphlet are numbered by rising sums of the degrees of a node and its neighbors, and of ORCA (T. Hocevar and
  J. Demsar, Bioinformatics 30, 2014).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from spminer._util.text import did_you_mean
from spminer.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GRAPHLETS", "MOTIFS", "NAMED", "TRIADS", "near_name", "text_of_name"]

TRIADS = {
    "021D": "0>1,0>2",
    "021U": "1>0,2>0",
    "021C": "0>1,1>2",
    "111D": "0>1,1>0,2>1",
    "111U": "0>1,1>0,1>2",
    "030T": "0>1,0>2,1>2",
    "030C": "0>1,1>2,2>0",
    "201": "0>1,1>0,1>2,2>1",
    "120D": "0>1,0>2,1>2,2>1",
    "120U": "1>0,2>0,1>2,2>1",
    "120C": "0>1,1>2,0>2,2>0",
    "210": "0>1,0>2,2>0,1>2,2>1",
    "300": "0>1,1>0,0>2,2>0,1>2,2>1",
}
"""The 13 connected triads by their MAN codes."""

MOTIFS = {
    "feed-forward loop": "0>1,0>2,1>2",
    "feedback loop": "0>1,1>2,2>0",
    "bi-fan": "0>2,0>3,1>2,1>3",
    "bi-parallel": "0>1,0>2,1>3,2>3",
}
"""Directed patterns by the names of the motif literature."""

GRAPHLETS = (
    ("0-1", (0, 0)),
    ("0-1,1-2", (1, 2, 1)),
    ("0-1,0-2,1-2", (3, 3, 3)),
    ("0-1,1-2,2-3", (4, 5, 5, 4)),
    ("0-1,1-2,1-3", (6, 7, 6, 6)),
    ("0-1,0-2,1-3,2-3", (8, 8, 8, 8)),
    ("0-1,1-2,1-3,2-3", (9, 11, 10, 10)),
    ("0-1,0-2,1-2,1-3,2-3", (12, 13, 13, 12)),
    ("0-1,0-2,0-3,1-2,1-3,2-3", (14, 14, 14, 14)),
    ("0-1,1-2,2-3,3-4", (15, 16, 17, 16, 15)),
    ("0-1,1-2,1-3,2-4", (19, 21, 20, 19, 18)),
    ("0-1,1-2,1-3,1-4", (22, 23, 22, 22, 22)),
    ("0-1,1-2,1-3,2-3,3-4", (24, 26, 25, 26, 24)),
    ("0-1,1-2,2-3,2-4,3-4", (27, 28, 30, 29, 29)),
    ("0-1,1-2,1-3,1-4,2-4", (31, 33, 32, 31, 32)),
    ("0-1,0-2,1-3,2-4,3-4", (34, 34, 34, 34, 34)),
    ("0-1,1-2,1-3,2-4,3-4", (35, 38, 37, 37, 36)),
    ("0-1,1-2,1-3,1-4,2-3,3-4", (39, 42, 40, 41, 40)),
    ("0-1,0-2,1-2,1-3,1-4,3-4", (43, 44, 43, 43, 43)),
    ("0-1,1-2,1-3,2-3,2-4,3-4", (45, 47, 48, 48, 46)),
    ("0-1,0-2,1-3,1-4,2-3,2-4", (49, 50, 50, 49, 49)),
    ("0-1,0-2,1-3,2-3,2-4,3-4", (51, 51, 53, 53, 52)),
    ("0-1,0-2,1-2,1-3,1-4,2-3,2-4", (54, 55, 55, 54, 54)),
    ("0-1,1-2,1-3,1-4,2-3,2-4,3-4", (56, 58, 57, 57, 57)),
    ("0-1,0-2,1-2,1-3,2-3,2-4,3-4", (59, 60, 61, 60, 59)),
    ("0-1,0-2,1-3,1-4,2-3,2-4,3-4", (62, 63, 63, 64, 64)),
    ("0-1,0-2,1-2,1-3,1-4,2-3,2-4,3-4", (65, 67, 67, 66, 66)),
    ("0-1,0-2,0-3,1-2,1-4,2-3,2-4,3-4", (68, 68, 69, 68, 68)),
    ("0-1,0-2,0-3,1-2,1-3,1-4,2-3,2-4,3-4", (70, 71, 71, 71, 70)),
    ("0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4", (72, 72, 72, 72, 72)),
)
"""Graphlets in the order of their numbers: edges, and the orbit of each node."""

NAMED = {
    "fork": "0-1,1-2,1-3,3-4",
    "bull": "0-1,1-2,2-0,0-3,1-4",
    "house": "0-1,1-2,2-3,3-4,4-0,0-2",
    "bowtie": "0-1,1-2,2-0,0-3,3-4,4-0",
    "gem": "0-1,1-2,2-3,4-0,4-1,4-2,4-3",
    "prism": "0-1,1-2,2-0,3-4,4-5,5-3,0-3,1-4,2-5",
    "cube": "0-1,1-2,2-3,3-0,4-5,5-6,6-7,7-4,0-4,1-5,2-6,3-7",
    "petersen graph": "0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5",
}
"""Undirected graphs with a name that belong to no family."""

# The least number of nodes of each family, and its edges.
_FAMILIES: dict[str, tuple[int, Callable[[int], list[tuple[int, int]]]]] = {
    "path": (2, lambda size: [(node, node + 1) for node in range(size - 1)]),
    "star": (2, lambda size: [(0, leaf) for leaf in range(1, size)]),
    "cycle": (3, lambda size: [(node, (node + 1) % size) for node in range(size)]),
    "clique": (2, lambda size: [(a, b) for a in range(size) for b in range(a + 1, size)]),
    "wheel": (
        4,
        lambda size: [(0, rim) for rim in range(1, size)] + [(rim, rim % (size - 1) + 1) for rim in range(1, size)],
    ),
}
_LARGEST = 64
_OTHERS = {
    "edge": "0-1",
    "triangle": "0-1,0-2,1-2",
    "square": "0-1,1-2,2-3,3-0",
    "diamond": "0-1,0-2,0-3,1-2,1-3",
    "paw": "0-1,0-2,1-2,2-3",
    "tailed triangle": "0-1,0-2,1-2,2-3",
    "ffl": MOTIFS["feed-forward loop"],
}
# Nodes by the name of their place.
_PLACES = {
    "path": {"end": 0, "inside": 1},
    "star": {"hub": 0, "leaf": 1},
    "wheel": {"hub": 0, "rim": 1},
    MOTIFS["feed-forward loop"]: {"source": 0, "middle": 1, "target": 2},
    MOTIFS["bi-fan"]: {"source": 0, "target": 2},
    MOTIFS["bi-parallel"]: {"source": 0, "middle": 1, "target": 3},
}
_EDGES = re.compile(r"\s*\d+\s*[->,;:]\s*\d")  # the text of a pattern, which may begin like a code: 20-1 and 201
_ANCHORED = re.compile(r"(.*?)\s*(?:@|,?\s+at\s+(?:the\s+|an?\s+)?)\s*(\w+)\s*", re.DOTALL)
_FAMILY = re.compile(rf"(directed)?({'|'.join(_FAMILIES)})(?::|of)(\d{{1,9}})|(directed)?(\d{{1,9}})(clique|cycle)")


def text_of_name(name: str) -> str | None:
    """The text of the pattern with a name, and its anchor if one is given; ``None`` if it is no name.

    >>> text_of_name("path:4"), text_of_name("Feed forward loop"), text_of_name("star of 4 @ leaf")
    ('0-1,1-2,2-3', '0>1,0>2,1>2', '0-1,0-2,0-3@1')
    >>> text_of_name("directed cycle:3"), text_of_name("030T@2"), text_of_name("0-1,1-2")
    ('0>1,1>2,2>0', '0>1,0>2,1>2@2', None)
    """
    if _EDGES.match(name):
        return None
    anchored = _ANCHORED.fullmatch(name)
    body, anchor = (anchored[1], anchored[2].lower()) if anchored else (name, None)
    key = _key(body)
    family = _FAMILY.fullmatch(key)
    text, places = _of_family(family) if family else (_texts().get(key), {})
    if text is None or anchor is None:
        return text
    places = places or _PLACES.get(text, {})
    if not anchor.isdecimal() and anchor not in places:
        known = f"write its number, or {' or '.join(places)}" if places else "write the number of a node, such as @0"
        raise InputError(f"{body} has no place {anchor!r}", remedy=known)
    return f"{text}@{places.get(anchor, anchor)}"


def near_name(text: str) -> str:
    """The hint to the nearest name of a pattern; empty if none is near, or if the text is edges.

    >>> near_name("triangl")
    ", did you mean 'triangle'?"
    """
    if _EDGES.match(text):
        return ""
    names = [*_OTHERS, *NAMED, *MOTIFS, *TRIADS, *(f"{family}:5" for family in _FAMILIES)]
    return did_you_mean(text.lower().partition("@")[0], names, otherwise="")


def _key(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name.lower())


@cache
def _texts() -> dict[str, str]:
    graphlets = {f"G{number}": text for number, (text, _) in enumerate(GRAPHLETS)}
    named = {**_OTHERS, **NAMED, **MOTIFS, **TRIADS, **graphlets}
    return {_key(name): text for name, text in named.items()}


def _of_family(found: re.Match[str]) -> tuple[str, dict[str, int]]:
    name, size = found[2] or found[6], int(found[3] or found[5])
    least, edges = _FAMILIES[name]
    if not least <= size <= _LARGEST:
        raise InputError(f"a {name} has {least} to {_LARGEST} nodes, not {size}")
    joint = ">" if found[1] or found[4] else "-"
    places = dict(_PLACES.get(name, {}))
    if name == "path" and size % 2:
        places["middle"] = size // 2
    return ",".join(f"{a}{joint}{b}" for a, b in edges(size)), places
