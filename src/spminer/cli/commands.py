"""The verbs: where each one is and what the list of verbs says of it, so that only the verb in use is loaded."""

from __future__ import annotations

import os
import shlex
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup

from spminer._util.files import exists
from spminer.cli.console import drop_output
from spminer.errors import UsageError
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

__all__ = ["application", "needed_verbs"]


_COMPLETE = "_SPMINER_COMPLETE"  # set by a shell that completes a line


class Place(NamedTuple):
    """Where a verb is, and the first line of its help."""

    module: str
    name: str
    summary: str


VERBS = {
    "mine": Place("mine", "mine", "Find the most frequent patterns of each size."),
    "enumerate": Place("enumerate", "enumerate_", "Find all connected patterns of K nodes, and count them."),
    "count": Place("count", "count", "Count how often a pattern occurs."),
    "profile": Place("profile", "profile", "Tell which motifs each node takes part in, where in them, and how often."),
    "encode": Place("encode", "encode", "Embed every node's neighborhood: a row per node, a column per coordinate."),
    "info": Place("info", "info", "Describe a graph or a collection of graphs."),
    "convert": Place("convert", "convert", "Write a graph or a collection of graphs in another format."),
    "fetch": Place("fetch", "fetch", "Fetch published data sets."),
    "randomize": Place("randomize", "randomize", "Write shuffled copies of a graph or of a collection of graphs."),
    "report": Place("report", "report", "Draw a result, or two to compare, as one HTML file, or one as a picture."),
    "verify": Place(
        "verify", "verify", "Check every claim of a result anew, by simple code that shares nothing with what made it."
    ),
    "train": Place("train", "train", "Train an encoder, or fine-tune one on a graph of yours."),
    "evaluate": Place("evaluate", "evaluate", "Measure how good a model is."),
    "export": Place("export", "export", "Write a model as an ONNX graph."),
    "reproduce": Place("reproduce", "reproduce", "Run the experiments of the SPMiner paper."),
    "generate": Place("generate", "generate", "Make synthetic graphs, or graphs with a planted pattern."),
}


def needed_verbs(arguments: list[str]) -> Collection[str]:
    """The verbs whose options a command line needs: the one that it names.

    All are needed by a shell that completes a line, and by a file of options, which may have a table for each.

    >>> needed_verbs(["--debug", "mine", "info.txt"]), needed_verbs(["--help"])
    (['mine'], [])
    """
    if _COMPLETE in os.environ or any(word.startswith("--config") for word in arguments):
        return list(VERBS)
    return [word for word in arguments if not word.startswith("-")][:1]


def add_verbs(app: typer.Typer, needed: Collection[str]) -> None:
    """Give an application every verb: those that are needed as they are, the others as a line in the list."""
    for name, place in VERBS.items():
        if name not in needed:
            app.command(name, help=place.summary)(_unloaded(name))
            continue
        verb = getattr(import_module(f"spminer.cli.{place.module}"), place.name)
        if isinstance(verb, typer.Typer):
            app.add_typer(verb, name=name)
        else:
            app.command(name, cls=import_module("spminer.cli.verb").Verb)(verb)


def _unloaded(name: str) -> Callable[[], None]:
    def fail() -> None:
        raise AssertionError(f"the verb {name} was not loaded")

    return fail


class Verbs(TyperGroup):
    """The verbs; who names a file right away is told how to mine it."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Parse what stands before the verb."""
        with _while_read():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Run the verb."""
        with _while_read():
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The verb that the first word names."""
        if args[0] not in self.commands and exists(args[0]):
            raise UsageError(f"no verb given for {args[0]}; did you mean: spminer mine {shlex.quote(args[0])}")
        return super().resolve_command(ctx, args)


@contextmanager
def _while_read() -> Iterator[None]:
    """Work that is done once the reader of its output has left."""
    try:
        yield
    except BrokenPipeError:
        drop_output()
        raise typer.Exit from None


_WIDEST_HELP = 100  # longer lines are hard to read
_EPILOG = "`spminer VERB --help` shows the options of a verb, with examples."


def application(needed: Collection[str] = tuple(VERBS)) -> typer.Typer:
    """The application, with all verbs or with those that a command line needs; the others are only listed."""
    app = typer.Typer(
        name="spminer",
        cls=Verbs,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": _WIDEST_HELP},
        epilog=_EPILOG,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    add_verbs(app, needed)
    app.callback()(_before_verb)
    return app


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"spminer {__version__}")
        raise typer.Exit


def _before_verb(
    _debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Find the frequent patterns (network motifs) of graphs, with true frequencies."""
