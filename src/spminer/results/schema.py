"""Schema of result files: what each field may hold, checked when a file is read, and as JSON Schema.

A result file is input like any other: it may be cut, edited or made up. Unknown fields pass, since a later version may
have written more. The JSON Schema is published as ``docs/schema/result.schema.json``.

A kind of field is called with a value and its place, and refuses a wrong value with the place in the message. It also
gives its JSON Schema, so that the check and the published schema cannot differ.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from spminer._util.devices import Device
from spminer.errors import InputError
from spminer.patterns import MAX_PATTERN_NODES
from spminer.results.frequency import Definition, FrequencyName
from spminer.results.frequency import Kind as FrequencyKind
from spminer.results.request import Direction, Engine

__all__ = ["SCHEMA", "check_motif", "check_result"]

Schema = Mapping[str, Any]
_LARGEST = 1e300  # beyond, sums are no numbers any more
_ENDLESS = (math.inf, -math.inf)


@dataclass(frozen=True)
class Kind:
    """What a field may hold: ``check(value, where)`` refuses, ``schema`` says it as JSON Schema."""

    check: Callable[[Any, str], None]
    schema: Schema

    def __call__(self, value: Any, where: str) -> None:
        """Refuse a value that is not of this kind."""
        self.check(value, where)


def _fail(where: str, value: Any, expected: str) -> None:
    found = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    if len(found) > 40:
        found = f"{found[:40]}..."
    raise InputError(f"{where or 'the file'} is {found} instead of {expected}")


def _check_text(value: Any, where: str) -> None:
    if not isinstance(value, str):
        _fail(where, value, "a text")


def _check_flag(value: Any, where: str) -> None:
    if not isinstance(value, bool):
        _fail(where, value, "true or false")


def _check_number(value: Any, where: str) -> None:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or (abs(value) > _LARGEST and value not in _ENDLESS)
    ):
        _fail(where, value, "a number")


def _check_amount(value: Any, where: str) -> None:
    _check_number(value, where)
    if not 0 <= value <= _LARGEST:
        _fail(where, value, "a number from 0")


def _check_setting(value: Any, where: str) -> None:
    if isinstance(value, list | tuple):
        list_of(SETTING)(value, where)
    elif value is not None and not isinstance(value, str | bool):
        _check_number(value, where)


TEXT = Kind(_check_text, {"type": "string"})
FLAG = Kind(_check_flag, {"type": "boolean"})
# Any number: a comparison may have an infinite result.
NUMBER = Kind(_check_number, {"type": "number"})
AMOUNT = Kind(_check_amount, {"type": "number", "minimum": 0})
# Settings of methods, which are shown as they are; lists of them may hold lists.
SETTING = Kind(_check_setting, {"type": ["string", "boolean", "number", "array", "null"]})


def whole(least: int = 0, most: float = _LARGEST) -> Kind:
    """A whole number within bounds."""

    def check(value: Any, where: str) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            _fail(where, value, f"a whole number from {least}" + (f" to {most}" if most < _LARGEST else ""))

    bounds = {"minimum": least, **({"maximum": most} if most < _LARGEST else {})}
    return Kind(check, {"type": "integer", **bounds})


def one_of(*known: str) -> Kind:
    """One of some words."""

    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or value not in known:
            _fail(where, value, " or ".join(map(repr, known)))

    return Kind(check, {"enum": list(known)})


def maybe(inner: Kind) -> Kind:
    """Null, or what another kind takes."""

    def check(value: Any, where: str) -> None:
        if value is not None:
            inner(value, where)

    return Kind(check, {"anyOf": [inner.schema, {"type": "null"}]})


def list_of(inner: Kind, *, length: int | None = None) -> Kind:
    """A list, of a given length if there is one."""

    def check(value: Any, where: str) -> None:
        if not isinstance(value, list | tuple) or (length is not None and len(value) != length):
            _fail(where, value, "a list" if length is None else f"a list of {length}")
        for index, item in enumerate(value):
            inner(item, f"{where}[{index}]")

    bounds = {} if length is None else {"minItems": length, "maxItems": length}
    return Kind(check, {"type": "array", "items": inner.schema, **bounds})


def map_of(inner: Kind) -> Kind:
    """An object with any names."""

    def check(value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            _fail(where, value, "an object")
        for name, item in value.items():
            inner(item, f"{where}.{name}")

    return Kind(check, {"type": "object", "additionalProperties": inner.schema})


def record(needed: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> Kind:
    """An object with known names; others are let pass, since a later version may write more.

    >>> record({"rank": whole(1)})({"rank": 0}, "motifs[3]")
    Traceback (most recent call last):
    spminer.errors.InputError: motifs[3].rank is 0 instead of a whole number from 1
    """
    every = {**needed, **(optional or {})}

    def check(value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            _fail(where, value, "an object")
        if missing := [name for name in needed if name not in value]:
            raise InputError(f"{where or 'the file'} has no {missing[0]}")
        for name, inner in every.items():
            if name in value:
                inner(value[name], f"{where}.{name}" if where else name)

    properties = {name: inner.schema for name, inner in every.items()}
    return Kind(check, {"type": "object", "properties": properties, **({"required": list(needed)} if needed else {})})


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
    "frequency": one_of(*get_args(FrequencyName)),
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

# The figures of a contrast, which is made of what is checked here; a test compares them with its fields.
_FIGURES = (
    *("expected", "spread", "ratio", "low", "high", "z", "p", "q", "p_max"),
    *("share", "other_share", "odds_ratio", "odds_low", "odds_high"),
)

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
