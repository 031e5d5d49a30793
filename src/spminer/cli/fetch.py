"""``spminer fetch``: published data sets, before they are needed."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from spminer._util.text import format_number
from spminer.cli.console import Console, print_table
from spminer.cli.options import JsonOption, QuietOption
from spminer.cli.session import fetch_shown
from spminer.errors import UsageError
from spminer.graphs.datasets import CATALOG, data_folder, fetched_files

if TYPE_CHECKING:
    from spminer.graphs.datasets import Fetched

__all__ = ["fetch"]


def fetch(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Data sets: tu:NAME or snap:NAME.", show_default=False)
    ] = None,
    *,
    list_names: Annotated[
        bool, typer.Option("--list", help="List what was fetched, and well-known names, instead.")
    ] = False,
    sha256: Annotated[
        str | None, typer.Option("--sha256", metavar="HEX", help="Checksum that the file of NAME must have.")
    ] = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Fetch published data sets.

    Every verb that takes a GRAPH takes these names and fetches what is missing; this one is for machines that will
    have no network then. Files stay in the folder that SPMINER_DATA names, or in the user's cache.

    \b
    Examples:
      spminer fetch tu:ENZYMES snap:ca-AstroPh
      SPMINER_DATA=/scratch/data spminer fetch tu:PROTEINS
      spminer fetch --list
    """
    if bool(names) == list_names:
        raise UsageError("give the names of data sets, or --list")
    if sha256 is not None and len(names or ()) != 1:
        raise UsageError("--sha256 is the checksum of one data set; give one NAME")
    console = Console(quiet)
    if names:
        files = [fetch_shown(name, console, sha256=sha256) for name in names]
    else:
        console.note(f"data sets are kept in {data_folder()}")
        files = fetched_files()
    known = sorted(CATALOG.keys() - {file.name for file in files}) if list_names else []
    if as_json:
        typer.echo(json.dumps([_described(file) for file in files] + [{"name": name} for name in known], indent=1))
    else:
        rows = [(file.name, format_number(file.size), str(file.path), file.sha256) for file in files]
        print_table(("name", "bytes", "file", "sha256"), rows + [(name, "-", "-", "-") for name in known], right=(1,))


def _described(file: "Fetched") -> dict[str, object]:
    return {**asdict(file), "path": str(file.path)}
