"""Gaston (Nijssen and Kok 2004): frequent edge-induced patterns, paths first, then free trees, then cyclic graphs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spminer.baselines.transactions import FragmentSettings, search
from spminer.search.task import Method

if TYPE_CHECKING:
    from spminer.monitor import Monitor
    from spminer.search.task import SearchResult, Task

__all__ = ["METHOD", "GastonSettings", "search_gaston"]


@dataclass(frozen=True, slots=True)
class GastonSettings(FragmentSettings):
    """Settings of Gaston: those of :class:`~spminer.baselines.transactions.FragmentSettings`."""


def search_gaston(task: Task, settings: GastonSettings, monitor: Monitor) -> SearchResult:
    """Search for the patterns with the largest support, or for all with a given one.

    Examples
    --------
    >>> import networkx as nx, spminer
    >>> from spminer.monitor import Monitor
    >>> from spminer.search.task import Task
    >>> graphs = spminer.from_networkx([nx.path_graph(4), nx.cycle_graph(5), nx.star_graph(3)])
    >>> task = Task(graphs, (4,), objective="transactions", induced=False)
    >>> for candidate in search_gaston(task, GastonSettings(), Monitor()).candidates[4]:
    ...     print(candidate.pattern, candidate.known["transactions"].value)
    0-1,1-2,2-3 2
    0-1,1-2,1-3 1
    """
    return search(task, settings, monitor, miner="gaston")


METHOD = Method(
    "gaston",
    "frequent edge-induced patterns of a set of graphs: paths, then trees, then cyclic graphs",
    GastonSettings,
    search_gaston,
    objectives=("transactions", "images"),
    induced=(False,),
)
