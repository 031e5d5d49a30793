"""Texts of others (names, labels, files, servers) made fit to be printed: a terminal obeys what it should show."""

from __future__ import annotations

import re

__all__ = ["printable"]

# Controls, ends of lines and paragraphs, marks that turn the direction of writing, halves of characters.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    r"""The text with what a terminal would obey written out, as in Python's source.

    >>> printable("red \x1b[31m name\n")
    'red \\x1b[31m name\\n'
    """
    return _OBEYED.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)
