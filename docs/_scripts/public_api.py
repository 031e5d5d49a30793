"""The public interface as text: names, signatures and fields of the package, verbs and options of the command line.

``python docs/_scripts/public_api.py`` renews ``docs/api-list.txt`` and ``docs/schema/result.schema.json``. They are
compared with the code by tests, so that a change of what others rely on is seen in review;
``docs/develop/releasing.md`` says which changes a version may make. The other files of
``docs/schema`` are written by hand.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

import spminer
from spminer.cli.commands import application
from spminer.results.schema import json_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["FILES", "api_text", "schema_text"]

DOCS = Path(__file__).parent.parent
PUBLIC_MODULES = ("datasets", "features", "generate", "sklearn")


def api_text() -> str:
    """The whole interface, one line for each thing that somebody may rely on."""
    return "\n".join([*_package(), *_verbs(), ""])


def schema_text() -> str:
    """The JSON Schema of result files."""
    return json.dumps(json_schema(), indent=1) + "\n"


FILES: dict[str, Callable[[], str]] = {
    "api-list.txt": api_text,
    "schema/result.schema.json": schema_text,
}


def _package() -> Iterator[str]:
    for name in sorted(spminer.__all__):
        value = getattr(spminer, name)
        if not isinstance(value, ModuleType) and name != "__version__":
            yield from _member(f"spminer.{name}", value)
    for module in PUBLIC_MODULES:
        home = import_module(f"spminer.{module}")
        for name in sorted(home.__all__):
            yield from _member(f"spminer.{module}.{name}", getattr(home, name))


def _member(name: str, value: Any) -> Iterator[str]:
    if inspect.isclass(value):
        yield from _class(name, value)
    elif callable(value):
        yield f"{name}{_signature(value)}"
    else:
        yield name


def _class(name: str, kind: type) -> Iterator[str]:
    bases = ", ".join(base.__name__ for base in kind.__bases__ if base is not object)
    yield f"class {name}({bases})" if bases else f"class {name}"
    made_by = inspect.getattr_static(kind, "__init__")
    if made_by is not object.__init__ and not issubclass(kind, BaseException):
        yield f"{name}.__init__{_signature(made_by)}"
    fields = {field.name for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()
    own = {member for base in kind.__mro__ if base.__module__.startswith("spminer") for member in vars(base)}
    for member in sorted(own - fields):
        if not member.startswith("_"):
            value = inspect.getattr_static(kind, member)
            value = value.__func__ if isinstance(value, classmethod | staticmethod) else value
            yield f"{name}.{member}{_signature(value) if inspect.isfunction(value) else ''}"


def _signature(function: Any) -> str:
    """Parameters with their types; defaults that are objects are shown as ``...``, since addresses differ."""
    signature = inspect.signature(function)
    parameters = [
        parameter.replace(default=...) if " at 0x" in repr(parameter.default) else parameter
        for parameter in signature.parameters.values()
    ]
    return str(signature.replace(parameters=parameters))


def _verbs() -> Iterator[str]:
    context = click.Context(application())
    for name in sorted(context.command.list_commands(context)):  # type: ignore[attr-defined]
        command = context.command.get_command(context, name)  # type: ignore[attr-defined]
        parts = getattr(command, "commands", None)
        for words, one in [(f"{name} {part}", inner) for part, inner in parts.items()] if parts else [(name, command)]:
            yield f"$ spminer {words}"
            for parameter in one.params:
                names = [*parameter.opts, *parameter.secondary_opts]
                argument = parameter.param_type_name == "argument"
                yield f"$ spminer {words} {str(parameter.metavar).strip('[].') if argument else ' '.join(names)}"


if __name__ == "__main__":
    for file, text in FILES.items():
        (DOCS / file).parent.mkdir(exist_ok=True)
        (DOCS / file).write_text(text(), encoding="utf-8")
