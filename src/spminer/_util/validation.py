"""Validation of user values: types of arguments and settings, ranges, choices, misspelled names."""

from __future__ import annotations

import inspect
import math
import sys
import types
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin

from spminer._util.text import did_you_mean
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence


__all__ = [
    "check_names",
    "checked_values",
    "fits",
    "in_words",
    "name_meant",
    "plain",
    "validate_arguments",
]


def plain(value: Any) -> Any:
    """A NumPy scalar as a Python value; other values unchanged.

    >>> import numpy as np
    >>> plain(np.int64(3)), plain("3")
    (3, '3')
    """
    numpy = sys.modules.get("numpy")  # there are no scalars of it before it is loaded
    return value.item() if numpy is not None and isinstance(value, numpy.generic) else value


def fits(value: Any, wanted: Any) -> bool:
    """Whether a value matches a declared type.

    >>> fits(3, float), fits(True, int), fits(None, int | None)
    (True, False, True)
    """
    if wanted is Any:
        return True
    origin, arguments = _parts(wanted)
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


@cache
def _parts(wanted: Any) -> tuple[Any, tuple[Any, ...]]:
    """The origin and the arguments of a type; to take them apart takes longer than the rest of a check."""
    return get_origin(wanted), get_args(wanted)


def _fits_all(values: tuple[Any, ...], wanted: tuple[Any, ...]) -> bool:
    if len(wanted) == 2 and wanted[1] is ...:
        return all(fits(value, wanted[0]) for value in values)
    return len(values) == len(wanted) and all(map(fits, values, wanted))


def in_words(wanted: Any) -> str:
    """A type in words."""
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return " or ".join(map(in_words, arguments))
    if origin is Literal:
        return "one of " + ", ".join(arguments)
    if origin is tuple:
        return f"a list, each {in_words(arguments[0])}" if arguments[-1] is ... else f"{len(arguments)} values"
    known = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", type(None): "nothing"}
    if getattr(wanted, "_is_protocol", False):
        return f"an {wanted.__name__.lower()}"
    return known.get(wanted, "settings of its own")


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


# What other tools and libraries call our options.
OTHER_NAMES = {
    "k": ("sizes",),
    "size": ("sizes",),
    "motif_size": ("sizes",),
    "top_k": ("top",),
    "n_motifs": ("top",),
    "n": ("top", "limit"),
    "null_model": ("against",),
    "background": ("against",),
    "reference": ("against",),
    "n_samples": ("null_samples", "anchors", "samples"),
    "n_random": ("null_samples",),
    "samples": ("null_samples",),
    "sample": ("anchors",),
    "direction": ("alternative",),
    "min_support": ("support",),
    "minsup": ("support",),
    "definition": ("frequency",),
    "objective": ("frequency",),
    "n_jobs": ("threads",),
    "n_threads": ("threads",),
    "workers": ("threads",),
    "cores": ("threads",),
    "random_state": ("seed",),
    "timeout": ("time_limit",),
    "max_time": ("time_limit",),
    "client": ("cluster",),
    "graphs": ("graph",),
    "g": ("graph",),
    "verbose": ("progress",),
    "n_examples": ("examples", "limit"),
}


def name_meant(name: str, known: Collection[str]) -> str | None:
    """The option that another tool's name stands for, if it is among the known ones.

    >>> name_meant("top_k", ["sizes", "top"]), name_meant("top_k", ["seed"])
    ('top', None)
    """
    return next((own for own in OTHER_NAMES.get(name.lower(), ()) if own in known), None)


def check_names(function: str, given: Iterable[str], known: Collection[str]) -> None:
    """Refuse an unknown name.

    >>> check_names("mine", ["size"], ["graph", "sizes"])
    Traceback (most recent call last):
    spminer.errors.UsageError: mine() has no argument 'size', did you mean 'sizes'?
    """
    for name in given:
        if name not in known:
            meant = name_meant(name, known)
            hint = (
                f", did you mean {meant!r}?"
                if meant
                else did_you_mean(name, known, otherwise=f"; it has: {', '.join(known)}")
            )
            raise UsageError(f"{function}() has no argument {name!r}{hint}")


