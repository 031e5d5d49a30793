"""The table of verbs, which are loaded when they are named, and the click commands of all of them.

Each verb is ``command`` in the module of its name. A :class:`Command` shows its options in groups, reads them from a
file (``--config``) and prints them as such a file (``--print-config``). Each switch has a hidden ``--no-X``, since a
file may have switched it on.
"""

from __future__ import annotations

import shlex
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from spminer._util.options import COMPARING, FINDING, OUTPUT, READING, RUNNING, SEARCHING
from spminer._util.text import did_you_mean
from spminer.cli.console import print_error
from spminer.errors import ExitCode, UsageError
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["VERBS", "Command", "Group", "application"]

VERBS = {
    "mine": "Find the most frequent patterns of each size.",
    "enumerate": "Find all connected patterns of K nodes, and count them.",
    "count": "Count how often a pattern occurs.",
    "profile": "Count the positions of motifs that each node takes.",
    "embed": "Embed every node's neighborhood as a point.",
    "demo": "Show frequent and surprising patterns of bundled data.",
    "info": "Describe a graph or a collection of graphs.",
    "convert": "Write a graph or a collection of graphs in another format.",
    "fetch": "Fetch published data sets.",
    "randomize": "Write shuffled copies of a graph or a collection.",
    "report": "Write a result, or two to compare, as HTML, PDF or a picture.",
    "verify": "Check every claim of a result by simple, independent code.",
    "train": "Train an encoder, or fine-tune one on a graph of yours.",
    "evaluate": "Measure how good a model is.",
    "export": "Write a model as an ONNX graph.",
    "reproduce": "Run the experiments of the SPMiner paper.",
    "mcp": "Offer the verbs as tools to an assistant (MCP).",
    "generate": "Make synthetic graphs, or graphs with a planted pattern.",
}

_WIDEST_HELP = 100  # longer lines are hard to read
_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": _WIDEST_HELP}
_ARGUMENTS, _OPTIONS, _OTHERS = "Arguments", "Options", "Configuration and help"
_HEADINGS = (_ARGUMENTS, _OPTIONS, FINDING, COMPARING, SEARCHING, READING, RUNNING, OUTPUT, _OTHERS)


class Group(click.Group):
    """Commands by name; the error of an unknown name has the nearest one."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All of them, in their order."""
        return list(self.commands)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command of the first word."""
        if args[0] == "help":  # of the program, or of a verb
            if not args[1:]:
                click.echo(ctx.get_help())
                ctx.exit()
            args = [*args[1:], "--help"]
        name, names = args[0], self.list_commands(ctx)
        if name not in names and not name.startswith("-"):
            self.refuse(name)
            raise click.UsageError(f"No such command {name!r}{did_you_mean(name, names)}", ctx)
        return super().resolve_command(ctx, args)

    def refuse(self, name: str) -> None:
        """Raise another error for an unknown word, if there is a better one."""


class LazyGroup(Group):
    """The verbs, each loaded when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All of them, in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """A verb, loaded."""
        return import_module(f"spminer.cli.{cmd_name}").command if cmd_name in VERBS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The table of verbs, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Verbs and options that begin with a word, without loading the verbs."""
        from click.shell_completion import CompletionItem

        verbs = [CompletionItem(name, help=text) for name, text in VERBS.items() if name.startswith(incomplete)]
        return verbs + click.Command.shell_complete(self, ctx, incomplete)

    def refuse(self, name: str) -> None:
        """Refuse a file without a verb, with the verb to use."""
        from spminer._util.files import exists

        if exists(name):
            raise UsageError(f"no verb given for {name}; did you mean: spminer mine {shlex.quote(name)}")


def _print_version(ctx: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(f"spminer {__version__}")
        ctx.exit()


def application() -> LazyGroup:
    """The command ``spminer``."""
    return LazyGroup(
        "spminer",
        help="Find the frequent patterns (network motifs) of graphs, with true frequencies.",
        epilog="`spminer help VERB` shows the options of a verb, with examples.",
        context_settings=_CONTEXT,
        no_args_is_help=True,
        params=[
            click.Option(["--debug"], is_flag=True, expose_value=False, help="Show the traceback of an error."),
            click.Option(
                ["--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_print_version,
                help="Print the version and exit.",
            ),
        ],
    )


class Command(click.Command):
    """A verb: help in groups, ``--config`` and ``--print-config``, and a ``--no-X`` for each switch."""

    def __init__(self, name: str | None, *, params: Sequence[click.Parameter], **attributes: Any) -> None:
        from spminer.cli.config import load_config

        config = [
            click.Option(
                ["--config"],
                callback=load_config,
                is_eager=True,
                expose_value=False,
                metavar="FILE",
                help="Take options from a TOML file; those given here win.",
            ),
            click.Option(
                ["--print-config"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=lambda ctx, _, asked: ctx.meta.update({__name__: asked}),
                help="Print the options in force as such a file and stop.",
            ),
        ]
        super().__init__(name, params=[*params, *config], **attributes)

    def make_parser(self, ctx: click.Context) -> Any:
        """The parser of click, with the opposite of each switch that declares none."""
        parser = super().make_parser(ctx)
        for parameter in self.params:
            if (
                isinstance(parameter, click.Option)
                and parameter.is_flag
                and not parameter.secondary_opts
                and parameter.expose_value
            ):
                opposite = next(f"--no-{name[2:]}" for name in parameter.opts if name.startswith("--"))
                parser.add_option(parameter, [opposite], parameter.name, action="store_const", const=False)
        return parser

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Options of the command line, then of the file, then defaults."""
        rest = super().parse_args(ctx, args)
        if ctx.default_map and not ctx.resilient_parsing:
            from spminer.cli.config import merge_repeated

            merge_repeated(ctx)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb, or print what it would run with; the exit code."""
        if ctx.meta.get(__name__):
            from spminer.cli.config import dump_config

            click.echo(dump_config(ctx), nl=False)
            return ExitCode.DONE
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            print_error("interrupted")
            return ExitCode.INTERRUPTED

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Arguments and options below the heading of their group."""
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in _HEADINGS}
        for parameter in self.get_params(ctx):
            group = getattr(parameter, "group", _OTHERS)
            if isinstance(parameter, click.Argument):
                groups[_ARGUMENTS].append((str(parameter.metavar).strip("[]."), getattr(parameter, "text", "")))
            elif record := parameter.get_help_record(ctx):
                groups[group or _OPTIONS].append(record)
        for heading, rows in groups.items():
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)
