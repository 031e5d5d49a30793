"""How long a large graph takes to be stored, opened, checked and mined, and with how much memory.

usage: python benchmarks/bench_store.py [--keep FOLDER] [--draws N] [--scale N] [--limit 200M] [--mine]

The graph is an R-MAT graph (Chakrabarti et al., 2004; quadrants .57, .19, .19, .05) of so many draws on 2^scale ids, as
text, in a folder of its own below ``--keep`` or a temporary one; ``--draws 64000000 --scale 22`` has 61 million edges.
Each measurement runs in a process of its own: seconds, seconds of processors, and the peak of resident memory (which
counts pages of mapped files that were touched, though the system may take them back). ``--mine`` also mines sizes 5 to
12 from each file, and compares the motifs.
"""

from __future__ import annotations

import argparse
import json
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

QUADRANTS = (0.57, 0.19, 0.19)
AT_ONCE = 1_000_000


def write_rmat(path: Path, draws: int, scale: int) -> None:
    """Each bit of both ends of an edge is drawn by the quadrant that it leads to."""
    random = np.random.default_rng(1)
    a, b, c = np.cumsum(QUADRANTS)
    with path.open("wb") as file:
        for first in range(0, draws, AT_ONCE):
            ends = np.zeros((2, min(AT_ONCE, draws - first)), dtype=np.int64)
            for _ in range(scale):
                drawn = random.random(ends.shape[1], dtype=np.float32)
                lower, right = drawn >= b, ((drawn >= a) & (drawn < b)) | (drawn >= c)
                ends = ends * 2 + np.stack([lower, right])
            file.write("".join(f"{u}\t{v}\n" for u, v in ends.T.tolist()).encode())


def peak_memory() -> int:
    """Of this program alone; getrusage would count the process it was started from."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def do(step: str, source: str, target: str, limit: int) -> dict[str, Any]:
    """One step on one file; what it found."""
    import spminer

    if step == "convert":
        graphs = spminer.convert(source, target, memory_limit=limit or None)
        return {"edges": graphs.num_edges, "bytes": Path(target).stat().st_size}
    graphs = spminer.read(source)
    if step == "check":
        graphs.check()
    elif step == "index":
        graphs.match_index()
    elif step == "mine":
        motifs = spminer.mine(graphs, "5-12", top=3)
        return {"motifs": [motif.pattern.text for motif in motifs]}
    return {"edges": graphs.num_edges}


def measured(step: str, source: Path, target: Path | None = None, *, limit: int = 0) -> dict[str, Any]:
    """The same in a process of its own, with seconds and memory."""
    command = [sys.executable, __file__, "--step", step, str(source), str(target or ""), str(limit)]
    answer: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    shown = " ".join(f"{key} {value:,}" for key, value in answer.items() if key in ("edges", "bytes"))
    what = f"{step} {source.name}" + (f" within {limit >> 20} MiB" if limit else "")
    times = f"{answer['seconds']:9.3f} s {answer['cpu']:9.3f} s of processors"
    print(f"{what:36} {times} {answer['memory'] / 2**20:9.0f} MiB  {shown}", flush=True)
    return answer


def measure_here(step: str, source: str, target: str, limit: int) -> None:
    logging.disable(logging.WARNING)
    __import__("spminer")
    started, used = time.perf_counter(), time.process_time()
    answer = do(step, source, target, limit)
    seconds, cpu = time.perf_counter() - started, time.process_time() - used
    print(json.dumps({**answer, "seconds": seconds, "cpu": cpu, "memory": peak_memory()}))


def measure_all(folder: Path, draws: int, scale: int, limit: int, mine: bool) -> None:
    text, store, within = (folder / name for name in ("rmat.txt", "rmat.spm", "within.spm"))
    if not text.exists():
        write_rmat(text, draws, scale)
    measured("read", text)
    measured("convert", text, store)
    if limit:
        measured("convert", text, within, limit=limit)
    for step in ("read", "check", "index"):
        measured(step, store)
    measured("index", text)
    if mine:
        results = [measured("mine", path) for path in (text, store)]
        if len({tuple(result["motifs"]) for result in results}) != 1:
            raise SystemExit("motifs differ between the files")


def main() -> None:
    if sys.argv[1:2] == ["--step"]:
        step, source, target, limit = sys.argv[2:]
        measure_here(step, source, target, int(limit))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="not used: the graph is made here")
    parser.add_argument("--keep", type=Path, help="folder to keep the files in, for another time")
    parser.add_argument("--draws", type=int, default=4_000_000)
    parser.add_argument("--scale", type=int, default=18)
    parser.add_argument("--limit", default="200M", help="memory for the second conversion in MiB; 0M: none")
    parser.add_argument("--mine", action="store_true")
    given = parser.parse_args()
    allowed = int(given.limit.removesuffix("M")) << 20
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(given.keep or temporary) / f"rmat-{given.scale}-{given.draws}"
        folder.mkdir(exist_ok=True)
        measure_all(folder, given.draws, given.scale, allowed, given.mine)


if __name__ == "__main__":
    main()
