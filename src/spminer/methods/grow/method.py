"""The method ``grow``: growth as others ask for it, with what it can do and how long it will take."""

from __future__ import annotations

from spminer.methods.base import Method
from spminer.methods.grow.pilot import forecast
from spminer.methods.grow.search import grow
from spminer.methods.grow.settings import GrowSettings

__all__ = ["METHOD"]

METHOD = Method(
    name="grow",
    summary="Grow patterns level by level from lists of their real occurrences, counted exactly.",
    settings=GrowSettings,
    search=grow,
    forecast=forecast,
    objectives=("anchored", "graph", "transactions", "images"),
    guarantee="counts that it calls exact are; that no other pattern is more frequent only where it says `proven`",
)
