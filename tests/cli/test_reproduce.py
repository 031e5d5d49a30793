import json

import pytest

pytest.importorskip("matplotlib")


def test_a_quick_run_writes_the_page(run, tmp_path):
    answer = run("reproduce", "arxiv", "--quick", "--out", tmp_path)
    assert answer.code == 0
    assert answer.out.strip() == str(tmp_path / "results.md")
    page = (tmp_path / "results.md").read_text()
    assert f"`spminer reproduce arxiv --quick --out {tmp_path}`" in page
    assert "| ogbn-arxiv | SPMiner | paper |" in page
    assert "arxiv: done in" in answer.err


def test_a_second_run_computes_nothing(run, tmp_path):
    run("reproduce", "arxiv", "--quick", "--out", tmp_path)
    assert "at most" not in run("reproduce", "arxiv", "--quick", "--out", tmp_path).err


def test_a_run_that_goes_on_tells_its_whole_time(run, tmp_path):
    run("reproduce", "arxiv", "--quick", "--out", tmp_path)
    for path in (tmp_path / "cells").rglob("*.json"):  # as if each had taken an hour
        path.write_text(json.dumps({**json.loads(path.read_text()), "seconds": 3600}))
    run("reproduce", "arxiv", "--quick", "--out", tmp_path)
    cells = len(list((tmp_path / "cells").rglob("*.json")))
    assert json.loads((tmp_path / "arxiv.json").read_text())["seconds"] == pytest.approx(3600 * cells, abs=60)


def test_the_page_can_lie_elsewhere(run, tmp_path):
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs" / "results.md"
    answer = run("reproduce", "arxiv", "--quick", "--out", tmp_path / "docs" / "results", "--page", page)
    assert answer.out.strip() == str(page)
    assert "](results/arxiv-medians.png)" in page.read_text()
    assert not (tmp_path / "docs" / "results" / "results.md").exists()


def test_pages_keep_the_experiments_of_earlier_runs(run, tmp_path):
    run("reproduce", "arxiv", "--quick", "--out", tmp_path, "--quiet")
    answer = run("reproduce", "large", "--quick", "--out", tmp_path, "--quiet")
    assert answer.err == ""
    page = (tmp_path / "results.md").read_text()
    assert page.index("## large") < page.index("## arxiv")


def test_missing_data_is_named_before_anything_runs(run, tmp_path):
    answer = run("reproduce", "all", "--data", tmp_path, "--out", tmp_path / "out")
    assert answer.code == 3
    assert "ENZYMES.zip" in answer.err
    assert "--quick" in answer.err
    assert not (tmp_path / "out").exists()


def test_without_data_the_option_is_named(run, tmp_path):
    answer = run("reproduce", "small", "--out", tmp_path)
    assert answer.code == 2
    assert "--data DIR" in answer.err


def test_an_unknown_experiment_is_refused(run):
    answer = run("reproduce", "smal")
    assert answer.code == 2
    assert "did you mean 'small'" in " ".join(answer.err.split())


def test_pieces_are_listed_made_apart_and_drawn_at_last(run, tmp_path):
    asked = ("reproduce", "arxiv", "--quick", "--seeds", "2", "--out", tmp_path)
    listed = [line.split("\t") for line in run(*asked, "--list").out.splitlines()]
    names = [name for _, name in listed]
    assert {seconds for seconds, _ in listed} == {"1"}
    assert "arxiv/cit-HepPh-greedy-4-5-anchored-seed1" in names
    assert not (tmp_path / "cells").exists()
    made = run(*asked, "--only", "*-seed1")
    assert (made.code, made.out) == (0, "")
    assert f"{len(names) // 2} pieces made, {len(names) // 2} missing" in made.err
    assert not (tmp_path / "results.md").exists()
    run(*asked, "--only", "arxiv/*-seed0")
    assert run(*asked, "--list").out == ""
    last = run(*asked)
    assert "at most" not in last.err
    assert "seeds 0 to 1" in (tmp_path / "results.md").read_text()


def test_a_name_that_no_piece_has_is_refused(run, tmp_path):
    answer = run("reproduce", "arxiv", "--quick", "--out", tmp_path, "--only", "arxif/*")
    assert answer.code == 2
    assert "no piece has a name like arxif/*" in " ".join(answer.err.split())
    assert "arxiv/cit-HepPh" in answer.err
    assert run("reproduce", "arxiv", "--quick", "--list", "--only", "arxiv/*").code == 2
