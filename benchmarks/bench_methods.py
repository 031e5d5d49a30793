"""All methods side by side: what each finds in the same time, and what that costs.

Tables (``--tables``): ``runs``, every method on every data set with the same time limit, verification included, in a
process of its own: wall and processor seconds, peak memory, the median anchored frequency of the ten best at each
size, the ratio of these to the best medians known before (exact enumeration to size 10, searches with exact counts
above) and to those of the published implementation, and the hit rate: the share of the ten best that belong to the true
ten best, over the sizes that enumeration finishes. `gspan` and `gaston` find edge-induced patterns by the number of
graphs that contain them (in one graph, by images); their ten best are counted as node-induced ones with their best
anchor. ``engines``: what finds motifs of 8 to 20 nodes in the least processor time, on one thread each: growth, and
greedy walks by the shipped model, by the exact signature without a network, and by an untrained network; the last lines
have medians as shares of the best of the four. ``hits``: hit rates of searches without enumeration at sizes 6, 8 and 10 of ENZYMES. ``graph``: medians of
graph-level frequencies beside the true ones. ``labels``: greedy that scores structures alone, greedy with labels and
direction, and growth, on labeled and directed data.

    python benchmarks/bench_methods.py --data DIR
    python benchmarks/bench_methods.py --data DIR --only COX2 --methods auto grow beam --seconds 60
    python benchmarks/bench_methods.py --data DIR --only ENZYMES --methods beam --set confirm=False width=400
    python benchmarks/bench_methods.py --data DIR --tables engines --jobs 16 --seconds 400
"""

from __future__ import annotations

import statistics
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import spminer
from common import SETS, Measured, arguments, measure_apart
from spminer._util.monitor import Monitor
from spminer._util.text import parse_sizes
from spminer.counting.engine_choice import MAX_ENUMERATION_SIZE
from spminer.methods.base import Candidate, Task
from spminer.methods.registry import parse_settings
from spminer.mining.verify import verify

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

KNOWN = {  # medians of sizes 5 to 20
    "ENZYMES": "14271 14206 14084 13852 13713 13385 12720 11992 11545 10358 9577 9159 8285 7487 6704 5974",
    "COX2": "9778 16147 18851 19064 19063 18979 18689 18216 17590 16156 15266 13035 11224 9092 7146 5741",
}
PUBLISHED = {  # the published implementation's greedy search, recounted exactly
    "ENZYMES": "13587 13601 12108 9450 6906 4948 2697 1225 23 14 7 4 4 2 2 2",
    "COX2": "9778 11841 16131 15050 10116 9914 3238 2731 2588 2074 1651 1355 894 894 888 803",
}
SEARCHES = ("auto", "grow", "beam", "mcts", "greedy")
FRAGMENTS = ("gspan", "gaston")
EVERY = (*SEARCHES, "mlp", "mfinder", "rand-esu", "motivo", *FRAGMENTS)
METHODS = {"ENZYMES": EVERY, "COX2": EVERY, "road-minnesota": EVERY} | dict.fromkeys(
    ("fb100-MIT8", "ego-Twitter", "npm-depends", "npm-all-depends"), ("auto",)
)  # all searches for the others
LARGEST = {"exact": MAX_ENUMERATION_SIZE, "motivo": 12}
LABELED: dict[str, dict[str, Any]] = {
    "MUTAG.zip": {},
    "NCI1.zip": {},
    "ecoli-trn.txt.gz": {"directed": True},
    "celegans-neural.txt.gz": {"directed": True},
}
ENGINES: dict[str, tuple[str, dict[str, Any]]] = {
    "grow": ("grow", {}),
    "greedy": ("greedy", {"device": "cpu"}),
    "signature alone": ("greedy", {"device": "cpu", "score": "signature"}),
    "untrained": ("greedy", {"device": "cpu"}),
}
COLLECTIONS = {  # the last three are in no model's training data
    **{name: SETS[name][0] for name in ("ENZYMES", "COX2", "MSRC_9", "COIL-DEL", "road-minnesota")},
    "PROTEINS": "PROTEINS.zip",
    "NCI1": "NCI1.zip",
    "FIRSTMM_DB": "FIRSTMM_DB.zip",
    "REDDIT-BINARY": "REDDIT-BINARY.zip",
    "BBBP": "BBBP.csv",
}
ENGINE_SIZES = (8, 10, 12, 14, 16, 18, 20)
TOP, RANKS = 10, (10, 20, 30, 40, 50)
RECOUNT_S = 20.0


