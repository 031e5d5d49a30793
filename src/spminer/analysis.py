"""Whole networks by their motifs: significance profiles, clusters by a motif, and distances between networks.

- :func:`significance_profile`: how far all subgraphs of a size are from shuffled copies, in a fixed order and of length
  one, so that networks of different sizes compare (Milo et al., Science 303, 2004).
- :func:`motif_adjacency` and :func:`motif_cluster`: the nodes that a motif joins, and a cluster that few occurrences
  leave (Benson, Gleich and Leskovec, Science 353, 2016).
- :func:`graphlet_agreement`, :func:`netemd` and :func:`netdis`: how alike two networks are by their graphlet degrees
  (Przulj, Bioinformatics 23, 2007; Wegner et al., Journal of Complex Networks 6, 2018), and by the graphlets around
  their nodes (Ali et al., Bioinformatics 30, 2014).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from spminer._util.imports import import_optional
from spminer._util.text import format_number
from spminer._util.text_table import Column, format_table
from spminer._util.validation import validate_arguments
from spminer.cluster import run_monitor
from spminer.counting.census import count_census
from spminer.counting.matching import MatchQuery, check_connected, check_fit
from spminer.counting.profile import profile
from spminer.errors import LimitError, NothingFoundError, UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.pattern_files import as_pattern, check_order
from spminer.patterns import Pattern
from spminer.patterns.named import GRAPHLETS, TRIADS
from spminer.results.request import ModelName  # noqa: TC001  # checks of arguments read it
from spminer.significance.null_models import NullModel, map_samples

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from spminer._util.monitor import Monitor
    from spminer.graphs import GraphCollection

__all__ = [
    "MotifCluster",
    "SignificanceProfile",
    "graphlet_agreement",
    "motif_adjacency",
    "motif_cluster",
    "netdis",
    "netemd",
    "significance_profile",
]

_RARE = 4.0  # added to the sum of both counts of an undirected subgraph, so that rare ones weigh little (Milo 2004)
_MOST_OCCURRENCES = 20_000_000


@dataclass(frozen=True, slots=True)
class SignificanceProfile:
    """How far subgraphs are from what is expected, in a fixed order.

    Attributes
    ----------
    names
        The 13 connected triads by their MAN codes, or the six undirected graphs of four nodes.
    found
        Number of node sets of each.
    expected, spread
        Mean and standard deviation over the shuffled copies.
    z
        ``(found - expected) / spread``; 0 where all copies have what was found, infinite where they all have the same
        and it is something else.
    profile
        Directed: z divided by the root of the sum of squares. Undirected: the same of
        ``(found - expected) / (found + expected + 4)``, since z grows with the size of the network there.
    against, samples
        The null model, and the number of copies.
    """

    names: tuple[str, ...]
    found: NDArray[np.int64]
    expected: NDArray[np.float64]
    spread: NDArray[np.float64]
    z: NDArray[np.float64]
    profile: NDArray[np.float64]
    against: str
    samples: int

    def __repr__(self) -> str:
        return f"SignificanceProfile({len(self.names)} subgraphs, {self.against}, {self.samples} samples)"

    def __str__(self) -> str:
        """The subgraphs with found, expected, z and profile."""
        figures = {
            name: list(map(format_number, getattr(self, name))) for name in ("found", "expected", "z", "profile")
        }
        columns = [Column("subgraph", self.names), *(Column(name, figures[name], right=True) for name in figures)]
        return "\n".join(format_table(columns)[0])

    def to_pandas(self) -> pd.DataFrame:
        """One row per subgraph."""
        pandas = import_optional("pandas", "spminer[graphs]")
        columns = ("found", "expected", "spread", "z", "profile")
        table: pd.DataFrame = pandas.DataFrame({name: getattr(self, name) for name in columns}, index=list(self.names))
        return table

    def plot(self, *, ax: Axes | None = None, label: str | None = None) -> Axes:
        """Draw the profile with matplotlib, as in the paper; call it again with ``ax`` for another network."""
        pyplot = import_optional("matplotlib.pyplot", "spminer[plot]")
        if ax is None:
            ax = pyplot.subplots(figsize=(7, 3.2), layout="constrained")[1]
            ax.axhline(0, color="#9aa5b4", linewidth=0.8)
        places = np.arange(len(self.names))
        ax.plot(places, self.profile, marker="o", label=label)
        ax.set_xticks(places, self.names, rotation=0 if max(map(len, self.names)) < 5 else 30)
        ax.set_ylim(-1.05, 1.05)
        ax.set_ylabel("normalized z" if len(self.names) == len(TRIADS) else "normalized difference")
        if label is not None:
            ax.legend(frameon=False)
        return ax


@validate_arguments
def significance_profile(
    graph: Any,
    *,
    against: ModelName | None = None,
    null_samples: int = 100,
    seed: int = 0,
    threads: int = 0,
    progress: bool | None = None,
) -> SignificanceProfile:
    """The significance profile of a network: of its 13 triads, or without direction of its subgraphs of four nodes.

    Parameters
    ----------
    graph
        The network: a collection, or what :func:`spminer.mine` takes. Labels do not count.
    against
        The null model. By default, as in the paper, ``"reciprocal"`` for directed networks (it keeps what arcs go both
        ways) and ``"degree"`` for others.
    null_samples
        Number of shuffled copies.
    seed, threads, progress
        As for :func:`spminer.mine`.

    Examples
    --------
    >>> from spminer.datasets import yeast
    >>> found = significance_profile(yeast(), null_samples=20)
    >>> found.names[5], int(found.found[5]), bool(found.profile[5] > 0.3)
    ('030T', 16, True)
    """
    if null_samples < 2:
        raise UsageError(f"null_samples must be at least 2, not {null_samples}")
    with run_monitor(None, None, None, progress) as monitor:
        graphs = as_collection(graph, monitor=monitor).without_labels()
        name: ModelName = against or ("reciprocal" if graphs.directed else "degree")
        patterns = TRIADS if graphs.directed else _FOUR
        model = NullModel(graphs, name, seed=seed, threads=threads)
        monitor.update(stage="compare", done=0, total=null_samples)
        found = _class_counts(graphs, 0, monitor)
        copies = np.array(list(map_samples(model, range(null_samples), _class_counts, monitor, threads=threads)))
    expected, spread = copies.mean(axis=0), copies.std(axis=0, ddof=1)
    apart = found - expected
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(apart == 0, 0.0, apart / spread)
    values = z if graphs.directed else apart / (found + expected + _RARE)
    return SignificanceProfile(tuple(patterns), found, expected, spread, z, _of_length_one(values), name, null_samples)


_FOUR = dict(
    zip(("path", "star", "cycle", "paw", "diamond", "clique"), (text for text, _ in GRAPHLETS[3:9]), strict=True)
)


def _class_counts(graphs: GraphCollection, _number: int, monitor: Monitor) -> NDArray[np.int64]:
    """Node sets of each class, in the order of the profile."""
    size, texts = (3, TRIADS.values()) if graphs.directed else (4, _FOUR.values())
    result = count_census(graphs, size, monitor, monitor.control(), threads=1, directed=graphs.directed)
    counts = {_form(orbit.edges, size, graphs.directed): orbit.graph_frequency for orbit in result.orbits}
    return np.array([counts.get(Pattern.parse(text).without_anchor(), 0) for text in texts], dtype=np.int64)


def _form(edges: list[tuple[int, int]], size: int, directed: bool) -> Pattern:
    return Pattern.from_edges(edges, size=size, directed=directed).canonical()


def _of_length_one(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divided by the length; where some are infinite, these alone count."""
    if np.isinf(values).any():
        values = np.where(np.isinf(values), np.sign(values), 0.0)
    length = float(np.sqrt(np.square(values).sum()))
    return values / length if length else values


