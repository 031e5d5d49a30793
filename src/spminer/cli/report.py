"""``spminer report``: one HTML file from a result file."""

from pathlib import Path
from typing import Annotated

import typer

from spminer.cli.console import Console
from spminer.cli.options import QuietOption, check_writable

__all__ = ["report"]


def report(
    result: Annotated[
        str, typer.Argument(metavar="RESULT.json", help="File written by --output of another verb.", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", callback=check_writable, metavar="FILE", help="HTML file to write.")
    ] = Path("report.html"),
    quiet: QuietOption = False,
) -> None:
    """Draw a result as one HTML file that needs no network.

    \b
    Examples:
      spminer report result.json
      spminer report result.json -o motifs.html
    """
    from spminer.report import write_report
    from spminer.results import MotifSet

    write_report(MotifSet.from_json(result), output)
    Console(quiet).note(f"report: {output}")
