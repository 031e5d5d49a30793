"""
Native core of spminer. Private: use the functions of the `spminer` package.
"""

from collections.abc import Sequence
import enum
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


class Control:
    """Watches and stops one running native call."""

    def __init__(self, *, time_limit: float | None = None) -> None:
        """A time limit in seconds counts from now."""

    def cancel(self) -> None:
        """Ask the running call to return what it has."""

    @property
    def done(self) -> int:
        """Units of work finished so far."""

    @property
    def total(self) -> int:
        """Units of work in all; 0 while unknown."""

    @property
    def stop_reason(self) -> str | None:
        """Why the call stopped early, or None."""

class Checksum:
    """XXH64 of bytes that come in pieces."""

    def __init__(self) -> None: ...

    def update(self, bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def value(self) -> int: ...

def checksum(bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """XXH64 of an array of bytes."""

def check_csr(indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], graph_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, directed: bool) -> None:
    """
    Raise ``ValueError`` unless these are the rows of a collection: sorted, each within its graph, without repeats
    and self-loops, and, if undirected, with each edge in both rows under the same label.
    """

class Target:
    """A graph collection as the native engines see it."""

    def __init__(self, indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, node_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, directed: bool = False) -> None: ...

    @property
    def nodes(self) -> int: ...

    @property
    def edges(self) -> int:
        """Edges of the undirected skeleton."""

    def degrees(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """Number of neighbors of each node."""

    @property
    def labeled(self) -> bool: ...

    @property
    def coded(self) -> bool:
        """Whether direction or edge labels matter."""

def build_csr(sources: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, nodes: int, directed: bool, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> dict[str, Any]:
    """Sorted CSR rows of edges in any order, and what was dropped."""

class StructureResult:
    @property
    def components(self) -> int: ...

    @property
    def largest_component(self) -> int: ...

    @property
    def triangles(self) -> int: ...

    @property
    def complete(self) -> bool: ...

def describe_structure(target: Target, *, threads: int = 0) -> StructureResult:
    """Components and triangles of the undirected skeleton."""

def edge_triangles(target: Target, *, threads: int = 0) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
    """
    Triangles of each neighbor of each node of the undirected skeleton, row after row.
    """

class ParseError(Exception):
    pass

class EdgeListParser:
    """Reads a plain-text edge list chunk by chunk."""

    def __init__(self, *, delimiter: str = ' ', ids: str = 'number', header: bool = False, source_column: int = 0, target_column: int = 1, label_column: int = -1, first_id: int = 0, id_count: int = 0, groups: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None: ...

    def feed(self, chunk: bytes) -> None: ...

    def finish(self) -> None:
        """Reads a last line without a line end."""

    @property
    def edges(self) -> int: ...

    @property
    def named(self) -> bool:
        """Whether ids are names; of 'auto', whether they are so far."""

    @property
    def has_extra_columns(self) -> bool: ...

    def node_names(self) -> list[str]: ...

    def label_names(self) -> list[str]: ...

    def build(self, control: Control, *, directed: bool, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> dict[str, Any]:
        """
        The CSR and the nodes' ids (none if they are 0, 1, ...), unless the control stopped it.
        """

    def take_batch(self) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]]:
        """
        Sources, targets, labels and names of the edges since the last batch, which are forgotten.
        """

class LabelColumnParser:
    """Reads one label per line, chunk by chunk."""

    def __init__(self) -> None: ...

    def feed(self, chunk: bytes) -> None: ...

    def finish(self) -> None: ...

    def codes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """Call it once."""

    def names(self) -> list[str]: ...

class GraphLinesParser:
    """Reads t/v/e lines (gSpan, GraMi) chunk by chunk."""

    def __init__(self) -> None: ...

    def feed(self, chunk: bytes) -> None: ...

    def finish(self) -> None: ...

    @property
    def edges(self) -> int: ...

    @property
    def has_arcs(self) -> bool: ...

    @property
    def graph_names(self) -> list[str]: ...

    def graph_offsets(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def ids(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    def node_labels(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    def node_label_names(self) -> list[str]: ...

    def edge_label_names(self) -> list[str]: ...

    def build(self, control: Control, *, directed: bool) -> dict[str, Any]:
        """The CSR, unless the control stopped it."""

def first_of_equal_names(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """Of each name, the first one that equals it."""

def parts_of_names(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
    """A part for each name, the same for equal names."""

def chosen_names(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """Text and ends of a choice of names."""

class Pattern:
    """A graph of at most 64 nodes as the native engines see it."""

    def __init__(self, size: int, edges: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, anchor: int = -1, directed: bool = False, node_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def anchor(self) -> int:
        """The anchor, or -1."""

    @property
    def connected(self) -> bool: ...

    @property
    def edges(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """
        One row per edge: nodes i < j, then the labels plus one of the arcs i->j and j->i (0: no arc).
        """

    @property
    def labels(self) -> list[int]:
        """Node labels; empty if there are none."""

    def canonical_order(self) -> tuple[list[int], list[int], float]:
        """
        Position of each node in the canonical order (breadth first, as people read it), smallest node of its orbit, and the number of automorphisms.
        """

    def __eq__(self, other: object, /) -> bool: ...

class NullKind(enum.Enum):
    """What a null model keeps."""

    DEGREE = 0

    RECIPROCAL = 1

    LABELS = 2

    JOINT_DEGREE = 3

    CLUSTERING = 4

    ERDOS_RENYI = 5

class NullModel:
    """Shuffled copies of a collection, each graph within itself."""

    def __init__(self, indptr: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], indices: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], graph_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], kind: NullKind, *, directed: bool, node_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, edge_labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, switches: float = 10.0, seed: int = 0, threads: int = 0) -> None: ...

    def samples(self, first: int, count: int, control: Control) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """
        CSR arrays and mixing of that many samples, or of fewer if the control ended the work.
        """

class GraphKind(enum.Enum):
    """How synthetic graphs are drawn."""

    ERDOS_RENYI = 0

    BARABASI_ALBERT = 1

    POWER_LAW_CLUSTER = 2

    WATTS_STROGATZ = 3

    MIXED = 4

    SPARSE = 5

class PlantKind(enum.Enum):
    """Which pattern is planted."""

    STAR = 0

    CLIQUE = 1

    MOLECULE = 2

    RANDOM = 3

def generate_graphs(kind: GraphKind, *, graphs: int, low: int, high: int, seed: int = 0, threads: int = 0) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None, None))]]:
    """
    Connected random graphs of low to high nodes: their sizes, and all edges, nodes numbered through.
    """

def plant(kind: PlantKind, *, graphs: int, base_nodes: int, attachments: int, seed: int = 0) -> tuple[Pattern, Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None, None))]]:
    """
    Random graphs with a pattern planted in each: the pattern, sizes and edges as of `generate_graphs`.
    """

class MatchIndex:
    """What matching precomputes for a target."""

    def __init__(self, target: Target, anchors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, signatures: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, components: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, *, threads: int = 1) -> None:
        """
        With anchors: for questions about these alone, and made faster; else with what find_index_parts gave.
        """

def find_index_parts(target: Target, *, threads: int = 0) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
    """
    What of an index takes long to find: two numbers per node, and its component.
    """

def signature_version() -> int:
    """Signatures of another version mean something else."""

class MatchResult:
    """How often a pattern was found."""

    @property
    def count(self) -> int:
        """Matching anchors or node sets; a lower bound unless complete."""

    @property
    def tested(self) -> int:
        """Anchors that were tried."""

    @property
    def undecided(self) -> int:
        """Anchors whose search was cut short."""

    @property
    def complete(self) -> bool: ...

    @property
    def anchors(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """Matching anchors in ascending order, if wanted."""

    @property
    def open_anchors(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """Anchors whose search was cut short, likewise."""

    @property
    def left(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """
        Those of them that the control ended or never reached; another call can search them.
        """

def count_anchors(pattern: Pattern, index: MatchIndex, control: Control, *, anchors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, induced: bool = True, threads: int = 0, steps: int = 0, narrow: bool = False, list_anchors: bool = False) -> MatchResult:
    """
    Number of target nodes (or of the given ones) that the anchor can be mapped to.
    """

def count_anchors_each(patterns: Sequence[Pattern], index: MatchIndex, control: Control, *, anchors: Sequence[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]], induced: bool = True, threads: int = 0, steps: int = 0) -> list[MatchResult]:
    """
    The same for many patterns, each among few nodes of its own; anchors are listed.
    """

def count_node_sets(pattern: Pattern, index: MatchIndex, control: Control, *, roots: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, induced: bool = True, threads: int = 0, steps: int = 0, list_left: bool = False, copies: bool = False) -> MatchResult:
    """
    Number of distinct node sets that induce (or contain) the pattern, or of its edge-induced copies; with roots, those that a search from these finds: what roots apart from each other find adds up.
    """

def contains(pattern: Pattern, index: MatchIndex, control: Control, *, induced: bool = True, threads: int = 0, steps: int = 0, narrow: bool = False) -> bool | None:
    """Whether the pattern occurs; None if the budget ended first."""

def find_embeddings(pattern: Pattern, index: MatchIndex, limit: int, control: Control, *, anchors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, induced: bool = True, steps: int = 0) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None))], bool]:
    """
    Embeddings on distinct node sets, one per row, and whether fewer than the limit means no more.
    """

