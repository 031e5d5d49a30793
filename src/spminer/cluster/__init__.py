"""Clusters: the same work on many machines, by Dask."""

from typing import TYPE_CHECKING

from spminer._util.imports import lazy_names

if TYPE_CHECKING:
    from spminer.cluster.connect import executor_for, open_cluster, parse_address, run_monitor

__all__ = ["executor_for", "open_cluster", "parse_address", "run_monitor"]

__getattr__ = lazy_names(
    __name__,
    {
        "spminer.cluster.connect": "executor_for open_cluster parse_address run_monitor",
    },
)
