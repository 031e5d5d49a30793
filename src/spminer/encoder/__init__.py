"""The encoder: order embeddings of anchored graphs, learned once on synthetic graphs.

The table gives the code of each term and equation of the paper ("Representation Learning for Frequent Subgraph
Mining"). Paths are relative to ``src/spminer``, or to the repository if they begin with ``core``.

| paper | code |
| --- | --- |
| Definition 3, sampled neighborhoods | `encoder/neighborhoods.py: sample`; `core/src/sampling/neighborhoods.cc` |
| anchor feature, sum aggregation, ReLU | `encoder/network.py: node_features, SageLayer` |
| equations 1 and 4, penalty E(A, B) | `encoder/network.py: order_penalty`; `core/src/order/penalty.cc` |
| the same on a GPU | `encoder/gpu/scoring.py: PenaltyKernel`; `encoder/gpu/penalty.cu` |
| equation 2, max-margin loss | `encoder/training/loss.py: pair_losses`, with loss "hinge"; "squared" is an addition |
| equation 3, learnable skip connections | `encoder/network.py: Encoder._layer_input`; as written with `skip="paper"` |
| sum pooling, four-layer perceptron | `encoder/network.py: Encoder.forward` |
| synthetic pretraining | `generate.py: synthetic`; `encoder/training/data.py: PairFeed, BlockFeed` |
| positive and negative pairs | `encoder/training/data.py: PairBatch`; `core/src/encoder/pairs.cc` |
| Adam at 1e-4, a million batches of 64, 64 dimensions | `encoder/training/config.py: preset`, the one named "paper" |
| learned threshold | `encoder/evaluation/calibrate.py: calibrate`; `encoder/model.py: Calibration` |
| frequency by the threshold | `encoder/scoring.py: OrderScorer.frequency`, its `hard` estimate |
| equation 5, total penalty m(G) | `encoder/scoring.py: OrderScorer.frequency`, its `soft` estimate with capped terms |
| equation 6, greedy search | `methods/greedy.py: search` |
| beam search | `methods/beam.py: search` |
| equation 7, Monte Carlo tree search with UCT | `methods/mcts.py: search` |
| proposition 3, perfect order embedding by counts | `core/src/order/signature.cc`: 256 of its coordinates, exact |
| baseline that answers with a perceptron | `encoder/scoring.py: PerceptronScorer` |
| table of architectures | `paper/ablation.py: run`; `paper/encoder.py: compute` |
| appendix, prediction of motif counts | `paper/count_prediction/model.py: CountPredictor` |

Modules, in reading order:

- `batch.py`: anchored graphs as rows of bits, and whether one contains another
- `model.py`: model files: configuration, weights, calibration
- `network.py`: the network as a torch module, which is the definition
- `inference.py`: anchored graphs in, embeddings out, by the core, by torch or on a GPU
- `onnx_export.py`: the network as an ONNX file
- `neighborhoods.py`: sampled neighborhoods of a target
- `scoring.py`: scores of patterns against neighborhoods, and the frequency estimator of the search methods
- `nodes.py`: a table of points, one for each node of a graph
- `gpu/`: kernels, embedder and penalties on a GPU
- `training/`: configuration, training data, loss and trainer
- `evaluation/`: calibration, and comparison with exact answers
"""