def contains_anchored(pattern_rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], pattern_sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], target_rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], target_sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, induced: bool = True, steps: int = 18446744073709551615) -> Annotated[NDArray[numpy.int8], dict(shape=(None,))]:
    """
    Whether each pattern is in its target, anchor on anchor: 1, 0, or -1 if `steps` assigned nodes did not tell.
    """

def count_at_anchors(pattern: Pattern, index: MatchIndex, control: Control, *, anchors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, induced: bool = True, threads: int = 0, steps: int = 0, limit: int = 0, copies: bool = False) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]:
    """
    For each node of the target (or each given one) the number of node sets (or copies) of the pattern with it as the
    anchor, up to the limit if that is not 0; and 1 where that is all, 0 where a budget or the limit ended it.
    """

MOST_NODES_OF_COPIES: int = 8

def count_copies(pattern: Pattern, target: Target, control: Control, *, threads: int = 0, per_node: bool = False, most_cost: float = float('inf')) -> tuple[int, Annotated[NDArray[numpy.uint64], dict(shape=(None, None))], list[int], bool]:
    """
    Number of copies of a pattern without codes, as edge-induced subgraphs; if wanted, for each node and each
    orbit of the pattern those that have the node there, with a node of each orbit; and whether nothing stopped
    the count, such as an estimated cost of more nanoseconds than the most.

    Raises ``OverflowError`` where counts may need too many bits.
    """

