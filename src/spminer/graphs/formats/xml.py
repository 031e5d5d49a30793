"""XML documents, fed to a handler element by element. Documents that declare entities are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from xml.parsers import expat

from spminer.errors import InputError
from spminer.graphs.options import ask_direction
from spminer.graphs.source import input_errors

if TYPE_CHECKING:
    from spminer.graphs.source import Source

__all__ = ["Handler", "check_one_direction", "needed", "parse"]


class Handler(Protocol):
    """Receives the elements of a document as they come, without their namespaces."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def text(self, data: str) -> None:
        """Text inside the element."""


class _EntityError(Exception):
    pass


def _refuse_entities(*_: object) -> None:
    # Entities can expand without bound and can name other files; graphs need none.
    raise _EntityError


def parse(source: Source, handler: Handler) -> None:
    """Feed a document to a handler; errors get the line."""
    parser = expat.ParserCreate(namespace_separator=" ")
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
    except (LookupError, ValueError) as error:  # of expat, about the declared encoding
        raise InputError(f"has an {error}", source=source.name, line=1, remedy="save it as UTF-8") from error
    except _EntityError:
        raise InputError("declares XML entities", source=source.name, remedy="write the text out instead") from None
    except InputError as error:
        line = parser.CurrentLineNumber if error.line is None else error.line
        raise InputError(error.reason, source=source.name, line=line, remedy=error.remedy) from None


def needed(attributes: dict[str, str], name: str, tag: str) -> str:
    """An attribute that an element cannot be without; :func:`parse` says where it is missing."""
    if name not in attributes:
        raise InputError(f"<{tag}> without {name!r}", remedy="correct the file")
    return attributes[name]


def check_one_direction(directions: set[bool], asked: bool | None, source: str) -> None:
    """Refuse a document that has edges of both kinds, unless the user has said which is meant."""
    if len(directions) > 1 and asked is None:
        raise InputError("mixes directed and undirected edges", source=source, remedy=ask_direction())
