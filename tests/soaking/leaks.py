"""Leaks: the memory of a process in which the same work is done again and again."""

import gc
from pathlib import Path

import spminer
from soaking.faults import Count
from soaking.jobs import graph_of

_PAGE = 4096
_WORK = {
    "grow": lambda graphs: spminer.mine(graphs, "3-5", top=2, method="grow", threads=2),
    "exact": lambda graphs: spminer.enumerate(graphs, 4, threads=2),
    "beam": lambda graphs: spminer.mine(graphs, "3-4", top=2, method="beam", threads=2),
    "count": lambda graphs: spminer.count("0-1,1-2,2-3@0", graphs, threads=2),
    "randomize": lambda graphs: spminer.randomize(graphs, "degree", seed=1),
    "text": lambda graphs: spminer.MotifSet.from_dict(spminer.enumerate(graphs, 3, threads=1).to_dict()),
}
_WARM = 12
MOST_GROWTH = 6 << 20  # bytes that allocators may keep for themselves, however often the work is done


def resident():
    """Bytes of memory that this process has now."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


def leaks(folder, tries, _):
    """Repeat each kind of work; memory must not grow with the repeats."""
    count = Count("leaks")
    path = graph_of("gspan", folder)
    for name, work in _WORK.items():
        for _ in range(_WARM):
            work(spminer.read(path))
        before = resident()
        for _ in range(tries):
            work(spminer.read(path))
        growth = resident() - before
        count.note(growth <= MOST_GROWTH, f"{name}: {growth >> 10} KiB more after {tries} repeats")
        count.facts[f"{name}_growth_kib"] = growth >> 10
    count.facts["repeats"] = tries
    return count