def draw_copies(pattern: Pattern, target: Target, control: Control, *, hits: int, most_samples: int, induced: bool = True, node_sets: bool = False, seed: int = 0, threads: int = 0) -> tuple[float, int, int, bool]:
    """
    Samples that are hits with probability (copies or node sets) / scale, until there are so many hits or samples:
    the scale (0 if there is no copy), samples, hits, and whether nothing stopped them.
    """

SIGNATURE_SIZE: int = 256

LABEL_SIGNATURE_SIZE: int = 256

class SimdLevel(enum.Enum):
    """Instruction sets with kernels of their own."""

    PORTABLE = 0

    AVX2 = 1

    AVX512 = 2

def best_simd_level() -> SimdLevel:
    """The best level of this processor."""

def signatures(rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, induced: bool = True, threads: int = 0) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
    """
    Order signatures of graphs anchored at node 0: bytes that can only grow from a graph to one that contains it.
    """

def label_signatures(target: Target, nodes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, threads: int = 0) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
    """
    Label signatures of graphs anchored at their first node, each given by nodes of the target (-1 beyond its size) and rows of bits: bytes that can only grow from a graph to one that contains it, labels and direction kept.
    """

def order_violated(sub: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], sup: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, simd: SimdLevel | None = None) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """
    Whether each aligned pair of signatures rules out that sub is contained in sup.
    """

def order_penalty(sub: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], sup: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, simd: SimdLevel | None = None) -> Annotated[NDArray[numpy.float32], dict(shape=(None,))]:
    """Sum of max(0, sub - sup)^2 for each aligned pair of embeddings."""

