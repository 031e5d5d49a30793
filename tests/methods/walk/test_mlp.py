from __future__ import annotations

from spminer.methods.base import Task
from spminer.methods.registry import get_method
from spminer.methods.walk import greedy, mlp
from spminer.running.monitor import Monitor
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
