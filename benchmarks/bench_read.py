"""How fast edge lists are read, with how much memory, and how late a time limit ends reading.

    python benchmarks/bench_read.py [--data DIR] [--edges N]

Each measurement runs in a process of its own: CPU seconds, edges per second, and the peak of resident memory above that
of the imports, divided by the size of the CSR arrays. ``--data`` adds npm-all-depends-2016.txt.gz of that folder. Peers
read the same file; they build no graph, so the comparison favors them. The second table reads one graph in several
formats: a time limit is kept as well as readers look at the clock, so it has the longest time between two looks, in
processor seconds; what is between the last look and the graph counts too.
"""

from __future__ import annotations

import gzip
import importlib
import logging
import tempfile
import time
from functools import partial
from pathlib import Path

import numpy as np

import spminer
from common import Measured, arguments, measure_apart
from spminer import Monitor

FORMATS = ("edgelist", "tudataset", "graphml", "gml", "json", "gspan", "matrixmarket", "parquet")
READERS = ("spminer", "pandas", "numpy", "networkx")


def imported(reader: str) -> str:
    importlib.import_module(reader)
    return reader


def read_with(path: str, reader: str) -> tuple[int, int]:
    """Read a file; the number of edges and the bytes of the CSR (0 for peers, which build none)."""
    if reader == "spminer":
        graphs = spminer.read(path)
        return graphs.num_edges, graphs.indptr.nbytes + graphs.indices.nbytes
    if reader == "pandas":
        import pandas as pd

        return len(pd.read_csv(path, sep="\t", comment="#", header=None)), 0
    if reader == "numpy":
        return len(np.loadtxt(path, dtype=np.int64)), 0
    import networkx as nx

    return nx.read_edgelist(path, nodetype=int).number_of_edges(), 0


def reading(reader: str, path: Path, repeats: int) -> Measured[tuple[int, int]]:
    return measure_apart(partial(read_with, str(path)), partial(imported, reader), repeats=repeats)


def write_random_edges(path: Path, edges: int, *, directed: bool = False, prefix: str = "") -> None:
    """A random graph with ten edges per node on average, as tab-separated numbers, or names with a prefix."""
    rng = np.random.default_rng(0)
    with gzip.open(path, "wb", compresslevel=6) if path.suffix == ".gz" else path.open("wb") as file:
        file.write(b"# Directed graph\n" if directed else b"# Undirected graph\n")
        for start in range(0, edges, 1 << 18):
            pairs = rng.integers(0, max(edges // 10, 2), size=(min(1 << 18, edges - start), 2))
            file.write("".join(f"{prefix}{u}\t{prefix}{v}\n" for u, v in pairs.tolist()).encode())


def report(title: str, path: Path, readers: tuple[str, ...]) -> None:
    ours = reading("spminer", path, 3)
    lines, csr = ours.value
    print(f"\n{title}: {lines:,} edges, {path.stat().st_size / 1e6:.0f} MB")
    for reader in readers:
        run = ours if reader == "spminer" else reading(reader, path, 1)
        memory = f"{run.growth * 2**20 / csr:5.1f} x CSR"
        ratio = "" if reader == "spminer" else f"   {run.cpu / ours.cpu:6.1f} x the time of spminer"
        print(f"  {reader:9} {run.cpu:7.2f} s  {lines / run.cpu / 1e6:6.2f} M edges/s  {memory}{ratio}", flush=True)


class Watching(Monitor):
    """A monitor that never ends anything, and notes when it is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = [time.process_time()]

    @property
    def stop_reason(self) -> str | None:
        """Nothing ends it."""
        self.looks.append(time.process_time())
        return None


def gaps(path: Path, form: str | None = None) -> tuple[float, float, int]:
    """Processor seconds of reading, the longest gap between two looks, and how many looks there were."""
    monitor = Watching()
    spminer.read(path, format=form, monitor=monitor)
    times = [*monitor.looks, time.process_time()]
    return times[-1] - times[0], max(np.diff(times)), len(monitor.looks) - 1


def table_of_gaps(folder: Path, edges: int) -> None:
    """A graph in several formats: processor seconds, and the longest between two looks at the clock."""
    logging.disable(logging.WARNING)
    print(f"\n{'format':14} {'MB':>7} {'reading s':>10} {'longest gap s':>14} {'looks':>7}")
    graphs = spminer.from_edges(np.random.default_rng(0).integers(0, max(edges // 5, 2), size=(edges, 2)))
    for form in FORMATS:
        path = folder / f"graph-{form}"
        spminer.write(graphs, path, format=form)
        seconds, gap, looks = gaps(path, form)
        print(f"{form:14} {path.stat().st_size / 1e6:7.1f} {seconds:10.2f} {gap:14.3f} {looks:7}", flush=True)
        path.unlink()


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--edges", type=int, default=5_000_000, help="size of the generated edge lists")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("undirected.txt", "directed.txt", "undirected.txt.gz", "undirected-names.txt"):
            path = Path(folder) / name
            prefix = "node-" if "names" in name else ""
            write_random_edges(path, options.edges, directed=name.startswith("directed"), prefix=prefix)
            report(f"generated, {name}", path, READERS if name == "undirected.txt" else READERS[:2])
        table_of_gaps(Path(folder), options.edges // 5)
    if options.data and (path := options.data / "npm-all-depends-2016.txt.gz").exists():
        report(path.name, path, READERS[:2])


if __name__ == "__main__":
    main()
