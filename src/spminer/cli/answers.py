"""Answers of verbs as JSON: what each one prints with ``--json``, as JSON Schema, taken from the types where it can be.

``mine`` and ``enumerate`` print result files, whose schema is :func:`spminer.results.schema.json_schema`. Those of the
others are published as ``docs/schema/VERB.schema.json``. Fields may be added, never renamed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from spminer.frequencies import Objective
from spminer.frequencies.frequency import Kind as FrequencyKind
from spminer.patterns import MAX_PATTERN_NODES
from spminer.results.fields import FLAG, NUMBER, TEXT, Kind, list_of, map_of, maybe, one_of, record, whole
from spminer.results.schema import CONTRAST, FREQUENCY
from spminer.results.typed import record_of

__all__ = ["VERBS", "answer_schema"]

Schema = Mapping[str, Any]

_STATUS = {"status": one_of("complete", "partial"), "stop_reason": maybe(TEXT)}
_SIZE = whole(1, MAX_PATTERN_NODES)


def answer_schema(verb: str) -> dict[str, Any]:
    """The JSON Schema of what a verb prints with ``--json``.

    >>> answer_schema("count")["properties"]["status"]
    {'enum': ['complete', 'partial']}
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Answer of spminer {verb}",
        "description": f"What spminer {verb} prints with --json.",
        **VERBS[verb](),
    }


def _info() -> Schema:
    from spminer.graphs.dropped import Dropped
    from spminer.graphs.reading import Reading
    from spminer.graphs.stats import GraphInfo

    # What is said elsewhere, or is empty, is left out.
    parts = {
        "dropped": record_of(Dropped, without=("isolated_nodes",)),
        "reading": record_of(Reading, optional=True),
    }
    figures = record_of(GraphInfo, {"Dropped": Dropped, "Reading": Reading}, without=tuple(parts))
    return _joined(figures, record(parts))


def _count() -> Schema:
    return record(
        {
            "pattern": TEXT,
            "size": _SIZE,
            "anchor": maybe(whole()),
            "definition": one_of(*get_args(Objective)),
            **_STATUS,
            "frequency": FREQUENCY,
            "anchors_tested": whole(),
            "undecided": whole(),
            "anchors": maybe(list_of(TEXT)),
            "examples": list_of(list_of(TEXT)),
        },
        {"notes": list_of(TEXT), "reading": TEXT, "against": CONTRAST},
    ).schema


def _profile() -> Schema:
    row = record(
        {
            "node": TEXT,
            "size": _SIZE,
            "motif": TEXT,
            "position": TEXT,
            **dict.fromkeys(("name", "man", "graphlet"), maybe(TEXT)),
            "orbit": maybe(whole()),
            "count": whole(),
            "kind": one_of(*get_args(FrequencyKind)),
        },
        {"graph": TEXT},
    )
    return record(
        {
            **_STATUS,
            "induced": FLAG,
            "limit": whole(),
            "nodes": whole(),
            "positions": list_of(TEXT),
            "rows": list_of(row),
        }
    ).schema


def _evaluate() -> Schema:
    from spminer.encoder.evaluation.evaluate import EvaluationReport

    return record_of(EvaluationReport, number=maybe(NUMBER)).schema  # a correlation may not be defined


def _verify() -> Schema:
    from spminer.audit.claims import Audit, Claim, Verdict

    verdicts = record(dict.fromkeys(get_args(Verdict), whole()))
    claims = {"holds": FLAG, "verdicts": verdicts, "claims": list_of(record_of(Claim))}
    unchecked = {"unchecked_fields": map_of(TEXT)}
    return _joined(record_of(Audit, without=("claims",)), record({**claims, **unchecked}))


def _fetch() -> Schema:
    from spminer.fetching.cache import Fetched

    kept, named = record_of(Fetched), record({"name": TEXT})
    # One that is known and not here has a name alone.
    return {"type": "array", "items": {"anyOf": [kept.schema, {**named.schema, "maxProperties": 1}]}}


def _generate() -> Schema:
    return record({"file": TEXT, "graphs": whole(), "nodes": whole(), "edges": whole()}, {"pattern": TEXT}).schema


def _randomize() -> Schema:
    from spminer.nulls.mixing import Mixing

    rare = ("rigid_graphs", "triangles", "wanted_triangles")
    sample = _joined(record({"sample": whole(1), "file": TEXT}), record_of(Mixing, without=rare))
    sample["properties"] |= {name: record_of(Mixing).schema["properties"][name] for name in rare}
    whole_answer = record({"model": TEXT, "seed": whole()}).schema
    samples = {"type": "array", "items": sample}
    return {
        **whole_answer,
        "properties": {**whole_answer["properties"], "samples": samples},
        "required": [*whole_answer["required"], "samples"],
    }


def _joined(first: Kind, second: Kind) -> dict[str, Any]:
    """An object with the fields of both."""
    return {
        "type": "object",
        "properties": {**first.schema["properties"], **second.schema["properties"]},
        "required": [*first.schema.get("required", ()), *second.schema.get("required", ())],
    }


# Made when they are asked for, since some of the types are in rooms that take long to enter.
VERBS = {
    "count": _count,
    "evaluate": _evaluate,
    "fetch": _fetch,
    "generate": _generate,
    "info": _info,
    "profile": _profile,
    "randomize": _randomize,
    "verify": _verify,
}
