"""Words that people name the columns of edge tables with."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EndsFound", "find_ends", "has_clear_ends", "is_label", "is_no_end", "is_role", "kind_of", "shape_of"]

# Words for the two ends of an edge, the clearest first: of two pairs in one table the clearer one is meant.
_ENDS = (
    (("source", "target"), ("subject", "object"), ("citing", "cited"), ("follower", "followee")),
    (("from", "to"), ("src", "dst"), ("src", "dest"), ("src", "tgt"), ("sender", "receiver"), ("sender", "recipient")),
    (("start", "end"), ("head", "tail"), ("parent", "child"), ("origin", "destination"), ("caller", "callee")),
    (("first", "second"), ("left", "right"), ("1", "2"), ("0", "1"), ("a", "b"), ("u", "v"), ("i", "j")),
)
_EITHER_ORDER = {("head", "tail")}  # an arc runs from tail to head, but a triple of a knowledge graph from head to tail
_ALONE_NO_ENDS = {"1", "2", "0"}  # a column named by a number alone is more likely a year or a place
_LEAST = 9
_WEAK = 3  # the last line of the table above: such names may as well be names of nodes

_WEIGHTS = {
    *("weight", "weights", "w", "value", "count", "counts", "score", "combinedscore", "strength", "freq", "frequency"),
    *("amount", "rating", "probability", "confidence", "distance", "length", "similarity", "correlation", "pvalue"),
    *("cost", "capacity", "duration", "n", "x", "y", "z", "lat", "lon", "latitude", "longitude"),
}
_TIMES = {"t", "time", "timestamp", "ts", "date", "datetime", "year", "day", "epoch", "unixts", "month", "hour", "when"}
_NUMBERS_OF_ROWS = {"", "id", "edgeid", "eid", "index", "rowid", "row", "key", "unnamed0", "relid", "linkid", "edge"}
_LABELS = {
    *("label", "type", "relation", "relationship", "rel", "predicate", "interaction", "interactiontype", "edgetype"),
    *(
        "kind",
        "category",
        "edgelabel",
        "reltype",
        "class",
        "color",
        "sign",
        "directed",
        "direction",
        "bond",
        "bondtype",
    ),
}
# Nouns for what stands at an end of an edge: two of them above names are a header, not an edge.
_ROLES = {
    *("employee", "manager", "supervisor", "boss", "student", "teacher", "pupil", "advisor", "mentor", "mentee"),
    *("customer", "client", "product", "item", "user", "buyer", "seller", "supplier", "vendor", "company", "director"),
    *("author", "coauthor", "editor", "paper", "article", "person", "friend", "member", "group", "actor", "movie"),
    *("gene", "protein", "disease", "drug", "compound", "regulator", "transcription factor", "tf", "host", "parasite"),
    *("plant", "pollinator", "predator", "prey", "husband", "wife", "payer", "payee", "borrower", "lender", "debtor"),
    *("creditor", "exporter", "importer", "upstream", "downstream", "giver", "taker", "voter", "candidate"),
}
_OF_ROLES = {"id", "name", "no", "nr", "number", "key", "code", "symbol"}
_TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
# Names that run together: sourceid, tonode.
_GLUED = re.compile(r"(source|target|from|to|src|dst|start|end)(id|node|nodeid|name|index)")

EndsFound = tuple[int, int]


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\(.*?\)", "", name).lower())


def _tokens(name: str) -> tuple[str, ...]:
    text = re.sub(r"\(.*?\)", "", name)  # Neo4j writes :START_ID(Person)
    tokens = tuple(token.lower() for token in _TOKEN.findall(text))
    glued = _GLUED.fullmatch(_plain(name)) if len(tokens) == 1 else None
    return glued.groups() if glued else tokens


def kind_of(name: str) -> str:
    """What a column is, besides an end of an edge: ``"weight"``, ``"time"``, ``"row"``, ``"label"`` or nothing.

    >>> kind_of("Weight"), kind_of(":TYPE"), kind_of("person")
    ('weight', 'label', '')
    """
    plain = _plain(name)
    kinds = (("weight", _WEIGHTS), ("time", _TIMES), ("row", _NUMBERS_OF_ROWS), ("label", _LABELS))
    return next((kind for kind, words in kinds if plain in words), "")


def is_no_end(name: str) -> bool:
    """Whether a column's name says that it does not hold nodes."""
    return bool(kind_of(name))


def is_label(name: str) -> bool:
    """Whether a column's name says that it holds labels."""
    return kind_of(name) == "label"


def is_role(name: str) -> bool:
    """Whether a column's name says what stands at an end of an edge, as ``employee`` or ``gene_id`` do.

    >>> is_role("Managers"), is_role("employee_id"), is_role("since"), is_role("manager bob")
    (True, True, False, False)
    """
    words = list(_tokens(name))
    if words and words[-1] in _OF_ROLES:
        words.pop()
    role = " ".join(words)
    return role in _ROLES or role.removesuffix("s") in _ROLES


def shape_of(text: str) -> str:
    """A text with its letters and digits made alike, to see whether two texts are of one kind.

    >>> shape_of("TP53"), shape_of("gene1")
    ('A9', 'a9')
    """
    alike = re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", re.sub(r"[0-9]+", "9", text)))
    return alike if len(text) > 1 else f"one {alike}"


def find_ends(names: Sequence[str]) -> list[EndsFound]:
    """Pairs of columns whose names differ in one word, which says that one is the source and the other the target.

    The clearest pair comes alone; several are equally clear.

    >>> find_ends(["t", "i", "j"]), find_ends(["id", "from_node", "to_node"]), find_ends(["x1", "y1", "x2", "y2"])
    ([(1, 2)], [(1, 2)], [(0, 2), (1, 3)])
    """
    found: dict[tuple[int, bool, int, int], list[EndsFound]] = {}
    tokens = [_tokens(name) for name in names]
    for i, j in combinations(range(len(names)), 2):
        match = _matched(tokens[i], tokens[j])
        if match is not None:
            rank, swapped = match
            # Of source, target, source_name and target_name, the first two, and of node1, node2, node1_string_id and
            # node2_string_id likewise; of two longer pairs, the ids.
            longer = any(tokens[i][: len(other)] == other for other in tokens if 0 < len(other) < len(tokens[i]))
            order = (rank, longer, 0 if "id" in tokens[i] or len(tokens[i]) == 1 else 1, len(tokens[i]))
            found.setdefault(order, []).append((j, i) if swapped else (i, j))
    return found[min(found)] if found else []


def has_clear_ends(names: Sequence[str]) -> bool:
    """Whether names can hardly be those of nodes, since they say where edges start and end.

    >>> has_clear_ends(["source", "target"]), has_clear_ends(["a", "b"])
    (True, False)
    """
    tokens = [_tokens(name) for name in names]
    matches = [_matched(a, b) for a, b in combinations(tokens, 2)]
    return any(match is not None and match[0] < _WEAK for match in matches)


def _matched(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[int, bool] | None:
    """How clear it is that two names are those of the two ends, and whether the second is the source."""
    different = [(a, b) for a, b in zip(first, second, strict=False) if a != b]
    if len(first) != len(second) or len(different) != 1 or (len(first) == 1 and first[0] in _ALONE_NO_ENDS):
        return None
    a, b = different[0]
    if len(first) == 1 and {a, b} == {"start", "end"}:
        return _LEAST, a == "end"  # more likely times, if anything else can be the ends
    for rank, pairs in enumerate(_ENDS):
        if (a, b) in pairs:
            return rank, False
        if (b, a) in pairs:
            return rank, (b, a) not in _EITHER_ORDER
    return None
