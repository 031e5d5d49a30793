import gzip

import pytest

from crews import InlineCrew
from spminer.datasets import example
from spminer.errors import InputError
from spminer.experiments.budgets import CELL_S, TOTAL_S
from spminer.experiments.context import FILES, Context, DataSet


@pytest.fixture
def quick(tmp_path):
    return Context(tmp_path / "out", quick=True)


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


def test_data_that_was_drawn_anew_is_mined_anew(quick):
    drawn = [DataSet("drawn", example, seed) for seed in (0, 1)]
    for data in drawn:
        quick.mine("small", data, "exact", (3,))
    assert quick.made == 2


def test_a_run_by_other_weights_is_made_anew(quick, monkeypatch):
    for digest in ("a", "a", "b"):
        monkeypatch.setattr("spminer.experiments.context.weights_digest", lambda _request, digest=digest: digest)
        quick.mine("small", quick.dataset("ENZYMES"), "mfinder", (3,), seed=0)
    assert quick.made == 2


def test_runs_that_are_not_chosen_found_nothing(quick):
    quick.only = ("*-seed1",)
    quick.repeats = 2
    runs = quick.mine_each("small", quick.dataset("ENZYMES"), ("exact", "mfinder"), (4,))
    assert [run.motifs == () for run in (*runs["exact"].by_seed.values(), *runs["mfinder"].by_seed.values())] == [
        True,
        True,
        False,
    ]
    assert quick.left == {"small/ENZYMES-exact-4-anchored": 1.0, "small/ENZYMES-mfinder-4-anchored-seed0": 1.0}


def test_motifs_are_verified_unless_their_own_ranking_is_asked_for(quick):
    data = quick.dataset("ENZYMES")
    assert quick.mine("small", data, "mfinder", (4,)).uncertain() == 0
    assert quick.mine("small", data, "mfinder", (4,), verified=False).uncertain() > 0


def test_limits_are_shares_of_the_time(tmp_path):
    assert Context(tmp_path, data=tmp_path, time_limit=TOTAL_S / 2).seconds("large") == CELL_S["large"] / 2


def test_methods_that_are_not_installed_are_left_out(tmp_path):
    assert Context(tmp_path, data=tmp_path).methods("no-such-method", "beam", "exact") == ("beam", "exact")


def test_missing_files_are_named(tmp_path):
    (tmp_path / FILES["COX2"]).touch()
    with pytest.raises(InputError, match=r"put ENZYMES\.zip there") as caught:
        Context(tmp_path, data=tmp_path).check(["ENZYMES", "COX2"])
    assert str(tmp_path) in str(caught.value)


def test_a_data_set_that_another_stands_in_for_is_not_missed(tmp_path):
    (tmp_path / FILES["ogbn-arxiv"]).touch()
    Context(tmp_path, data=tmp_path).check(["cit-HepPh", "ca-AstroPh"])


def test_data_sets_are_read_without_direction(tmp_path):
    (tmp_path / FILES["cit-HepPh"]).write_bytes(gzip.compress(b"1 2\n2 3\n3 1\n2 1\n"))
    graphs = Context(tmp_path, data=tmp_path).dataset("cit-HepPh").load()
    assert (graphs.directed, graphs.num_edges) == (False, 3)


def motifs(repeats):
    return [run.motifs for run in repeats.by_seed.values()]


def test_a_crew_makes_runs_side_by_side_with_the_same_motifs(quick, tmp_path):
    data, methods = quick.dataset("ENZYMES"), ("exact", "mfinder")
    quick.repeats = 2
    here = quick.mine_each("small", data, methods, (3, 4), top=5)
    crew = InlineCrew()
    shared = Context(tmp_path / "shared", quick=True, crew=crew, repeats=2)
    there = shared.mine_each("small", data, methods, (3, 4), top=5)
    assert crew.pieces == 3
    assert [motifs(there[method]) for method in methods] == [motifs(here[method]) for method in methods]
    assert shared.kept_seconds == 0, "what was made now was not kept from before"
    assert shared.mine_each("small", data, methods, (3, 4), top=5) == there
    assert crew.pieces == 3
    resumed = Context(tmp_path / "shared", quick=True, repeats=2)
    assert resumed.mine_each("small", data, methods, (3, 4), top=5) == there
    assert resumed.kept_seconds > 0
