"""``spminer verify``: an independent check of what a result claims."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from spminer._util.text import format_number
from spminer.cli.console import Console, print_table
from spminer.cli.delivery import Delivery
from spminer.cli.options import (
    COMPARING,
    OUTPUT,
    RUNNING,
    GraphArgument,
    JsonOption,
    QuietOption,
    ReadingOptions,
    parse_seconds,
    reads_graphs,
)
from spminer.cli.session import read_graphs, shown
from spminer.errors import exit_code

if TYPE_CHECKING:
    from spminer.audit.claims import Audit, Claim, Verdict

__all__ = ["verify"]

_FALSE = 6
_WORDS: dict["Verdict", str] = {
    "holds": "hold",
    "fails": "do not",
    "outside": "are outside their 95 % interval",
    "not checked": "were not checked",
}


@reads_graphs
def verify(
    result: Annotated[
        str, typer.Argument(metavar="RESULT.json", help="File written by --output of another verb.", show_default=False)
    ],
    graph: GraphArgument,
    *,
    reading: ReadingOptions,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="GRAPH",
            help="The other graph that motifs were compared with. Null models and classes need none.",
            rich_help_panel=COMPARING,
        ),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit",
            parser=parse_seconds,
            metavar="SECONDS",
            help="Leave what is not checked then.",
            rich_help_panel=RUNNING,
        ),
    ] = 60.0,
    all_: Annotated[
        bool, typer.Option("--all", help="List every claim, not only those that do not hold.", rich_help_panel=OUTPUT)
    ] = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Check every claim of a result anew, by simple code that shares nothing with what made it.

    Exact frequencies, intervals, bounds and supports are counted again by plain backtracking, examples are looked up,
    and ranks that are called proven are compared with all patterns of the size. Closed and maximal motifs are compared
    with all larger patterns; comparisons are counted again on the other side, or in copies of its own. It is slow on
    purpose, and says what it could not check. Fields that say how a run was made are never checked; they are listed.
    Exit code 6 means that a claim is false.

    \b
    Examples:
      spminer verify result.json friends.csv
      spminer verify result.json tu:MUTAG --time-limit 600 --json
      spminer verify result.json this-year.csv --against last-year.csv
    """
    import spminer

    console = Console(quiet)
    spminer.MotifSet.from_json(result)  # a file that is no result is refused before graphs are read
    graphs = read_graphs(graph, console, reading)
    other = None if against is None else read_graphs(against, console, reading)
    with shown("verify", console):
        audit = spminer.verify(result, graphs, against=other, time_limit=time_limit)
    with Delivery(console) as delivery:
        with delivery.printing():
            if as_json:
                typer.echo(json.dumps(audit.to_dict(), indent=1))
            else:
                _print(audit, all_)
        raise typer.Exit(delivery.code(_outcome(audit, console)))


def _print(audit: "Audit", every: bool) -> None:
    """A table of the claims that do not hold, or of all."""
    claims = audit.claims if every else tuple(claim for claim in audit.claims if claim.verdict != "holds")
    if claims:
        header = ("verdict", "about", "what", "claimed", "found", "note")
        print_table(header, [_row(claim) for claim in claims], shrink=(1, 5))


def _row(claim: "Claim") -> tuple[str, ...]:
    return (claim.verdict, claim.about, claim.what, claim.claimed, claim.found, claim.note)


def _outcome(audit: "Audit", console: Console) -> int:
    """The exit code, with the numbers of verdicts in words."""
    numbers = [f"{format_number(len(found))} {_WORDS[verdict]}" for verdict in _WORDS if (found := audit.of(verdict))]
    console.note(f"never checked, since they say nothing of the graphs: {', '.join(audit.unchecked_fields)}")
    console.note(f"{format_number(len(audit.claims))} claims: {', '.join(numbers)}")
    if not audit.intervals_hold:
        console.warn("more intervals miss the truth than chance explains")
    return exit_code(audit.stop_reason) if audit.holds else _FALSE
