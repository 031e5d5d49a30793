from spminer._util.system import usable_cores
from spminer.experiments.machine import machine, merged, versions


def test_the_threads_of_a_run_are_told_where_they_are_fewer_than_the_cores():
    assert "a run" not in machine()
    assert "a run" not in machine(usable_cores())
    assert ("1 thread a run" in machine(1)) == (usable_cores() > 1)


def test_versions_of_what_runs_are_told():
    assert {"python", "numpy", "spminer"} <= versions().keys()


def test_what_is_the_same_everywhere_is_told_once():
    assert merged([("A", {"numpy": "2"}), ("B", {"numpy": "2", "torch": "3"})]) == (
        "A and B",
        {"numpy": "2", "torch": "3"},
    )
