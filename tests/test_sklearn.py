"""The estimators inside scikit-learn's own tools."""

import dataclasses
import importlib
import pickle
import sys

import igraph
import networkx as nx
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks

import spminer
from spminer import InputError, NothingFoundError, UsageError
from spminer.graphs.build import disjoint_union
from spminer.sklearn import MotifFeatures, MotifMiner, NodeEmbedder

TRIANGLE, CHAIN = "0-1,1-2,2-0@0", "0-1,1-2@1"


def two_classes(each=10):
    """Rings, and rings of the same sizes with triangles."""
    rings = [nx.cycle_graph(6 + number % 3) for number in range(2 * each)]
    for number, graph in enumerate(rings):
        graph.graph["label"] = number % 2
        if number % 2:
            graph.add_edges_from([(node, (node + 2) % len(graph)) for node in range(0, len(graph), 3)])
    return spminer.from_networkx(rings)


@pytest.mark.parametrize("values", ["share", "count", "presence"])
def test_values(values):
    graphs = [nx.complete_graph(3), nx.path_graph(5), nx.Graph()]
    found = MotifFeatures([TRIANGLE, CHAIN, "0-1,1-2"], values=values).transform(graphs)
    expected = {
        "share": [[1, 0, 0], [0, 3 / 5, 1], [0, 0, 0]],
        "count": [[3, 0, 0], [0, 3, 5], [0, 0, 0]],
        "presence": [[1, 0, 0], [0, 1, 1], [0, 0, 0]],
    }
    assert found.dtype == np.float64
    np.testing.assert_array_equal(found, expected[values])


def test_the_miner_finds_what_mine_finds():
    graphs = two_classes()
    miner = MotifMiner("3-4", 2, frequency="graph", method="grow", random_state=3).fit(graphs)
    expected = spminer.mine(graphs, "3-4", 2, frequency="graph", method="grow", seed=3)
    assert [motif.to_dict() for motif in miner.motifs_] == [motif.to_dict() for motif in expected]


def test_every_parameter_of_the_miner_reaches_the_run():
    graphs = spminer.from_networkx([nx.cycle_graph(5), nx.path_graph(6)])
    changed = {
        "sizes": [4],
        "top": 2,
        "method": "grow",
        "frequency": "graph",
        "induced": False,
        "merge_anchors": True,
        "support": 3,
        "closed": True,
        "distinct": True,
        "random_state": 5,
        "threads": 1,
        "time_limit": 60.0,
    }
    for name, value in changed.items():
        config = MotifMiner(sizes=3).set_params(**{name: value}).fit(graphs).motifs_.config
        assert config["seed" if name == "random_state" else name] == value
    compared = MotifMiner(sizes=3, against="degree", null_samples=20, alternative="greater").fit(graphs).motifs_
    asked = [getattr(compared.request, name) for name in ("against", "null_samples", "alternative")]
    assert asked == ["degree", 20, "greater"]
    assert MotifMiner(sizes=3, support=2, maximal=True).fit(graphs).motifs_.config["maximal"]
    settings = MotifMiner(sizes=3, method="grow", settings={"beam": 7}).fit(graphs).motifs_.config["settings"]
    assert settings["grow"]["beam"] == 7


def test_the_miner_compares_with_other_graphs():
    rings, trees = (
        spminer.from_networkx([make(12)] * 3) for make in (nx.cycle_graph, lambda n: nx.random_labeled_tree(n, seed=1))
    )
    miner = clone(MotifMiner(sizes=4, against=trees))
    expected = spminer.mine(rings, 4, against=trees)
    assert [motif.id for motif in miner.fit(rings).motifs_] == [motif.id for motif in expected]


@pytest.mark.parametrize("classes", [[1, 1, 1, 0, 0, 0], ["ring"] * 3 + ["path"] * 3, np.array([1.0] * 3 + [0.0] * 3)])
def test_classes_of_y_select_motifs(classes):
    graphs = [nx.cycle_graph(5)] * 3 + [nx.path_graph(5)] * 3
    miner = MotifMiner(sizes=3, against="class:1,0").fit(graphs, classes)
    expected = spminer.mine(
        dataclasses.replace(spminer.from_networkx(graphs), graph_labels=np.array([1, 1, 1, 0, 0, 0])),
        3,
        against="class:1,0",
    )
    assert [motif.to_dict() for motif in miner.motifs_] == [motif.to_dict() for motif in expected]
    features = MotifFeatures(clone(miner)).fit(graphs, classes)
    assert features.miner_.motifs_[0].against.with_ == "class:1,0"
    with pytest.raises(UsageError, match="y has 5 classes for 6 graphs"):
        miner.fit(graphs, classes[:5])
    with pytest.raises(UsageError, match="y has fractions, which are no classes"):
        miner.fit(graphs, [0.5] * 6)


