"""The columns of an edge table: which hold the ends of edges, labels and directions.

1. Words of many fields that name the two ends (``citing,cited``, ``TF,target``, ``pre,post``), other columns
   (weights, times, labels, attributes) and nouns for what stands at an end (``employee``, ``gene``).
2. `choose_columns`: the columns asked for, else the clearest pair of words that two names differ in, else the only two
   columns that can hold ends, else the first two of a table without names. Several equally clear pairs are refused.
3. `Direction`: by a comment, a column of directions, the names of the ends, or the share of pairs listed both ways.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from spminer._util.options import option_text
from spminer._util.text import did_you_mean
from spminer.errors import InputError
from spminer.graphs.options import ask_columns, ask_direction
from spminer.graphs.reading import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from spminer.graphs.options import ReadOptions

__all__ = [
    "Columns",
    "Direction",
    "choose_columns",
    "column_kind",
    "direction_by_names",
    "direction_column",
    "find_column",
    "find_endpoint_columns",
    "has_clear_ends",
    "is_noun",
    "is_role",
    "stated_direction",
    "text_shape",
]


def _words(text: str) -> set[str]:
    return set(text.split())


def _pairs_of(text: str) -> tuple[tuple[str, str], ...]:
    """Pairs of words, as ``source-target from-to``."""
    return tuple((first, second) for first, _, second in (pair.partition("-") for pair in text.split()))


# Words for the two ends of an edge, the clearest first: of two pairs in one table the clearer one is taken.
_ENDS = (
    _pairs_of("source-target subject-object citing-cited follower-followee"),
    _pairs_of("from-to src-dst src-dest src-tgt source-destination sender-receiver sender-recipient"),
    _pairs_of(
        "start-end head-tail parent-child origin-destination orig-dest origin-dest caller-callee ego-alter tf-target "
        "regulator-target regulator-gene regulator-regulated tf-gene tf-tg kinase-substrate enzyme-substrate "
        "ligand-receptor pre-post presynaptic-postsynaptic predator-prey consumer-resource voter-votee voter-candidate "
        "follower-followed follower-following citing-reference cites-cited trustor-trustee truster-trustee rater-ratee "
        "rater-rated payer-payee payer-beneficiary debtor-creditor lender-borrower donor-recipient giver-receiver "
        "giver-taker exporter-importer reporter-partner investor-investee owner-owned buyer-seller seller-buyer "
        "supplier-customer supplier-buyer package-dependency package-depends dependent-dependency importing-imported "
        "replier-replied departure-arrival departure-destination initiator-recipient winner-loser retweeter-retweeted "
        "mentioner-mentioned actor-recipient advisor-advisee mentor-mentee cause-effect referrer-referred "
        "linking-linked bait-prey lhs-rhs upstream-downstream regulatory-target nominator-nominee"
    ),
    _pairs_of("first-second left-right 1-2 0-1 a-b u-v i-j"),
)
# Pairs that are used for undirected edges and for arcs.
_OPEN = {
    *_pairs_of("source-target from-to subject-object src-dst src-dest src-tgt ego-alter start-end head-tail bait-prey"),
    *_pairs_of("ligand-receptor reporter-partner lhs-rhs"),
}
# Pairs that occur in either order: the first column is the source.
_EITHER_ORDER = set(_pairs_of("head-tail predator-prey consumer-resource seller-buyer"))
_ALONE_NO_ENDS = {"1", "2", "0"}  # a column named by a number alone is more likely a year or a place
_LEAST = 9
_WEAK = 3  # rank of the last line above: such words may also be names of nodes

# Names of columns that hold no end of an edge.
_KINDS = {
    "weight": _words(
        "weight weights w value count counts score combinedscore strength freq frequency amount rating probability "
        "confidence distance length similarity correlation pvalue cost capacity duration n x y z lat lon latitude "
        "longitude volume price dietfraction visits trips flights passengers flow width speed packets"
    ),
    "time": _words(
        "t time timestamp ts date datetime year day epoch unixts month hour when begin createdat starttime endtime step"
    ),
    "row": _words("id edgeid eid index rowid row key unnamed0 relid linkid edge") | {""},
    "label": _words(
        "label type relation relationship rel predicate interaction interactiontype edgetype kind category edgelabel "
        "reltype class color sign directed direction bond bondtype effect mode modeofregulation regulation vote "
        "channel layer evidence"
    ),
    # Attributes of a person, a place or a molecule.
    "attribute": _words(
        "age sex gender height salary income email phone birthday birthdate dob degree population area elevation "
        "description comment note notes url activity mw logp molweight ic50 ec50 ki pic50 smiles inchi inchikey "
        "sequence abundance bodymass"
    ),
}
# Nouns for the nodes of an edge: two of them above names are a header, not an edge.
_ROLES = {
    "transcription factor",
    *_words(
        "employee manager supervisor boss student teacher pupil advisor mentor mentee customer client product item "
        "user buyer seller supplier vendor company director author coauthor editor paper article person friend member "
        "group actor movie gene protein disease drug compound regulator tf host parasite plant pollinator predator "
        "prey husband wife payer payee borrower lender debtor creditor exporter importer upstream downstream giver "
        "taker voter candidate"
    ),
}
# Nouns of many fields: a first row with such a word is a header if its words occur nowhere else.
_NOUNS = {
    *_ROLES,
    "side effect",
    *_words(
        "consumer resource virus bacterium phage species taxon neuron enzyme substrate cell kinase metabolite reaction "
        "pathway phenotype symptom mirna mrna target ligand respondent nominee nominator character scene recipient "
        "donor receptor chemical patient doctor nurse hospital airport airline station stop city country port node "
        "vertex package dependency library module function class method repository repo developer contributor project "
        "issue commit file account bank firm investor fund shareholder owner owned subsidiary board ceo team player "
        "opponent winner loser club league artist song album playlist book reader word synonym page document topic "
        "tag hashtag tweet retweeter politician party bill senator court case judge lawyer patent inventor assignee "
        "device router server domain address sensor switch bus substation ego alter agency university mentioner "
        "visitor artwork reviewer review seat committee train"
    ),
}
_OF_ROLES = _words("id ids name no nr num number key code symbol node gene on to entrez")
_TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
# Names without a separator: sourceid, tonode.
_GLUED = re.compile(r"(source|target|from|to|src|dst|start|end)(id|node|nodeid|name|index)")

EndsFound = tuple[int, int]


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\(.*?\)", "", name).lower())


def _tokens(name: str) -> tuple[str, ...]:
    text = re.sub(r"\(.*?\)", "", name)  # Neo4j writes :START_ID(Person)
    tokens = tuple(token.lower() for token in _TOKEN.findall(text))
    glued = _GLUED.fullmatch(_plain(name)) if len(tokens) == 1 else None
    return glued.groups() if glued else tokens


def column_kind(name: str) -> str:
    """The kind of a column by its name: weight, time, row, label, attribute; empty if it may be an end of an edge.

    >>> column_kind("Weight"), column_kind(":TYPE"), column_kind("person")
    ('weight', 'label', '')
    """
    plain = _plain(name)
    return next((kind for kind, words in _KINDS.items() if plain in words), "")


def is_role(name: str) -> bool:
    """Whether a name is a noun for the node of an edge, as ``employee`` or ``gene_id``.

    >>> is_role("Managers"), is_role("employee_id"), is_role("since"), is_role("manager bob")
    (True, True, False, False)
    """
    return _is_among(_ROLES, name)


def is_noun(name: str) -> bool:
    """Whether a text is a usual name of a column, for a node or for an attribute of an edge.

    >>> is_noun("depends_on"), is_noun("airport_code"), is_noun("date"), is_noun("ann")
    (True, True, True, False)
    """
    return _is_among(_NOUNS, name) or (bool(_plain(name)) and column_kind(name) != "") or _is_end(name)


def _is_end(name: str) -> bool:
    """Whether a text is a word for one end of an edge, but not a letter or number."""
    words = [word for word in _tokens(name) if word not in _OF_ROLES]
    return len(words) == 1 and any(words[0] in pair for pairs in _ENDS[:_WEAK] for pair in pairs)


def _is_among(words: set[str], name: str) -> bool:
    tokens = _tokens(name)
    roles = (" ".join(tokens), " ".join(tokens[:-1]) if tokens and tokens[-1] in _OF_ROLES else "")
    return any(role in words or role.removesuffix("s") in words for role in roles)


def text_shape(text: str) -> str:
    """A text with its letters and digits made alike, to see whether two texts are of one kind.

    >>> text_shape("TP53"), text_shape("gene1")
    ('A9', 'a9')
    """
    alike = re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", re.sub(r"[0-9]+", "9", text)))
    return alike if len(text) > 1 else f"one {alike}"


def find_endpoint_columns(names: Sequence[str]) -> list[EndsFound]:
    """The clearest pair of columns whose names differ in words for source and target, or several equally clear ones.

    >>> find_endpoint_columns(["t", "i", "j"]), find_endpoint_columns(["id", "from_node", "to_node"])
    ([(1, 2)], [(1, 2)])
    >>> find_endpoint_columns(["x1", "y1", "x2", "y2"])
    [(0, 2), (1, 3)]
    """
    found: dict[tuple[int, bool, bool, int, int], list[EndsFound]] = {}
    tokens = [_tokens(name) for name in names]
    for i, j in combinations(range(len(names)), 2):
        match = _matched(tokens[i], tokens[j])
        if match is not None:
            rank, swapped, alike = match
            # Of source, target, source_name, target_name the first two; of two longer pairs, the ids.
            longer = any(tokens[i][: len(other)] == other for other in tokens if 0 < len(other) < len(tokens[i]))
            order = (rank, not alike, longer, 0 if "id" in tokens[i] or len(tokens[i]) == 1 else 1, len(tokens[i]))
            found.setdefault(order, []).append((j, i) if swapped else (i, j))
    return found[min(found)] if found else []


def has_clear_ends(names: Sequence[str]) -> bool:
    """Whether names are clear words for the ends of edges, not names of nodes.

    >>> has_clear_ends(["source", "target"]), has_clear_ends(["a", "b"])
    (True, False)
    """
    tokens = [_tokens(name) for name in names]
    matches = [_matched(a, b) for a, b in combinations(tokens, 2)]
    return any(match is not None and match[0] < _WEAK for match in matches)


def says_directed(source: str, target: str) -> bool:
    """Whether the names of the two ends state that edges have a direction.

    >>> says_directed("citing", "cited"), says_directed("TF", "target_gene"), says_directed("source", "target")
    (True, True, False)
    """
    found = _pair(_tokens(source), _tokens(target)) or _pair(_tokens(target), _tokens(source))
    return found is not None and found.rank < _WEAK and found.words not in _OPEN


class _Pair(NamedTuple):
    """Two words for the ends of an edge, their rank, and whether the names differ in nothing else."""

    words: tuple[str, str]
    rank: int
    alike: bool


def _matched(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[int, bool, bool] | None:
    """Rank of two names as ends, whether the second is the source, and whether they differ in nothing else."""
    if len(first) == len(second) == 1 and {*first, *second} == {"start", "end"}:
        return _LEAST, first == ("end",), True  # often times: any other pair comes first
    for ends, swapped in (((first, second), False), ((second, first), True)):
        found = _pair(*ends)
        if found is not None:
            return found.rank, swapped and found.words not in _EITHER_ORDER, found.alike
    return None


def _pair(source: tuple[str, ...], target: tuple[str, ...]) -> _Pair | None:
    """The pair of words for the ends in which two names differ, apart from words such as id."""
    if len(source) == 1 and source[0] in _ALONE_NO_ENDS:
        return None
    for rank, pairs in enumerate(_ENDS):
        for words in pairs:
            if words[0] not in source or words[1] not in target:
                continue
            places = source.index(words[0]), target.index(words[1])
            rests = [name[:at] + name[at + 1 :] for name, at in zip((source, target), places, strict=True)]
            alike = places[0] == places[1] and rests[0] == rests[1]
            if alike or (rank < _WEAK and all(_OF_ROLES.issuperset(rest) for rest in rests)):
                return _Pair(words, rank, alike)
    return None


# Shares of connected pairs that are listed both ways, and their least number, for a list of arcs. Undirected lists have
# none or nearly all, and a few by mistake. docs/reference/formats.md has the shares of known networks.
_LEAST_MUTUAL, _MOST_MUTUAL, _FEWEST_MUTUAL = 0.01, 0.9, 5

_MOST_DIGITS = 9  # of the number of a column

_ONLY_TWO = " (the only two that can be)"
_NODE_NAMES = ("name", "node", "gene", "protein", "person", "user", "molecule", "compound", "mol")
_NODE_IDS = ("id", "nodeid", "node_id", "node id", "key")
_WORDS = {"directed": True, "undirected": False}
# Columns that may hold directions, and their values.
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
        Names of the other columns.
    notes
        Notes for the user.
    """

    source: int = 0
    target: int = 1
    label: int = -1
    ends: str = ""
    labels: str = ""
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def find_column(asked: str, names: Sequence[str], width: int, *, source: str = "") -> int:
    """The index of a column by its name, else by its number counted from 1.

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
    hint = did_you_mean(asked, names, otherwise="")
    raise InputError(f"has no column {asked!r}{hint}", source=source, remedy=known)


def choose_columns(names: Sequence[str], width: int, options: ReadOptions, *, source: str = "") -> Columns:
    """The columns of ends and labels: as asked for, else by their names, else the first two of a table without names.

    Parameters
    ----------
    names
        Names of the columns, empty if they have none.
    width
        Number of columns.
    options
        The options of reading.
    source
        The file, for messages.

    Examples
    --------
    >>> from spminer.graphs.options import ReadOptions
    >>> choose_columns(["t", "i", "j"], 3, ReadOptions()).ends
    'columns i and j'
    """
    first, second, why = _ends(names, width, options, source)
    if first == second:
        raise InputError("source and target are the same column", source=source, remedy=ask_columns())
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
        notes=("equal ids in both columns are one node",) if why == _ONLY_TWO else (),
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
        raise InputError(f"the {missing} of the edges is missing", source=source, remedy=ask_columns())
    if len(names) < 2:
        return 0, 1, ""  # a missing column is reported with its row
    pairs = find_endpoint_columns(names)
    remedy = f"give the edges, with this table as {option_text('nodes')}, or {ask_columns()}"
    if len(pairs) == 1 and (has_clear_ends(names) or not any(column_kind(names[i]) for i in pairs[0])):
        return *pairs[0], ""
    if not pairs and any(name.strip().strip(":").lower() in _NODE_IDS for name in names):
        raise InputError(f"looks like a table of nodes, not of edges: {listed(names)}", source=source, remedy=remedy)
    roles = [index for index, name in enumerate(names) if is_role(name)]
    candidates = [index for index, name in enumerate(names) if not column_kind(name)]
    for two in (roles, candidates):
        if len(pairs) < 2 and len(two) == 2:
            return two[0], two[1], _ONLY_TWO
    if not pairs and len(candidates) < 2 and any(name.strip().lower() in _NODE_NAMES for name in names):
        raise InputError(f"looks like a table of nodes, not of edges: {listed(names)}", source=source, remedy=remedy)
    raise InputError(
        f"the columns of the ends of the edges are ambiguous, of: {listed(names)}", source=source, remedy=ask_columns()
    )


def _label(names: Sequence[str], width: int, options: ReadOptions, ends: set[int], source: str) -> int:
    if options.edge_label is not None:
        return find_column(options.edge_label, names, width, source=source)
    if not options.edge_labels:
        return -1
    free = [index for index in range(width) if index not in ends and not (names and _is_direction(names[index]))]
    if not free:
        raise InputError(
            "has no third column to take edge labels from", source=source, remedy=f"drop {option_text('edge_labels')}"
        )
    if not names or len(free) == 1:
        return free[0]
    labels = [index for index in free if column_kind(names[index]) == "label"]
    if len(labels) == 1:
        return labels[0]
    others = [names[index] for index in free]
    raise InputError(
        f"the column of the edge labels is ambiguous, of: {listed(others)}",
        source=source,
        remedy=f"name it with {option_text('edge_label')}",
    )


def _is_direction(name: str) -> bool:
    return name.strip().lower() in ("directed", "direction")


def direction_column(names: Sequence[str]) -> int:
    """The column that may state of each edge whether it is directed, as Gephi's ``Type``; -1 for none.

    >>> direction_column(["Source", "Target", "Type"])
    2
    """
    return next((index for index, name in enumerate(names) if name.strip().lower() in _DIRECTIONS), -1)


def stated_direction(
    name: str, values: Iterable[object], *, asked: bool | None = None, source: str = ""
) -> bool | None:
    """The direction of all edges by a column; ``None`` if its values are no directions.

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
            remedy=ask_direction(),
        )
    return stated.pop() if len(stated) == 1 else asked


