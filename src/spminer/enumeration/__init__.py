"""Exact enumeration: engines that count every subgraph of a size, and what that costs."""
