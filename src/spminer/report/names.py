"""Names of inputs, short enough for a heading."""

from __future__ import annotations

import re

__all__ = ["short_name"]


def short_name(source: str) -> str:
    """The source of a graph without folders.

    >>> short_name("data/friends.csv"), short_name("x/a.csv, y/b.csv")
    ('friends.csv', 'a.csv, b.csv')
    """
    return re.sub(r"\S*/(?=[^/\s])", "", source)
