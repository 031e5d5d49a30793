"""The page of results, ``results.md``: every experiment that was run, with what it needs to be run again."""

from __future__ import annotations

import json
import os
import textwrap
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spminer._util.files import write_atomic
from spminer._util.text import format_duration
from spminer.errors import InputError
from spminer.paper.experiment import experiment_names
from spminer.paper.published import SOURCE
from spminer.paper.report import Table, machine, merged, versions

if TYPE_CHECKING:
    from spminer.paper.experiment import Context, Experiment
    from spminer.paper.report import Outcome

__all__ = ["write_outcome", "write_page"]


_LONGEST_ON_PAGE = 60  # rows
_WIDTH = 120  # columns, as in the other pages


def write_outcome(context: Context, experiment: Experiment, outcome: Outcome, *, seconds: float, command: str) -> None:
    """Write the tables of an experiment as JSON (with all about the run) and CSV."""
    context.out.mkdir(parents=True, exist_ok=True)
    made_on, made_with = merged(context.places or [(machine(context.threads), versions())])
    plain = {
        "experiment": experiment.name,
        "summary": experiment.summary,
        "command": command,
        "seeds": list(context.seeds),
        "quick": context.quick,
        "time_limit_s": context.time_limit,
        "seconds": round(seconds, 1),
        "finished": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": made_on,
        "versions": made_with,
        "tables": [table.to_dict() for table in outcome.tables],
        "figures": list(outcome.figures),
        "notes": list(outcome.notes),
    }
    write_atomic(context.out / f"{experiment.name}.json", json.dumps(plain, indent=1) + "\n")
    for table in outcome.tables:
        write_atomic(context.out / f"{table.name}.csv", table.to_csv())


def write_page(folder: Path, page: Path | None = None) -> Path:
    """Write ``results.md``, or another page, from all the experiments whose results are in the folder."""
    page = page or folder / "results.md"
    way = Path(os.path.relpath(folder, page.parent)).as_posix()
    prefix = "" if way == "." else f"{way}/"
    files = [folder / f"{name}.json" for name in experiment_names()]
    outcomes = [_outcome(file) for file in files if file.exists()]
    lines = ["# Results", "", f"The experiments of the paper ({SOURCE}), its numbers beside those measured.", ""]
    if any(outcome["quick"] for outcome in outcomes):
        lines += ["**This is a smoke run on the bundled example: its numbers mean nothing.**", ""]
    for outcome in outcomes:
        lines += _section(outcome, prefix)
    write_atomic(page, "\n".join(lines).rstrip() + "\n")
    return page


def _outcome(file: Path) -> dict[str, Any]:
    """What a file says of an experiment, once all that the page needs was found in it."""
    try:
        outcome: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        _section(outcome, "")
        bool(outcome["quick"])
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        remedy = "delete it; the next run of the experiment writes it again"
        raise InputError("is no outcome of an experiment", source=str(file), remedy=remedy) from error
    return outcome


def _section(outcome: dict[str, Any], prefix: str) -> list[str]:
    """The lines about one experiment; its files are at the prefix."""
    name = outcome["experiment"]
    packages = ", ".join(f"{package} {number}" for package, number in outcome["versions"].items())
    time = f"{outcome['finished']}, {format_duration(outcome['seconds'])}"
    seeds = outcome["seeds"]
    drawn = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    run = f"{time}, {drawn}, {outcome['machine']}"
    lines = [
        f"## {name}: {outcome['summary']}",
        "",
        f"`{outcome['command']}`",
        "",
        *_wrapped(f"{run}; {packages}."),
        "",
    ]
    for note in outcome["notes"]:
        lines += _wrapped(note, bullet="- ")
    lines += [""]
    for figure in outcome["figures"]:
        lines += [f"![{figure}]({prefix}{figure}.png)", ""]
    for table in map(Table.from_dict, outcome["tables"]):
        lines += [*_wrapped(f"**{table.title}** ([CSV]({prefix}{table.name}.csv))"), ""]
        lines += [table.to_markdown(), ""] if len(table.rows) <= _LONGEST_ON_PAGE else []
    return lines


def _wrapped(text: str, bullet: str = "") -> list[str]:
    """The lines of a paragraph, or of an item after a bullet."""
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=bullet,
        subsequent_indent=" " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
    )
