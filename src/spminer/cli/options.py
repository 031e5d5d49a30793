"""Options of verbs, made from the fields of dataclasses that declare them (:func:`spminer._util.options.option`).

A verb takes groups of options (:func:`spminer.cli.session.takes`): a dataclass whose instance it gets, some of its
fields (:func:`some`), or fields as keyword arguments of a public function (:func:`keywords`).
"""

from __future__ import annotations

import math
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from inspect import signature
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import click

from spminer._util.options import OUTPUT, RUNNING, Option, check_options, option, options_of
from spminer._util.text import size_ranges
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "GRAPH",
    "JSON_FILE",
    "MODEL",
    "FileOptions",
    "OptionGroup",
    "RunOptions",
    "arguments",
    "click_options",
    "existing_folder",
    "folder",
    "json_file",
    "keywords",
    "output_file",
    "parse_bytes",
    "parse_seconds",
    "result_file",
    "some",
    "values_of",
]

_UNITS = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def parse_seconds(text: str) -> float:
    """A positive number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise UsageError(f"{text!r} is not a positive number of seconds")
    return seconds


def parse_bytes(text: str) -> int:
    """A positive number of bytes, with or without one of the units K, M, G, T.

    >>> parse_bytes("4G")
    4294967296
    """
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].upper() in _UNITS else (text, "")
    try:
        size = float(number) * _UNITS.get(unit, 1)
    except ValueError:
        size = math.nan
    if not 1 <= size < math.inf:
        raise UsageError(f"{text!r} is not an amount of memory such as 500M or 4G")
    return int(size)


def output_file(text: str) -> Path:
    """A path for a file, checked before any work is done: its folder exists, and it is no folder itself."""
    path = Path(text)
    if text == "-":
        raise UsageError("names a file; --json writes to standard output")
    try:
        if path.is_dir():
            raise UsageError(f"{path} is a folder")
        if not path.parent.is_dir():
            raise UsageError(f"folder {path.parent} does not exist")
    except OSError as error:  # a name that is too long, or a folder that must not be read
        raise UsageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from None
    return path


def result_file(text: str) -> Path:
    """A path for a result; its ending is that of a format of results."""
    from spminer.results.table import check_result_path

    path = output_file(text)
    check_result_path(path)
    return path


def json_file(text: str) -> Path:
    """A path for JSON; its ending is that of no other format."""
    from spminer._util.files import exists

    path = Path(text)
    if path.suffix.lower() not in ("", ".json") and (path.is_file() or not exists(path)):
        raise UsageError(f"this answer is written as JSON; give a name that ends in .json, not {path}")
    return output_file(text)


def report_file(text: str) -> Path:
    """A path for a report; its ending is that of no other format than HTML."""
    from spminer.report.html import check_report_path

    path = output_file(text)
    check_report_path(path)
    return path


def folder(text: str) -> Path:
    """A folder, which need not exist."""
    path = Path(text)
    if path.is_file():
        raise UsageError(f"{path} is a file, not a folder")
    return path


def existing_folder(text: str) -> Path:
    """A folder that exists."""
    path = folder(text)
    if not path.is_dir():
        raise UsageError(f"there is no folder {path}")
    return path


def _cluster(text: str) -> str:
    from spminer.cluster import parse_address

    parse_address(text)
    return text


GRAPH: dict[str, Any] = {
    "default": MISSING,
    "help": "Graph file or folder, tu:NAME, snap:NAME, example:NAME or https://...; - is standard input.",
    "metavar": "GRAPH",
    "argument": True,
}
MODEL: dict[str, Any] = {
    "default": "default",
    "help": "Model of the package, or a model file.",
    "metavar": "NAME|FILE",
}
JSON_FILE: dict[str, Any] = {"help": "Write the result as JSON to FILE.", "parse": json_file}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """How a verb runs. Every verb has some of them."""

    time_limit: float | None = option(
        None,
        "Stop then with a partial result (exit code 5).",
        group=RUNNING,
        metavar="SECONDS",
        parse=parse_seconds,
    )
    memory_limit: int | None = option(
        None, "Stop when the process holds more: 500M, 4G.", group=RUNNING, metavar="BYTES", parse=parse_bytes
    )
    cluster: str | None = option(
        None,
        "Work on a Dask cluster: its scheduler tcp://HOST:PORT, or local:N for N processes of this machine.",
        group=RUNNING,
        metavar="ADDRESS",
        parse=_cluster,
    )
    quiet: bool = option(False, "No progress, notes or warnings.", group=OUTPUT, names=("--quiet", "-q"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOptions:
    """How an answer is printed and written. Every verb has some of them."""

    output: Path | None = option(
        None,
        "Write the result to FILE: .json keeps all, .csv, .tsv and .parquet a table, .svg and .png a picture.",
        group=OUTPUT,
        metavar="FILE",
        names=("--output", "-o"),
        parse=result_file,
    )
    report: Path | None = option(
        None, "Write a report to FILE, .html or .pdf.", group=OUTPUT, metavar="FILE", parse=report_file
    )
    title: str | None = option(None, "Title of the report.", group=OUTPUT, metavar="TEXT")
    as_json: bool = option(False, "Print the result as JSON instead of a table.", group=OUTPUT, names=("--json",))
    all_anchors: bool = option(False, "Show each anchor of a pattern as a row or card of its own.", group=OUTPUT)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Fields of a dataclass that are options of a verb, with changes to their attributes."""

    config: type
    names: tuple[str, ...]
    changes: Mapping[str, Mapping[str, Any]]
    as_keywords: bool = False

    def entries(self) -> list[tuple[str, Any, Any, Option]]:
        """Name, type, default and :class:`Option` of each field."""
        known = {entry.name: entry for entry in fields(self.config)}
        hints, found = get_type_hints(self.config), []
        for name in self.names:
            change = dict(self.changes.get(name, {}))
            default = change.pop("default", _default(known[name]))
            declared = replace(known[name].metadata["option"], **change)
            if declared.cli:
                found.append((name, hints[name], default, declared))
        return found

    def value(self, given: Mapping[str, Any]) -> Any:
        """The instance, or the keyword arguments, of the values parsed by click."""
        values = {name: _value(given, name, kind, default) for name, kind, default, _ in self.entries()}
        return values if self.as_keywords else check_options(self.config(**values))


