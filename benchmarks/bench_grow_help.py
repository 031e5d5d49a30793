"""Does the encoder help growth? Growth alone, with more of itself, and with neural help of several kinds.

Every row is one search of the same target: seconds of processor time, and the median frequency of the ten best
(counted exactly) at each size as a ratio to that of plain growth.

    growth          as it is
    wider           twice the beam: what the time is worth without an encoder
    more lists      four times as many candidates get lists of embeddings: what a pre-filter could find, were it perfect
    third of lists  lists for as many candidates as the beam holds: no pre-filter can save more than this
    pre-filter      likewise, but the encoder's soft score chooses among all candidates
    ahead           beam and what nearly came into it, cut by the encoder's score against neighborhoods of 40 to 64
                    nodes: it prefers what has room to grow
    greedy seeds    the patterns that greedy walks propose join the beam at every size
    beam seeds      those of the verified beam join it, counted in the time

    python benchmarks/bench_grow_help.py --data DIR
    python benchmarks/bench_grow_help.py --data DIR --only ENZYMES.zip --rows growth wider
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import spminer
from spminer import _core
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.scoring.estimator import FrequencyEstimator, open_scorer
from spminer.methods.base import Task
from spminer.methods.grow.search import GrowSettings, Growth
from spminer.methods.registry import get_method
from spminer.running.monitor import Monitor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

DATA = ["ENZYMES.zip", "COX2.zip", "MSRC_9.zip", "road-minnesota.mtx.gz"]
SIZES = tuple(range(5, 21))
Seeds = dict[int, list[_core.Pattern]]


class Search:
    """Growth of one target, level by level, with something of its own at each level."""

    def __init__(self, task: Task, *, beam: int | None = None, slack: int | None = None) -> None:
        self.task = task
        self.growth = Growth(task, GrowSettings(beam=beam), Monitor())
        if slack is not None:
            self.growth.params.slack = slack

    def run(self, level: Callable[[_core.GrowBeam], _core.GrowBeam] | None = None) -> dict[int, float]:
        """Medians by size."""
        beam = self.growth.start()
        medians = {}
        while beam.size < max(SIZES):
            beam = (level or self.level)(beam)
            best = [beam[i].count for i in range(min(len(beam), 10))]
            medians[beam.size] = statistics.median(best)
        return {size: medians[size] for size in SIZES}

    def level(self, beam: _core.GrowBeam, seeds: Sequence[_core.Pattern] = ()) -> _core.GrowBeam:
        """As growth does it."""
        return self.growth.level(beam, seeds)

    def unrefined(self, beam: _core.GrowBeam, candidates: int) -> _core.GrowBeam:
        """The best candidates, with lists, not matched."""
        params = self.growth.params
        kept = params.beam, params.slack, params.probes
        params.beam, params.slack, params.probes, params.exact = candidates, 1, 0, 0
        wide = _core.grow_level(self.growth.target, beam, params, _core.Control())
        params.beam, params.slack, params.probes = kept
        return wide


def plain(task: Task) -> dict[int, float]:
    return Search(task).run()


def wider(task: Task) -> dict[int, float]:
    return Search(task, beam=128).run()


def more_lists(task: Task) -> dict[int, float]:
    return Search(task, slack=12).run()


def third_of_lists(task: Task) -> dict[int, float]:
    return Search(task, slack=1).run()


def pre_filter(task: Task) -> dict[int, float]:
    search = Search(task, slack=0)
    estimator = FrequencyEstimator(open_scorer("default"), task.graphs.target(), neighborhoods=2000)

    def level(beam: _core.GrowBeam) -> _core.GrowBeam:
        wide = search.unrefined(beam, 4000)
        chosen = by_score(wide, estimator.score, search.growth.params.beam, task)
        return search.level(beam, [wide[int(i)].pattern for i in chosen])

    return search.run(level)


def ahead(task: Task) -> dict[int, float]:
    search = Search(task, beam=192, slack=2)
    estimator = FrequencyEstimator(open_scorer("default"), task.graphs.target(), neighborhoods=2000, samples="large")

    def level(beam: _core.GrowBeam) -> _core.GrowBeam:
        wide = search.level(beam)
        best = set(range(min(len(wide), 32)))  # what is asked for stays
        chosen = sorted(best | set(by_score(wide, estimator.score, 48, task).tolist()))
        return _core.grow_select(wide, np.array(chosen, dtype=np.int64))

    return search.run(level)


def by_score(
    beam: _core.GrowBeam, score: Callable[[NDArray[np.uint64]], NDArray[np.float64]], count: int, task: Task
) -> NDArray[np.intp]:
    patterns = [task.graphs.pattern(beam[i].pattern) for i in range(len(beam))]
    values = score(AnchoredBatch.from_patterns(patterns).rows)
    return np.argsort(-values, kind="stable")[:count]


def seeded(task: Task, method: str, settings: Mapping[str, int]) -> dict[int, float]:
    found = get_method(method)
    walked = found.search(
        Task.of(task.graphs, sizes=tuple(range(3, max(SIZES) + 1))), found.settings(**settings), Monitor()
    )
    seeds: Seeds = {
        size: [candidate.pattern.core(None, None) for candidate in candidates[:20]]
        for size, candidates in walked.candidates.items()
    }
    search = Search(task)
    return search.run(lambda beam: search.level(beam, seeds.get(beam.size + 1, ())))


def greedy_seeds(task: Task) -> dict[int, float]:
    return seeded(task, "greedy", {"walks": 200, "neighborhoods": 2000})


def beam_seeds(task: Task) -> dict[int, float]:
    return seeded(task, "beam", {})


ROWS: dict[str, Callable[[Task], dict[int, float]]] = {
    "growth": plain,
    "wider": wider,
    "more lists": more_lists,
    "third of lists": third_of_lists,
    "pre-filter": pre_filter,
    "ahead": ahead,
    "greedy seeds": greedy_seeds,
    "beam seeds": beam_seeds,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the data sets")
    parser.add_argument("--only", nargs="*", default=DATA, help="data sets")
    parser.add_argument("--rows", nargs="*", default=list(ROWS), choices=list(ROWS))
    options = parser.parse_args()
    for name in options.only:
        task = Task.of(spminer.read(options.data / name).without_labels(), sizes=SIZES)
        reference: dict[int, float] = {}
        for row in options.rows:
            started = time.process_time()
            medians = ROWS[row](task)
            seconds = time.process_time() - started
            reference = reference or medians
            ratios = (f"{medians[size] / reference[size]:.3f}" for size in SIZES)
            print(f"{name} {row:<15} {seconds:6.1f} s ", *ratios, flush=True)


if __name__ == "__main__":
    main()
