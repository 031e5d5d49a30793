"""Features of graphs: how often patterns occur in each graph of a collection."""

from spminer.counting.count import count_by_graph

__all__ = ["count_by_graph"]
