"""Options from a TOML file: ``--config`` reads them, ``--print-config`` writes those of a command.

A file has a table per verb (``[mine]``, ``[generate.plant]``) whose keys are the names of the options and arguments,
and ``[mine.set]`` for the settings of the method. The command line wins over the file, the file over the defaults:
what the file says becomes ``default_map`` of the parser, after the option's own parser has accepted it.
"""

import json
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import typer

from spminer._util.text import did_you_mean
from spminer.cli.main import refusal
from spminer.errors import InputError, UsageError

__all__ = ["effective_config", "settle_repeated", "use_config"]


def toml_value(value: object) -> str:
    """A value as TOML; what is no truth value, number or list is written as a text.

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
    """A table with its values; what is not set stands in comments, with a word for what it takes.

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


def use_config(context: typer.Context, path: Path | None) -> None:
    """Take the options of this command that the file sets as defaults, if there is a file."""
    if path is None or context.resilient_parsing:
        return
    tables = _read(path)
    _check_names(tables, context.find_root().command, (), path)
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


def settle_repeated(context: typer.Context) -> None:
    """Put repeated options of the command line behind those of the file, and check the file's settings."""
    settings: list[str] = []
    for parameter in _parameters(context.command):
        from_file = context.lookup_default(parameter.name)
        if not getattr(parameter, "multiple", False) or not from_file:
            continue
        if list(context.params[parameter.name]) != from_file:
            context.params[parameter.name] = [*from_file, *context.params[parameter.name]]
        if _key(parameter) == _SETTINGS:
            settings = from_file
    if settings:
        from spminer.methods.registry import parse_settings

        try:
            parse_settings(context.params["method"], settings)
        except UsageError as error:
            raise UsageError(f"{context.meta[_FILE]}: [{'.'.join((*_names(context), _SETTINGS))}] {error}") from None


def effective_config(context: typer.Context) -> str:
    """All that this command would run with, as the text of a file that makes it run the same way."""
    name, set_, unset = ".".join(_names(context)), [], []
    settings = ""
    for parameter in _parameters(context.command):
        key, value = _key(parameter), context.params[parameter.name]
        if key == _SETTINGS:
            settings = _settings_table(f"{name}.{_SETTINGS}", context.params, value or ())
        elif value is None or value == ():
            unset.append((key, _takes(parameter)))
        else:
            set_.append((key, list(value) if parameter.nargs == -1 else value))
    return toml_table(name, set_, unset) + settings


def _settings_table(title: str, options: dict[str, Any], texts: Iterable[str]) -> str:
    """The settings that were given, and in comments the others that the method has, apart from those with options."""
    from spminer.methods.registry import default_settings, parse_settings
    from spminer.results.request import AUTO

    def said(values: dict[str, Any]) -> list[tuple[str, Any]]:
        return [(name, "none" if value is None else value) for name, value in values.items()]  # TOML has no such word

    method = options["method"]
    given = parse_settings(method, texts)
    others = {} if method == AUTO else default_settings(method)
    unset = [(name, toml_value(value)) for name, value in said(others) if name not in given and name not in options]
    return "\n" + toml_table(title, said(given), unset) if given or unset else ""


def _takes(parameter: Any) -> str:
    """What an option that is not set could be set to."""
    if getattr(parameter, "is_flag", False):
        return "true or false"
    return str(parameter.metavar or "TEXT")


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


def _names(context: typer.Context) -> tuple[str, ...]:
    """The verb as the command line spells it, from the outside in."""
    names: list[str] = []
    while context.parent is not None:
        names.insert(0, str(context.info_name))
        context = context.parent  # type: ignore[assignment]  # typer's own
    return tuple(names)


def _plain(key: str) -> str:
    return key.replace("_", "-")


def _parameters(command: Any) -> list[Any]:
    """Options and arguments that reach the verb, which leaves out those of this module and --help."""
    return [parameter for parameter in command.params if parameter.expose_value]


def _names_of(parameter: Any) -> list[str]:
    """The keys of a parameter: its long names, or that of an argument."""
    return [_plain(name[2:]) for name in parameter.opts if name.startswith("--")] or [_plain(parameter.name)]


def _key(parameter: Any) -> str:
    return _names_of(parameter)[0]


def _keys(command: Any) -> dict[str, Any]:
    return {key: parameter for parameter in _parameters(command) for key in _names_of(parameter)}


def _check_names(table: dict[str, Any], command: Any, path: tuple[str, ...], file: Path) -> None:
    """Refuse tables of no verb and keys of no option, also in the tables of other verbs."""
    where = f"{file}: [{'.'.join(path)}]" if path else str(file)
    verbs: dict[str, Any] | None = getattr(command, "commands", None)
    if verbs is None:
        keys = _keys(command)
        for key in table:
            if _plain(key) not in keys:
                hint = did_you_mean(_plain(key), keys, otherwise=";")
                remedy = f"`spminer {' '.join(path)} --help` lists its options"
                raise UsageError(f"{where} has no option {key!r}{hint} {remedy}")
        return
    for key, value in table.items():
        if not isinstance(value, dict):
            raise UsageError(f"{where}: {key!r} is outside of a table; put it below that of a verb, such as [mine]")
        if key not in verbs:
            hint = did_you_mean(key, verbs, otherwise=";")
            raise UsageError(f"{where}: there is no verb {key!r}{hint} tables are: {', '.join(verbs)}")
        _check_names(value, verbs[key], (*path, key), file)


def _checked(parameter: Any, value: Any, context: typer.Context, where: str) -> Any:
    """The value as the option's parser takes it, once that parser has accepted it."""
    given = _as_given(parameter, value, where)
    try:
        parameter.process_value(context, given)
    except typer.BadParameter as error:
        raise UsageError(f"{where} = {toml_value(value)}: {refusal(error.message)}") from None
    return given


def _as_given(parameter: Any, value: Any, where: str) -> Any:
    """The value as it would come from the command line: a truth value, a text, or a list of texts."""
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
