from typing import get_args

import pytest

from spminer import UsageError
from spminer.frequencies import Definition, Objective, check_objective


def test_the_definitions_of_the_paper_are_objectives():
    assert set(get_args(Definition)) < set(get_args(Objective))


def test_unknown_ones_are_refused():
    for name in get_args(Objective):
        check_objective(name)
    with pytest.raises(UsageError, match="choose one of anchored, graph, transactions, images"):
        check_objective("support")
