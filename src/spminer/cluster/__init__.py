"""Clusters: the same work on many machines, by Dask."""

from spminer.cluster.connect import executor_for, open_cluster, parse_address, run_monitor

__all__ = ["executor_for", "open_cluster", "parse_address", "run_monitor"]
