import pytest

from spminer.counting.effort import FIRST_STEPS, affords_all_nodes, more_steps


@pytest.mark.parametrize(("undecided", "effort", "tries"), [(0, 10**9, []), (1, 9_999, []), (1, 10**5, [10**4, 10**5])])
def test_steps_grow_while_they_are_worth_it(undecided, effort, tries):
    found, steps = [], FIRST_STEPS
    while steps := more_steps(steps, undecided, effort):
        found.append(steps)
    assert found == tries


def test_what_a_target_costs_depends_on_its_nodes_alone():
    assert affords_all_nodes(10, 1000)
    assert not affords_all_nodes(11, 1000)
