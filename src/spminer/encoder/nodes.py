"""Nodes as points: the neighborhood of each node is sampled and embedded.

:func:`embed_nodes` returns :class:`NodePoints`, a table with a row for each node, which can be written as Parquet, CSV,
TSV or NumPy arrays. Nodes with similar neighborhoods have close points, wherever in the graph they are. A point depends
on the seed and the node alone: neighborhoods are drawn for blocks of 16,384 nodes, each with a seed of its own.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer._util.devices import resolve_device
from spminer._util.files import atomic_path
from spminer._util.imports import import_optional
from spminer._util.monitor import Monitor
from spminer._util.text import spreadsheet_cell
from spminer._util.validation import validate_arguments
from spminer.encoder.batch import AnchoredBatch
from spminer.encoder.inference import open_embedder
from spminer.encoder.neighborhoods import LARGE_SIZES, SAMPLE_METHODS, SMALL_SIZES, Sampling, sample
from spminer.errors import UsageError
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.node_names import find_nodes, graph_names_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    import pandas as pd
    from numpy.typing import NDArray

    from spminer.encoder.model import EncoderModel

__all__ = ["NodePoints", "check_points_path", "embed_nodes"]

_RANGES = {"small": SMALL_SIZES, "large": LARGE_SIZES}
BLOCK = 16_384  # nodes whose neighborhoods are sampled at once


@validate_arguments
def embed_nodes(
    graph: Any,
    *,
    nodes: Sequence[str] | None = None,
    model: str | Path | EncoderModel = "default",
    samples: str = "small",
    sampling: Sampling = "tree",
    repeats: int = 1,
    seed: int = 0,
    threads: int = 0,
    device: str = "auto",
    time_limit: float | None = None,
    monitor: Monitor | None = None,
) -> NodePoints:
    """Embed the neighborhood of every node.

    Nodes with similar neighborhoods have close points, wherever in the graph they are: points show roles, not
    communities. Labels and direction are ignored.

    Parameters
    ----------
    graph
        A collection, a source for :func:`spminer.read`, or graphs and tables of other libraries.
    nodes
        Names of nodes; by default all. The point of a node does not depend on the other nodes.
    model
        Name of a model of the package, path of a model file, or a loaded model.
    samples
        Size of a neighborhood: ``"small"`` has 20 to 29 nodes, ``"large"`` 40 to 64; fewer if the component is smaller.
    sampling
        ``"tree"``: frontier nodes are drawn by their edges into the sample. ``"breadth"``: the nearest nodes.
    repeats
        Neighborhoods for each node; its point is their mean, which has less variance.
    seed
        Seed of the draws.
    threads
        Number of threads; 0 means every core. The points do not depend on it.
    device
        Device of the model: ``"cpu"``, ``"cuda"``, or ``"auto"``.
    time_limit, monitor
        Seconds after which no further nodes are started, and a monitor that can stop the run from another thread.

    Returns
    -------
    NodePoints
        A row for each node, in the order of the graph or of the names.

    Examples
    --------
    >>> import numpy as np
    >>> import spminer
    >>> from spminer.datasets import example
    >>> found = spminer.embed_nodes(example(), samples="large")
    >>> found.points.shape
    (34, 128)
    >>> few = spminer.embed_nodes(example(), nodes=["John A", "Mr Hi"], samples="large")
    >>> rows = [found.node_names.index(name) for name in few.node_names]
    >>> bool(np.array_equal(few.points, found.points[rows]))
    True
    """
    if samples not in _RANGES:
        raise UsageError(f"unknown samples {samples!r}; choose one of {', '.join(_RANGES)}")
    if sampling not in SAMPLE_METHODS:
        raise UsageError(f"unknown sampling {sampling!r}; choose one of {', '.join(SAMPLE_METHODS)}")
    if repeats < 1:
        raise UsageError(f"repeats must be at least 1, not {repeats}")
    watch = monitor or Monitor(time_limit=time_limit)
    graphs = as_collection(graph, monitor=watch)
    asked = np.arange(graphs.num_nodes, dtype=np.int32) if nodes is None else find_nodes(graphs, nodes)
    embedder = open_embedder(model, device=resolve_device(device), threads=threads)
    target = graphs.target(direction=False, node_labels=False, edge_labels=False)
    points = np.zeros((len(asked), embedder.model.config.dimensions), dtype=np.float32)
    done = np.zeros(len(asked), dtype=bool)
    of_node = asked // BLOCK
    for block in np.unique(of_node).tolist():
        if watch.stopped:
            break
        rows = np.flatnonzero(of_node == block)
        first = block * BLOCK
        anchors = np.arange(first, min(first + BLOCK, target.nodes), dtype=np.int32)
        chosen = asked[rows] - first
        for repeat in range(repeats):
            # Drawing all neighborhoods of the block is cheap compared with embedding some of them.
            drawn = int(np.random.default_rng([seed, repeat, block]).integers(2**63))
            batch, _ = sample(target, anchors, _RANGES[samples], sampling=sampling, seed=drawn, threads=threads)
            batch = AnchoredBatch(batch.rows[chosen], batch.sizes[chosen])
            points[rows] += embedder.embed(batch) / np.float32(repeats)
        done[rows] = True
        watch.update(stage="embed", done=int(done.sum()), total=len(asked))
    kept = asked[done]
    return NodePoints(
        nodes=kept,
        node_names=tuple(map(str, graphs.names(kept))),
        graph_names=graph_names_of(graphs, kept),
        points=points[done],
        stop_reason=None if done.all() else watch.stop_reason,
    )


POINT_FORMATS = (".parquet", ".csv", ".tsv", ".npz")
_DELIMITERS = {".csv": ",", ".tsv": "\t"}


@dataclass(frozen=True, eq=False)
class NodePoints:
    """Nodes of a graph and their points, as a table with a row for each node.

    Attributes
    ----------
    nodes, node_names, graph_names
        Numbers and names of the nodes, and names of their graphs if there are several.
    points
        ``float32[nodes, dimensions]``.
    stop_reason
        Why rows are missing (``"time limit"``, ``"interrupted"``), or ``None``.

    Examples
    --------
    >>> import spminer
    >>> found = spminer.embed_nodes(spminer.from_edges([("a", "b"), ("b", "c")]))
    >>> found.node_names, found.points.shape
    (('a', 'b', 'c'), (3, 128))
    """

    nodes: NDArray[np.int32]
    node_names: tuple[str, ...]
    graph_names: tuple[str, ...] | None
    points: NDArray[np.float32]
    stop_reason: str | None = None

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"NodePoints({len(self):,} nodes, {self.points.shape[1]} dimensions)"

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        coordinates = [f"x{index}" for index in range(self.points.shape[1])]
        return ["node", *(() if self.graph_names is None else ("graph",)), *coordinates]

    def to_pandas(self) -> pd.DataFrame:
        """The table in pandas.

        >>> table = NodePoints(np.array([0], np.int32), ("a",), None, np.array([[1, 2]], np.float32))
        >>> print(table.to_pandas())
          node   x0   x1
        0    a  1.0  2.0
        """
        pandas = import_optional("pandas", "spminer[graphs]")
        heads = [self.node_names, *(() if self.graph_names is None else (self.graph_names,))]
        values = [*heads, *self.points.T]
        frame: pd.DataFrame = pandas.DataFrame(dict(zip(self.columns, values, strict=True)))
        return frame

    def write(self, path: str | Path) -> None:
        """Write the table atomically to a file with a suffix of ``POINT_FORMATS``.

        A ``.npz`` file has the arrays ``points``, ``nodes`` (names) and, if there are several graphs, ``graphs``.
        """
        check_points_path(path)
        ending = Path(path).suffix.lower()
        with atomic_path(path) as temporary:
            if ending == ".parquet":
                self._write_parquet(temporary)
            elif ending == ".npz":
                arrays: dict[str, Any] = {"points": self.points, "nodes": np.array(self.node_names)}
                if self.graph_names is not None:
                    arrays["graphs"] = np.array(self.graph_names)
                with temporary.open("wb") as file:
                    np.savez(file, **arrays)
            else:
                with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="") as text:
                    self.write_text(text, delimiter=_DELIMITERS[ending])

    def write_text(self, file: TextIO, *, delimiter: str = ",") -> None:
        """Write the table as text with a header; numbers have all their digits."""
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(self.columns)
        for row, name in enumerate(self.node_names):
            graph = () if self.graph_names is None else (self.graph_names[row],)
            writer.writerow([*map(spreadsheet_cell, (name, *graph)), *(str(value) for value in self.points[row])])

    def _write_parquet(self, path: Path) -> None:
        arrow = import_optional("pyarrow", "spminer[parquet]")
        parquet = import_optional("pyarrow.parquet", "spminer[parquet]")
        heads = [list(self.node_names), *(() if self.graph_names is None else (list(self.graph_names),))]
        arrays = [*(arrow.array(head, arrow.string()) for head in heads), *map(arrow.array, self.points.T.copy())]
        parquet.write_table(arrow.table(arrays, names=self.columns), path)


def check_points_path(path: str | Path) -> None:
    """Refuse a file of an unsupported format before any work is done.

    >>> check_points_path("points.xlsx")
    Traceback (most recent call last):
    spminer.errors.UsageError: unsupported format of points.xlsx; use one of .parquet, .csv, .tsv, .npz
    """
    ending = Path(path).suffix.lower()
    if ending not in POINT_FORMATS:
        raise UsageError(f"unsupported format of {path}; use one of {', '.join(POINT_FORMATS)}")
    if ending == ".parquet":
        import_optional("pyarrow", "spminer[parquet]")
