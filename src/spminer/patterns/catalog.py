"""Catalog of the patterns that network science has names and numbers for.

Sources:

- Triads and their MAN codes (mutual, asymmetric and null pairs, then the orientation): P. W. Holland and S. Leinhardt,
  "A method for detecting structure in sociometric data", American Journal of Sociology 76 (1970). 111D and 111U are
  told apart as networkx and igraph do: in 111D the single arc ends at the mutual pair, in 111U it starts there.
- Motifs of directed networks: R. Milo et al., "Network motifs: simple building blocks of complex networks", Science 298
  (2002).
- Graphlets G0 to G29 and node orbits 0 to 72: N. Przulj, "Biological network comparison using graphlet degree
  distribution", Bioinformatics 23 (2007). The numbers are those of her counting program, in which the orbits of a
  graphlet are numbered by rising sums of the degrees of a node and its neighbors, and of ORCA (T. Hocevar and
  J. Demsar, Bioinformatics 30, 2014).
"""

from __future__ import annotations

__all__ = ["GRAPHLETS", "MOTIFS", "TRIADS"]

TRIADS = {
    "021D": "0>1,0>2",
    "021U": "1>0,2>0",
    "021C": "0>1,1>2",
    "111D": "0>1,1>0,2>1",
    "111U": "0>1,1>0,1>2",
    "030T": "0>1,0>2,1>2",
    "030C": "0>1,1>2,2>0",
    "201": "0>1,1>0,1>2,2>1",
    "120D": "0>1,0>2,1>2,2>1",
    "120U": "1>0,2>0,1>2,2>1",
    "120C": "0>1,1>2,0>2,2>0",
    "210": "0>1,0>2,2>0,1>2,2>1",
    "300": "0>1,1>0,0>2,2>0,1>2,2>1",
}
"""The 13 connected triads by their MAN codes."""

MOTIFS = {
    "feed-forward loop": "0>1,0>2,1>2",
    "feedback loop": "0>1,1>2,2>0",
    "bi-fan": "0>2,0>3,1>2,1>3",
    "bi-parallel": "0>1,0>2,1>3,2>3",
}
"""Directed patterns by the names of the motif literature."""

GRAPHLETS = (
    ("0-1", (0, 0)),
    ("0-1,1-2", (1, 2, 1)),
    ("0-1,0-2,1-2", (3, 3, 3)),
    ("0-1,1-2,2-3", (4, 5, 5, 4)),
    ("0-1,1-2,1-3", (6, 7, 6, 6)),
    ("0-1,0-2,1-3,2-3", (8, 8, 8, 8)),
    ("0-1,1-2,1-3,2-3", (9, 11, 10, 10)),
    ("0-1,0-2,1-2,1-3,2-3", (12, 13, 13, 12)),
    ("0-1,0-2,0-3,1-2,1-3,2-3", (14, 14, 14, 14)),
    ("0-1,1-2,2-3,3-4", (15, 16, 17, 16, 15)),
    ("0-1,1-2,1-3,2-4", (19, 21, 20, 19, 18)),
    ("0-1,1-2,1-3,1-4", (22, 23, 22, 22, 22)),
    ("0-1,1-2,1-3,2-3,3-4", (24, 26, 25, 26, 24)),
    ("0-1,1-2,2-3,2-4,3-4", (27, 28, 30, 29, 29)),
    ("0-1,1-2,1-3,1-4,2-4", (31, 33, 32, 31, 32)),
    ("0-1,0-2,1-3,2-4,3-4", (34, 34, 34, 34, 34)),
    ("0-1,1-2,1-3,2-4,3-4", (35, 38, 37, 37, 36)),
    ("0-1,1-2,1-3,1-4,2-3,3-4", (39, 42, 40, 41, 40)),
    ("0-1,0-2,1-2,1-3,1-4,3-4", (43, 44, 43, 43, 43)),
    ("0-1,1-2,1-3,2-3,2-4,3-4", (45, 47, 48, 48, 46)),
    ("0-1,0-2,1-3,1-4,2-3,2-4", (49, 50, 50, 49, 49)),
    ("0-1,0-2,1-3,2-3,2-4,3-4", (51, 51, 53, 53, 52)),
    ("0-1,0-2,1-2,1-3,1-4,2-3,2-4", (54, 55, 55, 54, 54)),
    ("0-1,1-2,1-3,1-4,2-3,2-4,3-4", (56, 58, 57, 57, 57)),
    ("0-1,0-2,1-2,1-3,2-3,2-4,3-4", (59, 60, 61, 60, 59)),
    ("0-1,0-2,1-3,1-4,2-3,2-4,3-4", (62, 63, 63, 64, 64)),
    ("0-1,0-2,1-2,1-3,1-4,2-3,2-4,3-4", (65, 67, 67, 66, 66)),
    ("0-1,0-2,0-3,1-2,1-4,2-3,2-4,3-4", (68, 68, 69, 68, 68)),
    ("0-1,0-2,0-3,1-2,1-3,1-4,2-3,2-4,3-4", (70, 71, 71, 71, 70)),
    ("0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4", (72, 72, 72, 72, 72)),
)
"""Graphlets in the order of their numbers: edges, and the orbit of each node."""
