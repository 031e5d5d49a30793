"""Options from a TOML file: ``--config`` reads them, ``--print-config`` writes those of a command.

A file has a table per verb (``[mine]``, ``[generate.plant]``) whose keys are the names of the options and arguments,
and ``[mine.set]`` for the settings of the method. The command line has precedence over the file, the file over the
defaults: values of the file become ``default_map`` of the parser, once the type of the option accepts them.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from spminer._util.text import did_you_mean, size_ranges
from spminer.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["dump_config", "load_config", "merge_repeated"]


def toml_value(value: object) -> str:
    """A value as TOML; other types than truth values, numbers and lists are written as text.

    >>> print(toml_value([True, 3, 0.5, 'say "hi"']))
    [true, 3, 0.5, "say \\"hi\\""]
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    # JSON escapes what TOML does, apart from the one control character above the letters.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_table(name: str, values: Sequence[tuple[str, object]], unset: Sequence[tuple[str, str]] = ()) -> str:
    """A table with its values, and comments for keys without one, with a word for what they take.

    >>> print(toml_table("mine", [("top", 3)], [("time-limit", "SECONDS")]), end="")
    [mine]
    top = 3
    # time-limit = SECONDS
    """
    lines = [f"[{name}]", *(f"{key} = {toml_value(value)}" for key, value in values)]
    lines += [f"# {key} = {takes}" for key, takes in unset]
    return "\n".join(lines) + "\n"


_SETTINGS = "set"  # the option, and the table, of settings of the method
_FILE = "spminer.config"  # where the context keeps the path


def load_config(context: click.Context, _parameter: click.Parameter, file: str | None) -> None:
    """Use the options in the file, if there is one, as defaults of this command."""
    if file is None or context.resilient_parsing:
        return
    path = Path(file)
    tables = _read(path)
    _check_names(tables, context.find_root(), (), path)
    names = _names(context)
    table: Any = tables
    for name in names:
        if name not in table:
            given = ", ".join(f"[{other}]" for other in tables) or "none"
            raise UsageError(f"{path}: no table [{'.'.join(names)}] for this command; it has: {given}")
        table = table[name]
    where, keys, values = f"{path}: [{'.'.join(names)}]", _keys(context.command), {}
    for key, value in table.items():
        parameter = keys[_plain(key)]
        if parameter.name in values:
            raise UsageError(f"{where} {_key(parameter)} is set twice; keep one of its names")
        values[parameter.name] = _checked(parameter, value, context, f"{where} {key}")
    context.default_map = values
    context.meta[_FILE] = path


def merge_repeated(context: click.Context) -> None:
    """Put repeated options of the command line behind those of the file, and check the file's settings."""
    defaults = context.default_map or {}
    for parameter in _parameters(context.command):
        from_file, given = defaults.get(parameter.name), context.params[parameter.name]
        if not from_file or not isinstance(given, tuple):
            continue
        if parameter.nargs == -1:  # before click 8.3 without the default
            context.params[parameter.name] = given or tuple(from_file)
        elif parameter.multiple and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            context.params[parameter.name] = (*from_file, *given)
        if _key(parameter) == _SETTINGS:
            from spminer.methods.registry import parse_settings

            try:
                parse_settings(context.params["method"], from_file)
            except UsageError as error:
                table = ".".join((*_names(context), _SETTINGS))
                raise UsageError(f"{context.meta[_FILE]}: [{table}] {error}") from None


def dump_config(context: click.Context) -> str:
    """The options in force as the text of a file: with that file, the command runs the same way."""
    name = ".".join(_names(context))
    given: list[tuple[str, object]] = []
    unset: list[tuple[str, str]] = []
    settings = ""
    for parameter in _parameters(context.command):
        key, value = _key(parameter), context.params[parameter.name]
        if key == _SETTINGS:
            settings = _settings_table(f"{name}.{_SETTINGS}", context.params, value or ())
        elif value is None or value == ():
            switch = getattr(parameter, "is_flag", False)
            unset.append((key, "true or false" if switch else str(parameter.metavar or "TEXT").strip("[].")))
        elif isinstance(value, tuple):  # sizes are one text
            many = parameter.nargs == -1 or getattr(parameter, "multiple", False)
            given.append((key, list(value) if many else ",".join(size_ranges(value))))
        else:
            given.append((key, value))
    return toml_table(name, given, unset) + settings


