"""Arguments of functions that users call: names that there are not, and values of another type, are explained."""

from __future__ import annotations

import inspect
from functools import wraps
from numbers import Real
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np

from spminer.errors import UsageError
from spminer.text.formatting import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

__all__ = ["check_names", "explains_arguments"]

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def check_names(function: str, given: Iterable[str], known: Collection[str]) -> None:
    """Refuse a name that is not known.

    >>> check_names("mine", ["size"], ["graph", "sizes"])
    Traceback (most recent call last):
    spminer.errors.UsageError: mine() has no argument 'size', did you mean 'sizes'?
    """
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known, otherwise=f"; it has: {', '.join(known)}")
            raise UsageError(f"{function}() has no argument {name!r}{hint}")


def explains_arguments(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Let a function say which argument was meant by one that it does not have, and refuse what is no switch or number.

    Python would take any text for a switch that is on.

    >>> @explains_arguments
    ... def paint(shade: str = "red", glossy: bool = False): return shade
    >>> paint(shades="blue")
    Traceback (most recent call last):
    spminer.errors.UsageError: paint() has no argument 'shades', did you mean 'shade'?
    >>> paint("blue", "no")
    Traceback (most recent call last):
    spminer.errors.UsageError: glossy must be true or false, not 'no'
    """
    signature = inspect.signature(function)
    known = [name for name in signature.parameters if not name.startswith("_")]
    kinds = {name: kind for name in known if (kind := _kind(signature.parameters[name].annotation))}
    called = {"enumerate_motifs": "enumerate"}.get(function.__name__, function.__name__)

    @wraps(function)
    def checked(*args: _Arguments.args, **values: _Arguments.kwargs) -> _Result:
        check_names(called, values, known)
        first = [_plain(value, name, kinds.get(name)) for name, value in zip(known, args, strict=False)]
        named = {name: _plain(value, name, kinds.get(name)) for name, value in values.items()}
        return function(*first, *args[len(first) :], **named)  # type: ignore[arg-type]  # the same, of plain types

    return checked


_WORDS = {"bool": "true or false", "int": "a whole number", "float": "a number"}


def _kind(annotation: Any) -> str | None:
    """Which of the plain types is declared, also if it may be left out; ``None`` if it is another or one of several."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    kind = text.removesuffix(" | None")
    return kind if kind in _WORDS else None


def _plain(value: Any, name: str, kind: str | None) -> Any:
    """A value as Python has it, if it is of its kind."""
    if kind is None or value is None:
        return value
    if not _fits(value, kind):
        raise UsageError(f"{name} must be {_WORDS[kind]}, not {value!r:.100}")
    return value.item() if isinstance(value, np.generic) else value


def _fits(value: Any, kind: str) -> bool:
    switch = isinstance(value, (bool, np.bool_))
    if kind == "bool" or switch:
        return switch and kind == "bool"
    return isinstance(value, Real) if kind == "float" else hasattr(type(value), "__index__")
