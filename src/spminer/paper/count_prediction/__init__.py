"""Motif count prediction: the encoder's message passing, trained to predict how often small motifs occur in a graph.

``python -m spminer.paper.count_prediction train --out DIR`` trains on synthetic graphs, ``... evaluate DIR`` measures.
"""
