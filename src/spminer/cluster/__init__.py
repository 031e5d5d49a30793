"""Clusters: the same work on many machines, by Dask."""

from typing import TYPE_CHECKING

from spminer._util.imports import lazy_names

if TYPE_CHECKING:
    from spminer.cluster.connect import crew_of, monitored, open_cluster, parse_cluster

__all__ = ["crew_of", "monitored", "open_cluster", "parse_cluster"]

__getattr__ = lazy_names(
    __name__,
    {
        "spminer.cluster.connect": "crew_of monitored open_cluster parse_cluster",
    },
)