def _settings_table(title: str, options: dict[str, Any], texts: Iterable[str]) -> str:
    """The settings that were given, and the others of the method in comments, unless they are options."""
    from spminer.methods.registry import default_settings, parse_settings
    from spminer.results.request import AUTO

    def as_words(values: dict[str, Any]) -> list[tuple[str, Any]]:
        return [
            (name, "none" if value is None else value) for name, value in values.items()
        ]  # TOML has no word for None

    method = options["method"]
    given = parse_settings(method, texts)
    others = {} if method == AUTO else default_settings(method)
    unset = [(name, toml_value(value)) for name, value in as_words(others) if name not in given and name not in options]
    return "\n" + toml_table(title, as_words(given), unset) if given or unset else ""


def _read(path: Path) -> dict[str, Any]:
    remedy = "`spminer VERB --print-config` writes one to start from"
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise InputError(error.strerror or str(error), source=str(path), remedy=remedy) from error
    except RecursionError as error:
        raise InputError("is nested too deeply", source=str(path), remedy=remedy) from error
    except ValueError as error:  # broken TOML or no text at all
        raise InputError(f"not TOML: {error}", source=str(path), remedy=remedy) from error


def _names(context: click.Context) -> tuple[str, ...]:
    """The words of the verb, such as ``("generate", "plant")``."""
    return () if context.parent is None else (*_names(context.parent), str(context.info_name))


def _plain(key: str) -> str:
    return key.replace("_", "-")


def _parameters(command: click.Command) -> list[Any]:
    """Options and arguments that reach the verb, without --config, --print-config and --help."""
    return [parameter for parameter in command.params if parameter.expose_value]


def _names_of(parameter: Any) -> list[str]:
    """The keys of a parameter: its long names, or that of an argument."""
    return [_plain(name[2:]) for name in parameter.opts if name.startswith("--")] or [_plain(parameter.name)]


def _key(parameter: Any) -> str:
    return _names_of(parameter)[0]


def _keys(command: click.Command) -> dict[str, Any]:
    return {key: parameter for parameter in _parameters(command) for key in _names_of(parameter)}


def _check_names(table: dict[str, Any], context: click.Context, path: tuple[str, ...], file: Path) -> None:
    """Refuse unknown verbs and options, also in the tables of other verbs."""
    where, command = f"{file}: [{'.'.join(path)}]" if path else str(file), context.command
    if not isinstance(command, click.Group):
        keys = _keys(command)
        for key in table:
            if _plain(key) not in keys:
                hint = did_you_mean(_plain(key), keys, otherwise=";")
                remedy = f"`spminer {' '.join(path)} --help` lists its options"
                raise UsageError(f"{where} has no option {key!r}{hint} {remedy}")
        return
    verbs = command.list_commands(context)
    for key, value in table.items():
        if not isinstance(value, dict):
            raise UsageError(f"{where}: {key!r} is outside of a table; put it below that of a verb, such as [mine]")
        inner = command.get_command(context, key)
        if inner is None:
            hint = did_you_mean(key, verbs, otherwise=";")
            raise UsageError(f"{where}: there is no verb {key!r}{hint} tables are: {', '.join(verbs)}")
        _check_names(value, click.Context(inner, context, key), (*path, key), file)


def _checked(parameter: Any, value: Any, context: click.Context, where: str) -> Any:
    """The value as :func:`_as_given`, once the type of the option accepts it."""
    given = _as_given(parameter, value, where)
    try:
        parameter.process_value(context, given)
    except click.BadParameter as error:
        raise UsageError(f"{where} = {toml_value(value)}: {error.message}") from None
    return given


def _as_given(parameter: Any, value: Any, where: str) -> Any:
    """The value as the command line has it: a truth value, a text, or a list of texts."""
    if getattr(parameter, "is_flag", False):
        if not isinstance(value, bool):
            raise UsageError(f"{where}: {value!r} is not true or false")
        return value
    if _key(parameter) == _SETTINGS:
        if not isinstance(value, dict):
            raise UsageError(f"{where} is a table of its own: name = value, one line each")
        return [f"{name}={_text(one, f'{where} {name}')}" for name, one in value.items()]
    if parameter.nargs == -1 or getattr(parameter, "multiple", False):
        return [_text(one, where) for one in (value if isinstance(value, list) else [value])]
    if isinstance(value, bool):
        raise UsageError(f"{where}: takes a value, not true or false")
    return _text(value, where)


def _text(value: Any, where: str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | int | float):
        raise UsageError(f"{where}: takes one text or number, written as on the command line")
    return str(value)
