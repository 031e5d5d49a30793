import pytest

import spminer
from spminer.methods.base import Task
from spminer.methods.walk.beyond import sizes_beyond
from spminer.patterns import MAX_PATTERN_NODES
from walk_runs import SETTINGS, run


def test_sizes_beyond_end_at_the_largest_pattern(molecules):
    assert sizes_beyond(Task.of(molecules, sizes=(MAX_PATTERN_NODES - 1,)), 3) == (MAX_PATTERN_NODES,)
    assert sizes_beyond(Task.of(molecules, sizes=(4,)), 0) == ()


def test_nothing_is_searched_where_parts_do_not_compete(molecules):
    assert sizes_beyond(Task.of(molecules, sizes=(4,), frequency="graph"), 2) == ()
    assert sizes_beyond(Task.of(molecules, sizes=(4,), verify=False), 2) == ()


@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_what_lies_beyond_is_proposed_for_its_parts(name, molecules):
    beyond = SETTINGS[name][1].beyond
    assert beyond > 0
    found = sorted(run(name, molecules, sizes=(4, 5)).candidates)
    assert [4, 5, 6] <= found <= list(range(4, 6 + beyond))


def test_what_lies_beyond_is_not_reported_and_makes_no_size_worse(molecules):
    few = {"neighborhoods": 200, "walks": 3, "method": "greedy", "top": 5, "examples": 0}
    alone, further = (spminer.mine(molecules, "5-6", **few, beyond=beyond) for beyond in (0, 3))
    assert {motif.size for motif in further} == {5, 6}
    for size in (5, 6):
        before, after = (
            sorted((motif.anchored_frequency.value for motif in found if motif.size == size), reverse=True)
            for found in (alone, further)
        )
        assert all(more >= less for more, less in zip(after, before, strict=False))