class SignatureTables:
    """What an order signature is made of, for code that counts the same."""

    def __init__(self) -> None: ...

    def coordinates(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]: ...

    def class_of_key(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,))]: ...

    def above(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    def byte_of_count(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def most_sets(self) -> int: ...

    @property
    def most_paths(self) -> int: ...

    @property
    def most_cycle_pairs(self) -> int: ...

class PenaltyIndex:
    """Neighborhood embeddings in the layout of the penalty kernel."""

    def __init__(self, embeddings: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], signatures: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None) -> None: ...

    def __len__(self) -> int: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def has_signatures(self) -> bool: ...

    def score(self, candidates: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], signatures: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None, *, thresholds: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], cap: float, threads: int = 0, simd: SimdLevel | None = None, control: Control | None = None) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        Each candidate's sum of min(penalty, cap) over the neighborhoods, those rejected by the signatures counting as cap, and its number of neighborhoods with a penalty of at most the threshold, not rejected.
        """

    def score_bounded(self, candidates: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], signatures: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None, *, thresholds: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], cap: float, soft_bounds: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, hard_bounds: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, threads: int = 0, simd: SimdLevel | None = None, control: Control | None = None) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        As score, but gives a candidate up once its soft sum is above its bound, or its hard count cannot reach its bound; the third result is the number of neighborhoods looked at.
        """

