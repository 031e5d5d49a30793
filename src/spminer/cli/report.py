"""``spminer report``: one HTML file, PDF or picture from a result file, or an HTML file from two to compare them."""

from dataclasses import MISSING, dataclass
from pathlib import Path

from spminer._util.options import OUTPUT, option
from spminer.cli.options import FileOptions, RunOptions, output_file, some
from spminer.cli.session import Session, takes
from spminer.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """The options of the verb."""

    result: str = option(MISSING, "File written by --output of another verb.", metavar="RESULT.json", argument=True)
    other: str | None = option(None, "A second one, to compare with the first.", metavar="OTHER.json", argument=True)
    output: Path = option(
        Path("report.html"),
        "What to write: an HTML file, .pdf (printed by Chromium), or .svg or .png for one picture of the motifs.",
        group=OUTPUT,
        metavar="FILE",
        names=("--output", "-o"),
        parse=output_file,
    )


@takes(ReportOptions, some(RunOptions, "quiet"), some(FileOptions, "title", "all_anchors"))
def command(session: Session, options: ReportOptions, files: FileOptions) -> None:
    """Write a result, or two to compare, as HTML, PDF or a picture.

    The file needs no network. A picture has the best motifs of each size.

    \b
    Examples:
      spminer report result.json
      spminer report result.json --title "Friends, 2024" -o motifs.html
      spminer report result.json -o motifs.svg
      spminer report result.json -o motifs.pdf
      spminer report before.json after.json -o compare.html
    """
    from spminer.report import write_comparison, write_report, write_sheet
    from spminer.results import MotifSet
    from spminer.results.table import PICTURE_FILES, check_result_path

    output, other, title = options.output, options.other, files.title
    if output.suffix.lower() in PICTURE_FILES:
        if other is not None or files.all_anchors:
            raise UsageError("a picture shows one result, each pattern once; a comparison and --all-anchors need .html")
        check_result_path(output)
        write_sheet(MotifSet.from_json(options.result), output, title)
    elif other is None:
        write_report(MotifSet.from_json(options.result), output, all_anchors=files.all_anchors, title=title)
    elif files.all_anchors:
        raise UsageError("a comparison shows every anchor as it is; leave --all-anchors out")
    else:
        names = (Path(options.result).stem, Path(other).stem)
        both = MotifSet.from_json(options.result), MotifSet.from_json(other)
        write_comparison(*both, output, names if names[0] != names[1] else (options.result, other), title=title)
    session.console.note(f"report: {output}")
