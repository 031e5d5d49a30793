"""Answers: frequencies that say how sure they are, motifs, and sets of motifs."""

from spminer.results.motif_set import Definition, Frequency, Kind, Motif, MotifSet, Objective, peak_memory_bytes

__all__ = ["Definition", "Frequency", "Kind", "Motif", "MotifSet", "Objective", "peak_memory_bytes"]
