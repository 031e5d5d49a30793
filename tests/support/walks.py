"""Runs of walking methods with small settings, one of each kind, for the tests of the strategies."""

from __future__ import annotations

from spminer._util.checkpoint import States
from spminer._util.monitor import Monitor
from spminer.methods import beam, greedy, mcts
from spminer.methods.base import Task

SETTINGS = {
    "greedy": (greedy, greedy.GreedySettings(neighborhoods=200, walks=40, score="soft")),
    "visits": (greedy, greedy.GreedySettings(neighborhoods=200, walks=40, score="soft", rank="visits")),
    "matched": (greedy, greedy.GreedySettings(walks=20, score="matched")),
    "hard": (greedy, greedy.GreedySettings(neighborhoods=200, walks=20, score="hard")),
    "mlp": (greedy, greedy.MlpSettings(neighborhoods=50, walks=10)),
    "beam": (beam, beam.BeamSettings(neighborhoods=200, walks=40, width=8)),
    "neural beam": (beam, beam.BeamSettings(neighborhoods=200, walks=40, width=8, confirm=False)),
    "seed beam": (beam, beam.BeamSettings(neighborhoods=200, walks=5, width=2, confirm=False, scope="seed")),
    "mcts": (mcts, mcts.MctsSettings(neighborhoods=200, simulations=24)),
}


def run(name, graphs, *, sizes=(3, 4, 5, 6), checkpoint=None, monitor=None, **options):
    module, settings = SETTINGS[name]
    return module.search(
        Task.of(graphs, sizes=sizes, states=States(checkpoint), **options), settings, monitor or Monitor()
    )


def summary(result):
    return {size: [(c.pattern.text, c.score) for c in found] for size, found in result.candidates.items()}
