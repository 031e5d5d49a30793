"""``spminer fetch``: published data sets, before they are needed."""

from dataclasses import asdict, dataclass

from spminer._util.options import option
from spminer._util.text import format_number
from spminer._util.text_table import Column
from spminer.cli.console import print_table
from spminer.cli.options import FileOptions, RunOptions, some
from spminer.cli.session import Session, takes
from spminer.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """The options of the verb."""

    names: tuple[str, ...] = option(
        (), "Data sets, such as tu:NAME, snap:NAME or netzschleuder:NAME.", metavar="NAME", argument=True
    )
    list_names: bool = option(False, "List what was fetched, and well-known names, instead.", names=("--list",))
    sha256: str | None = option(None, "Checksum that the file of NAME must have.", metavar="HEX")


@takes(FetchOptions, some(RunOptions, "quiet"), some(FileOptions, "as_json"))
def command(session: Session, options: FetchOptions, files: FileOptions) -> int:
    """Fetch published data sets.

    Every verb that takes a GRAPH takes these names and fetches what is missing; this verb is for machines that have
    no network later. Files stay in the folder SPMINER_DATA, or in the user's cache.

    \b
    Examples:
      spminer fetch tu:ENZYMES snap:ca-AstroPh
      SPMINER_DATA=/scratch/data spminer fetch tu:PROTEINS
      spminer fetch --list
    """
    from spminer.graphs.datasets import CATALOG, data_folder, fetched_files

    if bool(options.names) == options.list_names:
        raise UsageError("give the names of data sets, or --list")
    if options.sha256 is not None and len(options.names) != 1:
        raise UsageError("--sha256 is the checksum of one data set; give one NAME")
    if options.list_names:
        session.console.note(f"data sets are kept in {data_folder()}")
        found = fetched_files()
    else:
        found = [session.fetch(name, sha256=options.sha256) for name in options.names]
    known = sorted(CATALOG.keys() - {file.name for file in found}) if options.list_names else []
    unknown = ["-"] * len(known)
    columns = [
        Column("name", [file.name for file in found] + known),
        Column("bytes", [format_number(file.size) for file in found] + unknown, right=True),
        Column("file", [str(file.path) for file in found] + unknown),
        Column("sha256", [file.sha256 for file in found] + unknown),
    ]
    document = [{**asdict(file), "path": str(file.path)} for file in found] + [{"name": name} for name in known]
    return session.deliver(document, lambda: print_table(columns), as_json=files.as_json)
