"""How much a cluster gives: efficiency, overhead of small jobs, and a model of larger clusters.

usage: python benchmarks/bench_cluster.py [FILE ...] [--size K] [--pattern TEXT] [--repeat N] [--ignore-labels]
                                          [--model]

For each data set (files that spminer reads; by default a random graph), every subgraph of ``--size`` nodes is
enumerated, and the anchors of ``--pattern`` are counted: by one process with two threads, and by two local workers
with one thread each. Efficiency is the ratio of their times, the least of ``--repeat`` each, and beside it that of
seconds of processors, which says more where others use the machine; opening the cluster is told apart, and so is a
small job on a running cluster. The answers are compared.

``--model`` measures each piece of the same jobs in this process by one thread (seconds, bytes sent and returned, and
seconds that putting it together takes), and lets 1 to 512 workers do these pieces in a model: see :func:`modeled`.
"""

from __future__ import annotations

import argparse
import heapq
import pickle
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import spminer
from spminer._util.executor import Executor
from spminer.cluster import open_cluster
from spminer.cluster.executor import DaskExecutor
from spminer.datasets import example

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from spminer._util.executor import PieceFunction, RunObserver
    from spminer.graphs import GraphCollection

A = TypeVar("A")
WORKERS = (1, 8, 64, 512)
DISPATCH_S = 0.002  # of the scheduler and the client for each piece, one after the other: measured, see compare()
LATENCY_S = 0.002  # there and back
BYTES_PER_S = 1e9  # into the machine that puts results together
EMPTY_PIECES = 500


@dataclass
class Round:
    """Pieces that were sent together: seconds of each, bytes of its answer, and seconds to put it together."""

    seconds: list[float] = field(default_factory=list)
    received: list[int] = field(default_factory=list)
    merging: list[float] = field(default_factory=list)
    sent: int = 0


