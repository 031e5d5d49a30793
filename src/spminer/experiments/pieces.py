"""Whole mining runs as pieces of work, for this process or for the workers of a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from spminer.experiments.budgets import JUDGING_SHARE
from spminer.experiments.judging import judged
from spminer.experiments.runs import Run
from spminer.mining.run import open_task, plan, run

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.results.request import MiningRequest

__all__ = ["RunPiece", "run_piece"]


@dataclass(frozen=True, slots=True)
class RunPiece:
    """One run under the common rules.

    Attributes
    ----------
    request
        What is asked; its time limit is that of the search and its own verification.
    limit_s
        Seconds for all of it.
    verified
        Whether motifs that the limit left uncounted are counted afterwards.
    """

    request: MiningRequest
    limit_s: float
    verified: bool


def run_piece(graphs: GraphCollection, piece: RunPiece, monitor: Monitor) -> dict[str, Any]:
    """Do a piece: what the method found, as plain values."""
    mining = monitor.part(time_limit=piece.request.time_limit)
    task = open_task(graphs, piece.request)
    result = run(task, plan(task, mining), mining)
    judge = monitor.part(time_limit=JUDGING_SHARE * piece.limit_s if piece.verified else 0)
    found = judged(result, graphs, judge, piece.request.verify)
    return Run.of(result, found, piece.request.method, patterns=mining.progress.patterns).to_dict()
