"""How long a large graph takes to be stored, opened, checked and mined, and with how much memory.

    python benchmarks/bench_store.py [--keep FOLDER] [--draws N] [--scale N] [--limit 200M] [--mine]

The graph is an R-MAT graph (Chakrabarti et al., 2004; quadrants .57, .19, .19, .05) of so many draws on 2^scale ids, as
text, in a folder of its own below ``--keep`` or a temporary one; ``--draws 64000000 --scale 22`` has 61 million edges.
Each measurement runs in a process of its own: seconds, seconds of processors, and the peak of resident memory (which
counts pages of mapped files that were touched, though the system may take them back). ``--mine`` also mines sizes 5 to
12 from each file, and compares the motifs.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import spminer
from common import arguments, measure_apart, rmat_ends

AT_ONCE = 1_000_000


def write_rmat(path: Path, draws: int, scale: int) -> None:
    """So many draws as text."""
    random = np.random.default_rng(1)
    with path.open("wb") as file:
        for first in range(0, draws, AT_ONCE):
            ends = rmat_ends(min(AT_ONCE, draws - first), scale, random)
            file.write("".join(f"{u}\t{v}\n" for u, v in ends.tolist()).encode())


def do(step: str, source: str, target: str, limit: int) -> dict[str, Any]:
    """One step on one file; what it found."""
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
    run = measure_apart(partial(do, step, str(source), str(target or ""), limit))
    shown = " ".join(f"{key} {value:,}" for key, value in run.value.items() if key in ("edges", "bytes"))
    what = f"{step} {source.name}" + (f" within {limit >> 20} MiB" if limit else "")
    times = f"{run.wall:9.3f} s {run.cpu:9.3f} s of processors"
    print(f"{what:36} {times} {run.peak:9.0f} MiB  {shown}", flush=True)
    return run.value


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
    parser = arguments(__doc__)
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