class MeasuringExecutor(Executor):
    """Computes each piece here, by one thread, and measures its time and its bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds: list[Round] = []

    def run(self, here: Callable[[], A], there: Callable[[Executor], A], *, worth: bool = True) -> A:
        """Call ``there`` if that is worth the way."""
        return there(self) if worth else here()

    def map(
        self,
        function: PieceFunction,
        graphs: Any,
        pieces: Iterable[Any],
        observer: RunObserver,  # noqa: ARG002
        *,
        stage: str,  # noqa: ARG002
    ) -> Iterator[Any]:
        """The results of the pieces, in their order."""
        self.rounds.append(measured := Round())
        for piece in pieces:
            measured.sent += len(pickle.dumps(piece))
            started = time.perf_counter()
            value = function(graphs, piece, spminer.Monitor())
            measured.seconds.append(time.perf_counter() - started)
            measured.received.append(len(pickle.dumps(value)))
            started = time.perf_counter()
            yield value
            measured.merging.append(time.perf_counter() - started)


def modeled(rounds: list[Round], workers: int, *, here: float = 0.0) -> float:
    """Seconds that so many workers of one thread would take, under these assumptions.

    Pieces of a round are handed out in their order to the next free worker, one each ``DISPATCH_S``; an answer is there
    ``LATENCY_S`` after its piece is done, passes the one network card of the machine that asked at ``BYTES_PER_S``, and
    is put together there, in order, one after the other. A round begins when the one before is put together. Every
    worker has the graph, and is as fast as this machine; no one else uses the network. ``here`` are seconds of the
    machine that asks, before and after.

    >>> alike = Round([1.0] * 8, [0] * 8, [0.0] * 8)
    >>> [round(modeled([alike], workers), 1) for workers in (1, 4, 8, 64)]
    [8.0, 2.0, 1.0, 1.0]
    """
    clock = here
    for one in rounds:
        free = [clock] * workers
        heapq.heapify(free)
        arrived, asked = clock, clock
        for seconds, received, merging in zip(one.seconds, one.received, one.merging, strict=True):
            asked += DISPATCH_S
            done = max(heapq.heappop(free), asked) + seconds
            heapq.heappush(free, done)
            arrived = max(arrived, done + LATENCY_S) + received / BYTES_PER_S + merging
        clock = arrived
    return clock


def jobs(size: int, pattern: str) -> dict[str, Callable[..., Any]]:
    """What is measured; each takes the graphs and how, and gives what is to be compared."""

    def enumerated(graphs: GraphCollection, **how: Any) -> Any:
        found = spminer.enumerate(graphs, size, engine="esu", examples=0, **how)
        return [motif.to_dict() for motif in found]

    def counted(graphs: GraphCollection, **how: Any) -> Any:
        return spminer.count(pattern, graphs, **how).to_dict()

    asked = {f"enumerate {size}": (size, enumerated), f"count {pattern}": (pattern, counted)}
    return {name: job for name, (wanted, job) in asked.items() if wanted}


def least(
    repeat: int, call: Callable[[], Any], processors: Callable[[], float] = time.process_time
) -> tuple[float, float, Any]:
    """The least time of some calls, the least seconds of processors, and what the last gave."""
    times, busy, found = [], [], None
    for _ in range(repeat):
        started, computed = time.perf_counter(), processors()
        found = call()
        times.append(time.perf_counter() - started)
        busy.append(processors() - computed)
    return min(times), min(busy), found


def nothing(graphs: GraphCollection, piece: int, monitor: spminer.Monitor) -> int:  # noqa: ARG001 (a PieceFunction)
    """A piece that takes no time."""
    return piece


def compare(graphs: GraphCollection, asked: dict[str, Callable[..., Any]], repeat: int) -> None:
    """Two threads of one process beside two workers."""
    started = time.perf_counter()
    with open_cluster("local:2") as executor:
        print(f"  cluster opened in {time.perf_counter() - started:.1f} s")
        small = least(5, lambda: spminer.count("0-1,1-2,2-0@0", example(), monitor=spminer.Monitor(executor=executor)))[
            0
        ]
        print(f"  small job on the running cluster: {small:.3f} s")
        elapsed, busy, _ = least(
            3, lambda: list(executor.map(nothing, example(), range(EMPTY_PIECES), spminer.Monitor(), stage="nothing"))
        )
        print(
            f"  a piece that does nothing: {1000 * elapsed / EMPTY_PIECES:.1f} ms, of which client and scheduler "
            f"(both in this process) compute {1000 * busy / EMPTY_PIECES:.1f} ms"
        )

        assert isinstance(executor, DaskExecutor)
        client = executor._client

        def processors() -> float:
            return time.process_time() + float(sum(client.run(time.process_time).values()))

        for name, job in asked.items():
            job(graphs, monitor=spminer.Monitor(executor=executor))  # ships the graphs, and warms up
            here, here_busy, expected = least(repeat, partial(job, graphs, threads=2))
            there, there_busy, found = least(
                repeat, partial(job, graphs, monitor=spminer.Monitor(executor=executor)), processors
            )
            same = "same answer" if found == expected else "ANOTHER ANSWER"
            print(f"  {name}: {here:.2f} s here, {there:.2f} s on two workers, efficiency {here / there:.0%}, {same}")
            print(f"    seconds of processors: {here_busy:.2f} and {there_busy:.2f}, {here_busy / there_busy:.0%}")


def model(graphs: GraphCollection, asked: dict[str, Callable[..., Any]]) -> None:
    """Larger clusters, by pieces as they are here."""
    for name, job in asked.items():
        executor = MeasuringExecutor()
        started = time.perf_counter()
        job(graphs, monitor=spminer.Monitor(executor=executor))
        took = time.perf_counter() - started
        pieces = [seconds for one in executor.rounds for seconds in one.seconds]
        merging = sum(sum(one.merging) for one in executor.rounds)
        here = max(took - sum(pieces) - merging, 0.0)
        sent, received = sum(one.sent for one in executor.rounds), sum(sum(one.received) for one in executor.rounds)
        print(
            f"  {name}: {len(pieces)} pieces in {len(executor.rounds)} rounds, {sum(pieces):.1f} s in all, longest "
            f"{max(pieces):.2f} s, {sent / 1e6:.2f} MB sent, {received / 1e6:.2f} MB received, {merging:.2f} s to put "
            f"together, {here:.2f} s before and after"
        )
        for workers in WORKERS:
            seconds = modeled(executor.rounds, workers, here=here)
            print(f"    {workers:>4} workers: {seconds:8.2f} s, efficiency {took / seconds / workers:.0%}")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="graph files")
    parser.add_argument("--data", help="not used; accepted so that all benchmarks take the same arguments")
    parser.add_argument("--size", type=int, default=5, help="0: nothing is enumerated")
    parser.add_argument("--pattern", default="0-1,1-2,2-3,3-0,0-4@4", help="empty: nothing is counted")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--ignore-labels", action="store_true")
    parser.add_argument("--model", action="store_true", help="model larger clusters instead")
    options = parser.parse_args()
    asked = jobs(options.size, options.pattern)
    for source in options.files or [None]:
        graphs = spminer.generate.synthetic(1, 3000, seed=1) if source is None else spminer.read(source)
        graphs = graphs.without_labels() if options.ignore_labels else graphs
        print(f"{source or 'random'}: {graphs!r}")
        if options.model:
            model(graphs, asked)
        else:
            compare(graphs, asked, options.repeat)


if __name__ == "__main__":
    main()
