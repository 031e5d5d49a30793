"""Texts of others (names, labels, files, servers) made fit to be printed: a terminal obeys what it should show."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["printable", "spreadsheet_cell"]

# Controls, ends of lines and paragraphs, marks that turn the direction of writing, halves of characters.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\.?\d+(\.\d*)?([eE][+-]?\d+)?$)")  # how a formula begins; numbers are none


def printable(text: str) -> str:
    r"""The text with what a terminal would obey written out, as in Python's source.

    >>> printable("red \x1b[31m name\n")
    'red \\x1b[31m name\\n'
    """
    return _OBEYED.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def spreadsheet_cell(value: Any) -> Any:
    """The value of a cell; an apostrophe comes before a text that a spreadsheet would compute.

    >>> [spreadsheet_cell(value) for value in ("=1+1", "@anna", "-x", "-0.5", "anna", -1)]
    ["'=1+1", "'@anna", "'-x", '-0.5', 'anna', -1]
    """
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value
