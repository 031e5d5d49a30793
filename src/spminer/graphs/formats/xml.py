"""XML documents, fed to a handler element by element, for GraphML and GEXF.

The document is streamed: a handler keeps what it needs. Tags lose their namespaces. Documents that declare entities
are refused, since entities can expand without bound and can name other files. Errors of a handler get the line of the
element.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Protocol
from xml.parsers import expat

from spminer.errors import InputError
from spminer.graphs.options import ask_direction
from spminer.graphs.source import input_errors

if TYPE_CHECKING:
    from spminer.graphs.source import Source

__all__ = ["Handler", "check_one_direction", "needed", "parse", "quoted"]


class Handler(Protocol):
    """Receives the elements of a document in their order."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def text(self, data: str) -> None:
        """Text inside the element."""


class _EntityError(Exception):
    pass


def _refuse_entities(*_: object) -> None:
    raise _EntityError


def parse(source: Source, handler: Handler) -> None:
    """Feed a document to a handler; errors get the line."""
    source.sample(1)  # tells whether the encoding that the document declares has been replaced
    parser = expat.ParserCreate("utf-8" if source.recoded else None, namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: handler.start(tag.rpartition(" ")[2], attributes)
    parser.EndElementHandler = lambda tag: handler.end(tag.rpartition(" ")[2])
    parser.CharacterDataHandler = handler.text
    parser.EntityDeclHandler = _refuse_entities
    try:
        with input_errors(source.name):
            for chunk in source.chunks():
                parser.Parse(chunk, False)
            parser.Parse(b"", True)
    except expat.ExpatError as error:
        reason = f"is not well-formed XML ({expat.ErrorString(error.code)})"
        raise InputError(reason, source=source.name, line=error.lineno, remedy="fetch the file again") from error
    except (LookupError, ValueError) as error:  # expat does not support the declared encoding
        raise InputError(f"has an {error}", source=source.name, line=1, remedy="save it as UTF-8") from error
    except _EntityError:
        raise InputError("declares XML entities", source=source.name, remedy="write the text out instead") from None
    except InputError as error:
        line = parser.CurrentLineNumber if error.line is None else error.line
        raise InputError(error.reason, source=source.name, line=line, remedy=error.remedy) from None


def needed(attributes: dict[str, str], name: str, tag: str) -> str:
    """A required attribute of an element; :func:`parse` adds the line to the error."""
    if name not in attributes:
        raise InputError(f"<{tag}> has no attribute {name!r}", remedy="correct the file")
    return attributes[name]


def check_one_direction(directions: set[bool], asked: bool | None, source: str) -> None:
    """Refuse a document with directed and undirected edges, unless the user decides."""
    if len(directions) > 1 and asked is None:
        raise InputError("mixes directed and undirected edges", source=source, remedy=ask_direction())


def quoted(text: str) -> str:
    """A text as the value of an attribute."""
    return f'"{html.escape(text)}"'
