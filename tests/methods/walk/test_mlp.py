from __future__ import annotations

import spminer
from spminer._util.monitor import Monitor
from spminer.datasets import example
from spminer.methods.base import Task
from spminer.methods.registry import get_method
from spminer.methods.walk import greedy, mlp
from walk_runs import summary


def test_the_baseline_is_greedy_with_the_perceptron(molecules):
    task = Task.of(molecules, sizes=(3, 4))
    method = get_method("mlp")
    found = method.search(task, method.settings(neighborhoods=40, walks=8), Monitor())
    same = greedy.GreedySettings(model="mlp", neighborhoods=40, walks=8)
    assert summary(found) == summary(greedy.search(task, same, Monitor()))
    order = greedy.GreedySettings(neighborhoods=40, walks=8)
    assert summary(found) != summary(greedy.search(task, order, Monitor()))
    assert mlp.MlpSettings().walks < greedy.GreedySettings().walks


def test_edge_induced_patterns_by_a_node_induced_perceptron_say_so():
    options = {"method": "mlp", "neighborhoods": 40, "walks": 8}
    result = spminer.mine(example(), 4, induced=False, **options)
    (said,) = [warning for warning in result.warnings if "perceptron" in warning]
    assert "was trained on node-induced pairs; its scores of edge-induced patterns" in said
    assert not any("perceptron" in warning for warning in spminer.mine(example(), 4, **options).warnings)
