"""Tests of paper/experiment.py: the experiments, and the time that they may take."""

import gzip
import json

import pytest

from spminer.datasets import example
from spminer.errors import InputError, UsageError
from spminer.paper.experiment import (
    CELL_S,
    FILES,
    TOTAL_S,
    DataSet,
    ExperimentContext,
    ResultCache,
    experiment_names,
    get_experiment,
)
from support.executors import InlineExecutor


@pytest.mark.parametrize("name", experiment_names())
def test_each_experiment_says_what_it_asks_and_needs(name):
    experiment = get_experiment(name)
    assert experiment.name == name
    assert experiment.summary.endswith("?")
    assert set(experiment.data) <= set(FILES)


def test_a_name_that_is_not_known_is_refused_with_those_that_are():
    with pytest.raises(UsageError, match="small, planted"):
        get_experiment("everything")


@pytest.fixture
def cells(tmp_path):
    return ResultCache(tmp_path / "out")


def counted(calls, result):
    def compute():
        calls.append(result)
        return result

    return compute


def test_a_cell_is_computed_once(cells):
    calls = []
    assert [cells.get_or_compute("part/a", {"x": 1}, counted(calls, {"y": [2]})) for _ in range(3)] == [{"y": [2]}] * 3
    assert len(calls) == cells.computed == 1


def test_a_cell_with_other_parameters_is_computed_again(cells):
    calls = []
    cells.get_or_compute("part/a", {"x": 1}, counted(calls, 1))
    assert cells.get_or_compute("part/a", {"x": 2}, counted(calls, 2)) == 2
    cells.quick = True
    assert cells.get_or_compute("part/a", {"x": 2}, counted(calls, 3)) == 3


def test_a_cell_of_another_version_is_computed_again(cells, monkeypatch):
    cells.get_or_compute("part/a", {}, lambda: 1)
    monkeypatch.setattr("spminer.paper.experiment.__version__", "0.0.0")
    assert cells.get_or_compute("part/a", {}, lambda: 2) == 2