class Found(NamedTuple):
    """The motifs of a run as (size, id, anchored frequency, whether it is exact, whether it is proven)."""

    motifs: list[tuple[int, str, float, bool, bool]]
    complete: bool
    stages: dict[str, float]

    def values(self, *, proven: bool = False) -> dict[int, list[float]]:
        """Anchored frequencies by size, if need be only those of sizes that were enumerated to the end."""
        found: dict[int, list[float]] = {}
        for size, _, value, _, sure in self.motifs:
            if sure or not proven:
                found.setdefault(size, []).append(value)
        return found


@cache
def graphs_of(path: Path) -> spminer.GraphCollection:
    return spminer.read(path).without_labels()


def mine(path: Path, sizes: Sequence[int], method: str, seconds: float, settings: dict[str, Any]) -> Found:
    """One run, reading included, for the sizes that the method can do."""
    graphs = graphs_of(path)
    options: dict[str, Any] = dict(settings)
    if method in FRAGMENTS:
        options |= {"induced": False, "frequency": "transactions" if graphs.num_graphs > 1 else "images"}
    sizes = [size for size in sizes if size <= LARGEST.get(method, size)]
    result = spminer.mine(graphs, sizes, TOP, method=method, time_limit=seconds, examples=0, **options)
    counts = ((motif, motif.anchored_frequency) for motif in result)
    motifs = [
        (motif.size, motif.id, known.value if known else 0.0, known is not None and known.kind == "exact", motif.proven)
        for motif, known in counts
    ]
    return Found(motifs, result.status == "complete", dict(result.timing_s))


def recounted(path: Path, found: Found) -> dict[int, list[float]]:
    """Anchored frequencies of patterns that were found by another measure, each with its best anchor."""
    graphs, values = graphs_of(path), {}
    for size in sorted({size for size, *_ in found.motifs}):
        texts = [text for at, text, *_ in found.motifs if at == size]
        candidates = [Candidate(spminer.Pattern.parse(text).canonical(), 0.0) for text in texts]
        task = Task.of(graphs, sizes=(size,), top=TOP, merge_anchors=True)
        best = verify(candidates, task, Monitor(time_limit=RECOUNT_S)).candidates
        values[size] = [candidate.known["anchored"].value for candidate in best]
    return values


def hit_rate(values: dict[int, list[float]], truth: dict[int, list[float]]) -> float | None:
    """Mean share of the true best that a method found, over the sizes whose truth is known."""
    shares = [sum(value >= min(true) for value in values.get(size, ())) / len(true) for size, true in truth.items()]
    return statistics.mean(shares) if shares else None


def show(name: str, method: str, run: Measured[Found], values: dict[int, list[float]], rate: float | None) -> None:
    """Two lines or more about a run."""
    exact = sum(sure for *_, sure, _ in run.value.motifs)
    ended = "" if run.value.complete else " (limit)"
    stages = ", ".join(f"{stage} {taken:.1f}" for stage, taken in run.value.stages.items() if taken >= 0.05)
    print(
        f"{name} {method}: {run.wall:.1f} s{ended}, CPU {run.cpu:.1f} s, {run.peak:.0f} MiB, "
        f"hits {'-' if rate is None else f'{rate:.2f}'}, {exact} of {len(run.value.motifs)} exact ({stages})"
    )
    medians = [statistics.median(found) for found in values.values() if found]
    print("  medians     ", *(f"{value:.0f}" for value in medians))
    for label, reference in (("known", KNOWN), ("published", PUBLISHED)):
        if name in reference:
            pairs = zip(medians, map(int, reference[name].split()), strict=False)
            print(f"  to {label:<9}", *(f"{value / best:.3f}" for value, best in pairs), flush=True)


def table_runs(options: argparse.Namespace) -> None:
    for name in options.only:
        file, text = SETS[name]
        path, sizes, truth = options.data / file, parse_sizes(text), dict[int, list[float]]()
        for method in ("exact", *METHODS.get(name, SEARCHES)):
            if method != "exact" and method not in options.methods:
                continue
            settings = parse_settings(method, options.set) if method != "exact" else {}
            run = measure_apart(partial(mine, path, sizes, method, options.seconds, settings))
            values = recounted(path, run.value) if method in FRAGMENTS else run.value.values(proven=method == "exact")
            truth = values if method == "exact" else truth
            show(name, method, run, values, hit_rate(values, truth))