def some(config: type, *names: str, **changes: Mapping[str, Any]) -> OptionGroup:
    """Some fields of a dataclass, or all, with other attributes of their options or another ``default``."""
    return OptionGroup(config, names or tuple(options_of(config)), changes)


def keywords(config: type, *names: str, **changes: Mapping[str, Any]) -> OptionGroup:
    """The same for a verb that gets them as keyword arguments."""
    return replace(some(config, *names, **changes), as_keywords=True)


def click_options(group: OptionGroup | type) -> list[click.Parameter]:
    """The options and arguments of a group, in the order of its fields.

    >>> [option.opts for option in click_options(some(RunOptions, "time_limit", "quiet"))]
    [['--time-limit'], ['--quiet', '-q']]
    """
    group = group if isinstance(group, OptionGroup) else some(group)
    return [parameter for entry in group.entries() for parameter in _parameters(*entry)]


def arguments(function: Callable[..., Any], options: Any) -> dict[str, Any]:
    """The options of an instance that are arguments of a public function, by name."""
    known = signature(function).parameters
    return {name: value for name, value in values_of(options).items() if name in known}


def values_of(options: Any) -> dict[str, Any]:
    """The options of an instance by name, for the keyword arguments of a public function."""
    return {name: getattr(options, name) for name in options_of(type(options))}


class _Parsed(click.ParamType):  # type: ignore[type-arg]  # generic from version 8.4 on
    """A value that is parsed by a function."""

    def __init__(self, parse: Callable[[str], Any]) -> None:
        self.parse, self.name = parse, "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value of a text; other values are parsed already."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except UsageError as error:
            self.fail(str(error), param, ctx)


def _default(entry: Field[Any]) -> Any:
    return entry.default if entry.default_factory is MISSING else entry.default_factory()


def _plain_type(kind: Any) -> Any:
    """A type without its ``| None``."""
    if get_origin(kind) in (Union, UnionType):
        return next(one for one in get_args(kind) if one is not NoneType)
    return kind


def _parameters(name: str, kind: Any, default: Any, declared: Option) -> list[click.Parameter]:
    """The parameters of click for a field: one, or one for each of its switches or nested fields."""
    kind = _plain_type(kind)
    found: list[Any] = []
    if is_dataclass(kind):
        switch = _parameters(name, bool, True, declared)
        return [*switch, *(one for entry in some(kind).entries() for one in _parameters(*entry))]  # type: ignore[arg-type]
    many = declared.parse is None and get_origin(kind) in (tuple, dict)
    details: dict[str, Any] = {"type": _click_type(get_args(kind)[0] if many else kind, declared)}
    if default is MISSING:
        details["required"] = True
    elif not many:
        details["default"] = _as_text(default, declared)
    if declared.argument:
        usage = declared.metavar if default is MISSING else f"[{declared.metavar}]"
        details["metavar"] = f"{usage}..." if many else usage
        found.append(click.Argument([name], nargs=-1 if many else 1, **{"required": False, **details}))
    else:
        names = [*(declared.names or (f"--{name.replace('_', '-')}",)), name]
        if kind is bool:
            details |= {"type": None} if "/" in names[0] else {"type": None, "is_flag": True}
        details |= {"multiple": many, "metavar": declared.metavar, "help": declared.help}
        found.append(click.Option(names, show_default=True, **details))
    for parameter in found:
        parameter.group, parameter.text = declared.group, declared.help  # for the help
    return found


def _as_text(default: Any, declared: Option) -> Any:
    """A default as it is typed."""
    if declared.parse is None or default is None:
        return default
    return ",".join(size_ranges(default)) if isinstance(default, tuple) else str(default)


def _click_type(kind: Any, declared: Option) -> Any:
    if declared.parse is not None:
        return _Parsed(declared.parse)
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if kind is int and declared.minimum is not None:
        return click.IntRange(min=int(declared.minimum))  # a largest value is checked with the others
    return {int: click.INT, float: click.FLOAT, Path: click.Path(path_type=Path)}.get(kind, click.STRING)


def _value(given: Mapping[str, Any], name: str, kind: Any, default: Any) -> Any:
    """The value of a field."""
    kind = _plain_type(kind)
    if is_dataclass(kind):
        inner = some(kind).entries()  # type: ignore[arg-type]
        return kind.of(given[name], **{entry[0]: _value(given, *entry[:3]) for entry in inner})  # type: ignore[union-attr]
    value = given[name]
    return None if value == () and default is None else value
