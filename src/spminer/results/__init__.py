"""Results: motifs, sets of motifs, what they were compared with and where they come from."""

from typing import TYPE_CHECKING

from spminer._util.imports import lazy_names

if TYPE_CHECKING:
    from spminer.results.motif import Contrast, Motif
    from spminer.results.motif_set import MotifSet

__all__ = ["Contrast", "Motif", "MotifSet"]

__getattr__ = lazy_names(
    __name__,
    {
        "spminer.results.motif": "Contrast Motif",
        "spminer.results.motif_set": "MotifSet",
    },
)
