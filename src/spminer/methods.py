"""The registry of mining methods: one line each, imported when asked for."""

from __future__ import annotations

from dataclasses import fields
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any

from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.search import Method

__all__ = ["AUTO", "get_method", "make_settings", "method_names", "register", "setting_names"]

AUTO = "auto"

# Modules whose METHOD is the method of that name.
_MODULES = {
    "exact": "spminer.search.exact",
}
_REGISTERED: dict[str, Method] = {}


def method_names() -> tuple[str, ...]:
    """All methods, without ``"auto"``, which is a choice among them.

    >>> "exact" in method_names()
    True
    """
    return (*_MODULES, *_REGISTERED)


def get_method(name: str) -> Method:
    """The method of that name.

    >>> get_method("exact").name
    'exact'
    >>> get_method("exakt")
    Traceback (most recent call last):
    spminer.errors.UsageError: no method 'exakt', did you mean 'exact'? Choose one of auto, exact...
    """
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name not in _MODULES:
        close = get_close_matches(name, (AUTO, *method_names()), n=1)
        hint = f", did you mean {close[0]!r}?" if close else "."
        raise UsageError(f"no method {name!r}{hint} Choose one of {', '.join((AUTO, *method_names()))}")
    method: Method = import_module(_MODULES[name]).METHOD
    return method


def register(method: Method) -> None:
    """Add a method of your own; it can then be named in :func:`spminer.mine`."""
    if method.name == AUTO or method.name in method_names():
        raise UsageError(f"there is already a method {method.name!r}; give yours another name")
    _REGISTERED[method.name] = method


def setting_names(method: Method) -> tuple[str, ...]:
    """What can be set of a method besides the task."""
    return tuple(entry.name for entry in fields(method.settings))


def make_settings(method: Method, values: Mapping[str, Any]) -> Any:
    """The settings of a method, its defaults changed by these values; unknown names are refused.

    >>> make_settings(get_method("exact"), {"width": 3})
    Traceback (most recent call last):
    spminer.errors.UsageError: method 'exact' has no setting 'width'; it has: memory_limit
    """
    known = setting_names(method)
    for name in values:
        if name not in known:
            raise UsageError(f"method {method.name!r} has no setting {name!r}; it has: {', '.join(known) or 'none'}")
    return method.settings(**values)
