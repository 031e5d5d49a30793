"""What the benchmarks share: arguments, data sets, runs in processes of their own, made graphs, sampled patterns."""

from __future__ import annotations

import argparse
import io
import logging
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

import spminer

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

T = TypeVar("T")

SETS = {  # file, and sizes that are mined; those to 12 have hubs and up to 2.3 million edges
    "ENZYMES": ("ENZYMES.zip", "5-20"),
    "COX2": ("COX2.zip", "5-20"),
    "MSRC_9": ("MSRC_9.zip", "5-20"),
    "COIL-DEL": ("COIL-DEL-noniso.zip", "5-20"),
    "road-minnesota": ("road-minnesota.mtx.gz", "5-20"),
    "ca-AstroPh": ("ca-AstroPh.txt.gz", "5-12"),
    "email-Enron": ("email-Enron.txt.gz", "5-12"),
    "ego-Facebook": ("ego-Facebook.txt.gz", "5-12"),
    "fb100-MIT8": ("fb100-MIT8.txt.gz", "5-12"),
    "ego-Twitter": ("ego-Twitter.txt.gz", "5-12"),
    "npm-depends": ("npm-depends-2016.txt.gz", "5-12"),
    "npm-all-depends": ("npm-all-depends-2016.txt.gz", "5-12"),
}
EDGES, QUADRANTS = 1_000_000, (0.57, 0.19, 0.19, 0.05)  # R-MAT with the probabilities of Graph500


def arguments(description: str | None, *, data: str | None = None) -> argparse.ArgumentParser:
    """A parser with ``--data``: a folder with the files that ``data`` names, or ignored where it names none."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    text = f"folder with {data}" if data else "ignored: this benchmark makes its graphs"
    parser.add_argument("--data", type=Path, required=bool(data), help=text)
    return parser


@dataclass(frozen=True)
class Measured(Generic[T]):
    """What a call returned and took: seconds by the clock and of processors, MiB at the peak and beyond the start."""

    value: T
    wall: float
    cpu: float
    peak: float
    growth: float


def memory(field: str) -> float:
    """MiB of this process (Linux): ``VmRSS`` now, ``VmHWM`` at its peak."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(float(line.split()[1]) / 1024 for line in lines if line.startswith(field))


def measure(work: Callable[[], T]) -> Measured[T]:
    """Do some work here."""
    Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")  # forgets the peak
    before, wall, cpu = memory("VmRSS"), time.perf_counter(), time.process_time()
    value = work()
    wall, cpu, peak = time.perf_counter() - wall, time.process_time() - cpu, memory("VmHWM")
    return Measured(value, wall, cpu, peak, peak - before)


def measure_apart(work: Callable[..., T], prepare: Callable[[], Any] | None = None, *, repeats: int = 1) -> Measured[T]:
    """Do some work in a process of its own; what ``prepare`` returns there is its argument. The fastest counts."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measured, work, prepare, repeats).result()


def _measured(work: Callable[..., T], prepare: Callable[[], Any] | None, repeats: int) -> Measured[T]:
    logging.disable(logging.WARNING)
    spminer.read(io.BytesIO(b"0 1\n"))  # imports are not measured
    given = [] if prepare is None else [prepare()]
    return min((measure(lambda: work(*given)) for _ in range(repeats)), key=lambda run: run.cpu)


def random_graph() -> spminer.GraphCollection:
    """A random graph of a million edges with degrees that vary."""
    ends = np.random.default_rng(0).random((EDGES, 2)) ** 2 * 200_000
    return _simple(ends.astype(np.int64), 200_000)


def rmat_graph() -> spminer.GraphCollection:
    """An R-MAT graph (Chakrabarti et al., 2004) of a million edges, with large hubs."""
    return _simple(rmat_ends(EDGES * 13 // 10, 18, np.random.default_rng(1)), 2**18)  # a fifth or so are parallel


def rmat_ends(draws: int, scale: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Ends of edges on 2^scale ids: each bit of both ends is drawn by the quadrant that it leads to."""
    ends = np.zeros((draws, 2), dtype=np.int64)
    for _ in range(scale):
        quadrant = random.choice(4, size=draws, p=QUADRANTS)
        ends = ends * 2 + np.stack([quadrant // 2, quadrant % 2], axis=1)
    return ends


def _simple(ends: NDArray[np.int64], nodes: int) -> spminer.GraphCollection:
    edges = np.unique(np.sort(ends, axis=1), axis=0)
    edges = edges[edges[:, 0] != edges[:, 1]]
    kept = np.random.default_rng(2).permutation(len(edges))[:EDGES]
    return spminer.from_edges(edges[kept], num_nodes=nodes)


def neighbors(graphs: spminer.GraphCollection, node: int) -> NDArray[np.int32]:
    """The nodes adjacent to one."""
    return graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]]


def sampled_pattern(graphs: spminer.GraphCollection, size: int, random: np.random.Generator) -> spminer.Pattern:
    """What a connected set of nodes induces: an end of a random edge, then neighbors of nodes chosen before."""
    nodes = [int(random.choice(graphs.indices))]
    while len(nodes) < size:
        around = neighbors(graphs, nodes[random.integers(len(nodes))])
        if (chosen := int(random.choice(around))) not in nodes:
            nodes.append(chosen)
        elif set(around.tolist()) <= set(nodes):  # a leaf, or a component that is too small
            nodes = [int(random.choice(graphs.indices))]
    place = {node: number for number, node in enumerate(nodes)}
    edges = [(place[u], place[v]) for u in nodes for v in neighbors(graphs, u).tolist() if u < v and v in place]
    return spminer.Pattern.from_edges(edges, size=size, anchor=0)


def distinct_patterns(graphs: spminer.GraphCollection, sizes: range, wanted: int) -> list[spminer.Pattern]:
    """Distinct canonical patterns of these sizes that occur, at most ``wanted``."""
    random, found = np.random.default_rng(3), dict[str, spminer.Pattern]()
    for attempt in range(100 * wanted):
        pattern = sampled_pattern(graphs, sizes[attempt % len(sizes)], random).canonical()
        found.setdefault(pattern.text, pattern)
        if len(found) == wanted:
            break
    return list(found.values())
