"""Optional libraries: imported at first use, with an error that says how to get one that is missing."""

from __future__ import annotations

import importlib
from typing import Any

from spminer.errors import UsageError

__all__ = ["import_optional"]


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
