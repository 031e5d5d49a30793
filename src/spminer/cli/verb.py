"""Verbs in general: options from a file, switches with a ``--no-`` form, help in groups."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand

from spminer.cli.config import effective_config, settle_repeated, use_config
from spminer.cli.console import print_error
from spminer.cli.options import COMPARING, FINDING, OUTPUT, READING, RUNNING, SEARCHING
from spminer.errors import exit_code

__all__ = ["Verb"]

_PRINT = "spminer.print_config"
_ARGUMENTS, _OPTIONS, _PANEL = "Arguments", "Options", "Configuration and help"
_HEADINGS = (_ARGUMENTS, _OPTIONS, FINDING, COMPARING, SEARCHING, READING, RUNNING, OUTPUT, _PANEL)


class Verb(TyperCommand):
    """A command with ``--config`` and ``--print-config``, whose help shows options in groups."""

    def __init__(self, name: str | None, *, params: list[Any] | None = None, **attributes: Any) -> None:
        super().__init__(name, params=[*(params or ()), *_config_options()], **attributes)

    def make_parser(self, ctx: Any) -> Any:
        """The parser of click, where every switch has its opposite: a file may have switched it on."""
        parser = super().make_parser(ctx)
        for parameter in cast("list[Any]", self.params):
            if getattr(parameter, "is_flag", False) and not parameter.secondary_opts and parameter.expose_value:
                opposite = next(f"--no-{name[2:]}" for name in parameter.opts if name.startswith("--"))
                parser.add_option(parameter, [opposite], parameter.name, action="store_const", const=False)
        return parser

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Options of the command line, then of the file, then defaults."""
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:  # which completion of half a line is
            settle_repeated(ctx)
        return rest

    def invoke(self, ctx: Any) -> Any:
        """Do the job, or print what it would run with."""
        if ctx.meta.get(_PRINT):
            typer.echo(effective_config(ctx), nl=False)
            raise typer.Exit
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            print_error("interrupted")
            raise typer.Exit(exit_code("interrupted")) from None

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The usage line, where what is required has no brackets."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Options below the heading of their group."""
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in _HEADINGS}
        for parameter in cast("list[Any]", self.get_params(ctx)):
            record = parameter.get_help_record(ctx)
            if record is not None:
                name = str(parameter.metavar) if parameter.param_type_name == "argument" else record[0]
                groups[self._group(parameter)].append((name, record[1]))
        for heading in filter(groups.__getitem__, groups):
            with formatter.section(heading):
                formatter.write_dl(groups[heading])

    def _group(self, parameter: Any) -> str:
        if parameter.param_type_name == "argument":
            return _ARGUMENTS
        return getattr(parameter, "rich_help_panel", None) or (_OPTIONS if parameter in self.params else _PANEL)


def _remember(context: typer.Context, asked: bool) -> None:
    context.meta[_PRINT] = asked


@cache
def _config_options() -> tuple[Any, ...]:
    """The two options, made by typer like all others."""
    application = typer.Typer(add_completion=False)

    @application.command()
    def _options(
        _config: Annotated[
            Path | None,
            typer.Option(
                "--config",
                callback=use_config,
                is_eager=True,
                expose_value=False,
                metavar="FILE",
                rich_help_panel=_PANEL,
                help="Take options from a TOML file; those given here win.",
            ),
        ] = None,
        _print_config: Annotated[
            bool,
            typer.Option(
                "--print-config",
                callback=_remember,
                is_eager=True,
                expose_value=False,
                rich_help_panel=_PANEL,
                help="Print the options in force as such a file and stop.",
            ),
        ] = False,
    ) -> None:
        """Carry the options."""

    return tuple(typer.main.get_command(application).params)
