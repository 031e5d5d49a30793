"""Tests of paper/report.py, paper/page.py and paper/figures.py."""

import csv
import io
import json
import shutil
from itertools import combinations
from pathlib import Path

import pytest

from spminer._util.system import usable_cores
from spminer.errors import InputError
from spminer.methods.registry import method_names
from spminer.paper.experiment import ExperimentContext, get_experiment
from spminer.paper.figures import (
    SCORE_STYLES,
    STYLES,
    bars_with_range,
    dot_rows,
    draw_pattern,
    panels,
    plot,
    save,
    shade,
)
from spminer.paper.page import write_page, write_result
from spminer.paper.report import ExperimentResult, Table, machine, merge_machines, versions
from spminer.paper.runs import Spread
from spminer.patterns import Pattern

TABLE = Table("t", "A title", ("name", "value"), (("a, b", 0.1234), ("c", None), ("d", 12345.6)))


SPREAD = Table(
    "s",
    "Seeds",
    ("method", "value"),
    (("exact", Spread((None,), (5.0,))), ("m", Spread((0, 1), (1.0, None))), ("p", 3.0)),
)


def test_csv_has_every_seed():
    rows = list(csv.reader(io.StringIO(SPREAD.to_csv())))
    assert rows == [
        ["method", "value", "seed"],
        ["exact", "5.0", ""],
        ["m", "1.0", "0"],
        ["m", "", "1"],
        ["p", "3.0", ""],
    ]


def test_markdown_shows_the_range():
    assert SPREAD.to_markdown().splitlines()[1:] == [
        "| --- | ---: |",
        "| exact | 5 |",
        "| m | 1, 1 of 2 |",
        "| p | 3 |",
    ]


def test_csv_has_the_full_numbers_and_empty_cells():
    rows = list(csv.reader(io.StringIO(TABLE.to_csv())))
    assert rows == [["name", "value"], ["a, b", "0.1234"], ["c", ""], ["d", "12345.6"]]


def test_markdown_is_short_and_aligned():
    assert TABLE.to_markdown().splitlines()[1:] == ["| --- | ---: |", "| a, b | 0.123 |", "| c | - |", "| d | 12346 |"]


def test_a_table_survives_json():
    for table in (TABLE, SPREAD):
        assert Table.from_dict(json.loads(json.dumps(table.to_dict()))) == table


def test_the_threads_of_a_run_are_told_where_they_are_fewer_than_the_cores():
    assert "a run" not in machine()
    assert "a run" not in machine(usable_cores())
    assert ("1 thread a run" in machine(1)) == (usable_cores() > 1)


def test_versions_of_what_runs_are_told():
    assert {"python", "numpy", "spminer"} <= versions().keys()


def test_what_is_the_same_everywhere_is_told_once():
    assert merge_machines([("A", {"numpy": "2"}), ("B", {"numpy": "2", "torch": "3"})]) == (
        "A and B",
        {"numpy": "2", "torch": "3"},
    )


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
    for seed, (name, numpy) in enumerate([("A, 2 cores", "2.0"), ("B, 16 cores", "2.1")]):
        context.get_or_compute("part/a", {}, lambda: 1, seed=seed)
        path = context.out / "cells" / "part" / f"a-seed{seed}.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "machine": name, "versions": {"numpy": numpy}}))
    context = ExperimentContext(tmp_path / "results", quick=True)
    for seed in (0, 1):
        context.get_or_compute("part/a", {}, lambda: 1, seed=seed)
    write_result(context, get_experiment("large"), ExperimentResult(()), seconds=1.0, command="spminer reproduce large")
    page = write_page(context.out).read_text()
    assert "A, 2 cores and B, 16 cores; numpy 2.0 and 2.1." in page


pytest.importorskip("matplotlib")


def lightness(color):
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_method_has_a_look():
    assert set(method_names()) <= set(STYLES)


@pytest.mark.parametrize("styles", [STYLES, SCORE_STYLES])
def test_looks_differ_without_color(styles):
    # The paper's own line looks like our greedy, but for its dots.
    ours = [look for name, look in styles.items() if name != "SPMiner"]
    assert len({look.marker for look in ours}) == len(ours)
    for one, other in combinations(ours, 2):
        assert abs(lightness(one.color) - lightness(other.color)) > 0.015


def test_figures_are_png_and_svg_and_the_same_each_time(tmp_path):
    def draw(folder):
        figure, (left, right) = panels(2, title="What?")
        plot(left, "greedy", {1: 2.0, 2: None, 3: 4.0})
        draw_pattern(right, Pattern.parse("0-1,1-2@1"))
        assert left.lines[0].get_xdata().tolist() == [1, 3]
        return save(figure, folder, "a")

    assert draw(tmp_path / "x") == draw(tmp_path / "y") == "a"
    assert (tmp_path / "x" / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "x" / "a.svg").read_text()


def test_a_line_has_a_band_from_the_lowest_to_the_highest_seed():
    _, (axes,) = panels(1, title="What?")
    plot(axes, "greedy", {5: Spread((0, 1, 2), (1.0, 4.0, 2.0)), 6: Spread((0, 1, 2), (3.0, None, 3.0))})
    assert axes.lines[0].get_ydata().tolist() == [2.0, 3.0]
    (band,) = axes.collections
    corners = {tuple(point) for point in band.get_paths()[0].vertices.tolist()}
    assert {(5.0, 1.0), (5.0, 4.0), (6.0, 3.0)} <= corners


def test_what_is_behind_is_no_line():
    _, (axes,) = panels(1, title="What?")
    shade(axes, {5: 2.0, 6: None, 7: 1.0}, "best")
    assert not axes.lines
    assert axes.collections[0].get_zorder() < 1


def test_methods_of_a_ladder_have_rows_of_their_own():
    _, (axes,) = panels(1, title="What?")
    dot_rows(axes, {"grow": 3.0, "beam": Spread((0, 1), (3.0, 3.0)), "mcts": None})
    assert [label.get_text() for label in axes.get_yticklabels()] == ["grow", "beam", "MCTS"]
    assert sorted({float(line.get_ydata()[0]) for line in axes.lines}) == [0.0, 1.0]


def test_bars_have_whiskers_where_seeds_differ():
    _, (left, right) = panels(2, title="What?")
    bars_with_range(left, [0, 1], [Spread((0, 1), (1.0, 3.0)), None], width=0.4)
    bars_with_range(right, [0], [2.0], width=0.4)
    assert [patch.get_height() for patch in left.patches] == [2.0]
    (whisker,) = left.collections
    assert whisker.get_segments()[0].tolist() == [[0.0, 1.0], [0.0, 3.0]]
    assert not right.collections