class Enumeration:
    """All classes of subgraphs of one size, with their frequencies."""

    @property
    def complete(self) -> bool:
        """Whether the run was not stopped early."""

    @property
    def subgraphs(self) -> int:
        """Number of subgraphs visited."""

    @property
    def seen(self) -> int:
        """Number of classes met, of which the result may have the best only."""

    @property
    def table_bytes(self) -> int:
        """Memory of the engine's tables at the end."""

    @property
    def classes(self) -> int:
        """Number of classes."""

    @property
    def graph_frequency(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """Distinct node sets of each class."""

    @property
    def orbit_offset(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """First orbit of each class, and the number of orbits."""

    @property
    def orbit_node(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """A node of the class's pattern that stands for each orbit."""

    @property
    def anchored_frequency(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Target nodes in each orbit."""

    def pattern(self, class_id: int, *, anchor: int = -1) -> Pattern:
        """
        Pattern of a class in canonical order, anchored at a node of the class's pattern without an anchor.
        """

def enumerate_subgraphs(target: Target, size: int, control: Control, *, threads: int = 0, memory_limit: int = 0) -> Enumeration:
    """Enumerate all connected induced subgraphs of one size."""

class Ranking(enum.Enum):
    """What a tally ranks classes by."""

    anchored = 0
    """Anchors of the best orbit."""

    graph = 1
    """Node sets."""

    images = 2
    """Anchors of the worst orbit."""

def can_tally(target: Target, size: int) -> bool:
    """Whether labels and codes of subgraphs of this size fit a key."""

def tally_subgraphs(target: Target, size: int, control: Control, *, ranking: Ranking, most: int = 0, threads: int = 0, memory_limit: int = 0) -> Enumeration:
    """
    Enumerate all connected induced subgraphs of one size, and keep the best classes; 0 keeps all.
    """

def estimate_subgraphs(target: Target, size: int, control: Control, *, probes: int, seed: int, max_steps: int = 0, threads: int = 0) -> tuple[float, float, int]:
    """
    Estimated number of subgraphs of one size, its standard error, and the number of probes made.
    """

class PartialEnumerator:
    """Enumerates the subgraphs of a target part by part."""

    def __init__(self, target: Target, size: int) -> None: ...

    @property
    def roots(self) -> int:
        """Number of roots."""

    def degrees(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]:
        """Degrees of all roots."""

    def run(self, first: int, last: int, control: Control, *, branch: int = 0, branch_end: int = -1, quota: int, quota_bytes: int) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,))], int, tuple[int, int, int, int], int, bool]:
        """
        Visit the subgraphs of some roots by one thread, until more than the quota are seen, or more is kept of their classes. Gives the classes, for PartialClasses; the number of subgraphs; what is left (first, last, branch, branch_end); how many branches its first root has; and whether the control did not end it.
        """

class PartialClasses:
    """The union of the classes of parts."""

    def __init__(self) -> None: ...

    def absorb(self, packed: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Add a part, or another union."""

    def packed(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
        """All of it, like a part."""

    def result(self, *, threads: int = 0) -> Enumeration:
        """Both frequencies of every class."""

    @property
    def bytes(self) -> int:
        """Memory of its tables."""

class CensusOrbit:
    """One anchored class of a census: a node orbit of a connected graph."""

    @property
    def pattern(self) -> Pattern:
        """A representative, anchored at node 0."""

    @property
    def edges(self) -> list[tuple[int, int]]:
        """Edges of the representative, or arcs."""

    @property
    def anchor(self) -> int:
        """Anchor of the representative: 0."""

    @property
    def graph_class(self) -> int:
        """Orbits of the same graph share this number."""

    @property
    def nodes(self) -> int:
        """How many nodes of the pattern are in the orbit."""

    @property
    def anchored_frequency(self) -> int:
        """Nodes that sit in this orbit of some induced subgraph."""

    @property
    def graph_frequency(self) -> int:
        """Induced subgraphs of this class."""

class CensusResult:
    """The census of a target."""

    @property
    def complete(self) -> bool:
        """Whether nothing stopped it."""

    @property
    def orbits(self) -> list[CensusOrbit]:
        """
        3, 11 or 58 orbits, fewest edges first, or 30 of a directed target; of a stopped census those that are certain.
        """

    def take_counts(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None, None))] | None:
        """
        Hand over the counts, a row per node and a column per orbit: once, and only if wanted; else None.
        """

class CensusParts:
    """The longest pass of a census, for a part of the roots at a time."""

    def __init__(self, target: Target, size: int, control: Control, *, threads: int = 0) -> None: ...

    def count(self, first: int, last: int, control: Control) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
        """What these roots add, as words."""

class SharedCensus:
    """A census whose longest pass others count."""

    def __init__(self, target: Target, control: Control, *, size: int, threads: int = 0, per_node: bool = False) -> None: ...

    def count_here(self) -> None:
        """Count the other passes."""

    def absorb(self, part: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Add what some roots add, in any order, also while the other passes are counted.
        """

    def result(self, all_parts: bool) -> CensusResult:
        """The census; of what was counted, if that are not all parts."""

def census(target: Target, control: Control, *, size: int, threads: int = 0, per_node: bool = False) -> CensusResult:
    """
    Count all connected induced subgraphs of 3, 4 or 5 nodes of a target without labels, per node orbit, without
    visiting them one by one; of a directed target those of 3 nodes.

    Raises ``ValueError`` for another size or target, ``OverflowError`` where counts may exceed 64 bits.
    """

class MaximalCliques:
    """All maximal cliques of the undirected skeleton, batch by batch."""

    def __init__(self, target: Target) -> None: ...

    def next(self, nodes: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
        """
        Nodes of the next cliques, until there are so many, and where each clique ends among them; none at the end.
        """

class CliquesOfSize:
    """All cliques of one size of the undirected skeleton, batch by batch."""

    def __init__(self, target: Target, size: int) -> None: ...

    def next(self, nodes: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """
        Nodes of the next cliques, ascending in each, until there are so many; none at the end.
        """

class Isomorphisms:
    """Isomorphisms of two graphs of any size, one after another."""

    def __init__(self, first: Target, second: Target, *, first_colors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], second_colors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def next(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))] | None:
        """
        The image of each node of the first graph, or None if there are no more.
        """

class SampleMethod(enum.Enum):
    """How a neighborhood grows."""

    TREE = 0

    BREADTH = 1

@overload
def sample_neighborhoods(target: Target, count: int, *, low: int = 20, high: int = 29, method: SampleMethod = SampleMethod.TREE, hops: int = 0, seed: int = 0, threads: int = 0) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None, None))]]:
    """
    Induced samples around `count` random nodes: rows, sizes, anchors, and target nodes (-1 beyond the size). The anchor is node 0 of its sample. Each node is an anchor at most once while there are enough.
    """

@overload
def sample_neighborhoods(target: Target, anchors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, low: int = 20, high: int = 29, method: SampleMethod = SampleMethod.TREE, hops: int = 0, seed: int = 0, threads: int = 0) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None, None))]]:
    """The same around the given nodes."""

class SampledClasses:
    """Classes of sampled subgraphs of one size."""

    @property
    def classes(self) -> int:
        """Number of classes."""

    @property
    def hits(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]:
        """Samples of each class."""

    @property
    def count(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """
        Estimated graph-level frequency of each class; empty if none can be given.
        """

    @property
    def error(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """Standard error of each count; empty if none can be given."""

    @property
    def orbit_offset(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """First orbit of each class, and the number of orbits."""

    @property
    def orbit_node(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """A node of the class's pattern that stands for each orbit."""

    @property
    def orbit_score(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """The sampler's measure of each orbit."""

    def pattern(self, class_id: int, *, anchor: int = -1) -> Pattern:
        """
        Pattern of a class in canonical order, anchored at a node of the class's pattern without an anchor.
        """

def sample_mfinder(target: Target, size: int, control: Control, *, samples: int, corrected: bool = False, seed: int = 0, threads: int = 0, memory_limit: int = 0) -> tuple[SampledClasses, int, bool]:
    """
    Sample subgraphs by MFinder: their classes, how many were drawn, and whether all were.
    """

def rand_esu_chance(size: int, largest: int, tau: float) -> float:
    """Chance that a walk of Rand-ESU meets any given subgraph of a size."""

def sample_rand_esu(target: Target, sizes: Sequence[int], control: Control, *, tau: float, repetitions: int = 4, seed: int = 0, threads: int = 0, memory_limit: int = 0, max_steps: int = 0) -> tuple[list[SampledClasses], list[int], bool]:
    """
    Sample subgraphs by Rand-ESU: classes and number of samples for each size, and whether the walks ended.
    """

class ColorCoding:
    """Subgraphs of one size, estimated by color coding."""

    @property
    def complete(self) -> bool:
        """Whether the run was not stopped early."""

    @property
    def colorings(self) -> int:
        """Finished colorings."""

    @property
    def samples(self) -> int:
        """Treelets drawn in them."""

    @property
    def treelets(self) -> float:
        """Colorful treelets, on average over the colorings."""

    @property
    def table_bytes(self) -> int:
        """Memory of the largest table of treelets."""

    @property
    def classes(self) -> SampledClasses:
        """Classes of the subgraphs met."""

def sample_motivo(target: Target, size: int, control: Control, *, samples: int, colorings: int, adaptive: bool = True, cover: int = 1000, anchors: bool = True, seed: int = 0, threads: int = 0, memory_limit: int = 0) -> ColorCoding:
    """Estimate graph-level frequencies by color coding."""

class FragmentMiner(enum.Enum):
    """The order in which patterns are grown."""

    GSPAN = 0

    GASTON = 1

class SupportMeasure(enum.Enum):
    """What counts as support."""

    TRANSACTIONS = 0

    IMAGES = 1

class Fragments:
    """Frequent edge-induced patterns with their support."""

    @property
    def complete(self) -> bool:
        """Whether the run was not stopped early."""

    @property
    def tested(self) -> int:
        """Patterns whose support was counted."""

    @property
    def peak_bytes(self) -> int:
        """Most memory that occurrences and patterns took."""

    @property
    def support(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]:
        """Support of each pattern."""

    def __len__(self) -> int: ...

    def pattern(self, index: int) -> Pattern:
        """Pattern in canonical order; by size, then support, largest first."""

def mine_fragments(index: MatchIndex, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], control: Control, *, miner: FragmentMiner, measure: SupportMeasure, sizes: Sequence[int], support: int = 1, top: int = 0, max_edges: int = 0, closed: bool = False, threads: int = 0, memory_limit: int = 0) -> Fragments:
    """Mine frequent edge-induced patterns of undirected graphs."""

class GrowObjective(enum.Enum):
    """What ranks the patterns of a level."""

    anchors = 0

    node_sets = 1

    groups = 2

    images = 3

class GrowParams:
    """How to grow; see the fields of the native struct."""

    def __init__(self) -> None: ...

    @property
    def objective(self) -> GrowObjective: ...

    @objective.setter
    def objective(self, arg: GrowObjective, /) -> None: ...

    @property
    def induced(self) -> bool:
        """Whether patterns are node-induced."""

    @induced.setter
    def induced(self, arg: bool, /) -> None: ...

    @property
    def beam(self) -> int:
        """Patterns kept per level."""

    @beam.setter
    def beam(self, arg: int, /) -> None: ...

    @property
    def embeddings(self) -> int:
        """Embeddings kept per pattern and pilot."""

    @embeddings.setter
    def embeddings(self, arg: int, /) -> None: ...

    @property
    def slack(self) -> int:
        """Lists are built for this many times `beam` candidates."""

    @slack.setter
    def slack(self, arg: int, /) -> None: ...

    @property
    def frontier(self) -> int:
        """Neighbors looked at per embedding."""

    @frontier.setter
    def frontier(self, arg: int, /) -> None: ...

    @property
    def probes(self) -> int:
        """Slots matched to estimate a candidate before the cut."""

    @probes.setter
    def probes(self, arg: int, /) -> None: ...

    @property
    def exact(self) -> int:
        """Patterns whose every open slot is matched."""

    @exact.setter
    def exact(self, arg: int, /) -> None: ...

    @property
    def steps(self) -> int:
        """Matcher's steps per slot; 0 for no limit."""

    @steps.setter
    def steps(self, arg: int, /) -> None: ...

    @property
    def effort(self) -> int:
        """More steps to decide what is left open of a pattern, in all."""

    @effort.setter
    def effort(self, arg: int, /) -> None: ...

    @property
    def memory_limit(self) -> int:
        """Bytes for embedding lists; 0 for no limit."""

    @memory_limit.setter
    def memory_limit(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def threads(self) -> int:
        """0 for every core."""

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

class GrownPattern:
    """A pattern of a beam with what is known of it."""

    @property
    def pattern(self) -> Pattern:
        """In canonical order."""

    @property
    def count(self) -> int:
        """Slots that show it for certain."""

    @property
    def bound(self) -> int:
        """Slots that are not refuted."""

    @property
    def expected(self) -> float:
        """Estimated count."""

    @property
    def node_sets(self) -> float:
        """Estimated graph-level frequency."""

    @property
    def images(self) -> int:
        """Fewest distinct images that the lists show of any orbit."""

class GrowBeam:
    """The best patterns of one size, with slots and lists of embeddings."""

    @property
    def size(self) -> int: ...

    @property
    def complete(self) -> bool:
        """Whether the control did not stop the work."""

    @property
    def outside(self) -> int:
        """No pattern outside the beam is shown by more slots than this."""

    @property
    def candidates(self) -> int:
        """Distinct candidates met."""

    @property
    def matched(self) -> int:
        """Questions to the matcher."""

    @property
    def undecided(self) -> int:
        """Questions that the matcher left open."""

    @property
    def embeddings(self) -> int:
        """Embeddings kept per pilot."""

    @property
    def list_bytes(self) -> int:
        """Memory of the lists."""

    def arrays(self) -> dict[str, Any]:
        """The beam as arrays, by the names that `grow_resume` takes."""

    def __len__(self) -> int: ...

    def __getitem__(self, arg: int, /) -> GrownPattern: ...

class GrowTarget:
    """
    A target with the slots (anchors or graphs) that patterns are searched at.
    """

    def __init__(self, target: Target, index: MatchIndex, roots: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, population: int, pilots: int, seed: int, threads: int = 0) -> None: ...

    @property
    def slots(self) -> int: ...

def grow_resume(target: GrowTarget, *, header: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], key_offset: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], slots: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], offset: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], sets: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], figures: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> GrowBeam:
    """The beam that arrays hold."""

def grow_start(target: GrowTarget, params: GrowParams) -> GrowBeam:
    """The patterns of one node."""

def grow_level(target: GrowTarget, beam: GrowBeam, params: GrowParams, control: Control, *, seeds: Sequence[Pattern] = []) -> GrowBeam:
    """
    The patterns with one node more, and the seeds of that size that are as good.
    """

def grow_select(beam: GrowBeam, chosen: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> GrowBeam:
    """The beam with only these of its patterns."""

class WalkSteps:
    """Every way to grow a set of walks by one node."""

    @property
    def complete(self) -> bool:
        """Otherwise it was stopped, and there are no steps."""

    def take_steps(self) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
        """
        First step of each walk and their number; per step the new node, its neighbors in the walk as bits, and the distinct pattern it leads to. Call it once.
        """

    def take_structures(self, size: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None, None))]]:
        """
        The structure of each distinct pattern, and rows of bits of the structures. Call it once.
        """

    def keys(self) -> list[bytes]:
        """
        A text per distinct pattern: equal exactly if isomorphic, anchor on anchor, labels and arcs respected.
        """

    def structure_keys(self) -> list[bytes]:
        """The same of the structures."""