def test_random_states():
    graphs = two_classes()
    seeds = [MotifMiner(3, random_state=state).fit(graphs).motifs_.config["seed"] for state in (7, np.int64(7))]
    assert seeds == [7, 7]
    drawn = {
        MotifMiner(3, random_state=np.random.RandomState(number)).fit(graphs).motifs_.config["seed"]
        for number in (1, 1, 2)
    }
    assert len(drawn) == 2
    with pytest.raises(UsageError, match="invalid random_state 'x'"):
        MotifMiner(3, random_state="x").fit(graphs)


def test_labels_can_be_ignored():
    graphs = spminer.from_edges([(0, 1), (1, 2)], node_labels=["C", "O", "C"])
    assert {motif.pattern.node_labels for motif in MotifMiner(3).fit(graphs).motifs_} != {None}
    features = MotifFeatures(MotifMiner(3, ignore_labels=True)).fit(graphs)
    assert {pattern.node_labels for pattern in features.patterns_} == {None}
    assert features.transform(graphs).sum() == pytest.approx(1)  # two ends and a middle of three nodes


def test_labels_that_were_not_there_in_training():
    known = spminer.from_edges([(0, 1), (1, 2)], node_labels=["C", "O", "C"])
    other = spminer.from_edges([(0, 1), (1, 2)], node_labels=["S", "O", "N"])
    features = MotifFeatures(MotifMiner(3)).fit(known)
    assert features.transform(known).any()
    assert not features.transform(other).any()


def test_given_motifs_need_no_fit_and_are_kept_by_it():
    graphs = two_classes()
    motifs = MotifMiner(3).fit(graphs).motifs_
    features = MotifFeatures(motifs)
    before = features.transform(graphs)
    np.testing.assert_array_equal(features.fit(graphs[:2]).transform(graphs), before)
    np.testing.assert_array_equal(MotifFeatures(list(motifs)).transform(graphs), before)
    assert features.get_feature_names_out().tolist() == [motif.id for motif in motifs]


def test_edge_induced_motifs_are_counted_as_such():
    graphs = spminer.from_networkx([nx.complete_graph(4), nx.complete_graph(4)])
    miner = MotifMiner(3, induced=False)
    for motifs in (miner, clone(miner).fit(graphs).motifs_):
        features = MotifFeatures(motifs).fit(graphs)
        assert features.transform(graphs).all()
        assert not features.set_params(induced=True).transform(graphs).all()


@pytest.mark.parametrize(
    "convert",
    [
        spminer.to_networkx,
        spminer.to_igraph,
        list,
        lambda graphs: np.array(spminer.to_networkx(graphs), dtype=object),
        lambda graphs: [graphs[:3], graphs[3:]],
    ],
)
def test_every_form_of_graphs_gives_the_same_features(convert):
    graphs = two_classes()
    features = MotifFeatures([TRIANGLE, CHAIN])
    np.testing.assert_array_equal(features.transform(convert(graphs)), features.transform(graphs))


@pytest.mark.parametrize("bad", [[], 5, [nx.Graph(), igraph.Graph()], [nx.Graph(), 3], np.zeros((3, 2)), "a.csv"])
def test_what_is_no_graphs_is_refused(bad):
    with pytest.raises(InputError, match=r"give|no such file"):
        MotifFeatures([TRIANGLE]).transform(bad)


def test_cross_validation_and_grid_search():
    graphs = two_classes()
    model = make_pipeline(MotifFeatures(MotifMiner("3-4", 4)), LogisticRegression(C=100))
    assert cross_val_score(model, graphs, graphs.graph_labels, cv=4).mean() == 1
    grid = {"motiffeatures__motifs__top": [1, 4], "motiffeatures__values": ["share", "presence"]}
    search = GridSearchCV(model, grid, cv=2).fit(graphs, graphs.graph_labels)
    assert search.best_score_ == 1
    assert search.best_params_["motiffeatures__motifs__top"] == 4


def test_motifs_are_mined_from_the_training_graphs_only():
    graphs = disjoint_union(
        [spminer.from_networkx([nx.path_graph(4)] * 3), spminer.from_networkx([nx.complete_graph(4)])]
    )
    features = MotifFeatures(MotifMiner(3)).fit(graphs[:3])
    assert features.get_feature_names_out().tolist() == ["0-1,1-2@0", "0-1,0-2@0"]  # no triangle
    assert not hasattr(features.motifs, "motifs_")  # a copy of the given miner was fitted
    assert features.transform(graphs).tolist() == [[1, 0.5]] * 3 + [[0, 0]]


