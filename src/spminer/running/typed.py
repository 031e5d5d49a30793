"""Types of settings that users give, in a file or a call: each value compared with what its dataclass declares."""

from __future__ import annotations

import math
import types
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from spminer.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["checked", "fits", "in_words", "plain"]

Config = TypeVar("Config", bound="DataclassInstance")


def checked(config: Config, kind: str = "") -> Config:
    """The settings, or a :class:`UsageError` that names the first one of another type than is declared.

    A whole number is taken for a float; a float that is no number, or infinite, is refused.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Settings:
    ...     steps: int = 3
    >>> checked(Settings(4), "settings").steps
    4
    >>> checked(Settings("4"), "settings")
    Traceback (most recent call last):
    spminer.errors.UsageError: settings: steps must be a whole number, not '4'
    """
    hints = get_type_hints(type(config))
    for entry in fields(config):
        value = getattr(config, entry.name)
        if not fits(value, hints[entry.name]):
            prefix = f"{kind}: " if kind else ""
            raise UsageError(f"{prefix}{entry.name} must be {in_words(hints[entry.name])}, not {value!r:.100}")
    return config


def plain(value: Any) -> Any:
    """A value as Python has it, if it is one of numpy's.

    >>> plain(np.int64(3)), plain("3")
    (3, '3')
    """
    return value.item() if isinstance(value, np.generic) else value


def fits(value: Any, wanted: Any) -> bool:
    """Whether a value is of a declared type.

    >>> fits(3, float), fits(True, int), fits(None, int | None)
    (True, False, True)
    """
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in arguments)
    if origin is Literal:
        return isinstance(value, str) and value in arguments
    if origin is tuple:
        return isinstance(value, tuple) and _fits_all(value, arguments)
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if wanted is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, origin or wanted)


def _fits_all(values: tuple[Any, ...], wanted: tuple[Any, ...]) -> bool:
    if len(wanted) == 2 and wanted[1] is ...:
        return all(fits(value, wanted[0]) for value in values)
    return len(values) == len(wanted) and all(map(fits, values, wanted))


def in_words(wanted: Any) -> str:
    """A type as people say it."""
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return " or ".join(map(in_words, arguments))
    if origin is Literal:
        return "one of " + ", ".join(arguments)
    if origin is tuple:
        return f"a list, each {in_words(arguments[0])}" if arguments[-1] is ... else f"{len(arguments)} values"
    known = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", type(None): "nothing"}
    return known.get(wanted, "settings of its own")
