"""Imports at first use: optional libraries, and the public names of a package."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["import_optional", "lazy_names"]


def import_optional(module: str, install: str) -> Any:
    """Import an optional library; if it is missing, the error says how to install it.

    >>> import_optional("no_such_library", "spminer[graphs]")
    Traceback (most recent call last):
    spminer.errors.UsageError: no_such_library is not installed; run: pip install 'spminer[graphs]'
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UsageError(f"{module} is not installed; run: pip install '{install}'") from error


def lazy_names(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package whose public names are imported when they are first used.

    ``modules`` has the names of each module, separated by blanks.

    >>> lazy_names("json", {"json.decoder": "JSONDecoder"})("JSONDecoder").__name__
    'JSONDecoder'
    """
    module_of = {name: module for module, names in modules.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(module_of[name]), name)
        setattr(sys.modules[package], name, value)  # the next time it is found at once
        return value

    return load
