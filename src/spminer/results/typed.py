"""Kinds of fields taken from types: what a dataclass declares is what its file, or what a verb prints, may hold."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from spminer.results.fields import FLAG, NUMBER, TEXT, Kind, list_of, map_of, maybe, one_of, record, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["record_of"]

_PLAIN = {bool: FLAG, int: whole(), str: TEXT, Path: TEXT}


def record_of(
    declared: type,
    names: Mapping[str, Any] | None = None,
    *,
    without: tuple[str, ...] = (),
    number: Kind = NUMBER,
    optional: bool = False,
) -> Kind:
    """The object that a dataclass becomes.

    Parameters
    ----------
    declared
        The dataclass.
    names
        What its annotations mean that its module imports for types alone.
    without
        Fields that are left out.
    number
        What may stand where the type says ``float``.
    optional
        Whether any field may be missing.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Point:
    ...     x: float
    ...     name: str | None = None
    >>> record_of(Point).schema["properties"]
    {'x': {'type': 'number'}, 'name': {'anyOf': [{'type': 'string'}, {'type': 'null'}]}}
    """
    hints = get_type_hints(declared, localns=dict(names or {}))
    kinds = {entry.name: _kind(hints[entry.name], number) for entry in fields(declared) if entry.name not in without}
    return record({}, kinds) if optional else record(kinds)


def _kind(annotation: Any, number: Kind) -> Kind:
    if annotation is float:
        return number
    if is_dataclass(annotation) and isinstance(annotation, type):
        return record_of(annotation, number=number)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    return _compound(annotation, number)


def _compound(annotation: Any, number: Kind) -> Kind:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return one_of(*inner)
    if origin in (Union, types.UnionType) and len(inner) == 2 and inner[1] is type(None):
        return maybe(_kind(inner[0], number))
    if origin in (list, tuple):
        return list_of(_kind(inner[0], number))
    if origin is dict:
        return map_of(_kind(inner[1], number))
    raise TypeError(f"no kind of field for {annotation}")
