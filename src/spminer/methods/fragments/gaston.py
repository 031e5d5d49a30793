"""Gaston (Nijssen and Kok 2004): frequent edge-induced patterns, paths first, then free trees, then cyclic graphs."""

from spminer.methods.fragments.common import fragment_method

__all__ = ["METHOD"]

METHOD = fragment_method(
    "gaston", "frequent edge-induced patterns of a set of graphs: paths, then trees, then cyclic graphs"
)
