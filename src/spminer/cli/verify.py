"""``spminer verify``: an independent check of what a result claims."""

from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING

from spminer._util.options import COMPARING, OUTPUT, RUNNING, option
from spminer.cli.console import print_table
from spminer.cli.options import GRAPH, FileOptions, RunOptions, parse_seconds, some
from spminer.cli.session import Session, takes
from spminer.errors import ExitCode
from spminer.graphs.options import ReadOptions

if TYPE_CHECKING:
    from spminer.audit.claims import Audit
    from spminer.cli.console import Console


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """The options of the verb; those of :func:`spminer.verify` have their names and defaults."""

    result: str = option(MISSING, "File written by --output of another verb.", metavar="RESULT.json", argument=True)
    graph: str = option(**GRAPH)
    against: str | None = option(
        None,
        "The other graph that motifs were compared with. Null models and classes need none.",
        group=COMPARING,
        metavar="GRAPH",
    )
    time_limit: float = option(
        60.0, "Leave what is not checked then.", group=RUNNING, metavar="SECONDS", parse=parse_seconds
    )
    all_claims: bool = option(
        False, "List every claim, not only those that do not hold.", group=OUTPUT, names=("--all",)
    )


@takes(VerifyOptions, ReadOptions, some(RunOptions, "quiet"), some(FileOptions, "as_json"))
def command(session: Session, options: VerifyOptions, reading: ReadOptions, files: FileOptions) -> int:
    """Check every claim of a result by simple, independent code.

    Exact frequencies, intervals, bounds and supports are counted by plain backtracking, examples are looked up, and
    ranks that are called proven are compared with all patterns of the size. Closed and maximal motifs are compared
    with all larger patterns; comparisons are counted on the other side, or in copies of its own. The
    check is slow on purpose, and lists what it could not check, and the fields on how a run was made, which are never
    checked. Exit code 6 means that a claim is false.

    \b
    Examples:
      spminer verify result.json friends.csv
      spminer verify result.json tu:MUTAG --time-limit 600 --json
      spminer verify result.json this-year.csv --against last-year.csv
    """
    import spminer

    spminer.MotifSet.from_json(options.result)  # an invalid file is refused before graphs are read
    graphs = session.read([options.graph], reading)
    against = None if options.against is None else session.read([options.against], reading)
    with session.working("verify"):
        audit = spminer.verify(options.result, graphs, against=against, time_limit=options.time_limit)
    return session.deliver(
        audit.to_dict(),
        lambda: _print(audit, every=options.all_claims),
        as_json=files.as_json,
        stop_reason=audit.stop_reason,
        finish=lambda: _comment(audit, session.console),
    )


def _print(audit: "Audit", *, every: bool) -> None:
    """Print the claims that do not hold, or all of them."""
    from spminer.audit.claims import claim_columns

    claims = [claim for claim in audit.claims if every or claim.verdict != "holds"]
    if claims:
        print_table(claim_columns(claims))


def _comment(audit: "Audit", console: "Console") -> int | None:
    """Print the numbers of verdicts; the exit code if a claim is false."""
    console.note(f"never checked, since they tell nothing of the graphs: {', '.join(audit.unchecked_fields)}")
    console.note(audit.summary)
    if not audit.intervals_hold:
        console.warn("more intervals miss the truth than chance explains")
    return None if audit.holds else ExitCode.FALSE_CLAIM
