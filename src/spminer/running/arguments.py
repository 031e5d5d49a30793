"""Arguments by name: a name that a function does not have is answered with the nearest one that it has."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from spminer.errors import UsageError
from spminer.text.formatting import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

__all__ = ["check_names", "explains_names"]

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


def explains_names(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Let a function say which argument was meant by one that it does not have.

    >>> @explains_names
    ... def paint(shade="red"): return shade
    >>> paint(shades="blue")
    Traceback (most recent call last):
    spminer.errors.UsageError: paint() has no argument 'shades', did you mean 'shade'?
    """
    known = [name for name in inspect.signature(function).parameters if not name.startswith("_")]
    called = {"enumerate_motifs": "enumerate"}.get(function.__name__, function.__name__)

    @wraps(function)
    def checked(*args: _Arguments.args, **values: _Arguments.kwargs) -> _Result:
        check_names(called, values, known)
        return function(*args, **values)

    return checked