def test_tables_have_the_patterns_as_columns():
    graphs = two_classes()
    table = MotifFeatures([TRIANGLE, CHAIN]).set_output(transform="pandas").fit_transform(graphs)
    assert list(table.columns) == ["0-1,0-2,1-2@0", "0-1,1-2@1"]
    assert len(table) == len(graphs)


def test_not_fitted_and_nothing_found():
    with pytest.raises(NotFittedError):
        MotifFeatures().transform(two_classes())
    with pytest.raises(NotFittedError):
        MotifFeatures(MotifMiner()).get_feature_names_out()
    with pytest.raises(NothingFoundError, match="smaller"):
        MotifFeatures(MotifMiner(5)).fit([nx.path_graph(2)])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"values": "sum"}, "share"),
        ({"motifs": ["0-1,2-3"]}, "not connected"),
        ({"motifs": []}, "at least one"),
        ({"motifs": TRIANGLE}, "list"),
    ],
)
def test_parameters_that_cannot_be_meant(options, said):
    features = MotifFeatures(**{"motifs": [TRIANGLE], **options})
    for use in (features.fit, features.transform):
        with pytest.raises(UsageError, match=said):
            use(two_classes())


@pytest.mark.parametrize(
    "estimator", [MotifMiner("3-4", 2), MotifFeatures(), MotifFeatures(MotifMiner(3)), NodeEmbedder()]
)
@pytest.mark.parametrize(
    "check",
    [
        "check_no_attributes_set_in_init",
        "check_parameters_default_constructible",
        "check_get_params_invariance",
        "check_set_params",
        "check_estimator_repr",
        "check_estimator_cloneable",
        "check_estimator_tags_renamed",
        "check_valid_tag_types",
    ],
)
def test_the_checks_of_scikit_learn_that_need_no_arrays(estimator, check):
    getattr(estimator_checks, check)(type(estimator).__name__, clone(estimator))


def test_fitted_estimators_can_be_pickled():
    graphs = two_classes()
    features = MotifFeatures(MotifMiner(3)).fit(graphs)
    again = pickle.loads(pickle.dumps(features))
    np.testing.assert_array_equal(again.transform(graphs), features.transform(graphs))


def test_a_missing_scikit_learn_is_named(monkeypatch):
    monkeypatch.delitem(sys.modules, "spminer.sklearn")
    monkeypatch.setitem(sys.modules, "sklearn", None)  # importing it now fails
    with pytest.raises(UsageError, match=r"pip install 'spminer\[learn\]'"):
        importlib.import_module("spminer.sklearn")


def test_points_of_nodes_and_of_graphs():
    graphs = [nx.star_graph(3), nx.cycle_graph(5), nx.Graph()]
    nodes = NodeEmbedder(samples="large").fit_transform(graphs)
    expected = spminer.embed_nodes(graphs, samples="large").points
    assert np.array_equal(nodes, expected)
    means = NodeEmbedder(rows="graphs", samples="large").fit_transform(graphs)
    np.testing.assert_allclose(means, [expected[:4].mean(axis=0), expected[4:].mean(axis=0), np.zeros(128)], rtol=1e-4)


def test_every_parameter_of_the_embedder_reaches_the_points():
    graph = nx.gnp_random_graph(90, 0.08, seed=1)
    plain = NodeEmbedder().fit_transform(graph)
    for changed in (
        {"model": "edge-induced"},
        {"samples": "large"},
        {"sampling": "breadth"},
        {"repeats": 2},
        {"seed": 1},
    ):
        own = {"random_state" if name == "seed" else name: value for name, value in changed.items()}
        found = NodeEmbedder(**own).fit_transform(graph)
        assert np.array_equal(found, spminer.embed_nodes(graph, **changed).points)
        assert not np.array_equal(found, plain)
    assert np.array_equal(NodeEmbedder(threads=1, device="cpu").fit_transform(graph), plain)


def test_the_embedder_fits_into_scikit_learn():
    embedder = NodeEmbedder(rows="graphs")
    with pytest.raises(NotFittedError):
        embedder.transform([nx.path_graph(3)])
    with pytest.raises(UsageError, match="choose one of nodes, graphs"):
        NodeEmbedder(rows="edges").fit()
    fitted = pickle.loads(pickle.dumps(clone(embedder).fit()))
    assert fitted.get_feature_names_out().tolist() == [f"x{index}" for index in range(128)]
    graphs = two_classes()
    scores = cross_val_score(
        make_pipeline(embedder, LogisticRegression(max_iter=2000)), graphs, graphs.graph_labels, cv=3
    )
    assert scores.mean() > 0.9