@validate_arguments
def motif_adjacency(pattern: Any, graph: Any, *, induced: bool = True, progress: bool | None = None) -> Any:
    """In how many occurrences of a motif each pair of nodes is together, as a symmetric ``scipy.sparse`` matrix.

    An occurrence is a set of nodes; :func:`spminer.copies_by_node` counts otherwise.

    Parameters
    ----------
    pattern, graph
        As for :func:`spminer.count`; an anchor does not count.
    induced
        Whether nodes that are not joined in the motif must not be joined in the graph either.
    progress
        As for :func:`spminer.mine`.

    Examples
    --------
    >>> import spminer
    >>> graph = spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)])
    >>> motif_adjacency("triangle", graph).toarray().astype(int).tolist()
    [[0, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]]
    """
    sparse = import_optional("scipy.sparse", "spminer[graphs]")
    check_order(pattern, graph, "motif_adjacency(pattern, graph)")
    with run_monitor(None, None, None, progress) as monitor:
        graphs = as_collection(graph, monitor=monitor)
        motif = as_pattern(pattern).without_anchor()
        check_connected(motif)
        check_fit(motif, graphs)
        query = MatchQuery.of(motif, graphs, induced=induced)
        rows, _ = query.find(monitor.control(), _MOST_OCCURRENCES + 1)
    if len(rows) > _MOST_OCCURRENCES:
        raise LimitError(f"the motif has more than {_MOST_OCCURRENCES:,} occurrences; choose a rarer one, or a part")
    nodes = graphs.num_nodes
    pairs = [(i, j) for i in range(motif.size) for j in range(motif.size) if i != j]
    row, column = (
        np.concatenate([rows[:, pair[end]] for pair in pairs]) if len(rows) else np.empty(0, np.int32) for end in (0, 1)
    )
    return sparse.coo_matrix((np.ones(len(row)), (row, column)), shape=(nodes, nodes)).tocsr()


