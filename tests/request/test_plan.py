from spminer.frequencies import Frequency
from spminer.request import Plan, Stage, Work


def test_a_plan_is_told_a_line_per_stage():
    plan = Plan((Stage("exact", (3, 4), "few", 1.5e10, 30.0), Stage("grow", (5,), "too many")))
    assert plan.lines(threads=2) == [
        "sizes 3-4: exact (few, about 1.5e+10 subgraphs), roughly 15.0 s",
        "size 5: grow (too many), time unknown",
    ]


def test_times_are_told_roughly():
    quick, hopeless = Stage("grow", (5,), "many", seconds=0.5), Stage("exact", (9,), "as asked", seconds=float("inf"))
    assert quick.text() == "size 5: grow (many), less than a second"
    assert hopeless.text() == "size 9: exact (as asked), time unknown"


def test_estimates_travel_with_a_stage_but_are_not_what_it_says():
    work = Work(Frequency(7.0, "estimate", 6.0, 8.0), "esu", 0.1)
    assert Stage("exact", (3,), "few", works={3: work}) == Stage("exact", (3,), "few")