def expand_walks(target: Target, nodes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], control: Control, *, induced: bool = True, frontier: int = 4096, seed: int = 0, threads: int = 0) -> WalkSteps:
    """
    Grow walks (nodes of the target, the anchor first; rows of bits of their patterns) by one adjacent node.
    """

def count_walks(target: Target, index: MatchIndex, nodes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], offset: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], anchors: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], control: Control, *, induced: bool = True, steps: int = 0, threads: int = 0) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], bool]:
    """
    Which of its candidate anchors (of walk w: from offset[w] to offset[w + 1]) each walk's pattern matches: offsets, matching anchors, numbers of undecided anchors, and whether it was not stopped.
    """

def confirm_steps(index: MatchIndex, rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], offset: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], nodes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], example: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], node: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], mask: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], control: Control, *, induced: bool = True, steps: int = 1000, frontier: int = 4096, threads: int = 0) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None, None))], bool]:
    """
    Which occurrences of patterns (rows of pattern s, nodes from offset[s] to offset[s + 1]) go on to each larger pattern, given by an example: an occurrence, one more node, and the nodes it is joined to. Offsets, nodes, and whether it was not stopped.
    """

def gather_walks(target: Target, starts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], size: int, control: Control, *, surroundings: int = 65536, threads: int = 0) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None))], Annotated[NDArray[numpy.uint64], dict(shape=(None, None))], bool]:
    """
    Walks from nodes into groups with more links than their degrees explain: nodes (-1 beyond the end of a walk), rows of bits that tell which of them are joined, and whether it was not stopped.
    """

