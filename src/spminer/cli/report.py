"""``spminer report``: one HTML file from a result file, or from two to compare them."""

from pathlib import Path
from typing import Annotated

import typer

from spminer.cli.console import Console
from spminer.cli.options import OUTPUT, AllAnchorsOption, QuietOption, TitleOption, check_writable
from spminer.errors import UsageError

__all__ = ["report"]


def report(
    result: Annotated[
        str, typer.Argument(metavar="RESULT.json", help="File written by --output of another verb.", show_default=False)
    ],
    other: Annotated[
        str | None,
        typer.Argument(metavar="OTHER.json", help="A second one, to compare with the first.", show_default=False),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            callback=check_writable,
            metavar="FILE",
            help="HTML file to write.",
            rich_help_panel=OUTPUT,
        ),
    ] = Path("report.html"),
    title: TitleOption = None,
    all_anchors: AllAnchorsOption = False,
    quiet: QuietOption = False,
) -> None:
    """Draw a result, or two to compare, as one HTML file.

    The file needs no network.

    \b
    Examples:
      spminer report result.json
      spminer report result.json --title "Friends, 2024" -o motifs.html
      spminer report before.json after.json -o compare.html
    """
    from spminer.report import write_comparison, write_report
    from spminer.results import MotifSet

    if other is None:
        write_report(MotifSet.from_json(result), output, all_anchors=all_anchors, title=title)
    elif all_anchors:
        raise UsageError("a comparison shows every anchor as it is; leave --all-anchors out")
    else:
        names = (Path(result).stem, Path(other).stem)
        both = MotifSet.from_json(result), MotifSet.from_json(other)
        write_comparison(*both, output, names if names[0] != names[1] else (result, other), title=title)
    Console(quiet).note(f"report: {output}")
