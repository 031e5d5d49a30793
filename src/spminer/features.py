"""Features of graphs: how often patterns occur in each graph of a collection."""

from spminer.counting.per_graph import count_by_graph

__all__ = ["count_by_graph"]
