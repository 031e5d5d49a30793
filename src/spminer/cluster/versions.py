"""Versions on the machines of a cluster: all must have the same spminer, and the same Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spminer.errors import UsageError
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["check_versions", "other_python", "other_spminer"]


def check_versions(client: Any) -> None:
    """Refuse workers that would compute something else, or nothing."""

    def version_there() -> str | None:  # within, so that it is sent itself: its module may not be there
        from importlib import import_module

        try:
            return str(import_module("spminer").__version__)
        except ImportError:
            return None

    wrong = other_python(client.get_versions())
    if wrong := wrong or other_spminer(client.run(version_there, on_error="ignore")):
        raise UsageError(wrong)


def other_python(found: Mapping[str, Any]) -> str:
    """What is wrong with the Python of some worker, with the remedy; empty if nothing is.

    ``found`` is what ``Client.get_versions`` says.

    Examples
    --------
    >>> here, there = ({"host": {"python": version}} for version in ("3.11.7.final.0", "3.12.1.final.0"))
    >>> other_python({"client": here, "workers": {"tcp://10.0.0.7:4000": there}})
    'worker tcp://10.0.0.7:4000 has Python 3.12, and this is 3.11; use the same on every machine'
    """
    ours = _minor(found["client"])
    for worker, versions in found["workers"].items():
        if versions and _minor(versions) != ours:  # one that went away meanwhile says nothing
            return f"worker {worker} has Python {_minor(versions)}, and this is {ours}; use the same on every machine"
    return ""


def other_spminer(found: Mapping[str, str | None]) -> str:
    """The same of spminer, by the versions of the workers, ``None`` where there is none."""
    for worker, theirs in found.items():
        if theirs is None:
            return f"worker {worker} has no spminer; install it there: pip install 'spminer[cluster]=={__version__}'"
        if theirs != __version__:
            return f"worker {worker} has spminer {theirs}, and this is {__version__}; install the same on every machine"
    return ""


def _minor(versions: Mapping[str, Any]) -> str:
    return ".".join(str(versions["host"]["python"]).split(".")[:2])
