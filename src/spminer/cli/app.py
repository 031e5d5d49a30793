"""The command line as one application: its verbs and the options that stand before a verb."""

from typing import Annotated

import typer

from spminer.cli.convert import convert
from spminer.cli.count import count
from spminer.cli.encode import encode
from spminer.cli.enumerate import enumerate_
from spminer.cli.evaluate import evaluate
from spminer.cli.export import export
from spminer.cli.fetch import fetch
from spminer.cli.generate import generate
from spminer.cli.info import info
from spminer.cli.mine import mine
from spminer.cli.profile import profile
from spminer.cli.randomize import randomize
from spminer.cli.report import report
from spminer.cli.reproduce import reproduce
from spminer.cli.train import train
from spminer.cli.verb import Verb, Verbs
from spminer.cli.verify import verify
from spminer.version import __version__

__all__ = ["app"]

_WIDEST_HELP = 100  # longer lines are hard to read
_EPILOG = "`spminer VERB --help` shows the options of a verb, with examples."


app = typer.Typer(
    name="spminer",
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": _WIDEST_HELP},
    epilog=_EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("mine", cls=Verb)(mine)
app.command("enumerate", cls=Verb)(enumerate_)
app.command("count", cls=Verb)(count)
app.command("profile", cls=Verb)(profile)
app.command("encode", cls=Verb)(encode)
app.command("info", cls=Verb)(info)
app.command("convert", cls=Verb)(convert)
app.command("fetch", cls=Verb)(fetch)
app.command("randomize", cls=Verb)(randomize)
app.command("report", cls=Verb)(report)
app.command("verify", cls=Verb)(verify)
app.command("train", cls=Verb)(train)
app.command("evaluate", cls=Verb)(evaluate)
app.command("export", cls=Verb)(export)
app.command("reproduce", cls=Verb)(reproduce)
app.add_typer(generate, name="generate")


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"spminer {__version__}")
        raise typer.Exit


@app.callback()
def _before_verb(
    context: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Find the frequent patterns (network motifs) of graphs, with true frequencies."""
    context.obj.debug = debug
