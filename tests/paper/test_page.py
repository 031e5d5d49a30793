import json
import shutil
from pathlib import Path

import pytest

from spminer.errors import InputError
from spminer.paper.experiment import ExperimentContext, get_experiment
from spminer.paper.page import write_page, write_result
from spminer.paper.report import ExperimentResult, Table

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture
def folder(tmp_path):
    """One experiment with a short and a long table, and a long note."""
    context = ExperimentContext(tmp_path / "results", seed=3, repeats=2)
    short = Table("large-a", "Short", ("method", "value"), (("grow", 1.5),))
    long = Table("large-b", "Long", ("number",), tuple((number,) for number in range(100)))
    result = ExperimentResult((short, long), ("large-figure",), ("word " * 60,))
    write_result(context, get_experiment("large"), result, seconds=90.0, command="spminer reproduce large")
    return context.out


def test_a_run_is_written_with_what_it_needs_to_be_repeated(folder):
    kept = json.loads((folder / "large.json").read_text())
    assert (kept["command"], kept["seeds"], kept["seconds"]) == ("spminer reproduce large", [3, 4], 90.0)
    assert {"python", "spminer", "numpy"} <= kept["versions"].keys()
    assert (folder / "large-a.csv").read_text().splitlines() == ["method,value", "grow,1.5"]


def test_the_page_shows_short_tables_and_links_to_all(folder):
    page = write_page(folder).read_text()
    assert "| grow | 1.5 |" in page
    assert "| 99 |" not in page
    for link in ("(large-a.csv)", "(large-b.csv)", "![large-figure](large-figure.png)"):
        assert link in page
    assert "1.5 min, seeds 3 to 4" in page


def test_prose_is_wrapped(folder):
    lines = write_page(folder).read_text().splitlines()
    assert max(map(len, lines)) <= 120
    note = lines.index(next(line for line in lines if line.startswith("- word")))
    assert lines[note + 1].startswith("  word")


def test_a_page_elsewhere_links_to_the_folder(folder, tmp_path):
    page = write_page(folder, tmp_path / "page.md")
    assert "(results/large-a.csv)" in page.read_text()


def test_the_page_of_the_docs_is_made_from_the_results_of_the_docs(tmp_path):
    (tmp_path / "results").mkdir()
    for file in (DOCS / "results").glob("*.json"):
        shutil.copy(file, tmp_path / "results")
    page = write_page(tmp_path / "results", tmp_path / "results.md")
    assert page.read_text() == (DOCS / "results.md").read_text()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "[" * 100_000, '{"experiment": "large", "versions": []}', None])
def test_a_damaged_outcome_is_named(folder, text):
    whole = (folder / "large.json").read_text()
    (folder / "large.json").write_text(whole.replace('"quick"', '"quickly"') if text is None else text)
    with pytest.raises(InputError, match=r"large\.json.*delete it"):
        write_page(folder)


def test_pieces_of_other_machines_are_named(folder, tmp_path):
    context = ExperimentContext(tmp_path / "results", quick=True)
    for seed, (machine, numpy) in enumerate([("A, 2 cores", "2.0"), ("B, 16 cores", "2.1")]):
        context.get_or_compute("part/a", {}, lambda: 1, seed=seed)
        path = context.out / "cells" / "part" / f"a-seed{seed}.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "machine": machine, "versions": {"numpy": numpy}}))
    context = ExperimentContext(tmp_path / "results", quick=True)
    for seed in (0, 1):
        context.get_or_compute("part/a", {}, lambda: 1, seed=seed)
    write_result(context, get_experiment("large"), ExperimentResult(()), seconds=1.0, command="spminer reproduce large")
    page = write_page(context.out).read_text()
    assert "A, 2 cores and B, 16 cores; numpy 2.0 and 2.1." in page
