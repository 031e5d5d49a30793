"""Options as fields of dataclasses: each is written once, with its default, help, bounds and names.

Requests, settings of methods and options of reading are frozen dataclasses whose fields are made by :func:`option`.
:func:`check_options` checks types, choices and bounds of any of them. The command line makes its options from the same
fields, and :func:`option_text` writes an option in a message as its user would write it.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from spminer._util.validation import fits, in_words
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from _typeshed import DataclassInstance

__all__ = [
    "COMPARING",
    "DEVICE",
    "FINDING",
    "OUTPUT",
    "READING",
    "RUNNING",
    "SEARCHING",
    "SEED",
    "THREADS",
    "Option",
    "as_command_line",
    "check_options",
    "from_plain",
    "option",
    "option_text",
    "options_of",
]

# Groups of options in the help of verbs.
FINDING, COMPARING, SEARCHING = "What to find", "Compared with what", "How to search"
READING, RUNNING, OUTPUT = "Reading", "Running", "Output"

# Options of several dataclasses.
SEED: dict[str, Any] = {
    "default": 0,
    "help": "Seed of everything drawn at random.",
    "group": RUNNING,
    "metavar": "N",
    "minimum": 0,
    "maximum": 2**64 - 1,
}
THREADS: dict[str, Any] = {
    "default": 0,
    "help": "Threads; 0: one per core.",
    "group": RUNNING,
    "metavar": "N",
    "minimum": 0,
}
DEVICE: dict[str, Any] = {
    "default": "auto",
    "help": "Where models compute; auto: a GPU if torch finds one, else the CPU.",
    "group": RUNNING,
}

Config = TypeVar("Config", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class Option:
    """What is said of an option besides its name, type and default.

    Attributes
    ----------
    help
        One or two sentences.
    group
        Heading in the help of a verb.
    metavar
        What stands for the value there, such as ``"N"``.
    names
        Names on the command line, if they are not ``--name``.
    minimum, maximum
        Bounds of a number, both included.
    parse
        Makes a value from the text of a command line; a ``UsageError`` says what is wrong with it.
    argument
        Whether it is an argument of the command line, not an option.
    cli
        Whether verbs have the option.
    """

    help: str
    group: str = ""
    metavar: str | None = None
    names: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    parse: Callable[[str], Any] | None = None
    argument: bool = False
    cli: bool = True


def option(default: Any, help: str, **details: Any) -> Any:  # noqa: A002
    """A field of a dataclass that is an option; ``details`` are the attributes of :class:`Option`.

    ``MISSING`` as the default makes a value required. A default that is a dict or a list is copied for each instance.
    """
    metadata = {"option": Option(help, **details)}
    if isinstance(default, dict | list):
        return field(default_factory=default.copy, metadata=metadata)
    return field(default=default, metadata=metadata)


def options_of(config: type[DataclassInstance]) -> dict[str, Option]:
    """The options of a dataclass by name, in the order of its fields.

    >>> @dataclass
    ... class Settings:
    ...     beam: int = option(100, "Patterns that are kept.", minimum=1)
    >>> options_of(Settings)["beam"].help
    'Patterns that are kept.'
    """
    return {entry.name: entry.metadata["option"] for entry in fields(config) if "option" in entry.metadata}


@cache
def _hints(config: type[DataclassInstance]) -> dict[str, Any]:
    """The types of the fields of a dataclass; evaluating them takes longer than many a call."""
    return get_type_hints(config)


def check_options(config: Config, kind: str = "") -> Config:
    """The values, or a :class:`UsageError` that names the first one of another type or outside of its bounds.

    A whole number is taken for a float; a float that is no number, or infinite, is refused. ``None`` has no bounds.

    Examples
    --------
    >>> @dataclass
    ... class Settings:
    ...     beam: int = option(100, "Patterns that are kept.", minimum=1)
    >>> check_options(Settings("4"), "settings")
    Traceback (most recent call last):
    spminer.errors.UsageError: settings: beam must be a whole number, not '4'
    >>> check_options(Settings(0))
    Traceback (most recent call last):
    spminer.errors.UsageError: beam must be at least 1, not 0
    """
    hints = _hints(type(config))
    prefix = f"{kind}: " if kind else ""
    for entry in fields(config):
        value, name = getattr(config, entry.name), prefix + entry.name
        if not fits(value, hints[entry.name]):
            raise UsageError(f"{name} must be {in_words(hints[entry.name])}, not {value!r:.100}")
        bounds = entry.metadata.get("option")
        if bounds is None or value is None:
            continue
        low, high = bounds.minimum, bounds.maximum
        if low is not None and high is not None and not low <= value <= high:
            raise UsageError(f"{name} must be between {low} and {high}, not {value}")
        if low is not None and value < low:
            raise UsageError(f"{name} must be at least {low}, not {value}")
        if high is not None and value > high:
            raise UsageError(f"{name} must be at most {high}, not {value}")
    return config


def from_plain(config: type[Config], data: Any, kind: str) -> Config:
    """Settings from plain values, as JSON has them: lists become tuples, tables the settings that a field declares.

    Raises
    ------
    UsageError
        If it is no table, a name is not known, or a value is refused (:func:`check_options`).

    Examples
    --------
    >>> @dataclass
    ... class Settings:
    ...     sizes: tuple[int, ...] = ()
    >>> from_plain(Settings, {"sizes": [3, 4]}, "settings")
    Settings(sizes=(3, 4))
    >>> from_plain(Settings, {"size": 3}, "settings")
    Traceback (most recent call last):
    spminer.errors.UsageError: unknown settings: size; known: sizes
    """
    if not isinstance(data, dict):
        raise UsageError(f"{kind} must be a table of names and values, not {data!r:.100}")
    hints = _hints(config)
    if unknown := sorted(set(data) - set(hints)):
        raise UsageError(f"unknown {kind}: {', '.join(unknown)}; known: {', '.join(sorted(hints))}")

    def restored(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return tuple(restored(name, entry) for entry in value)
        if isinstance(value, dict):
            kinds = hints[name], *get_args(hints[name])
            declared = next((one for one in kinds if isinstance(one, type) and is_dataclass(one)), None)
            return value if declared is None else from_plain(declared, value, f"settings of {name}")
        return value

    return config(**{name: restored(name, value) for name, value in data.items()})


_ON_COMMAND_LINE = ContextVar("on_command_line", default=False)


@contextmanager
def as_command_line() -> Iterator[None]:
    """Write options in messages as a command line has them."""
    token = _ON_COMMAND_LINE.set(True)
    try:
        yield
    finally:
        _ON_COMMAND_LINE.reset(token)


def option_text(name: str, value: Any = MISSING) -> str:
    """An option, with its value if one is given, as its user writes it: in Python or on the command line.

    >>> option_text("ids", "text"), option_text("directed", False), option_text("edge_labels")
    ("ids='text'", 'directed=False', 'edge_labels=')
    >>> with as_command_line():
    ...     option_text("ids", "text"), option_text("directed", False), option_text("edge_labels")
    ('--ids text', '--undirected', '--edge-labels')
    """
    if not _ON_COMMAND_LINE.get():
        return f"{name}=" if value is MISSING else f"{name}={value!r}"
    flag = "--" + name.replace("_", "-")
    if value is MISSING or value is True:
        return flag
    if value is False or value is None:
        return "--undirected" if name == "directed" else f"--no-{flag[2:]}"
    return f"{flag} {value}"
