"""Classical tables of motifs: every class of 3 and 4 nodes of directed networks, beside networkx and igraph.

    python benchmarks/bench_tables.py --data DIR [--samples 20] [--ecoli-samples 1000]

``DIR`` holds ``celegans-neural.txt.gz``, ``polblogs.txt.gz`` and ``ecoli-trn.txt.gz``. Classes are counted in the graph
and in samples of the null model ``degree``. The same samples go to networkx (``triadic_census``, 3 nodes) and igraph
(``motifs_randesu`` without cuts, 4 nodes), and every observed count, mean and standard deviation must be the same, to
the last count. The 4-node classes of polblogs are as many as 10^9 subgraphs to visit: two samples judge there.

For the regulation of E. coli without auto-regulation, the feed-forward loop occurs 40 times and the bi-fan 203 times,
and Milo et al. (2002) give 7 +- 3 loops in shuffled networks and z = 10. Seeds are shown one by one, because a
standard deviation of even a thousand samples is known to some percent only. The loops are counted in networks that
igraph has rewired as well, and the two means must be the same within three standard errors.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import igraph
import networkx as nx
import numpy as np

import spminer

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

TABLES = (("celegans-neural", 3), ("celegans-neural", 4), ("polblogs", 3), ("polblogs", 4))
LARGE = ("polblogs", 4)
LOOP, BIFAN = "0>1,0>2,1>2", "0>2,0>3,1>2,1>3"
LOOPS, BIFANS = 40, 203  # in E. coli


class Row(NamedTuple):
    """One class: its name, and how often it occurs in the graph and in the samples."""

    name: str
    observed: int
    expected: float
    spread: float
    z: float | None


def by_networkx(graphs: spminer.GraphCollection) -> dict[str, int]:
    """Connected triads by their MAN codes."""
    census = nx.triadic_census(spminer.to_networkx(graphs)[0])
    return {code: count for code, count in census.items() if code not in {"003", "012", "102"}}


def by_igraph(graphs: spminer.GraphCollection) -> dict[str, int]:
    """Connected 4-node classes by their numbers in igraph."""
    counts = spminer.to_igraph(graphs)[0].motifs_randesu(size=4, cut_prob=[0.0] * 4)
    return {str(number): int(count) for number, count in enumerate(counts) if not math.isnan(count)}


def igraph_class(pattern: spminer.Pattern) -> str:
    return str(igraph.Graph(n=pattern.size, edges=list(pattern.edges), directed=True).isoclass())


def our_rows(graphs: spminer.GraphCollection, size: int, samples: int) -> dict[str, Row]:
    """The whole table by what the other side calls each class."""
    table = spminer.enumerate(
        graphs, size, top=None, frequency="graph", against="degree", null_samples=samples, examples=0
    )
    rows = {}
    for motif in table:
        assert motif.against is not None
        assert motif.graph_frequency is not None
        figures = motif.against
        key = motif.names.man if size == 3 else igraph_class(motif.pattern)
        rows[str(key)] = Row(
            motif.names.man or motif.names.name or motif.id,
            int(motif.graph_frequency.value),
            figures.expected or 0.0,
            figures.spread or 0.0,
            figures.z,
        )
    return rows


def their_counts(
    graphs: spminer.GraphCollection, count: Callable[[spminer.GraphCollection], dict[str, int]], samples: int
) -> tuple[dict[str, int], dict[str, NDArray[np.float64]]]:
    """Counts by the other program in the graph, and in the samples that have judged above."""
    tables = [count(copy) for copy in spminer.NullModel(graphs, "degree", seed=0).samples(range(samples))]
    observed = count(graphs)
    return observed, {key: np.array([table[key] for table in tables], dtype=float) for key in observed}


def compare(name: str, graphs: spminer.GraphCollection, size: int, samples: int) -> None:
    """Print one table; fail where the two differ."""
    start = time.perf_counter()
    ours = our_rows(graphs, size, samples)
    middle = time.perf_counter()
    observed, nulls = their_counts(graphs, by_networkx if size == 3 else by_igraph, samples)
    theirs_s = time.perf_counter() - middle
    peer = "networkx" if size == 3 else "igraph"
    print(f"\n{name}, {size} nodes, {samples} samples: {middle - start:.1f} s, {peer} {theirs_s:.1f} s")
    print(f"{'class':34}{'observed':>13}{'expected':>16}{'spread':>13}{'z':>9}")
    for key in observed:
        row = ours.get(key, Row(key, 0, 0.0, 0.0, None))
        same = (
            row.observed == observed[key]
            and math.isclose(row.expected, nulls[key].mean(), rel_tol=1e-12, abs_tol=1e-12)
            and math.isclose(row.spread, nulls[key].std(ddof=1), rel_tol=1e-9, abs_tol=1e-9)
        )
        z = "-" if row.z is None else f"{row.z:.1f}"
        if row.observed or row.expected:
            print(f"{row.name[:33]:34}{row.observed:13,}{row.expected:16,.2f}{row.spread:13,.2f}{z:>9}")
        if not same:
            raise SystemExit(f"{peer} counts {observed[key]} of {row.name}, {nulls[key].mean()} in samples")
    if unknown := set(ours) - set(observed):
        raise SystemExit(f"{peer} does not know {unknown}")
    print(f"{len(observed)} classes: every count, mean and standard deviation is that of {peer}")


def igraph_loops(graphs: spminer.GraphCollection, samples: int) -> NDArray[np.float64]:
    """Feed-forward loops in networks that igraph has rewired: ten tries per arc, from the last network each time."""
    graph = spminer.to_igraph(graphs)[0]
    loop = igraph.Graph(n=3, edges=[(0, 1), (0, 2), (1, 2)], directed=True).isoclass()
    graph.rewire(n=100 * graphs.num_edges)
    counts = []
    for _ in range(samples):
        graph.rewire(n=10 * graphs.num_edges)
        counts.append(graph.motifs_randesu(size=3, cut_prob=[0.0] * 3)[loop])
    return np.array(counts)


def ecoli(path: Path, samples: int, seeds: int) -> None:
    graphs = spminer.read(path, directed=True)
    print(f"\nE. coli without auto-regulation: {graphs.num_edges} arcs, {samples} samples for each seed")
    print(f"{'pattern':20}{'seed':>6}{'observed':>10}{'expected':>10}{'spread':>8}{'z':>7}{'p':>8}")
    means = []
    for name, text, known in (("feed-forward loop", LOOP, LOOPS), ("bi-fan", BIFAN, BIFANS)):
        for seed in range(seeds):
            answer = spminer.count(text, graphs, frequency="graph", against="degree", null_samples=samples, seed=seed)
            figures = answer.against
            assert figures is not None
            assert figures.expected is not None
            z = "-" if figures.z is None else f"{figures.z:.2f}"
            value = answer.frequency.value
            print(
                f"{name:20}{seed:6}{value:10}{figures.expected:10.2f}{figures.spread:8.2f}{z:>7}{figures.p:8.4f}",
                flush=True,
            )
            if value != known:
                raise SystemExit(f"{value} of {name}, not {known}")
            if name != "bi-fan":
                means.append(figures.expected)
    theirs = igraph_loops(graphs, samples)
    print(
        f"{'feed-forward loop':20}{'igraph':>6}{LOOPS:10}{theirs.mean():10.2f}{theirs.std(ddof=1):8.2f}"
        f"{(LOOPS - theirs.mean()) / theirs.std(ddof=1):7.2f}"
    )
    error = theirs.std(ddof=1) * math.sqrt((1 + 1 / seeds) / samples)
    if not abs(np.mean(means) - theirs.mean()) <= 3 * error:
        raise SystemExit(f"igraph expects {theirs.mean():.2f} loops, not {np.mean(means):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--samples", type=int, default=20, help="samples of the null model for tables")
    parser.add_argument("--ecoli-samples", type=int, default=1000, help="samples for E. coli, of each seed")
    parser.add_argument("--seeds", type=int, default=5, help="seeds for E. coli")
    parser.add_argument("--tables", nargs="+", default=[f"{name}:{size}" for name, size in TABLES], metavar="NAME:SIZE")
    args = parser.parse_args()

    ecoli(args.data / "ecoli-trn.txt.gz", args.ecoli_samples, args.seeds)
    for name, size in TABLES:
        if f"{name}:{size}" in args.tables:
            graphs = spminer.read(args.data / f"{name}.txt.gz", directed=True)
            compare(name, graphs, size, 2 if (name, size) == LARGE else args.samples)


if __name__ == "__main__":
    main()
