"""How fast edge lists are read, and with how much memory, next to what people use otherwise.

usage: python benchmarks/bench_read.py [--data FOLDER] [--edges N]

Each measurement runs in a process of its own: CPU seconds, edges per second, and the peak of resident memory above
that of the imports, divided by the size of the CSR arrays. ``--data`` adds the file npm-all-depends-2016.txt.gz
of that folder. Peers read the same file; they build no graph, so the comparison favors them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

READERS = ("spminer", "pandas", "numpy", "networkx")


def peak_memory() -> int:
    """Of this program alone; getrusage would count the process it was started from."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def read_with(reader: str, path: str) -> tuple[int, int]:
    """Read a file; the number of edges and the bytes of the CSR (0 for peers, which build none)."""
    if reader == "spminer":
        import spminer

        graphs = spminer.read(path)
        return graphs.num_edges, graphs.indptr.nbytes + graphs.indices.nbytes
    if reader == "pandas":
        import pandas as pd

        return len(pd.read_csv(path, sep="\t", comment="#", header=None)), 0
    if reader == "numpy":
        return len(np.loadtxt(path, dtype=np.int64)), 0
    import networkx as nx

    return nx.read_edgelist(path, nodetype=int).number_of_edges(), 0


def measure_here(reader: str, path: str) -> None:
    """In a process of its own: read once and print the figures."""
    logging.disable(logging.WARNING)
    if reader != "numpy":
        __import__(reader)
    before, started = peak_memory(), time.process_time()
    edges, csr = read_with(reader, path)
    seconds = time.process_time() - started
    print(json.dumps({"edges": edges, "seconds": seconds, "memory": peak_memory() - before, "csr": csr}))


def measure(reader: str, path: Path, repeats: int) -> dict[str, float]:
    """The fastest of several runs."""
    command = [sys.executable, __file__, "--one", reader, str(path)]
    runs = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(repeats)]
    best: dict[str, float] = min(runs, key=lambda run: run["seconds"])
    return best


def write_random_edges(path: Path, edges: int, *, directed: bool = False, prefix: str = "") -> None:
    """A random graph with ten edges per node on average, as tab-separated numbers, or names with a prefix."""
    rng = np.random.default_rng(0)
    with gzip.open(path, "wb", compresslevel=6) if path.suffix == ".gz" else path.open("wb") as file:
        file.write(b"# Directed graph\n" if directed else b"# Undirected graph\n")
        for start in range(0, edges, 1 << 18):
            pairs = rng.integers(0, max(edges // 10, 2), size=(min(1 << 18, edges - start), 2))
            file.write("".join(f"{prefix}{u}\t{prefix}{v}\n" for u, v in pairs.tolist()).encode())


def report(title: str, path: Path, readers: tuple[str, ...], lines: int) -> None:
    ours = measure("spminer", path, 3)
    print(f"\n{title}: {lines:,} edges, {path.stat().st_size / 1e6:.0f} MB")
    for reader in readers:
        run = ours if reader == "spminer" else measure(reader, path, 1)
        memory = f"{run['memory'] / ours['csr']:5.1f} x CSR"
        ratio = "" if reader == "spminer" else f"   {run['seconds'] / ours['seconds']:6.1f} x the time of spminer"
        print(f"  {reader:9} {run['seconds']:7.2f} s  {lines / run['seconds'] / 1e6:6.2f} M edges/s  {memory}{ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder with npm-all-depends-2016.txt.gz")
    parser.add_argument("--edges", type=int, default=5_000_000, help="size of the generated edge lists")
    parser.add_argument("--one", nargs=2, metavar=("READER", "FILE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        measure_here(*arguments.one)
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in ("undirected.txt", "directed.txt", "undirected.txt.gz", "undirected-names.txt"):
            path = Path(folder) / name
            prefix = "node-" if "names" in name else ""
            write_random_edges(path, arguments.edges, directed=name.startswith("directed"), prefix=prefix)
            report(f"generated, {name}", path, READERS if name == "undirected.txt" else READERS[:2], arguments.edges)
    if arguments.data:
        path = arguments.data / "npm-all-depends-2016.txt.gz"
        report(path.name, path, READERS[:2], int(measure("spminer", path, 1)["edges"]))


if __name__ == "__main__":
    main()