@dataclass(frozen=True, slots=True)
class MotifCluster:
    """A set of nodes that few occurrences of a motif leave.

    Attributes
    ----------
    nodes
        Names of the nodes of the cluster, the smaller side.
    conductance
        Motif conductance: occurrences with nodes on both sides (pairs that are cut, in the motif adjacency matrix)
        divided by the smaller number of ends on one side.
    others
        How many nodes of the largest part that the motif joins are on the other side. Nodes elsewhere were not looked
        at.
    """

    nodes: tuple[str, ...]
    conductance: float
    others: int


@validate_arguments
def motif_cluster(pattern: Any, graph: Any, *, induced: bool = True, progress: bool | None = None) -> MotifCluster:
    """The cluster with the least motif conductance in a sweep over the second eigenvector (motif spectral clustering).

    The sweep is in the largest connected part of :func:`motif_adjacency`. For motifs of three nodes its motif
    conductance is at most ``4 sqrt(phi)`` of the least one phi (the motif Cheeger inequality).

    Parameters
    ----------
    pattern, graph, induced, progress
        As for :func:`motif_adjacency`.

    Examples
    --------
    >>> import spminer
    >>> two = spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (4, 5), (5, 6), (6, 4)])
    >>> cluster = motif_cluster("triangle", two)
    >>> len(cluster.nodes) + cluster.others, round(cluster.conductance, 2)
    (7, 0.25)
    """
    linalg = import_optional("scipy.sparse.linalg", "spminer[graphs]")
    graphs = as_collection(graph)
    weights = motif_adjacency(pattern, graphs, induced=induced, progress=progress)
    csgraph = import_optional("scipy.sparse.csgraph", "spminer[graphs]")
    _, part = csgraph.connected_components(weights, directed=False)
    members = np.flatnonzero(part == np.bincount(part).argmax())
    if len(members) < 3:  # a single node, or a pair, has no inner boundary
        raise NothingFoundError(f"no occurrence of {as_pattern(pattern).text} joins three nodes")
    inside = weights[members][:, members]
    degrees = np.asarray(inside.sum(axis=1)).ravel()
    scale = 1 / np.sqrt(degrees)
    normalized = inside.multiply(scale[:, None]).multiply(scale[None, :]).tocsr()
    if len(members) <= 100:  # iterations need more nodes than eigenvectors
        vector = np.linalg.eigh(normalized.toarray())[1][:, -2]
    else:
        start = np.random.default_rng(0).random(len(members))
        found, vectors = linalg.eigsh(normalized, k=2, which="LA", v0=start)
        vector = vectors[:, np.argsort(found)[0]]
    order = np.argsort(vector * scale, kind="stable")
    cut, volume = _sweep(inside[order][:, order].tocsr())
    conductance = cut / np.maximum(np.minimum(volume, volume[-1] - volume), 1e-300)
    best = int(conductance[:-1].argmin())
    sides = order[: best + 1], order[best + 1 :]
    smaller, larger = sorted(sides, key=len)
    names = graphs.names(np.sort(members[smaller]))
    return MotifCluster(tuple(names), float(conductance[best]), len(larger))