def walk_patterns(target: Target, nodes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> list[Pattern]:
    """
    The patterns of walks, anchored at node 0, with the target's labels and arcs.
    """

class EncoderNet:
    """A trained encoder, ready to embed anchored graphs."""

    def __init__(self, *, input: tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]], convolutions: Sequence[tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]]], mixture: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None, head: Sequence[tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], hops: int, scale: float, pool_scale: float, anchor_pool: bool, counts: bool = False, induced: bool = True) -> None:
        """
        Weights are (outputs, inputs) float32 arrays: (weight, bias) of a dense layer, (own, bias, neighbor) of
        a convolution. A convolution with twice as many inputs as the width also reads the mixture of all layers
        before it. With `counts`, the head reads the order signature too (of the kind `induced`). Raises
        ``ValueError`` if shapes do not fit.
        """

    @property
    def dimensions(self) -> int:
        """Dimensions of the embedding."""

    def embed(self, rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], control: Control, *, threads: int = 0) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None))] | None:
        """
        One float32 row per graph; None if stopped. Bit j of ``rows[b, i]`` joins nodes i and j of graph b, whose
        anchor is node 0. Raises ``ValueError`` for a graph that is empty, looped or not symmetric.
        """

class PairStream:
    """Labeled pairs of anchored graphs, as many as one likes."""

    def __init__(self, *, seed: int, min_pattern: int = 3, max_pattern: int = 30, induced: bool = True, hard: float = 0.0, sparse: float = 0.0, target: Target | None = None, blend: float = 1.0, checked: bool = True) -> None: ...

    def batch(self, step: int, *, pairs: int, low: int, high: int, threads: int = 0) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint64], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]:
        """
        Rows and sizes of the targets, rows and sizes of the patterns, and labels: 1 if the pattern is an anchored subgraph of the target. Even pairs are positive. A pure function of the arguments except `threads`.
        """

def decide_block(pattern_rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], pattern_sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, induced: bool = True, steps: int = 20000, threads: int = 0) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]:
    """
    Every pattern (rows) in every neighborhood (columns), anchor on anchor: 1 contained, 0 not contained although
    the order signature allows it, -1 not decided within `steps`, -2 refuted by the signature.
    """

def grow_patterns(rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, count: int, low: int, high: int, frequent: float = 0.5, choices: int = 8, judges: int = 48, induced: bool = True, seed: int = 0, threads: int = 0) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None, None))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]:
    """
    Rows and sizes of patterns that occur in the neighborhoods, a share of them grown by what is frequent there.
    """