def test_seeds_are_kept_beside_each_other(cells):
    calls = []
    for _ in range(2):
        assert [cells.get_or_compute("part/a", {}, counted(calls, seed), seed=seed) for seed in (0, 1)] == [0, 1]
    assert calls == [0, 1]
    assert {path.name for path in (cells.out / "cells" / "part").iterdir()} == {"a-seed0.json", "a-seed1.json"}


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", "[" * 100_000])
def test_a_damaged_cell_is_computed_again(cells, text):
    path = cells.out / "cells" / "part" / "a.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert cells.get_or_compute("part/a", {}, lambda: 4) == 4
    assert cells.get_or_compute("part/a", {}, lambda: 5) == 4


def test_only_what_was_chosen_is_computed_and_the_rest_is_told(cells):
    cells.name_patterns = ("part/*-seed1", "part/b*")
    assert [cells.get_or_compute("part/a", {}, lambda: 9, seed=seed, limit_s=40.0) for seed in (0, 1)] == [None, 9]
    assert cells.get_or_compute("part/b", {}, lambda: 8) == 8
    assert (cells.missing, cells.computed, cells.matched) == ({"part/a-seed0": 40.0}, 2, 2)


def test_what_is_kept_is_used_although_it_was_not_chosen(cells):
    cells.get_or_compute("part/a", {}, lambda: 9)
    later = ResultCache(cells.out, name_patterns=())
    assert later.get_or_compute("part/a", {}, lambda: 8) == 9
    assert (later.missing, later.computed, later.matched) == ({}, 0, 0)


def test_the_machines_that_made_cells_are_noted(cells):
    for seed in (0, 1):
        cells.get_or_compute("part/a", {}, lambda: 9, seed=seed)
    assert len(cells.machines) == 1
    path = cells.out / "cells" / "part" / "a-seed0.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "machine": "another"}))
    later = ResultCache(cells.out)
    for seed in (0, 1):
        later.get_or_compute("part/a", {}, lambda: 9, seed=seed)
    assert [name == "another" for name, _ in later.machines] == [True, False]
    later.start_experiment()
    assert (later.machines, later.cell_seconds) == ([], 0.0)


@pytest.fixture
def quick(tmp_path):
    return ExperimentContext(tmp_path / "out", quick=True)


def test_mining_twice_reads_the_kept_cell(quick):
    data = quick.dataset("ENZYMES")
    first = quick.mine("large", data, "mfinder", range(3, 5), seed=5)
    said = []
    quick.report = said.append
    assert quick.mine("large", data, "mfinder", range(3, 5), seed=5) == first
    assert said == []
    assert [path.name for path in (quick.out / "cells" / "large").iterdir()] == [
        "ENZYMES-mfinder-3-4-anchored-seed5.json"
    ]


def test_what_draws_nothing_runs_once(quick):
    quick.seed, quick.repeats = 3, 2
    found = quick.mine_each("small", quick.dataset("ENZYMES"), ("exact", "mfinder"), (4,))
    assert {method: tuple(runs.by_seed) for method, runs in found.items()} == {"exact": (None,), "mfinder": (3, 4)}
    names = {path.name for path in (quick.out / "cells" / "small").iterdir()}
    assert names == {
        f"ENZYMES-{run}.json" for run in ("exact-4-anchored", *(f"mfinder-4-anchored-seed{s}" for s in (3, 4)))
    }


def test_data_that_was_drawn_again_is_mined_again(quick):
    drawn = [DataSet("drawn", example, seed) for seed in (0, 1)]
    for data in drawn:
        quick.mine("small", data, "exact", (3,))
    assert quick.computed == 2


def test_a_run_by_other_weights_is_made_again(quick, monkeypatch):
    for digest in ("a", "a", "b"):
        monkeypatch.setattr("spminer.paper.experiment.weights_digest", lambda _request, digest=digest: digest)
        quick.mine("small", quick.dataset("ENZYMES"), "mfinder", (3,), seed=0)
    assert quick.computed == 2


def test_runs_that_are_not_chosen_found_nothing(quick):
    quick.name_patterns = ("*-seed1",)
    quick.repeats = 2
    runs = quick.mine_each("small", quick.dataset("ENZYMES"), ("exact", "mfinder"), (4,))
    assert [run.motifs == () for run in (*runs["exact"].by_seed.values(), *runs["mfinder"].by_seed.values())] == [
        True,
        True,
        False,
    ]
    assert quick.missing == {"small/ENZYMES-exact-4-anchored": 1.0, "small/ENZYMES-mfinder-4-anchored-seed0": 1.0}


def test_motifs_are_ranked_by_counts_unless_another_ranking_is_asked_for(quick):
    data = quick.dataset("ENZYMES")
    counted = quick.mine("small", data, "greedy", (4,), walks=5, neighborhoods=10)
    own = quick.mine("small", data, "greedy", (4,), ranking="own", walks=5, neighborhoods=10)
    paper = quick.mine("small", data, "greedy", (4,), ranking="paper", walks=5, neighborhoods=10)
    assert counted.values(4) == sorted(counted.values(4), reverse=True)
    assert len({run.motifs for run in (counted, own, paper)}) == 3
    names = sorted(path.stem for path in (quick.out / "cells" / "small").glob("*greedy*"))
    assert [name.partition("anchored")[2] for name in names] == ["", "-own", "-paper"]
    held = json.loads((quick.out / "cells" / "small" / f"{names[2]}.json").read_text())["parameters"]
    assert (held["score"], held["rank"], held["verification"]["own_ranking"]) == ("penalty", "visits", True)


def test_runs_with_other_settings_have_a_name_of_their_own(quick):
    data = quick.dataset("ENZYMES")
    for variant in ("few", "more"):
        quick.mine("small", data, "greedy", (4,), variant=variant, walks=len(variant), neighborhoods=10)
    assert len(list((quick.out / "cells" / "small").glob("*greedy-4-anchored-*"))) == 2


def test_limits_are_shares_of_the_time(tmp_path):
    assert ExperimentContext(tmp_path, data=tmp_path, time_limit=TOTAL_S / 2).seconds("large") == CELL_S["large"] / 2


def test_methods_that_are_not_installed_are_left_out(tmp_path):
    assert ExperimentContext(tmp_path, data=tmp_path).methods("no-such-method", "beam", "exact") == ("beam", "exact")


def test_missing_files_are_named(tmp_path):
    (tmp_path / FILES["COX2"]).touch()
    with pytest.raises(InputError, match=r"put ENZYMES\.zip there") as caught:
        ExperimentContext(tmp_path, data=tmp_path).check(["ENZYMES", "COX2"])
    assert str(tmp_path) in str(caught.value)


def test_a_data_set_that_another_stands_in_for_is_not_missed(tmp_path):
    (tmp_path / FILES["ogbn-arxiv"]).touch()
    ExperimentContext(tmp_path, data=tmp_path).check(["cit-HepPh", "ca-AstroPh"])


def test_data_sets_are_read_without_direction(tmp_path):
    (tmp_path / FILES["cit-HepPh"]).write_bytes(gzip.compress(b"1 2\n2 3\n3 1\n2 1\n"))
    graphs = ExperimentContext(tmp_path, data=tmp_path).dataset("cit-HepPh").load()
    assert (graphs.directed, graphs.num_edges) == (False, 3)


def motifs(repeats):
    return [run.motifs for run in repeats.by_seed.values()]


def test_an_executor_makes_runs_side_by_side_with_the_same_motifs(quick, tmp_path):
    data, methods = quick.dataset("ENZYMES"), ("exact", "mfinder")
    quick.repeats = 2
    here = quick.mine_each("small", data, methods, (3, 4), top=5)
    executor = InlineExecutor()
    shared = ExperimentContext(tmp_path / "shared", quick=True, executor=executor, repeats=2)
    there = shared.mine_each("small", data, methods, (3, 4), top=5)
    assert executor.pieces == 3
    assert [motifs(there[method]) for method in methods] == [motifs(here[method]) for method in methods]
    seconds = shared.cell_seconds
    assert seconds > 0
    assert shared.mine_each("small", data, methods, (3, 4), top=5) == there
    assert executor.pieces == 3
    resumed = ExperimentContext(tmp_path / "shared", quick=True, repeats=2)
    assert resumed.mine_each("small", data, methods, (3, 4), top=5) == there
    assert resumed.cell_seconds == seconds, "the same in the call that computes cells and in a later one"
