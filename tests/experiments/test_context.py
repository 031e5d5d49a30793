import gzip

import pytest

from crews import InlineCrew
from spminer.errors import InputError
from spminer.experiments.budgets import CELL_S, TOTAL_S
from spminer.experiments.context import FILES, Context


@pytest.fixture
def quick(tmp_path):
    return Context(None, tmp_path / "out", quick=True)


def counted(calls, result):
    def compute():
        calls.append(result)
        return result

    return compute


def test_a_cell_is_computed_once(quick):
    calls = []
    assert [quick.cell("part/a", {"x": 1}, counted(calls, {"y": [2]})) for _ in range(3)] == [{"y": [2]}] * 3
    assert len(calls) == 1


def test_a_cell_with_other_parameters_is_computed_again(quick):
    calls = []
    quick.cell("part/a", {"x": 1}, counted(calls, 1))
    assert quick.cell("part/a", {"x": 2}, counted(calls, 2)) == 2
    quick.seed = 5
    assert quick.cell("part/a", {"x": 2}, counted(calls, 3)) == 3


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", "[" * 100_000])
def test_a_damaged_cell_is_computed_again(quick, text):
    path = quick.out / "cells" / "part" / "a.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert quick.cell("part/a", {}, lambda: 4) == 4
    assert quick.cell("part/a", {}, lambda: 5) == 4


def test_mining_twice_reads_the_kept_cell(quick):
    data = quick.dataset("ENZYMES")
    first = quick.mine("large", data, "mfinder", range(3, 5))
    said = []
    quick.report = said.append
    assert quick.mine("large", data, "mfinder", range(3, 5)) == first
    assert said == []
    assert [path.name for path in (quick.out / "cells" / "large").iterdir()] == ["ENZYMES-mfinder-3-4-anchored.json"]


def test_motifs_are_verified_unless_their_own_ranking_is_asked_for(quick):
    data = quick.dataset("ENZYMES")
    assert quick.mine("small", data, "mfinder", (4,)).uncertain() == 0
    assert quick.mine("small", data, "mfinder", (4,), verified=False).uncertain() > 0


def test_limits_are_shares_of_the_time(tmp_path):
    assert Context(tmp_path, tmp_path, time_limit=TOTAL_S / 2).seconds("large") == CELL_S["large"] / 2


def test_methods_that_are_not_installed_are_left_out(tmp_path):
    assert Context(tmp_path, tmp_path).methods("no-such-method", "beam", "exact") == ("beam", "exact")


def test_missing_files_are_named(tmp_path):
    (tmp_path / FILES["COX2"]).touch()
    with pytest.raises(InputError, match=r"put ENZYMES\.zip there") as caught:
        Context(tmp_path, tmp_path).check(["ENZYMES", "COX2"])
    assert str(tmp_path) in str(caught.value)


def test_a_data_set_that_another_stands_in_for_is_not_missed(tmp_path):
    (tmp_path / FILES["ogbn-arxiv"]).touch()
    Context(tmp_path, tmp_path).check(["cit-HepPh", "ca-AstroPh"])


def test_data_sets_are_read_without_direction(tmp_path):
    (tmp_path / FILES["cit-HepPh"]).write_bytes(gzip.compress(b"1 2\n2 3\n3 1\n2 1\n"))
    graphs = Context(tmp_path, tmp_path).dataset("cit-HepPh").load()
    assert (graphs.directed, graphs.num_edges) == (False, 3)


def test_a_crew_makes_runs_side_by_side_with_the_same_motifs(quick, tmp_path):
    data, methods = quick.dataset("ENZYMES"), ("exact", "mfinder")
    here = quick.mine_each("small", data, methods, (3, 4), top=5)
    crew = InlineCrew()
    shared = Context(None, tmp_path / "shared", quick=True, crew=crew)
    there = shared.mine_each("small", data, methods, (3, 4), top=5)
    assert crew.pieces == 2
    assert [there[method].motifs for method in methods] == [here[method].motifs for method in methods]
    assert shared.kept_seconds == 0, "what was made now was not kept from before"
    assert shared.mine_each("small", data, methods, (3, 4), top=5) == there
    assert crew.pieces == 2
    resumed = Context(None, tmp_path / "shared", quick=True)
    assert resumed.mine_each("small", data, methods, (3, 4), top=5) == there
    assert resumed.kept_seconds > 0
