"""The judge of all methods: what a run that reached its limit left uncounted is counted afterwards."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from spminer.methods.base import Candidate, Task
from spminer.mining.verify import verify
from spminer.results.request import MiningRequest

if TYPE_CHECKING:
    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection
    from spminer.results import MotifSet
    from spminer.results.frequency import Frequency
    from spminer.results.request import Verification

__all__ = ["judged"]


def judged(
    result: MotifSet, graphs: GraphCollection, monitor: Monitor, verification: Verification
) -> list[tuple[Candidate, Frequency]]:
    """The motifs of a result with frequencies that are exact as far as the monitor allows, best first in each size.

    A method is thus never blamed for motifs that it found in time, but had no time left to count.

    Examples
    --------
    >>> import spminer
    >>> from spminer.datasets import example
    >>> result = spminer.mine(example(), 3, method="mfinder", verify=False, examples=0)
    >>> [motif.anchored_frequency.kind for motif in result]
    ['lower_bound', 'lower_bound', 'lower_bound']
    >>> found = judged(result, example(), spminer.Monitor(), spminer.Verification())
    >>> [(candidate.pattern.text, frequency.value) for candidate, frequency in found]
    [('0-1,1-2@0', 34), ('0-1,0-2,1-2@0', 32), ('0-1,0-2@0', 22)]
    """
    request = result.request
    assert isinstance(request, MiningRequest)
    objective = request.frequency
    groups = [(size, list(motifs)) for size, motifs in groupby(result, key=lambda motif: motif.size)]
    found: list[tuple[Candidate, Frequency]] = []
    for number, (size, motifs) in enumerate(groups):
        known = {motif.id: motif.frequency(objective) for motif in motifs}
        candidates = [
            Candidate(motif.pattern, motif.score or 0.0, {objective: frequency})
            for motif in motifs
            if (frequency := known[motif.id]) is not None
        ]
        task = Task(graphs, replace(request, sizes=(size,), top=len(candidates), verify=verification))
        left = monitor.remaining
        part = monitor.part(time_limit=None if left is None else left / (len(groups) - number))
        ranked = verify(candidates, task, part).candidates
        found += [(candidate, candidate.known[objective]) for candidate in ranked]
    return found