def _sweep(weights: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each prefix of the nodes the weight of the pairs that leave it, and of all ends inside."""
    pairs = weights.tocoo()
    forward = pairs.row < pairs.col
    change = np.bincount(pairs.row[forward], pairs.data[forward], weights.shape[0]) - np.bincount(
        pairs.col[forward], pairs.data[forward], weights.shape[0]
    )
    return np.cumsum(change), np.cumsum(np.asarray(weights.sum(axis=1)).ravel())


@validate_arguments
def graphlet_agreement(
    first: Any, second: Any, *, mean: Literal["arithmetic", "geometric"] = "arithmetic", threads: int = 0
) -> float:
    """Agreement of the graphlet degree distributions of two networks: 1 if they are equal, at least 0.

    For each of the 73 orbits of graphlets of 2 to 5 nodes, the shares of nodes by how often they are in it are divided
    by that number and scaled to a sum of one. The agreement of an orbit is one less the distance of both, divided by
    the root of two (Przulj 2007).

    Parameters
    ----------
    first, second
        Networks, each as for :func:`spminer.mine`. Labels and direction do not count.
    mean
        Of the 73 agreements.
    threads
        Number of threads, 0 for every core.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> graphlet_agreement(example(), example())
    1.0
    """
    counts = [_orbit_counts(graph, threads) for graph in (first, second)]
    agreements = []
    for orbit in range(counts[0].shape[1]):
        shares = [_scaled_degrees(one[:, orbit]) for one in counts]
        degrees = shares[0].keys() | shares[1].keys()
        distance = sum((shares[0].get(k, 0.0) - shares[1].get(k, 0.0)) ** 2 for k in degrees) ** 0.5
        agreements.append(1 - distance / 2**0.5)
    values = np.array(agreements)
    return float(values.mean() if mean == "arithmetic" else np.exp(np.log(np.maximum(values, 1e-300)).mean()))


def _scaled_degrees(counts: NDArray[np.int64]) -> dict[int, float]:
    values, nodes = np.unique(counts[counts > 0], return_counts=True)
    shares = nodes / values
    return dict(zip(values.tolist(), (shares / shares.sum()).tolist(), strict=True)) if len(values) else {}


@validate_arguments
def netemd(first: Any, second: Any, *, size: int = 5, threads: int = 0) -> float:
    """The distance of two networks by the shapes of their orbit distributions (NetEMD): 0 if they are alike.

    For each orbit of graphlets of up to ``size`` nodes, both distributions over the nodes are scaled to a variance of
    one, and their earth mover's distance is taken at the shift where it is least. The mean over the orbits is the
    distance, which does not depend on the sizes and densities of the networks (Wegner et al. 2018).

    Parameters
    ----------
    first, second
        Networks, each as for :func:`spminer.mine`. Labels and direction do not count.
    size
        Nodes of the largest graphlets: 3, 4 or 5 (73 orbits).
    threads
        Number of threads, 0 for every core.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> netemd(example(), example())
    0.0
    """
    if size not in (3, 4, 5):
        raise UsageError(f"size must be 3, 4 or 5, not {size}")
    counts = [_orbit_counts(graph, threads, size) for graph in (first, second)]
    distances = [_least_distance(a, b) for a, b in zip(counts[0].T, counts[1].T, strict=True)]
    return float(np.mean(distances))


def _least_distance(first: NDArray[np.int64], second: NDArray[np.int64]) -> float:
    """The earth mover's distance of two distributions of unit variance at the best shift.

    Shifting one distribution adds a constant to the difference of the quantile functions, so that the best shift is
    the median of that difference over all quantiles.
    """
    a, b = (np.sort(_unit_variance(values)) for values in (first, second))
    levels = np.union1d(np.arange(1, len(a) + 1) / len(a), np.arange(1, len(b) + 1) / len(b))
    widths = np.diff(levels, prepend=0.0)
    middles = levels - widths / 2
    apart = a[(middles * len(a)).astype(int)] - b[(middles * len(b)).astype(int)]
    order = np.argsort(apart)
    median = apart[order][min(int(np.searchsorted(np.cumsum(widths[order]), 0.5)), len(apart) - 1)]
    return float((widths * np.abs(apart - median)).sum())


def _unit_variance(values: NDArray[np.int64]) -> NDArray[np.float64]:
    spread = float(values.std())
    return values / spread if spread else values.astype(np.float64)


_LEAST_EGOS, _MOST_GROUPS = 5, 100  # of the reference in a group of similar density, and groups
_LEAST_NODES = 3  # of a neighborhood


@validate_arguments
def netdis(first: Any, second: Any, *, reference: Any = None, size: int = 4, threads: int = 0) -> float:
    """The distance of two networks by the graphlets around their nodes (Netdis): 0 if they are alike, at most 1.

    Graphlets are counted in the neighborhood of two steps of each node. From each count that is subtracted which a
    neighborhood of this density has on average in the reference, or is expected to have in a random graph. The sums of
    these differences over all nodes are compared by their direction, so that the sizes of the networks do not count
    (Ali et al. 2014). Neighborhoods of one or two nodes are left out.

    Time and memory grow with the numbers of nodes within two steps, added up over all nodes: hubs of tens of thousands
    of neighbors need more than most machines have.

    Parameters
    ----------
    first, second
        Networks, each as for :func:`spminer.mine`. Labels and direction do not count.
    reference
        A network that says what is usual, the same for all pairs that are compared, and none of these; by default
        random graphs of the same numbers of nodes and edges.
    size
        Nodes of the graphlets: 3, 4 or 5.
    threads
        Number of threads, 0 for every core.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> netdis(example(), example())
    0.0
    """
    if size not in (3, 4, 5):
        raise UsageError(f"size must be 3, 4 or 5, not {size}")
    texts = [text for text, orbits in GRAPHLETS if len(orbits) == size]
    known = [_Surroundings.of(graph, texts, threads) for graph in (first, second)]
    if reference is None:
        one, other = (surroundings.beyond_chance(texts) for surroundings in known)
    else:
        usual = _Surroundings.of(reference, texts, threads)
        one, other = (surroundings.beyond(usual, size) for surroundings in known)
    length = np.sqrt(one**2 + other**2)
    seen = length > 0
    if not (one.any() and other.any()):  # what is just as usual has no direction
        return 0.0 if one.any() == other.any() else 0.5
    dot, norms = (one * other)[seen] / length[seen], [(v[seen] ** 2 / length[seen]).sum() for v in (one, other)]
    return float(max((1 - dot.sum() / math.sqrt(norms[0] * norms[1])) / 2, 0.0))


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """The subgraphs within two steps of each node: their nodes, densities and counts of graphlets."""

    nodes: NDArray[np.float64]
    density: NDArray[np.float64]
    counts: NDArray[np.float64]

    @classmethod
    def of(cls, graph: Any, texts: list[str], threads: int) -> _Surroundings:
        graphs = as_collection(graph).without_labels()
        if not graphs.num_edges:
            raise UsageError("a network without edges has no graphlets")
        sources, targets, _ = graphs.edges()
        sparse = import_optional("scipy.sparse", "spminer[graphs]")
        shape = (graphs.num_nodes, graphs.num_nodes)
        steps = sparse.csr_array((np.ones(len(sources), np.int64), (sources, targets)), shape)
        steps = ((steps + steps.T) > 0).astype(np.int64)
        near = (steps + steps @ steps + sparse.eye_array(graphs.num_nodes, dtype=np.int64)).tocsr()
        around = [near.indices[near.indptr[i] : near.indptr[i + 1]] for i in range(graphs.num_nodes)]
        egos = [steps[nodes][:, nodes] for nodes in around if len(nodes) >= _LEAST_NODES]
        if not egos:
            raise UsageError("no node has two others within two steps")
        nodes = np.array([ego.shape[0] for ego in egos], dtype=np.float64)
        edges = np.array([ego.nnz / 2 for ego in egos])
        found = profile(as_collection(egos), texts, limit=0, threads=threads, progress=False)
        sums = np.add.reduceat(found.counts, np.cumsum(nodes, dtype=np.int64) - nodes.astype(np.int64), axis=0)
        motifs = [position.motif for position in found.positions]
        columns = [[i for i, other in enumerate(motifs) if other == motif] for motif in dict.fromkeys(motifs)]
        counts = np.stack([sums[:, some].sum(axis=1) for some in columns], axis=1) / motifs[0].size  # once at each node
        return cls(nodes, edges / (nodes * (nodes - 1) / 2), counts)

    def beyond_chance(self, texts: list[str]) -> NDArray[np.float64]:
        """For each graphlet, how many more there are than in random graphs of the same density, over all nodes."""
        beyond = self.counts.sum(axis=0)
        for column, pattern in enumerate(map(Pattern.parse, texts)):
            pairs, edges = math.comb(pattern.size, 2), len(pattern.edges)
            forms = math.factorial(pattern.size) / pattern.automorphisms()
            chance = forms * self.density**edges * (1 - self.density) ** (pairs - edges)
            beyond[column] -= (_subsets(self.nodes, pattern.size) * chance).sum()
        return np.asarray(beyond)

    def beyond(self, usual: _Surroundings, size: int) -> NDArray[np.float64]:
        """For each graphlet, how many more there are than is usual for the density, over all nodes."""
        order = np.argsort(usual.density, kind="stable")
        groups = np.array_split(order, max(min(len(order) // _LEAST_EGOS, _MOST_GROUPS), 1))
        shares = usual.counts / np.maximum(_subsets(usual.nodes, size), 1)[:, np.newaxis]
        means = np.array([shares[group].mean(axis=0) for group in groups])
        starts = np.array([usual.density[group[0]] for group in groups[1:]])
        expected = _subsets(self.nodes, size)[:, np.newaxis] * means[np.searchsorted(starts, self.density, "right")]
        return np.asarray((self.counts - expected).sum(axis=0))


def _subsets(nodes: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """The number of sets of so many nodes."""
    sets = np.prod([nodes - i for i in range(size)], axis=0) / math.factorial(size)
    return np.asarray(np.maximum(sets, 0.0))


def _orbit_counts(graph: Any, threads: int, size: int = 5) -> NDArray[np.int64]:
    """Nodes by orbits of graphlets of 2 to ``size`` nodes, without labels and direction."""
    graphs = as_collection(graph).without_labels()
    if not graphs.num_nodes:
        raise UsageError("a network without nodes has no graphlets")
    texts = [text for text, orbits in GRAPHLETS if len(orbits) <= size]
    return profile(graphs, texts, limit=0, threads=threads, progress=False).counts