def validate_arguments(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Decorate a function: unknown arguments raise an error with the nearest name, and types are checked.

    Python would take any text for a switch that is on. A function with ``**settings`` checks their names itself.

    >>> @validate_arguments
    ... def paint(shade: str = "red", glossy: bool = False): return shade
    >>> paint(shades="blue")
    Traceback (most recent call last):
    spminer.errors.UsageError: paint() has no argument 'shades', did you mean 'shade'?
    >>> paint("blue", "no")
    Traceback (most recent call last):
    spminer.errors.UsageError: glossy must be true or false, not 'no'
    >>> paint("blue", True, "thick")
    Traceback (most recent call last):
    spminer.errors.UsageError: paint() takes at most 2 arguments without a name (shade, glossy); name the others
    """
    parameters = inspect.signature(function).parameters
    known = [name for name in parameters if not name.startswith("_")]
    kinds = {name: _kind(parameter.annotation) for name, parameter in parameters.items()}
    in_order = [name for name, one in parameters.items() if one.kind <= one.POSITIONAL_OR_KEYWORD]
    required = [name for name in in_order if parameters[name].default is inspect.Parameter.empty]
    by_name = {name for name in in_order if parameters[name].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD}
    open_ended = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    called = {"enumerate_motifs": "enumerate"}.get(function.__name__, function.__name__)

    @wraps(function)
    def checked(*args: _Arguments.args, **values: _Arguments.kwargs) -> _Result:
        if not open_ended:
            check_names(called, values, known)
        _check_number(called, len(args), values.keys() & by_name, in_order, required)
        first = [_checked(value, name, *kinds[name]) for name, value in zip(in_order, args, strict=False)]
        named = {name: _checked(value, name, *kinds.get(name, (None, True))) for name, value in values.items()}
        return function(*first, *args[len(first) :], **named)  # type: ignore[arg-type]  # the same, of plain types

    return checked


def _check_number(
    function: str, unnamed: int, named: Collection[str], in_order: Sequence[str], required: Sequence[str]
) -> None:
    """Refuse too many values without a name, missing ones, and those that are given twice."""
    if unnamed > len(in_order):
        most = f"at most {len(in_order)}" if in_order else "no"
        raise UsageError(f"{function}() takes {most} arguments without a name ({', '.join(in_order)}); name the others")
    for number, name in enumerate(in_order):
        if number < unnamed and name in named:
            raise UsageError(f"{function}() has two values for {name!r}")
        if number >= unnamed and name in required and name not in named:
            raise UsageError(f"{function}() needs {name!r}: {function}({', '.join(required)})")


def checked_values(function: Callable[..., Any], values: dict[str, Any]) -> dict[str, Any]:
    """Check values that are passed on to a function by name, as if it were called with them.

    >>> def paint(shade: str = "red", glossy: bool = False): return shade
    >>> checked_values(paint, {"glossy": "no"})
    Traceback (most recent call last):
    spminer.errors.UsageError: glossy must be true or false, not 'no'
    """
    parameters = inspect.signature(function).parameters
    return {name: _checked(value, name, *_kind(parameters[name].annotation)) for name, value in values.items()}


_LARGEST_SEED = 2**64 - 1
_LARGEST = 2**63 - 1
_MOST_THREADS = 2**31 - 1
_KINDS = {"bool": bool, "int": int, "float": float}


def _kind(annotation: Any) -> tuple[type | None, bool]:
    """The declared plain type, and whether ``None`` is meant too; no type for others and unions."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    return _KINDS.get(text.removesuffix(" | None")), text.endswith(" | None")


def _checked(given: Any, name: str, kind: type | None, is_optional: bool = True) -> Any:
    """The value as a Python value, if it is of its kind; a seed must be below 2^64."""
    if kind is None or (given is None and is_optional):
        return given
    value = plain(given)
    if not fits(value, kind) and not (kind is float and value == math.inf):  # which is no limit
        raise UsageError(f"{name} must be {in_words(kind)}, not {given!r:.100}")
    if kind is int and name != "seed" and abs(value) > (_MOST_THREADS if name == "threads" else _LARGEST):
        raise UsageError(f"{name} is too large a number: {value}")
    if name == "seed" and not 0 <= value <= _LARGEST_SEED:
        raise UsageError(f"the seed is {value}; it must be between 0 and 2^64 - 1")
    return value
