"""Kinds of fields of a file: each checks a value, and says the same as JSON Schema.

A kind is called with a value and its place, and refuses what it does not take with the place in the message. Its schema
tells other programs the same, so that what is checked and what is published cannot part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from spminer.errors import InputError

__all__ = [
    "AMOUNT",
    "FLAG",
    "NUMBER",
    "SETTING",
    "TEXT",
    "Kind",
    "list_of",
    "map_of",
    "maybe",
    "one_of",
    "record",
    "whole",
]

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
