"""Results: motifs, sets of motifs, what they were compared with and where they come from."""

from spminer.results.motif import Contrast, Motif
from spminer.results.motif_set import MotifSet

__all__ = ["Contrast", "Motif", "MotifSet"]