def table_engines(options: argparse.Namespace) -> None:
    """Processor seconds and medians of each engine on ten collections."""
    from spminer.paper.learning import untrained_model

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        model = str(untrained_model(Path(folder) / "untrained.safetensors"))

        def run(name: str, engine: str) -> Measured[Found]:
            method, settings = ENGINES[engine]
            settings = {"threads": 1, **settings, **({"model": model} if engine == "untrained" else {})}
            path = min(options.data.glob(f"{COLLECTIONS[name].partition('.')[0]}.*"))
            return measure_apart(partial(mine, path, range(8, 21), method, options.seconds, settings))

        asked = [(name, engine) for name in options.collections for engine in ENGINES]
        medians: dict[str, dict[str, dict[int, float]]] = {}
        for (name, engine), one in zip(asked, pool.map(lambda pair: run(*pair), asked), strict=True):
            values = one.value.values()
            medians.setdefault(name, {})[engine] = {size: statistics.median(found) for size, found in values.items()}
            ended = "" if one.value.complete else " (limit)"
            print(f"{name}, {engine}: CPU {one.cpu:.1f} s{ended}, medians", *medians[name][engine].values(), flush=True)
        for name, engines in medians.items():
            best = {size: max(found.get(size, 0) for found in engines.values()) for size in ENGINE_SIZES}
            for engine, found in engines.items():
                print(f"{name}, {engine}, to the best:", *(f"{found.get(n, 0) / max(best[n], 1):.3f}" for n in best))


def searches(options: argparse.Namespace) -> list[str]:
    return [method for method in options.methods if method in SEARCHES[1:]]


def table_hits(options: argparse.Namespace) -> None:
    """Hit rates of search with verification, no enumeration, against exact enumeration."""
    graphs = graphs_of(options.data / "ENZYMES.zip")

    def values(size: int, method: str) -> list[float]:
        found = spminer.mine(graphs, size, RANKS[-1], method=method, examples=0)
        return [motif.anchored_frequency.value for motif in found if motif.anchored_frequency is not None]

    for size in (6, 8, 10):
        true = values(size, "exact")
        for method in searches(options):
            found = values(size, method)
            rates = [sum(value >= true[top - 1] for value in found[:top]) / top for top in RANKS]
            print(f"hit rate size {size} {method}:", *(f"{rate:.2f}" for rate in rates), flush=True)


def table_graph(options: argparse.Namespace) -> None:
    """Median graph-level frequency of the ten best found on ENZYMES, beside that of the true ten best."""
    graphs = graphs_of(options.data / "ENZYMES.zip")

    def median(motifs: spminer.MotifSet) -> float:
        return statistics.median(m.graph_frequency.value for m in motifs if m.graph_frequency is not None)

    for size in (6, 8, 9):
        truth = median(spminer.enumerate(graphs, size, top=TOP, frequency="graph", examples=0))
        for method in searches(options):
            found = median(spminer.mine(graphs, size, TOP, method=method, frequency="graph", examples=0))
            print(f"graph-level size {size} {method}: {found:.0f} of {truth:.0f}", flush=True)


def table_labels(options: argparse.Namespace) -> None:
    """What labels and direction in the signature are worth to a neural search, beside growth."""
    runs: dict[str, dict[str, Any]] = {
        "greedy, structures alone": {"method": "greedy", "labels": False, "device": "cpu"},
        "greedy, labels and direction": {"method": "greedy", "device": "cpu"},
        "grow": {"method": "grow"},
    }
    for file, reading in LABELED.items():
        graphs = spminer.read(options.data / file, **reading)
        for title, settings in runs.items():
            result = spminer.mine(graphs, "4-10", examples=0, **settings)
            found = Found(
                [(m.size, m.id, m.anchored_frequency.value, True, False) for m in result if m.anchored_frequency],
                True,
                {},
            )
            medians = [round(statistics.median(values)) for values in found.values().values()]
            search = result.timing_s.get("embed", 0.0) + result.timing_s["search"]
            print(f"{file}, {title}: search {search:.1f} s, medians {medians}", flush=True)


TABLES: dict[str, Callable[[argparse.Namespace], None]] = {
    "runs": table_runs,
    "engines": table_engines,
    "hits": table_hits,
    "graph": table_graph,
    "labels": table_labels,
}


def main() -> None:
    parser = arguments(__doc__, data="the data sets")
    parser.add_argument("--only", nargs="*", default=list(SETS), choices=list(SETS), help="data sets of the runs")
    parser.add_argument("--methods", nargs="*", default=list(EVERY), choices=list(EVERY))
    parser.add_argument("--seconds", type=float, default=30, help="time limit of each run")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings of the methods")
    parser.add_argument("--tables", nargs="*", default=list(TABLES), choices=list(TABLES))
    parser.add_argument("--collections", nargs="*", default=list(COLLECTIONS), choices=list(COLLECTIONS))
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time, of the engines")
    options = parser.parse_args()
    for name in options.tables:
        TABLES[name](options)


if __name__ == "__main__":
    main()
