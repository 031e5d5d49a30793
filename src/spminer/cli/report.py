"""``spminer report``: one HTML file or picture from a result file, or an HTML file from two to compare them."""

from pathlib import Path
from typing import Annotated

import typer

from spminer.cli.console import Console
from spminer.cli.options import (
    OUTPUT,
    AllAnchorsOption,
    QuietOption,
    TitleOption,
    check_writable,
)
from spminer.errors import UsageError
from spminer.results.table import PICTURE_FILES, check_result_path

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
            help="What to write: an HTML file, or .svg or .png for one picture of the motifs.",
            rich_help_panel=OUTPUT,
        ),
    ] = Path("report.html"),
    title: TitleOption = None,
    all_anchors: AllAnchorsOption = False,
    quiet: QuietOption = False,
) -> None:
    """Draw a result, or two to compare, as one HTML file, or one as a picture.

    The file needs no network. A picture has the best motifs of each size.

    \b
    Examples:
      spminer report result.json
      spminer report result.json --title "Friends, 2024" -o motifs.html
      spminer report result.json -o motifs.svg
      spminer report before.json after.json -o compare.html
    """
    from spminer.report import write_comparison, write_report, write_sheet
    from spminer.results import MotifSet

    console = Console(quiet)
    if output.suffix.lower() in PICTURE_FILES:
        if other is not None or all_anchors:
            raise UsageError("a picture shows one result, each pattern once; a comparison and --all-anchors need .html")
        check_result_path(output)
        write_sheet(MotifSet.from_json(result), output, title)
    elif other is None:
        write_report(MotifSet.from_json(result), output, all_anchors=all_anchors, title=title)
    elif all_anchors:
        raise UsageError("a comparison shows every anchor as it is; leave --all-anchors out")
    else:
        names = (Path(result).stem, Path(other).stem)
        both = MotifSet.from_json(result), MotifSet.from_json(other)
        write_comparison(*both, output, names if names[0] != names[1] else (result, other), title=title)
    console.note(f"report: {output}")
