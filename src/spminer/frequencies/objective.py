"""Objectives: the four ways to count how frequent a pattern is."""

from __future__ import annotations

from typing import Literal, get_args

from spminer.errors import UsageError

__all__ = ["Definition", "Objective", "check_objective"]

Definition = Literal["anchored", "graph"]
"""The paper's two definitions: nodes that can be the anchor, and distinct node sets."""

Objective = Literal["anchored", "graph", "transactions", "images"]
"""What ranks motifs. Users call it the frequency; below the API, where a pattern has several, it is the objective."""


def check_objective(name: str) -> None:
    """Refuse a frequency that there is not.

    >>> check_objective("median")
    Traceback (most recent call last):
    spminer.errors.UsageError: frequency 'median' is not known; choose one of anchored, graph, transactions, images
    """
    if name not in get_args(Objective):
        raise UsageError(f"frequency {name!r} is not known; choose one of {', '.join(get_args(Objective))}")
