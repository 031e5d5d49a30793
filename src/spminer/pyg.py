"""Counts of motifs as features of PyTorch Geometric data sets: a transform, and the same for a whole data set at once.

Needs ``torch_geometric``. For other libraries of graph learning: :func:`spminer.profile` has the counts as an array.
"""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from spminer._util.imports import import_optional
from spminer._util.monitor import Monitor
from spminer.counting.copies import copies_by_node
from spminer.counting.matching import check_fit
from spminer.counting.profile import count_positions, positions_of
from spminer.errors import UsageError
from spminer.graphs.convert.pyg import from_pyg
from spminer.patterns.named import GRAPHLETS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

torch = import_optional("torch", "torch")
import_optional("torch_geometric", "torch_geometric")

from torch_geometric.transforms import BaseTransform  # noqa: E402 (the line above names a missing package)

__all__ = ["AddMotifCounts", "Rows"]

Rows = Literal["nodes", "graphs"]


class AddMotifCounts(BaseTransform):  # type: ignore[misc]
    """Adds to each graph in how many motifs its nodes are, or how many motifs it has.

    Counts are exact. A motif without direction or labels ignores those of the graphs.

    Parameters
    ----------
    motifs : optional
        As for :func:`spminer.profile`; by default all graphlets of 3 and 4 nodes.
    rows : {"nodes", "graphs"}, default "nodes"
        ``"nodes"``: a row for each node and a column for each position in a motif. ``"graphs"``: one row with the
        number of occurrences of each motif.
    attr_name : str, optional
        Attribute that the counts become. By default they are added to the columns of ``x``, or are
        ``motif_counts`` for rows of graphs.
    induced : bool, default True
        Whether nodes that are not joined in the motif must not be joined in the graph either. If not, each copy counts,
        of which a set of nodes may hold several.
    log : bool, default False
        Whether a count c is given as log(1 + c), as counts of hubs are large.
    threads : int, default 0
        Number of threads, 0 for every core. Give 1 where a data loader has processes of its own.

    Examples
    --------
    >>> from torch_geometric.data import Data
    >>> triangle = Data(edge_index=torch.tensor([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]]), num_nodes=3)
    >>> AddMotifCounts(["path:3", "triangle"])(triangle).x
    tensor([[0., 0., 1.],
            [0., 0., 1.],
            [0., 0., 1.]])
    >>> AddMotifCounts(["path:3", "triangle"], rows="graphs")(triangle).motif_counts
    tensor([[0., 1.]])
    """

    def __init__(
        self,
        motifs: Any = None,
        *,
        rows: Rows = "nodes",
        attr_name: str | None = None,
        induced: bool = True,
        log: bool = False,
        threads: int = 0,
    ) -> None:
        if rows not in get_args(Rows):
            raise UsageError(f"unknown rows {rows!r}; choose one of {', '.join(get_args(Rows))}")
        self.positions = positions_of(
            [text for text, orbits in GRAPHLETS if len(orbits) in (3, 4)] if motifs is None else motifs
        )
        self.rows = rows
        self.attr_name = attr_name
        self.induced = induced
        self.log = log
        self.threads = threads

    def forward(self, data: Any) -> Any:
        """Add the counts to one graph."""
        return self._add([data])[0]

    def apply_all(self, dataset: Iterable[Any]) -> list[Any]:
        """Copies of all graphs of a data set with their counts, by all threads at once."""
        return self._add([copy.copy(data) for data in dataset])

    def _add(self, several: list[Any]) -> list[Any]:
        if not several:
            return []
        counts, first = self._counts(several), 0
        for data in several:
            last = first + data.num_nodes
            values = counts[first:last] if self.rows == "nodes" else self._totals(counts[first:last])
            added = torch.from_numpy(np.log1p(values) if self.log else values).to(torch.float32)
            if self.rows == "graphs":
                data[self.attr_name or "motif_counts"] = added
            elif self.attr_name is not None:
                data[self.attr_name] = added
            else:
                known = data.x
                if known is not None and known.dim() == 1:
                    known = known.view(-1, 1)
                data.x = added if known is None else torch.cat([known, added.to(known.device, known.dtype)], dim=-1)
            first = last
        return several

    def _counts(self, several: list[Any]) -> NDArray[np.int64]:
        """A row for each node of all graphs and a column for each position."""
        motifs = list(dict.fromkeys(position.motif for position in self.positions))
        if not any(motif.node_labels or motif.edge_labels for motif in motifs) and all(map(_has_edges, several)):
            several = [SimpleNamespace(edge_index=data.edge_index, num_nodes=data.num_nodes) for data in several]
        graphs = from_pyg(several)
        for motif in motifs:
            check_fit(motif, graphs)
        if self.induced:
            return count_positions(self.positions, graphs, Monitor(), threads=self.threads).counts
        return np.concatenate([copies_by_node(motif, graphs, threads=self.threads) for motif in motifs], axis=1)

    def _totals(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """How often each motif occurs: each is counted once at each of its nodes."""
        totals: dict[Any, int] = {}
        for column, position in enumerate(self.positions):
            totals.setdefault(position.motif, int(counts[:, column].sum()) // position.nodes)
        return np.array([list(totals.values())], dtype=np.int64)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.positions)} positions, rows={self.rows!r})"


def _has_edges(data: Any) -> bool:
    return hasattr(data, "edge_index")
