"""Tests of cli/output.py."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest

import spminer
from spminer import Contrast
from spminer.cli.options import FileOptions
from spminer.cli.output import check_title, deliver_motifs
from spminer.cli.session import Session
from spminer.datasets import example
from spminer.errors import NothingFoundError, UsageError
from spminer.results.motif import contrast_lines


@pytest.fixture
def deliver_to(capsys):
    """Deliver a result; what was printed, and the exit code."""

    def delivered(result, **files):
        code = deliver_motifs(result, Session(["mine"]), FileOptions(**files))
        return (code, *capsys.readouterr())

    return delivered


def cells(row):
    return re.split(r"\s{2,}", row.strip())


@pytest.fixture(scope="module")
def result():
    return spminer.enumerate(example(), 3)


def test_a_table_with_both_frequencies_for_programs(deliver_to, result):
    code, out, err = deliver_to(result)
    header, *rows = out.splitlines()
    assert code == 0
    assert cells(header)[-1] == "pattern"
    assert cells(header)[:6] == ["size", "rank", "nodes", "shape", "node sets", "proven"]
    assert [cells(row)[:6] for row in rows] == [
        ["3", "1", "34", "path of 3, at an end", "393", "yes"],
        ["3", "2", "32", "triangle", "45", "yes"],
    ]
    assert [cells(row)[-1] for row in rows] == ["0-1,1-2@0", "0-1,0-2,1-2@0"]
    assert "@1: 22" in rows[0]  # its other anchor
    assert err.startswith("2 patterns (3 with their anchors) in ")


def test_every_anchor_is_a_row_if_asked_for(deliver_to, result):
    _, out, err = deliver_to(result, all_anchors=True)
    header, *rows = out.splitlines()
    assert cells(header) == ["size", "rank", "nodes", "shape", "node sets", "proven", "example", "pattern"]
    assert [cells(row)[-1] for row in rows] == [motif.id for motif in result]
    assert err.startswith("3 patterns in ")


def test_ties_have_equal_ranks(deliver_to):
    _, out, _ = deliver_to(spminer.enumerate(example(), 4))
    assert [row.split()[1] for row in out.splitlines()[1:]] == ["=1", "=1", "3", "5", "7", "10"]


def test_what_motifs_are_chosen_by_has_its_columns(deliver_to):
    chosen = spminer.mine(example(), 7, top=2, closed=True, distinct=True, maximal=True, support=30)
    assert len(chosen) == 2
    undecided = replace(chosen, motifs=tuple(replace(motif, closed=None) for motif in chosen))
    for result, closed in ((chosen, "yes"), (undecided, "?")):
        header, *rows = deliver_to(result)[1].splitlines()
        assert cells(header)[5:8] == ["closed", "maximal", "covers"]
        assert [cells(row)[5:8] for row in rows] == [[closed, "yes", f"{motif.covers.value}"] for motif in chosen]


def test_a_wish_that_leaves_nothing_is_said():
    nothing = spminer.mine(spminer.from_edges([(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]), 3, closed=True)
    with pytest.raises(NothingFoundError, match="no pattern of this size is closed; ask for less"):
        deliver_motifs(nothing, Session(), FileOptions())


def test_files_and_json_say_the_same(deliver_to, result, tmp_path):
    output, report = tmp_path / "result.json", tmp_path / "report.html"
    code, out, err = deliver_to(result, as_json=True, output=output, report=report)
    assert code == 0
    assert len(json.loads(out)["motifs"]) == len(result)  # every anchor
    assert json.loads(out) == json.loads(output.read_text())
    assert json.loads(out)["config"]["command_line"] == "spminer mine"
    assert report.read_text().startswith("<!DOCTYPE html>")
    assert f"result: {output}" in err
    assert f"report: {report}" in err


@pytest.mark.parametrize(("suffix", "delimiter"), [(".csv", ","), (".tsv", "\t")])
def test_the_name_of_the_file_says_how_it_is_written(deliver_to, result, tmp_path, suffix, delimiter):
    output = tmp_path / f"motifs{suffix}"
    deliver_to(result, output=output)
    with output.open(newline="") as file:
        assert [row["id"] for row in csv.DictReader(file, delimiter=delimiter)] == [motif.id for motif in result]


def test_what_is_not_proven_says_so(deliver_to, result):
    doubtful = replace(result, motifs=(result[0], replace(result[1], proven=False)))
    _, out, _ = deliver_to(doubtful)
    assert [cells(row)[5] for row in out.splitlines()[1:]] == ["yes", "no"]


def test_a_report_has_its_title(deliver_to, result, tmp_path):
    deliver_to(result, report=tmp_path / "page.html", title="Friends & foes")
    page = (tmp_path / "page.html").read_text()
    assert "<title>Friends &amp; foes</title>" in page
    assert "<h1>Friends &amp; foes</h1>" in page


def test_a_title_without_a_report_is_refused():
    with pytest.raises(UsageError, match="--report FILE"):
        check_title(FileOptions(title="Friends"))


def test_a_stopped_run_has_its_own_code_and_says_why(deliver_to):
    monitor = spminer.Monitor()
    monitor.cancel()
    code, _, err = deliver_to(spminer.mine(example(), 5, method="grow", monitor=monitor))
    assert code == 130
    assert "stopped (interrupted)" in err


def test_no_motif_is_an_error_that_says_what_to_try():
    nothing = spminer.enumerate(spminer.from_edges([(0, 1)]), 5)
    with pytest.raises(NothingFoundError, match="no connected pattern of this size in 2 nodes; ask for at most 2"):
        deliver_motifs(nothing, Session(), FileOptions())


def test_sizes_that_are_too_large_for_the_graph(run, tmp_path):
    path = tmp_path / "path.txt"
    path.write_text("0 1\n1 2\n")
    assert "in 3 nodes; ask for at most 3: --size 3" in run("mine", path, "--sizes", "5").err
    path.write_text("0 1\n2 3\n4 5\n")
    assert "its connected parts are smaller: try --size 2" in run("enumerate", path, "--size", "3").err


LOOPS = Contrast(
    with_="degree", samples=100, expected=7.5, spread=2.9, ratio=5.33, low=4.9, high=5.8, z=11.2, p=0.0198, q=0.03
)


RARE = Contrast(with_="degree", samples=100, expected=0.25, spread=0.5, p=1.0, q=1.0, note="counts far from normal")


def test_lines_of_one_pattern():
    lines = dict(contrast_lines(LOOPS))
    assert lines["compared with"] == "degree, 100 samples"
    assert lines["expected"] == "7.5 ± 2.9"
    assert lines["ratio"] == "5.33 (4.9 to 5.8)"
    assert "q" not in lines
    assert dict(contrast_lines(RARE))["note"] == "counts far from normal"


def test_lines_of_classes():
    contrast = Contrast(with_="class:1,2", share=0.5, other_share=0.25, odds_ratio=3.0, odds_low=1.5, p=0.01)
    lines = dict(contrast_lines(contrast))
    assert (lines["share"], lines["other share"]) == ("50 %", "25 %")
    assert lines["odds ratio"] == "3 (1.5 to ?)"


class Terminal(io.StringIO):
    def isatty(self):
        return True


RING = spminer.from_edges([(node, (node + 1) % 40) for node in range(40)])


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, {"nodes", "node sets", "proven"}),
        ({"sizes": 3}, {"nodes", "node sets", "proven", "pattern"}),
        ({"frequency": "images"}, {"images", "node sets"}),
        ({"closed": True, "distinct": True, "support": 5}, {"nodes", "closed", "covers"}),
        ({"against": "degree", "null_samples": 20}, {"nodes", "expected", "ratio", "p max"}),
        ({"against": RING}, {"nodes", "share", "other", "ratio", "p"}),
    ],
    ids=["frequent", "small", "images", "chosen", "null model", "graph"],
)
def test_a_terminal_of_80_columns_shows_legible_shapes_and_codes(monkeypatch, options, kept):
    monkeypatch.setattr("sys.stdout", narrow := Terminal())
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    result = spminer.mine(example(), **{"sizes": "3-5", **options})
    assert deliver_motifs(result, Session(), FileOptions()) == 0
    header, *rows = narrow.getvalue().splitlines()
    assert {"size", "rank", "shape", *kept} <= set(cells(header))
    assert max(map(len, (header, *rows))) <= 80
    whole = {motif.id for motif in result}
    codes = [cells(row)[-1] for row in rows if "pattern" in cells(header)]
    assert 2 * len(whole.intersection(codes)) >= len(codes)
    shapes = [cells(row)[3] for row in rows]
    names = {motif.names.name for motif in result}
    assert all(shape in names or (shape.endswith("…") and len(shape) >= 30) for shape in shapes)
