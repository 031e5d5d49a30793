"""gSpan (Yan and Han 2002): frequent edge-induced patterns, grown along the rightmost path of depth-first codes."""

from spminer.methods.fragments.common import fragment_method

__all__ = ["METHOD"]

METHOD = fragment_method("gspan", "frequent edge-induced patterns of a set of graphs by minimum depth-first codes")
