"""Schema of result files: what each field may hold, checked before anything is made of it, and as JSON Schema.

A result file is input like any other: it may be cut, edited or made up. Fields that are not known are let pass, since a
later version may have written more. The JSON Schema is published as ``docs/schema/result.schema.json``.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any, get_args

from spminer._util.devices import Device
from spminer.errors import InputError
from spminer.frequencies import Definition, Objective
from spminer.frequencies.frequency import Kind as FrequencyKind
from spminer.patterns import MAX_PATTERN_NODES
from spminer.request.comparison import Direction
from spminer.request.enumeration import Engine
from spminer.results.contrast import Contrast
from spminer.results.fields import (
    AMOUNT,
    FLAG,
    NUMBER,
    SETTING,
    TEXT,
    Kind,
    list_of,
    map_of,
    maybe,
    one_of,
    record,
    whole,
)

__all__ = ["CONTRAST", "FREQUENCY", "SCHEMA", "check_motif", "check_result", "json_schema"]

SCHEMA = 1


def check_result(data: Any) -> None:
    """Refuse what is no result, with the place of the first field that is wrong.

    >>> from spminer import MotifSet
    >>> check_result({**MotifSet(()).to_dict(), "status": "done"})
    Traceback (most recent call last):
    spminer.errors.InputError: status is 'done' instead of 'complete' or 'partial'
    """
    _RESULT(data, "")


def check_motif(data: Any, where: str = "") -> None:
    """Refuse what is no motif of a result."""
    _MOTIF(data, where)


def json_schema() -> dict[str, Any]:
    """The schema of result files as JSON Schema, for programs that are not this one.

    It says what :func:`check_result` checks, but for what JSON Schema cannot say: that ``low``, ``value`` and ``high``
    of a frequency are in order, and that an ``id`` is a pattern which agrees with ``size``, ``edges`` and ``examples``.

    >>> json_schema()["properties"]["status"]
    {'enum': ['complete', 'partial']}
    """
    whole_file = dict(_RESULT.schema)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Result of spminer",
        "description": "What spminer mine and spminer enumerate write with --output result.json or --json.",
        **whole_file,
        "properties": {"schema": {"const": SCHEMA}, **whole_file["properties"]},
        "required": ["schema", *whole_file["required"]],
    }


_SIZE = whole(1, MAX_PATTERN_NODES)
_SIZES = list_of(_SIZE)

_BOUNDS = record({"value": AMOUNT, "kind": one_of(*get_args(FrequencyKind)), "low": AMOUNT, "high": maybe(AMOUNT)})


def _check_frequency(value: Any, where: str) -> None:
    _BOUNDS(value, where)
    high = math.inf if value["high"] is None else value["high"]
    if not value["low"] <= value["value"] <= high or (value["kind"] != "lower_bound" and value["high"] is None):
        raise InputError(f"{where} is not within its bounds")


FREQUENCY = Kind(
    _check_frequency,
    {
        **_BOUNDS.schema,
        "description": "low <= value <= high; only a lower bound has no high",
        "if": {"properties": {"high": {"type": "null"}}},
        "then": {"properties": {"kind": {"const": "lower_bound"}}},
    },
)

_COMPARED = {
    "against": maybe(TEXT),
    "null_samples": maybe(whole(1)),
    "direction": one_of(*get_args(Direction)),
    "seed": whole(),
    "threads": whole(),
    "time_limit": maybe(AMOUNT),
    "memory_limit": maybe(whole()),
    "examples": whole(),
    "command_line": maybe(TEXT),
}
_MINED = {
    "top": whole(1),
    "method": TEXT,
    "device": one_of(*get_args(Device)),
    "frequency": one_of(*get_args(Objective)),
    "support": maybe(AMOUNT),
    **dict.fromkeys(("induced", "merge_anchors", "closed", "maximal", "distinct"), FLAG),
    "verify": record({}, {"factor": whole(), "effort": whole(1), "both": FLAG}),
    "settings": map_of(map_of(SETTING)),
    "settings_given": map_of(SETTING),
}
_ENUMERATED = {
    "top": maybe(whole(1)),
    "frequency": one_of(*get_args(Definition)),
    "engine": one_of(*get_args(Engine)),
}
_ANY_CONFIG = record({}, {"command_line": maybe(TEXT)})
_CONFIG_OF_MINE = record({"sizes": _SIZES}, {**_COMPARED, **_MINED})
_CONFIG_OF_ONE_SIZE = record({"size": _SIZE}, {**_COMPARED, **_ENUMERATED})
_CONFIG_OF_MANY_SIZES = record({"size": _SIZES}, {**_COMPARED, **_ENUMERATED})


def _check_config(value: Any, where: str) -> None:
    _ANY_CONFIG(value, where)
    if value.get("command") == "mine":
        _CONFIG_OF_MINE(value, where)
    elif value.get("command") == "enumerate":
        many = isinstance(value.get("size"), list)
        (_CONFIG_OF_MANY_SIZES if many else _CONFIG_OF_ONE_SIZE)(value, where)


def _for_command(command: str, schema: Any) -> dict[str, Any]:
    return {"if": {"properties": {"command": {"const": command}}, "required": ["command"]}, "then": schema}


_CONFIG = Kind(
    _check_config,
    {
        **_ANY_CONFIG.schema,
        "allOf": [
            _for_command("mine", _CONFIG_OF_MINE.schema),
            _for_command("enumerate", {"anyOf": [_CONFIG_OF_ONE_SIZE.schema, _CONFIG_OF_MANY_SIZES.schema]}),
        ],
    },
)

_COUNTS = ("graphs", "nodes", "edges", "node_labels", "edge_labels")
_INPUT = record(
    {},
    {
        **dict.fromkeys(("source", "source_sha256", "dropped", "reading"), maybe(TEXT)),
        **dict.fromkeys(_COUNTS, maybe(whole())),
        "directed": maybe(FLAG),
    },
)
_STAGE = record(
    {"method": TEXT, "sizes": _SIZES, "reason": TEXT},
    {"subgraphs": maybe(AMOUNT), "seconds": maybe(AMOUNT)},
)
_FIGURES = [entry.name for entry in fields(Contrast) if entry.name not in {"with_", "samples", "note"}]
CONTRAST = record(
    {"with": TEXT},
    {"samples": maybe(whole()), "note": maybe(TEXT), **dict.fromkeys(_FIGURES, maybe(NUMBER))},
)
_SURROUNDINGS = record({"neighbours": list_of(TEXT), "edges": TEXT}, {"hidden": whole(), "graph": maybe(TEXT)})
_MOTIF = record(
    {"id": TEXT, "rank": whole(1)},
    {
        "size": _SIZE,
        "edges": list_of(list_of(whole(), length=2)),
        "anchor": maybe(whole()),
        **dict.fromkeys(
            ("anchored_frequency", "graph_frequency", "transaction_support", "image_support", "covers"),
            maybe(FREQUENCY),
        ),
        "score": maybe(NUMBER),
        "proven": FLAG,
        "closed": maybe(FLAG),
        "maximal": maybe(FLAG),
        "examples": list_of(list_of(TEXT)),
        "surroundings": list_of(_SURROUNDINGS),
        "against": maybe(CONTRAST),
    },
)
_RESULT = record(
    {
        "config": _CONFIG,
        "graph": _INPUT,
        "status": one_of("complete", "partial"),
        "stop_reason": maybe(TEXT),
        "timing_s": map_of(AMOUNT),
        "peak_memory_bytes": maybe(whole()),
        "motifs": list_of(_MOTIF),
    },
    {"warnings": list_of(TEXT), "plan": list_of(_STAGE), "versions": map_of(TEXT)},
)
