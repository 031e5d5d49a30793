"""Planted patterns in dense graphs: their rank by surprise, and their rank by frequency.

    python benchmarks/bench_planted.py --data DIR [--graphs NAME ...] [--sizes 6 8 10 12] [--time-limit 120]

``DIR`` holds ``ego-Facebook.txt.gz`` and ``fb100-MIT8.txt.gz``. A social network is full of dense groups that no graph
with its degrees has: a clique of 8 at 69 % of the nodes of fb100-MIT8. Beside that, nothing that is planted in some
places of it surprises more. So there are two questions, each against the null model ``degree`` and with
``--alternative greater``:

``planted``: the graph is a copy that the null model has shuffled, as dense and with the same degrees, and a pattern of
k nodes (the clique without one edge) is planted in it at random places that share no node, 5 % of all nodes together:
what lies between the nodes of a place is replaced, and all other edges stay. The pattern must be first.

``clique``: the graph is the network itself. The k-clique must be first, or below patterns that surprise more.

By frequency neither may be among the ten best. ``own`` is the surprise of the pattern itself, counted at a sample of
anchors in the graph and in two shuffled copies: what the first of a search must reach.

At last, the ranks of the planted patterns of the paper's second experiment, for ten seeds, by both ways to count.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple, get_args

import numpy as np

import spminer
from common import arguments
from spminer.generate import PlantKind
from spminer.significance.statistics import surprise

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.results.frequency import FrequencyName

GRAPHS = ("ego-Facebook", "fb100-MIT8")
WAYS = ("planted", "clique")
SHARE = 0.05  # of the nodes that are in a planted pattern
SAMPLES = 20
JUDGED_ANCHORS = 2000  # of the pattern itself, for what it would score


def gapped(size: int) -> spminer.Pattern:
    """The clique without one edge."""
    return spminer.Pattern.parse(clique(size).text.replace("0-1,", "", 1).replace("@0", "@2"))


def clique(size: int) -> spminer.Pattern:
    return spminer.Pattern.parse(",".join(f"{a}-{b}" for b in range(size) for a in range(b)) + "@0")


def planted(graphs: spminer.GraphCollection, pattern: spminer.Pattern, seed: int) -> spminer.GraphCollection:
    """The graph with the pattern at random places instead of what is there."""
    random, size = np.random.default_rng(seed), pattern.size
    places = random.permutation(graphs.num_nodes)[: size * max(1, round(SHARE * graphs.num_nodes / size))]
    places = places.reshape(-1, size)
    place_of = np.full(graphs.num_nodes, -1)
    place_of[places] = np.arange(len(places))[:, None]
    sources, targets, _ = graphs.edges()
    within = (place_of[sources] >= 0) & (place_of[sources] == place_of[targets])
    kept = np.stack([sources[~within], targets[~within]], axis=1)
    new: list[NDArray[np.int64]] = [places[:, list(edge)] for edge in pattern.edges]
    return spminer.from_edges(np.concatenate([kept, *new]), num_nodes=graphs.num_nodes)


def rank_of(pattern: spminer.Pattern, result: spminer.MotifSet) -> int | None:
    """The rank of a pattern with whatever anchor, ``None`` if it is not among the motifs."""
    shape = pattern.without_anchor().canonical()
    ranks = [motif.rank for motif in result if motif.pattern.without_anchor().canonical() == shape]
    return min(ranks, default=None)


class Found(NamedTuple):
    """The rank of a pattern (``None`` if it is not among the motifs), the best score, and what the run took."""

    rank: int | None
    best: float
    seconds: float
    status: str


def found(pattern: spminer.Pattern, result: spminer.MotifSet, start: float) -> Found:
    best = max((motif.score or 0.0 for motif in result), default=0.0)
    ended = result.stop_reason or result.status
    return Found(rank_of(pattern, result), best, time.perf_counter() - start, ended)


def by_surprise(graphs: spminer.GraphCollection, pattern: spminer.Pattern, limit: float) -> Found:
    start = time.perf_counter()
    result = spminer.mine(
        graphs,
        pattern.size,
        merge_anchors=True,
        time_limit=limit,
        examples=0,
        against="degree",
        null_samples=SAMPLES,
        alternative="greater",
    )
    return found(pattern, result, start)


def by_frequency(graphs: spminer.GraphCollection, pattern: spminer.Pattern, limit: float) -> Found:
    start = time.perf_counter()
    result = spminer.mine(graphs, pattern.size, merge_anchors=True, time_limit=limit, examples=0)
    return found(pattern, result, start)


def own_score(graphs: spminer.GraphCollection, pattern: spminer.Pattern) -> float:
    """The surprise of the pattern itself."""
    sample = min(JUDGED_ANCHORS, graphs.num_nodes)
    own = spminer.count(pattern, graphs, anchors=sample, steps=10_000).frequency.value
    copies = spminer.randomize(graphs, samples=2, seed=9)
    theirs = [spminer.count(pattern, copy, anchors=sample, steps=10_000).frequency.value for copy in copies]
    return float(surprise(own, float(np.mean(theirs))))


def check(name: str, graphs: spminer.GraphCollection, size: int, way: str, limit: float) -> list[str]:
    """Print one line; the claims that fail."""
    pattern = (clique if way == "clique" else gapped)(size).canonical()
    target = graphs if way == "clique" else planted(spminer.randomize(graphs, seed=1)[0], pattern, seed=size)
    own = own_score(target, pattern)
    surprising, frequent = by_surprise(target, pattern, limit), by_frequency(target, pattern, limit)
    print(
        f"{name:14}{size:4}  {way:8}{own:8.1f}{surprising.best:8.1f}{surprising.rank or '-':>6}"
        f"{frequent.rank or '-':>11}{surprising.seconds:8.1f}{frequent.seconds:8.1f}  {surprising.status}",
        flush=True,
    )
    first = surprising.rank == 1 or (way == "clique" and surprising.best >= own)
    failed = [] if first else [f"{name} {size} {way}: not first by surprise"]
    return failed + ([] if frequent.rank is None else [f"{name} {size} {way}: among the most frequent"])


def table_of_motifs() -> None:
    """At which rank the planted pattern of ten nodes comes, for ten seeds: by both ways to count."""
    asked: tuple[tuple[str, FrequencyName, int], ...] = (("auto", "anchored", 1000), ("grow", "transactions", 10))
    for kind in get_args(PlantKind):
        for method, frequency, top in asked:
            ranks = []
            for seed in range(10):
                graphs, pattern = spminer.generate.plant(kind, seed=seed)
                result = spminer.mine(graphs, 10, top, method=method, frequency=frequency, seed=seed, examples=0)
                ranks.append(rank_of(pattern, result) or "-")
            print(f"planted {kind} {method} {frequency}: ranks", *ranks, flush=True)


def main() -> None:
    parser = arguments(__doc__, data="the two networks")
    parser.add_argument("--graphs", nargs="+", default=list(GRAPHS), metavar="NAME")
    parser.add_argument("--sizes", nargs="+", type=int, default=[6, 8, 10, 12], help="nodes of the planted pattern")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS, help="what is asked")
    parser.add_argument("--time-limit", type=float, default=120.0, help="seconds for each search")
    args = parser.parse_args()

    print(f"{'graph':14}{'size':>4}  {'way':8}{'own':>8}{'best':>8}{'rank':>6}{'frequency':>11}{'s':>8}{'s':>8}")
    failed = []
    for name in args.graphs:
        graphs = spminer.read(args.data / f"{name}.txt.gz")
        for size in args.sizes:
            for way in args.ways:
                failed += check(name, graphs, size, way, args.time_limit)
    table_of_motifs()
    if failed:
        raise SystemExit("\n".join(failed))


if __name__ == "__main__":
    main()
