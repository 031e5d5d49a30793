"""The command line as one application: its verbs and the options that stand before a verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from spminer.cli.verbs import VERBS, Verbs, add_verbs
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["application"]

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
