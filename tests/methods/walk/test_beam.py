from __future__ import annotations

import numpy as np
import pytest

from spminer._util.monitor import Monitor
from spminer.errors import UsageError
from spminer.methods.base import Task
from spminer.methods.walk import beam
from spminer.methods.walk.engine import WalkEngine


def expanded(graphs, settings, walks):
    engine = WalkEngine(Task.of(graphs, sizes=(6,)), settings, Monitor())
    first = engine.expand(engine.seeds(walks))
    return engine.expand(first.grown(np.arange(len(first.walk))))


def test_the_best_patterns_go_on_with_equal_shares(molecules):
    settings = beam.BeamSettings(score="matched", walks=12, width=3, verify=False)
    expansion = expanded(molecules, settings, 30)
    owner = np.zeros(len(expansion.walks), dtype=np.int64)
    steps = beam._going(expansion, owner, settings, seed=0)
    chosen, counts = np.unique(expansion.pattern[steps], return_counts=True)
    assert len(expansion.keys) >= len(chosen) > 0
    assert len(chosen) <= 3
    assert counts.max() <= 12 // len(chosen)
    left_out = np.setdiff1d(np.arange(len(expansion.keys)), chosen)
    assert expansion.scores[chosen].min() >= expansion.scores[left_out].max(initial=0)


def test_every_owner_has_a_beam_of_its_own(molecules):
    settings = beam.BeamSettings(score="matched", walks=8, width=1, verify=False, scope="seed")
    expansion = expanded(molecules, settings, 8)
    owner = np.arange(len(expansion.walks)) % 4
    steps = beam._going(expansion, owner, settings, seed=0)
    assert set(owner[expansion.walk[steps]]) == set(owner[expansion.walk])
    for one in range(4):
        mine = steps[owner[expansion.walk[steps]] == one]
        assert len(set(expansion.pattern[mine])) == 1
        reachable = expansion.pattern[owner[expansion.walk] == one]
        assert expansion.scores[expansion.pattern[mine[0]]] == expansion.scores[reachable].max()


def test_wrong_settings_are_refused():
    with pytest.raises(UsageError, match="verify steers one beam"):
        beam.BeamSettings(scope="seed")
    with pytest.raises(UsageError, match="width must be"):
        beam.BeamSettings(width=0)
