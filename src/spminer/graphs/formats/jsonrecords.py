"""Records in JSON that list the ids of others, as works list what they cite: OpenAlex, Semantic Scholar, package lists.

The records are the nodes. What leads to something that has no record is left out, and that is said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from spminer.errors import InputError
from spminer.graphs.formats.jsonshapes import GraphShape
from spminer.graphs.reading import listed

if TYPE_CHECKING:
    from spminer.graphs.formats.options import ReadOptions

__all__ = ["records_shape"]

_NAME_THEM = "name the field of the id and that of the list with source= and target="
_IDS = ("id", "_id", "key", "paperid", "paper_id", "doi", "name")
# Words for lists that lead from a record to others, and for those that say nothing about direction.
_ARCS = {
    *("references", "referencedworks", "cites", "outcitations", "follows", "following", "imports", "dependencies"),
    *("dependson", "requires", "children", "outlinks", "targets"),
}
_TIES = {"friends", "neighbors", "neighbours", "contacts", "collaborators", "coauthors", "adjacent", "links"}


def records_shape(document: Any, options: ReadOptions, source: str = "") -> GraphShape | None:
    """The graph of records that list the ids of others; ``None`` if the document is something else.

    >>> from spminer.graphs.formats.options import ReadOptions
    >>> works = [{"id": "W1", "references": ["W2", "W9"]}, {"id": "W2", "references": []}]
    >>> records_shape(works, ReadOptions()).notes
    ('1 of 2 references lead to something that has no record, and are left out',)
    """
    if not isinstance(document, list) or len(document) < 2 or not all(isinstance(one, dict) for one in document):
        return None
    own = _id_name(document, options)
    lists = [name for name in dict.fromkeys(name for one in document for name in one) if _holds_lists(document, name)]
    if own is None or not lists:
        return None
    to = _list_name(lists, options, source)
    known = {str(one[own]) for one in document}
    links: list[tuple[str, str, dict[str, Any]]] = [
        (str(one[own]), str(other), {}) for one in document for other in one.get(to) or ()
    ]
    inside = [link for link in links if link[1] in known]
    if not inside:
        reason = f"none of the {len(links):,} {to} leads to one of the {len(document):,} records"
        raise InputError(reason, source=source, remedy=_NAME_THEM)
    nodes = [(str(one[own]), _attributes(one, own)) for one in document]
    left = len(links) - len(inside)
    said = f"{left:,} of {len(links):,} {to} lead to something that has no record, and are left out"
    return GraphShape(
        "records in JSON",
        lambda _: nodes,
        lambda _: inside,
        True if _plain(to) in _ARCS else None,
        f"{to} lead one way",
        where=f"{own} and each of {to}",
        notes=(said,) if left else (),
    )


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


def _id_name(records: list[dict[str, Any]], options: ReadOptions) -> str | None:
    """The field that tells records apart."""
    names = [options.source] if options.source is not None else [name for name in records[0] if name.lower() in _IDS]
    names.sort(key=lambda name: _IDS.index(name.lower()) if name.lower() in _IDS else 0)
    for name in names:
        values = [one.get(name) for one in records]
        if all(isinstance(value, str | int) for value in values) and len(set(map(str, values))) == len(records):
            return name
    return None


def _holds_lists(records: list[dict[str, Any]], name: str) -> bool:
    """Whether a field is a list of ids wherever it is not empty, and somewhere not empty."""
    values = [one[name] for one in records if one.get(name) is not None]
    if not all(isinstance(value, list) for value in values) or not any(values):
        return False
    return all(isinstance(one, str | int) and not isinstance(one, bool) for value in values for one in value)


def _list_name(lists: list[str], options: ReadOptions, source: str) -> str:
    if options.target is not None:
        if options.target in lists:
            return options.target
        raise InputError(
            f"no list of ids {options.target!r} in these records", source=source, remedy=f"name one of: {listed(lists)}"
        )
    meant = [name for name in lists if _plain(name) in _ARCS] or [name for name in lists if _plain(name) in _TIES]
    if len(meant) == 1:
        return meant[0]
    raise InputError(
        f"cannot tell which list of these records holds ids of others, of: {listed(lists)}",
        source=source,
        remedy=_NAME_THEM,
    )


def _attributes(record: dict[str, Any], own: str) -> dict[str, Any]:
    plain = {name: value for name, value in record.items() if not isinstance(value, dict | list) and value is not None}
    return {name: value for name, value in plain.items() if name != own}
