"""Tokens of DOT: names, texts in quotes, HTML in angle brackets, arrows and marks."""

from __future__ import annotations

import re
from typing import NamedTuple

from spminer._util.deadline import Patience
from spminer.errors import InputError

__all__ = ["Token", "Tokens"]

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)
    |(?P<arrow>->|--)
    |(?P<number>-?(?:\.\d+|\d+(?:\.\d*)?))
    |(?P<name>[^\W\d]\w*)
    |(?P<string>"(?:[^"\\]|\\.)*")
    |(?P<mark>[{}\[\];,=:+])
    |(?P<html><)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


class Token(NamedTuple):
    """One token and its line."""

    kind: str
    text: str
    line: int


class Tokens:
    """The tokens of a text, of which the next can be looked at.

    Examples
    --------
    >>> tokens = Tokens('graph { "a b" }', "x.dot")
    >>> tokens.identifier(), tokens.take("{"), tokens.identifier(), tokens.take("}"), tokens.at_end
    ('graph', True, 'a b', True, True)
    """

    def __init__(self, text: str, source: str, patience: Patience | None = None) -> None:
        self._source = source
        self._patience = patience or Patience()
        self._line = 1
        self._tokens = self._cut(text)
        self._next = 0

    def _cut(self, text: str) -> list[Token]:
        tokens: list[Token] = []
        position, line = 0, 1
        while position < len(text):
            self._patience.tick()
            match = _TOKEN.match(text, position)
            if match is None:
                self._line = line
                raise self.error(f"cannot read {text[position : position + 20].split(chr(10), maxsplit=1)[0]!r}")
            kind, end = str(match.lastgroup), match.end()
            if kind == "html":
                end = self._end_of_html(text, position, line)
            if kind != "space":
                tokens.append(Token(kind, text[position:end], line))
            line += text.count("\n", position, end)
            position = end
        return tokens

    def _end_of_html(self, text: str, start: int, line: int) -> int:
        depth = 0
        for bracket in re.compile(r"[<>]").finditer(text, start):
            depth += 1 if bracket.group() == "<" else -1
            if depth == 0:
                return bracket.end()
        self._line = line
        raise self.error("'<' without '>'")

    def error(self, reason: str) -> InputError:
        """An error at the token that was looked at last."""
        return InputError(reason, source=self._source, line=self._line, remedy="give a DOT file")

    @property
    def at_end(self) -> bool:
        """Whether all tokens are taken."""
        return self._next >= len(self._tokens)

    def _peek(self) -> Token:
        if self.at_end:
            raise self.error("ends in the middle")
        token = self._tokens[self._next]
        self._line = token.line
        return token

    def next_is(self, mark: str) -> bool:
        """Whether the next token is a mark, such as ``{``."""
        token = self._peek()
        return token.kind == "mark" and token.text == mark

    def take(self, mark: str) -> bool:
        """Take a mark, if it is next."""
        found = self.next_is(mark)
        self._next += found
        return found

    def expect(self, mark: str) -> None:
        """Take a mark, which must be next."""
        if not self.take(mark):
            raise self.error(f"expected {mark!r}, found {self._peek().text[:20]!r}")

    def take_arrow(self) -> str:
        """Take ``->`` or ``--``, if it is next; else nothing."""
        token = self._peek()
        self._next += token.kind == "arrow"
        return token.text if token.kind == "arrow" else ""

    def peek_word(self, *words: str) -> str:
        """The next token, if it is one of these key words, in any case; else nothing."""
        token = self._peek()
        return token.text.lower() if token.kind == "name" and token.text.lower() in words else ""

    def take_word(self, word: str) -> bool:
        """Take a key word, if it is next."""
        found = bool(self.peek_word(word))
        self._next += found
        return found

    def expect_word(self, *words: str) -> str:
        """Take one of these key words, which must be next."""
        found = self.peek_word(*words)
        if not found:
            raise self.error(f"expected {' or '.join(words)}, found {self._peek().text[:20]!r}")
        self._next += 1
        return found

    def identifier(self) -> str:
        """Take a name, a number or a text in quotes (several joined by ``+``)."""
        token = self._peek()
        if token.kind not in ("name", "number", "string", "html"):
            raise self.error(f"{token.text[:20]!r} is not expected here")
        self._next += 1
        if token.kind != "string":
            return token.text
        text = _unquoted(token.text)
        while not self.at_end and self.take("+"):
            text += _unquoted(self._peek().text)
            self._next += 1
        return text


def _unquoted(text: str) -> str:
    r"""A text without its quotes; only ``\"`` is an escape, and a line may go on after a backslash."""
    return text[1:-1].replace('\\"', '"').replace("\\\n", "")
