import json

import pytest

from spminer.experiments.cells import Cells


@pytest.fixture
def cells(tmp_path):
    return Cells(tmp_path / "out")


def counted(calls, result):
    def compute():
        calls.append(result)
        return result

    return compute


def test_a_cell_is_computed_once(cells):
    calls = []
    assert [cells.cell("part/a", {"x": 1}, counted(calls, {"y": [2]})) for _ in range(3)] == [{"y": [2]}] * 3
    assert len(calls) == cells.made == 1


def test_a_cell_with_other_parameters_is_computed_again(cells):
    calls = []
    cells.cell("part/a", {"x": 1}, counted(calls, 1))
    assert cells.cell("part/a", {"x": 2}, counted(calls, 2)) == 2
    cells.quick = True
    assert cells.cell("part/a", {"x": 2}, counted(calls, 3)) == 3


def test_a_cell_of_another_version_is_computed_again(cells, monkeypatch):
    cells.cell("part/a", {}, lambda: 1)
    monkeypatch.setattr("spminer.experiments.cells.__version__", "0.0.0")
    assert cells.cell("part/a", {}, lambda: 2) == 2


def test_seeds_are_kept_beside_each_other(cells):
    calls = []
    for _ in range(2):
        assert [cells.cell("part/a", {}, counted(calls, seed), seed=seed) for seed in (0, 1)] == [0, 1]
    assert calls == [0, 1]
    assert {path.name for path in (cells.out / "cells" / "part").iterdir()} == {"a-seed0.json", "a-seed1.json"}


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", "[" * 100_000])
def test_a_damaged_cell_is_computed_again(cells, text):
    path = cells.out / "cells" / "part" / "a.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert cells.cell("part/a", {}, lambda: 4) == 4
    assert cells.cell("part/a", {}, lambda: 5) == 4


def test_only_what_was_chosen_is_computed_and_the_rest_is_told(cells):
    cells.only = ("part/*-seed1", "part/b*")
    assert [cells.cell("part/a", {}, lambda: 9, seed=seed, limit_s=40.0) for seed in (0, 1)] == [None, 9]
    assert cells.cell("part/b", {}, lambda: 8) == 8
    assert (cells.left, cells.made, cells.matched) == ({"part/a-seed0": 40.0}, 2, 2)


def test_what_is_kept_is_used_although_it_was_not_chosen(cells):
    cells.cell("part/a", {}, lambda: 9)
    later = Cells(cells.out, only=())
    assert later.cell("part/a", {}, lambda: 8) == 9
    assert (later.left, later.made, later.matched) == ({}, 0, 0)


def test_the_machines_that_made_cells_are_noted(cells):
    for seed in (0, 1):
        cells.cell("part/a", {}, lambda: 9, seed=seed)
    assert len(cells.places) == 1
    path = cells.out / "cells" / "part" / "a-seed0.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "machine": "another"}))
    later = Cells(cells.out)
    for seed in (0, 1):
        later.cell("part/a", {}, lambda: 9, seed=seed)
    assert [name == "another" for name, _ in later.places] == [True, False]
    later.begin()
    assert (later.places, later.kept_seconds) == ([], 0.0)
