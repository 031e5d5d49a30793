from __future__ import annotations

import numpy as np
import pytest

from spminer.errors import UsageError
from spminer.methods.base import Task
from spminer.methods.walk import greedy
from spminer.methods.walk.engine import WalkEngine
from spminer.running.monitor import Monitor
from walk_runs import run


def test_visits_are_walks(molecules):
    found = run("visits", molecules).candidates[4]
    assert sum(candidate.score for candidate in found) == 40


def test_every_walk_takes_its_best_step_and_equals_are_drawn_by_lot(molecules):
    engine = WalkEngine(Task.of(molecules, sizes=(4,)), greedy.GreedySettings(score="matched"), Monitor())
    expansion = engine.expand(engine.seeds(30))
    expansion = engine.expand(expansion.grown(np.arange(len(expansion.walk))))
    steps = greedy.best_steps(expansion, 1)
    assert np.array_equal(expansion.walk[steps], np.unique(expansion.walk))
    for step in steps:
        rivals = expansion.pattern[expansion.walk == expansion.walk[step]]
        assert expansion.scores[expansion.pattern[step]] == expansion.scores[rivals].max()
    expansion.scores[:] = 0.5
    drawn = [greedy.best_steps(expansion, seed).tolist() for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.parametrize(
    ("options", "message"), [({"walks": 0}, "walks must be"), ({"rank": "luck"}, "rank='luck' is not known")]
)
def test_wrong_settings_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        greedy.GreedySettings(**options)
