"""Results: motifs, sets of motifs and where they come from."""

from spminer.results.motif import Motif
from spminer.results.motif_set import MotifSet

__all__ = ["Motif", "MotifSet"]
