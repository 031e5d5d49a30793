"""The public interface as text: names, signatures and fields of the package, verbs and options of the command line.

``python docs/_scripts/public_api.py`` renews ``docs/api-list.txt`` and ``docs/schema/result.schema.json``. They are
compared with the code by tests, so that a change of what others rely on is seen in review;
``docs/develop/releasing.md`` says which changes a version may make. The other files of
``docs/schema`` are written by hand.
"""

from __future__ import annotations

import inspect
import json
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spminer.cli.commands import application
from spminer.results.schema import json_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["FILES", "api_text", "schema_text"]

DOCS = Path(__file__).parent.parent
PUBLIC_MODULES = ("analysis", "datasets", "features", "generate", "sklearn")


def api_text() -> str:
    """The whole interface: a line for each function, class, method and verb."""
    return "\n".join([*_package(), *_verbs(), ""])


def schema_text() -> str:
    """The JSON Schema of result files."""
    return json.dumps(json_schema(), indent=1) + "\n"


FILES: dict[str, Callable[[], str]] = {
    "api-list.txt": api_text,
    "schema/result.schema.json": schema_text,
}


_SHOWN = re.compile(r"^::: ([\w.]+)(?:\n    options: \{.*?members: \[(.*?)\])?", re.MULTILINE)


def _package() -> Iterator[str]:
    """What the page ``reference/api.md`` shows: a member that is not there is private."""
    page = (DOCS / "reference" / "api.md").read_text(encoding="utf-8")
    for path, members in sorted(_SHOWN.findall(page)):
        home, _, name = path.rpartition(".")
        if path.removeprefix("spminer.") in PUBLIC_MODULES:
            module = import_module(path)
            for inner in sorted(module.__all__):
                yield from _entry(f"{path}.{inner}", getattr(module, inner))
        else:
            yield from _entry(path, getattr(import_module(home), name), re.findall(r"\w+", members))


def _entry(name: str, value: Any, members: Sequence[str] | None = None) -> Iterator[str]:
    """Lines of a function, or of a class with its fields, its properties and each of its methods."""
    if not inspect.isclass(value):
        yield f"{name}{_signature(value)}" if inspect.isfunction(value) else name
        return
    made_by = inspect.getattr_static(value, "__init__")
    is_made = made_by is not object.__init__ and not issubclass(value, BaseException)
    bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
    yield f"class {name}{_signature(made_by) if is_made else f'({bases})'}"
    if members is None:
        members = [member for member in vars(value) if not member.startswith(("_", "set_"))]
    found = {member: inspect.getattr_static(value, member, None) for member in sorted(members)}
    found = {
        member: inner.__func__ if isinstance(inner, classmethod | staticmethod) else inner
        for member, inner in found.items()
    }
    plain = [member for member, inner in found.items() if not inspect.isfunction(inner)]
    if plain:
        yield f"{name}: {', '.join(plain)}"
    for member, inner in found.items():
        if inspect.isfunction(inner):
            yield f"{name}.{member}{_signature(inner)}"


def _signature(function: Any) -> str:
    """Parameters with their types; defaults that are objects are shown as ``...``, since addresses differ."""
    signature = inspect.signature(function)
    parameters = [
        parameter.replace(default=...) if " at 0x" in repr(parameter.default) else parameter
        for parameter in signature.parameters.values()
    ]
    return str(signature.replace(parameters=parameters))


def _verbs() -> Iterator[str]:
    """A line for each verb, with its arguments and options."""
    context = click.Context(application())
    for name in sorted(context.command.list_commands(context)):  # type: ignore[attr-defined]
        command = context.command.get_command(context, name)  # type: ignore[attr-defined]
        parts = getattr(command, "commands", None)
        for words, one in [(f"{name} {part}", inner) for part, inner in parts.items()] if parts else [(name, command)]:
            yield " ".join(["$ spminer", words, *map(_parameter, one.params)])


def _parameter(parameter: click.Parameter) -> str:
    if parameter.param_type_name == "argument":
        return str(parameter.metavar).strip("[].")
    return "/".join([*parameter.opts, *parameter.secondary_opts])


if __name__ == "__main__":
    for file, text in FILES.items():
        (DOCS / file).parent.mkdir(exist_ok=True)
        (DOCS / file).write_text(text(), encoding="utf-8")
