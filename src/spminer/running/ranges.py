"""Ranges of settings, checked with messages that say what is allowed."""

from __future__ import annotations

from typing import Any, get_args

from spminer.errors import UsageError

__all__ = ["check_at_least", "check_between", "check_choice", "check_positive"]


def check_at_least(settings: object, **least: float) -> None:
    """Refuse settings below their least value; ``None`` is always allowed."""
    for name, bound in least.items():
        value = getattr(settings, name)
        if value is not None and not value >= bound:
            raise UsageError(f"{name} must be at least {bound}, not {value}")


def check_between(settings: object, low: float, high: float, *names: str) -> None:
    """Refuse settings outside of a range, which includes its ends."""
    for name in names:
        value = getattr(settings, name)
        if not low <= value <= high:
            raise UsageError(f"{name} must be between {low} and {high}, not {value}")


def check_positive(settings: object, *names: str) -> None:
    """Refuse settings that are not positive whole numbers."""
    for name in names:
        value = getattr(settings, name)
        if not isinstance(value, int) or value < 1:
            raise UsageError(f"{name} must be a whole number of at least 1, not {value!r}")


def check_choice(settings: object, name: str, choices: Any) -> None:
    """Refuse a setting that is not one of the choices."""
    value = getattr(settings, name)
    if value not in get_args(choices):
        raise UsageError(f"{name}={value!r} is not known; choose one of {', '.join(get_args(choices))}")
