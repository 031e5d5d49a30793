"""The backend ``spminer`` of networkx: what networkx asks for when it starts, without loading the engine.

networkx finds it by the entry points of the package. :mod:`spminer.networkx_backend.functions` has the functions.
"""

from __future__ import annotations

from typing import Any

__all__ = ["FUNCTIONS", "get_info"]

FUNCTIONS = {
    "all_triangles": "One search over all nodes, also for an `nbunch`.",
    "average_clustering": "Without weights.",
    "clustering": "Without weights; directed graphs by the census of triads at each node.",
    "enumerate_all_cliques": "Cliques of one size come in another order.",
    "find_cliques": "Without `nodes`; cliques come in another order.",
    "find_cliques_recursive": "Without `nodes`; cliques come in another order.",
    "generalized_degree": "Undirected graphs.",
    "is_isomorphic": "Without `node_match` and `edge_match`; by refinement and individualization.",
    "square_clustering": "Undirected graphs; by the census of four nodes at each node.",
    "transitivity": "Undirected graphs.",
    "triadic_census": "By formulas, without visiting each triad.",
    "triangles": "Undirected graphs.",
    "vf2pp_all_isomorphisms": "By refinement and individualization.",
    "vf2pp_is_isomorphic": "By refinement and individualization.",
    "vf2pp_isomorphism": "By refinement and individualization.",
}


def get_info() -> dict[str, Any]:
    """What networkx shows of the backend.

    >>> get_info()["backend_name"]
    'spminer'
    """
    return {
        "backend_name": "spminer",
        "project": "spminer",
        "package": "spminer",
        "short_summary": "Triads, triangles, squares, cliques and isomorphism in C++.",
        "functions": {name: {"additional_docs": text} for name, text in FUNCTIONS.items()},
    }
