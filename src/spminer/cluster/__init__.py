"""Clusters: the same work on many machines, by Dask."""

from spminer.cluster.connect import crew_of, monitored, open_cluster, parse_cluster

__all__ = ["crew_of", "monitored", "open_cluster", "parse_cluster"]