@dataclass(frozen=True, slots=True)
class Direction:
    """Whether edges have a direction, and the reason; ``None`` if nothing states it.

    Examples
    --------
    >>> from spminer.graphs.options import ReadOptions
    >>> Direction().after(2148, 197, ReadOptions()).words(ReadOptions())
    'directed (197 of 2,148 pairs are listed both ways)'
    """

    declared: bool | None = None
    reason: str = ""

    def words(self, options: ReadOptions) -> str:
        """The direction in words, with what decided it."""
        return options.direction(self.declared, stated_by=self.reason, silent=self.reason)

    def after(self, pairs: int, mutual: int, options: ReadOptions) -> Direction:
        """The direction once the numbers of connected pairs, and of those listed both ways, are known."""
        is_open = self.declared is None and options.directed is None
        return direction_by_pairs(pairs, mutual) if is_open else self

    def after_edges(self, edges: NDArray[np.int32], options: ReadOptions) -> Direction:
        """The direction once the edges are known, as numbers of nodes."""
        if self.declared is not None or options.directed is not None or not len(edges):
            return self
        sources, targets = edges.astype(np.int64).T
        keys = np.minimum(sources, targets) * (int(edges.max()) + 1) + np.maximum(sources, targets)
        forward, backward = np.unique(keys[sources < targets]), np.unique(keys[sources > targets])
        mutual = len(np.intersect1d(forward, backward, assume_unique=True))
        return self.after(len(forward) + len(backward) - mutual, mutual, options)


def direction_by_names(source: str, target: str) -> Direction:
    """The direction by the names of the two columns.

    >>> direction_by_names("citing", "cited").reason, direction_by_names("source", "target").declared
    ('columns citing and cited say so', None)
    """
    if not says_directed(source, target):
        return Direction()
    return Direction(declared=True, reason=f"columns {source[:40]} and {target[:40]} say so")


def direction_by_pairs(pairs: int, mutual: int) -> Direction:
    """The direction by the numbers of connected pairs and of pairs that are listed both ways.

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
