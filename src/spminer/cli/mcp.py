"""``spminer mcp``: the verbs as tools of an assistant, by the Model Context Protocol on standard input and output.

A tool is a verb; its JSON schema is made from the options of the verb. A call runs the verb with ``--json`` in a
process of its own, in the folder of the server, within the limits of time and memory. Values that name a file outside
of the folder, or data that would be fetched, are refused before anything runs. Options that write files, or that would
lift the limits, are no part of the schema.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spminer._util.imports import import_optional
from spminer._util.options import RUNNING, option
from spminer._util.system import limit_memory
from spminer.cli.options import existing_folder, parse_bytes, parse_seconds
from spminer.cli.session import Session, takes
from spminer.errors import ExitCode, InputError, SpminerError, UsageError
from spminer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ToolCall", "call_verb", "input_schema"]

TOOLS = ("info", "count", "mine", "enumerate", "profile", "verify")
_LEFT_OUT = {
    *("output", "report", "title", "checkpoint", "resume", "config", "print_config", "as_json", "quiet", "cluster"),
    *("time_limit", "memory_limit", "threads", "device"),
}
_MOST_TEXT = 200_000  # characters of an answer
_SPARE_S = 10.0  # beyond the time limit, for reading the graph and writing the answer
_KINDS = {click.INT: "integer", click.FLOAT: "number", click.BOOL: "boolean"}
_INSTRUCTIONS = (
    "Finds and counts patterns (network motifs) of graphs in files. Begin with info, which says how a file was read. "
    "count gives exact counts of one pattern (a name such as triangle, edges such as 0-1,1-2, or SMILES); mine finds "
    "the most frequent patterns, with against=degree the most surprising ones. Every answer says whether a figure is "
    "exact, an estimate or a bound: say so when you cite it."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class McpOptions:
    """The options of the verb."""

    folder: Path = option(
        Path(),
        "The folder whose files the assistant may read; nothing outside of it is.",
        group=RUNNING,
        metavar="FOLDER",
        parse=existing_folder,
    )
    time_limit: float = option(
        60.0, "Time limit of a call in seconds.", group=RUNNING, metavar="SECONDS", parse=parse_seconds
    )
    memory_limit: int = option(
        8 << 30, "Memory limit of a call, as in 4G (on Linux).", group=RUNNING, metavar="SIZE", parse=parse_bytes
    )


@takes(McpOptions)
def command(_session: Session, options: McpOptions) -> None:
    """Offer the verbs as tools to an assistant (MCP).

    The assistant starts this program and talks to it by the Model Context Protocol. It can describe, count, mine,
    enumerate, profile and verify files of one folder, and can write none.

    \b
    Examples:
      spminer mcp --folder data
      spminer mcp --folder data --time-limit 120 --memory-limit 4G
    """
    anyio = import_optional("anyio", "spminer[agents]")
    import_optional("mcp", "spminer[agents]")
    anyio.run(_serve, options)


async def _serve(options: McpOptions) -> None:
    """Answer requests until standard input ends."""
    import anyio
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        given = partial(call_verb, params.name, params.arguments or {}, options)
        try:
            answer = await anyio.to_thread.run_sync(given)
        except SpminerError as error:
            return types.CallToolResult(content=[types.TextContent(type="text", text=str(error))], is_error=True)
        text = types.TextContent(type="text", text=answer)
        return types.CallToolResult(content=[text], structured_content=json.loads(answer))

    tools = [
        types.Tool(name=name, description=_description(verb), input_schema=input_schema(verb))
        for name, verb in ((name, _verb(name)) for name in TOOLS)
    ]
    server: Server[Any] = Server(
        "spminer", version=__version__, instructions=_INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _verb(name: str) -> click.Command:
    from spminer.cli.commands import VERBS, application  # they load this module

    verb = application().get_command(click.Context(application()), name) if name in VERBS else None
    if verb is None or name not in TOOLS:
        raise UsageError(f"no tool {name!r}; there are {', '.join(TOOLS)}")
    return verb


def _description(verb: click.Command) -> str:
    """The help of a verb without its examples, which are command lines."""
    return (verb.help or "").partition("\b")[0].strip()


def _parameters(verb: click.Command) -> dict[str, click.Parameter]:
    return {one.name: one for one in verb.params if one.name and one.name not in _LEFT_OUT}


def input_schema(verb: click.Command) -> dict[str, Any]:
    """The JSON schema of the options that an assistant may give.

    >>> schema = input_schema(_verb("count"))
    >>> schema["required"], schema["properties"]["examples"]["type"]
    (['pattern', 'graph'], 'integer')
    """
    parameters = _parameters(verb)
    return {
        "type": "object",
        "properties": {name: _property(parameter) for name, parameter in parameters.items()},
        "required": [name for name, parameter in parameters.items() if parameter.required],
        "additionalProperties": False,
    }


def _property(parameter: click.Parameter) -> dict[str, Any]:
    kind = parameter.type
    names = [name for known, name in _KINDS.items() if isinstance(kind, type(known))]
    described: dict[str, Any] = {"type": names[0] if names else "string"}
    if isinstance(kind, click.Choice):
        described["enum"] = list(kind.choices)
    if isinstance(kind, click.types._NumberRangeBase):  # IntRange and FloatRange have no public base
        described |= {} if kind.min is None else {"minimum": kind.min}
        described |= {} if kind.max is None else {"maximum": kind.max}
    if parameter.multiple or parameter.nargs == -1:
        described = {"type": "array", "items": described}
    return {**described, "description": getattr(parameter, "text", None) or getattr(parameter, "help", "") or ""}


@dataclass(frozen=True)
class ToolCall:
    """A call of a verb, checked: the words of its command line.

    Examples
    --------
    >>> ToolCall.of("count", {"pattern": "triangle", "graph": "example:karate", "examples": 2}, Path()).words
    ['count', '--examples=2', '--', 'triangle', 'example:karate']
    """

    words: list[str]

    @classmethod
    def of(cls, name: str, arguments: Mapping[str, Any], folder: Path) -> ToolCall:
        """Refuse unknown options, and files outside of the folder."""
        parameters = _parameters(_verb(name))
        unknown = [key for key in arguments if key not in parameters]
        if unknown:
            raise UsageError(f"{name} has no option {unknown[0]!r}; it has {', '.join(parameters)}")
        missing = [key for key, parameter in parameters.items() if parameter.required and key not in arguments]
        if missing:
            raise UsageError(f"{name} needs {missing[0]}")
        options, positional = [], []
        for key, parameter in parameters.items():
            if arguments.get(key) is None:
                continue
            given = arguments[key] if isinstance(arguments[key], list) else [arguments[key]]
            for value in given:
                if isinstance(value, str):
                    check_place(value, folder)
                if isinstance(parameter, click.Argument):
                    positional.append(str(value))
                elif isinstance(value, bool):
                    options += [parameter.opts[0]] if value else parameter.secondary_opts[:1]
                else:
                    options.append(f"{parameter.opts[0]}={value}")
        return cls([name, *options, "--", *positional])


def check_place(value: str, folder: Path) -> None:
    """Refuse a value that names a file outside of the folder, or data that would be fetched.

    >>> check_place("../secret.csv", Path("data"))
    Traceback (most recent call last):
    spminer.errors.InputError: '../secret.csv' is outside of the folder of this server; give a file in it
    """
    from spminer.graphs.formats.registry import named_dataset

    root = folder.resolve()
    for text in {value, value.partition("=")[2], value.partition(":")[2]}:
        path = root / text
        names_a_file = Path(text).is_absolute() or ".." in path.parts or path.exists()
        if text.startswith("~") or (names_a_file and not path.resolve().is_relative_to(root)):
            raise InputError(f"{value!r} is outside of the folder of this server", remedy="give a file in it")
    if named_dataset(value) is not None or "://" in value:
        raise InputError(
            f"{value!r} would be fetched", remedy="this server reads files in its folder and example:NAME alone"
        )


def call_verb(name: str, arguments: Mapping[str, Any], options: McpOptions) -> str:
    """Run a verb within the limits; returns its answer as JSON, or raises what it said."""
    words = ToolCall.of(name, arguments, options.folder).words
    limited = [f"--time-limit={options.time_limit:g}"] if _has(name, "time_limit") else []
    quiet = ["--quiet"] if _has(name, "quiet") else []
    command_line = [sys.executable, "-m", "spminer", words[0], "--json", *quiet, *limited, *words[1:]]
    try:
        done = subprocess.run(
            command_line,
            cwd=options.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=options.time_limit + _SPARE_S,
            preexec_fn=partial(limit_memory, options.memory_limit) if sys.platform == "linux" else None,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise SpminerError(f"not finished within {options.time_limit:g} seconds; ask for less") from None
    if done.returncode not in (ExitCode.DONE, ExitCode.LIMIT, ExitCode.FALSE_CLAIM) or not done.stdout.strip():
        raise SpminerError(done.stderr.strip()[-2000:] or f"spminer {name} ended with code {done.returncode}")
    if len(done.stdout) > _MOST_TEXT:
        raise SpminerError(
            f"the answer has {len(done.stdout):,} characters, more than {_MOST_TEXT:,}; ask for fewer sizes, motifs "
            "(top), nodes or examples"
        )
    return done.stdout


def _has(name: str, parameter: str) -> bool:
    return any(one.name == parameter for one in _verb(name).params)
