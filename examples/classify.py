"""Classify the graphs of a data set by their motifs, with 10-fold cross-validation.

Run it on any file whose graphs have classes, such as an archive of the TUDataset collection:

    python examples/classify.py MUTAG.zip

Each row is one way to describe a graph in numbers, given to the same classifier (a random forest): its accuracy in
percent, mean and standard deviation over the folds. Motifs are mined again from the training graphs of each fold, so
that the test graphs are never seen.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import spminer
from spminer.graphs.convert.as_collection import as_collection
from spminer.sklearn import MotifFeatures, MotifMiner

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer import GraphCollection

MOST_DEGREE = 10  # higher degrees share one column


def main() -> None:
    options = _options()
    graphs = spminer.read(options.file)
    classes = graphs.graph_labels
    if classes is None:
        raise SystemExit(f"{options.file}: the graphs have no classes")
    print(f"{graphs}, {len(set(classes.tolist()))} classes, {options.repeats} x {options.folds} folds\n")
    print("| features | accuracy | deviation | seconds |\n| --- | --- | --- | --- |")
    folds = RepeatedStratifiedKFold(n_splits=options.folds, n_repeats=options.repeats, random_state=options.seed)
    for name, model in _models(options, labeled=graphs.node_labels is not None).items():
        started = time.perf_counter()
        scores = 100 * cross_val_score(model, graphs, classes, cv=folds)
        seconds = time.perf_counter() - started
        print(f"| {name} | {scores.mean():.1f} | {scores.std():.1f} | {seconds:.1f} |", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Classify the graphs of a data set by their motifs.")
    parser.add_argument("file", help="graphs with classes, in any format that keeps them")
    parser.add_argument("--sizes", default="3-6", help="sizes of the motifs (3-6)")
    parser.add_argument("--top", type=int, default=50, help="motifs of each size (50)")
    parser.add_argument("--values", default="count", help="count, share or presence of motifs (count)")
    parser.add_argument("--folds", type=int, default=10, help="folds of the cross-validation (10)")
    parser.add_argument("--repeats", type=int, default=1, help="how often to repeat it with other folds (1)")
    parser.add_argument("--trees", type=int, default=500, help="trees of the random forest (500)")
    parser.add_argument("--seed", type=int, default=0, help="seed of folds, trees and mining (0)")
    return parser.parse_args()


def _models(options: argparse.Namespace, *, labeled: bool) -> dict[str, Any]:
    def forest(*features: Any) -> Any:
        return make_pipeline(*features, RandomForestClassifier(options.trees, random_state=options.seed))

    def motifs(*, ignore_labels: bool) -> MotifFeatures:
        miner = MotifMiner(options.sizes, options.top, ignore_labels=ignore_labels, random_state=options.seed)
        return MotifFeatures(miner, values=options.values)

    models = {
        "most frequent class": DummyClassifier(),
        "nodes, edges and degrees": forest(FunctionTransformer(degree_features)),
        "motifs without labels": forest(motifs(ignore_labels=True)),
    }
    if labeled:
        models["node labels"] = forest(FunctionTransformer(label_features))
        models["motifs with labels"] = forest(motifs(ignore_labels=False))
    return models


def degree_features(graphs: Any) -> NDArray[np.float64]:
    """Nodes, edges, and how many nodes have each degree."""
    collection = as_collection(graphs)
    degrees = collection.target(direction=False, node_labels=False, edge_labels=False).degrees()
    nodes = np.diff(collection.graph_offsets)
    edges = np.bincount(_graph_of_node(collection), weights=degrees, minlength=len(collection)) / 2
    return np.column_stack([nodes, edges, _histograms(collection, np.minimum(degrees, MOST_DEGREE), MOST_DEGREE + 1)])


def label_features(graphs: Any) -> NDArray[np.float64]:
    """How many nodes have each label."""
    collection = as_collection(graphs)
    assert collection.node_labels is not None
    return _histograms(collection, collection.node_labels, len(collection.node_label_names))


def _histograms(graphs: GraphCollection, values: NDArray[Any], number: int) -> NDArray[np.float64]:
    """For each graph, how many of its nodes have each value from 0 up to `number`."""
    counts = np.zeros((len(graphs), number))
    np.add.at(counts, (_graph_of_node(graphs), values), 1)
    return counts


def _graph_of_node(graphs: GraphCollection) -> NDArray[np.int64]:
    return np.repeat(np.arange(len(graphs)), np.diff(graphs.graph_offsets))


if __name__ == "__main__":
    main()
