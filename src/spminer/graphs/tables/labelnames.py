"""Names for labels that a data set numbers: 0 is C, 1 is N, 2 is O."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from spminer.errors import InputError
from spminer.graphs.assemble import log_notes, sort_labels
from spminer.graphs.reading import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.graphs.collection import GraphCollection

__all__ = ["parse_label_names", "with_label_names"]

_PAIR = re.compile(
    r"\s*(?P<quote>['\"]?)(?P<label>[^\s,;:=]+?)(?P=quote)\s*(?:[,;:=\t]|\s)\s*['\"]?(?P<name>[^'\"]*\S)['\"]?\s*,?"
)
_REMEDY = "write one label and its name per line, as in '0 C', or a JSON object"


def parse_label_names(text: str, source: str = "") -> dict[str, str]:
    r"""Names of labels from lines such as ``0 C``, ``0,C`` or ``0: C``, or from a JSON object.

    >>> parse_label_names("0 C\n1 N\n"), parse_label_names('{"0": "C"}')
    ({'0': 'C', '1': 'N'}, {'0': 'C'})
    """
    if text.lstrip().startswith("{"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"is not JSON ({error})", source=source, remedy=_REMEDY) from error
        if not all(isinstance(name, str | int) for name in found.values()):
            raise InputError("gives a label no name", source=source, remedy=_REMEDY)
        return {str(label): str(name) for label, name in found.items()}
    names: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith(("#", "%", "//")):
            continue
        match = _PAIR.fullmatch(line)
        if match is None:
            raise InputError(f"cannot read {line[:40]!r}", source=source, line=number, remedy=_REMEDY)
        if names.get(match["label"], match["name"]) != match["name"]:
            reason = f"label {match['label'][:40]!r} has two names"
            raise InputError(reason, source=source, line=number, remedy=_REMEDY)
        names[match["label"]] = match["name"]
    return names


def with_label_names(graphs: GraphCollection, names: Mapping[str, str], *, source: str = "") -> GraphCollection:
    """The same graphs with other names for node labels; labels that get one name become one.

    Examples
    --------
    >>> import spminer
    >>> graph = spminer.from_edges([(0, 1)], node_labels=["0", "1"])
    >>> with_label_names(graph, {"0": "C", "1": "N"}).node_label_names
    ('C', 'N')
    """
    if graphs.node_labels is None:
        raise InputError(
            "there are no node labels to name",
            source=graphs.source,
            remedy="leave label_names= out, or say with label= what the labels are",
        )
    known = graphs.node_label_names
    missing = [label for label in known if label not in names]
    if len(missing) == len(known):
        reason = f"names none of the labels, which are {listed(known)}"
        raise InputError(reason, source=source, remedy=_REMEDY)
    wanted = [names.get(label, label) for label in known]
    distinct = list(dict.fromkeys(wanted))
    codes = np.array([distinct.index(name) for name in wanted], dtype=np.int32)[graphs.node_labels]
    labels = sort_labels(codes, distinct)
    notes = []
    if missing:
        notes.append(f"labels without a name: {listed(missing)}")
    if len(distinct) < len(wanted):
        notes.append("labels of one name are one label")
    log_notes(notes, source)
    labels_from = ", named by ".join(part for part in (graphs.reading.node_labels, source) if part)
    reading = replace(graphs.reading, notes=(*graphs.reading.notes, *notes), node_labels=labels_from)
    return replace(graphs, node_labels=labels.codes, node_label_names=labels.names, reading=reading)
