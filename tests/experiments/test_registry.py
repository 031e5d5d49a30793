"""Tests of experiments/registry.py and experiments/budgets.py: the experiments, and the time that they may take."""

import pytest

from spminer.errors import UsageError
from spminer.experiments import experiment_names, get_experiment
from spminer.experiments.budgets import TOTAL_S
from spminer.experiments.context import FILES


@pytest.mark.parametrize("name", experiment_names())
def test_each_experiment_says_what_it_asks_and_needs(name):
    experiment = get_experiment(name)
    assert experiment.name == name
    assert experiment.summary.endswith("?")
    assert set(experiment.data) <= set(FILES)


def test_all_experiments_fit_in_the_default_time():
    assert sum(get_experiment(name).seconds for name in experiment_names()) <= TOTAL_S


def test_a_name_that_is_not_known_is_refused_with_those_that_are():
    with pytest.raises(UsageError, match="small, planted"):
        get_experiment("everything")
