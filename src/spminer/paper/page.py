"""The result files of experiments, and the page of all of them, ``results.md``."""

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
from spminer.paper.report import Table, machine, merge_machines, versions

if TYPE_CHECKING:
    from spminer.paper.experiment import Experiment, ExperimentContext
    from spminer.paper.report import ExperimentResult

__all__ = ["write_page", "write_result"]

_LONGEST_ON_PAGE, _WIDEST_ON_PAGE = 25, 12  # rows and columns
_WIDTH = 120  # columns, as in the other pages


def write_result(
    context: ExperimentContext, experiment: Experiment, result: ExperimentResult, *, seconds: float, command: str
) -> None:
    """Write the tables of an experiment as CSV, and as JSON with command, seeds, time, machines and versions."""
    context.out.mkdir(parents=True, exist_ok=True)
    made_on, made_with = merge_machines(context.machines or [(machine(context.threads), versions())])
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
        "tables": [table.to_dict() for table in result.tables],
        "figures": list(result.figures),
        "notes": list(result.notes),
    }
    write_atomic(context.out / f"{experiment.name}.json", json.dumps(plain, indent=1) + "\n")
    for table in result.tables:
        write_atomic(context.out / f"{table.name}.csv", table.to_csv())


def write_page(folder: Path, page: Path | None = None) -> Path:
    """Write ``results.md``, or another page, from the results of all experiments in the folder."""
    page = page or folder / "results.md"
    way = Path(os.path.relpath(folder, page.parent)).as_posix()
    prefix = "" if way == "." else f"{way}/"
    files = [folder / f"{name}.json" for name in experiment_names()]
    results = [_load_result(file) for file in files if file.exists()]
    lines = ["# Results", "", f"The experiments of the paper ({SOURCE}), its numbers beside those measured.", ""]
    if any(result["quick"] for result in results):
        lines += ["**This is a smoke run on the bundled example: its numbers mean nothing.**", ""]
    for result in results:
        lines += _section(result, prefix)
    write_atomic(page, "\n".join(lines).rstrip() + "\n")
    return page


def _load_result(file: Path) -> dict[str, Any]:
    """The result of an experiment, checked for all that the page needs."""
    try:
        result: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        _section(result, "")
        bool(result["quick"])
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        remedy = "delete it; the next run of the experiment writes it again"
        raise InputError("is not a result of an experiment", source=str(file), remedy=remedy) from error
    return result


def _section(result: dict[str, Any], prefix: str) -> list[str]:
    """The lines about one experiment: its figures and its first table, and links to the files of the others."""
    name = result["experiment"]
    packages = ", ".join(f"{package} {number}" for package, number in result["versions"].items())
    time = f"{result['finished']}, {format_duration(result['seconds'])}"
    seeds = result["seeds"]
    drawn = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}"
    run = f"{time}, {drawn}, {result['machine']}"
    lines = [
        f"## {name}: {result['summary']}",
        "",
        f"`{result['command']}`",
        "",
        *_wrapped(f"{run}; {packages}."),
        "",
    ]
    for note in result["notes"]:
        lines += _wrapped(note, bullet="- ")
    lines += [""]
    for figure in result["figures"]:
        lines += [f"![{figure}]({prefix}{figure}.png)", ""]
    tables = [Table.from_dict(table) for table in result["tables"]]
    for table in tables[:1]:
        lines += [*_wrapped(f"**{table.title}** ([CSV]({prefix}{table.name}.csv))"), ""]
        if len(table.rows) <= _LONGEST_ON_PAGE and len(table.columns) <= _WIDEST_ON_PAGE:
            lines += [table.to_markdown(), ""]
    if tables[1:]:
        links = [_wrapped(f"[{table.title}]({prefix}{table.name}.csv)", bullet="- ") for table in tables[1:]]
        lines += ["More tables:", "", *(line for link in links for line in link), ""]
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
