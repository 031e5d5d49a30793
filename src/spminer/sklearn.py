"""Motifs as features for scikit-learn: estimators that fit into pipelines, grid searches and cross-validation.

``X`` is a :class:`spminer.GraphCollection`, or a list of collections, networkx graphs, igraph graphs or PyG objects.
Cross-validation splits a collection into lists of collections. :class:`MotifMiner` mines motifs,
:class:`MotifFeatures` counts motifs in each graph, and :class:`NodeEmbedder` embeds nodes or graphs.

Parameters have the names of :func:`spminer.mine` and :func:`spminer.embed_nodes`, but for ``random_state``, which
scikit-learn itself sets in the parts of an ensemble. ``threads`` is not ``n_jobs``: 0 means every core, and the result
does not depend on it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

import numpy as np

from spminer._util.imports import import_optional
from spminer.counting.count import count_by_graph
from spminer.counting.matching import check_connected
from spminer.encoder.model import load_model
from spminer.encoder.nodes import embed_nodes
from spminer.errors import InputError, NothingFoundError, UsageError
from spminer.graphs.build import encode_classes
from spminer.graphs.convert.as_collection import as_collection
from spminer.graphs.pattern_files import as_pattern
from spminer.mining.mine import mine
from spminer.results import Motif, MotifSet
from spminer.results.request import MiningRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from spminer.graphs import GraphCollection
    from spminer.patterns import Pattern
    from spminer.results.frequency import FrequencyName
    from spminer.results.request import Alternative

import_optional("sklearn", "spminer[learn]")

from sklearn.base import BaseEstimator, TransformerMixin, clone  # noqa: E402 (the line above names a missing package)
from sklearn.utils.validation import check_is_fitted, check_random_state  # noqa: E402

__all__ = ["MotifFeatures", "MotifMiner", "NodeEmbedder", "Rows", "Values"]

Values = Literal["share", "count", "presence"]
Rows = Literal["nodes", "graphs"]


class MotifMiner(BaseEstimator):  # type: ignore[misc]
    """Mines the most frequent patterns of graphs.

    This is :func:`spminer.mine` with parameters that a grid search can vary.

    Parameters
    ----------
    sizes
        Numbers of nodes: one, several, or a text such as ``"3-6"``. With up to 6 nodes, most collections of small
        graphs take a second.
    top
        Number of motifs of each size.
    method, frequency, induced, threads, device, time_limit, merge_anchors, support, closed, maximal, distinct
        As for :func:`spminer.mine`.
    against, null_samples, alternative
        As for :func:`spminer.mine`: motifs that are more or less frequent than in a null model or another collection.
        With ``"class:A,B"`` the classes are ``y``, if it is given.
    random_state : int, RandomState instance or None, default 0
        Seed of everything drawn at random; ``None`` draws it, so that runs differ.
    ignore_labels
        Whether patterns are compared by their edges alone.
    settings
        Settings of the method, by name.

    Attributes
    ----------
    motifs_
        The motifs.

    Examples
    --------
    >>> from spminer.datasets import example
    >>> MotifMiner(sizes="3-4", top=1).fit(example()).motifs_
    MotifSet(2 motifs of sizes 3-4, complete)
    """

    def __init__(
        self,
        sizes: int | str | Iterable[int] = "3-6",
        top: int = 10,
        *,
        method: str = "auto",
        frequency: FrequencyName = "anchored",
        induced: bool = True,
        ignore_labels: bool = False,
        merge_anchors: bool = False,
        support: float | None = None,
        closed: bool = False,
        maximal: bool = False,
        distinct: bool = False,
        against: str | GraphCollection | None = None,
        null_samples: int | None = None,
        alternative: Alternative = "two-sided",
        random_state: Any = 0,
        threads: int = 0,
        device: str = "auto",
        time_limit: float | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.sizes = sizes
        self.top = top
        self.method = method
        self.frequency = frequency
        self.induced = induced
        self.ignore_labels = ignore_labels
        self.merge_anchors = merge_anchors
        self.support = support
        self.closed = closed
        self.maximal = maximal
        self.distinct = distinct
        self.against = against
        self.null_samples = null_samples
        self.alternative = alternative
        self.random_state = random_state
        self.threads = threads
        self.device = device
        self.time_limit = time_limit
        self.settings = settings

    def fit(self, graphs: Any, y: Any = None) -> Self:
        """Mine the graphs; their classes `y` matter where ``against`` names classes."""
        collection = as_collection(graphs)
        if y is not None and isinstance(self.against, str) and self.against.startswith("class:"):
            collection = _with_classes(collection, y)
        options = MiningRequest.select_options(vars(self) | {"seed": _seed(self.random_state)})
        self.motifs_: MotifSet = mine(
            collection.without_labels() if self.ignore_labels else collection,
            **{name: value for name, value in options.items() if name != "settings"},
            **(self.settings or {}),
        )
        return self

    def __sklearn_tags__(self) -> Any:
        return _graph_tags(super().__sklearn_tags__())


class MotifFeatures(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Transforms graphs into rows of numbers: how frequent each motif is in each graph.

    Parameters
    ----------
    motifs
        The motifs: a :class:`spminer.MotifSet`, or a list of motifs, patterns or their text forms; or a
        :class:`MotifMiner`, which is fitted with the features, so that it never sees the test folds of a
        cross-validation; or ``None`` for a miner with its defaults.
    values
        ``"share"``: the share of a graph's nodes that can be the motif's anchor (of a motif without an anchor: that are
        part of an occurrence). ``"count"``: their number. ``"presence"``: 1 if there is any, else 0.
    induced
        Whether occurrences are node-induced; ``None``: as the motifs were mined, and node-induced if that is unknown.
    threads
        Number of threads; 0 means every core. The result does not depend on it.

    Attributes
    ----------
    patterns_
        The patterns, one for each column.
    miner_
        The fitted miner, if there is one.

    Examples
    --------
    >>> import networkx as nx
    >>> graphs = [nx.complete_graph(3), nx.star_graph(3)]
    >>> MotifFeatures(["0-1,1-2,2-0@0", "0-1,1-2@1"]).transform(graphs)
    array([[1.  , 0.  ],
           [0.  , 0.25]])
    >>> features = MotifFeatures(MotifMiner(sizes=3), values="count").fit(graphs)
    >>> features.get_feature_names_out().tolist()
    ['0-1,1-2@0', '0-1,0-2,1-2@0', '0-1,0-2@0']
    >>> features.transform(graphs)
    array([[0., 3., 0.],
           [3., 0., 1.]])
    """

    def __init__(
        self,
        motifs: MotifMiner | MotifSet | Sequence[Motif | Pattern | str] | None = None,
        *,
        values: Values = "share",
        induced: bool | None = None,
        threads: int = 0,
    ) -> None:
        self.motifs = motifs
        self.values = values
        self.induced = induced
        self.threads = threads

    def fit(self, graphs: Any, y: Any = None) -> Self:
        """Mine the motifs, unless they were given; `y` is passed to the miner."""
        self._check_values()
        if self._mines:
            miner = MotifMiner() if self.motifs is None else clone(self.motifs)
            self.miner_ = miner.fit(graphs, y)
            if not miner.motifs_:
                raise NothingFoundError(f"no motifs of {miner.sizes} nodes in these graphs; choose smaller sizes")
        self.patterns_ = self._patterns()
        return self

    def transform(self, graphs: Any) -> NDArray[np.float64]:
        """A row for each graph and a column for each motif."""
        check_is_fitted(self)
        self._check_values()
        collection = as_collection(graphs)
        patterns = self.patterns_ if hasattr(self, "patterns_") else self._patterns()
        counts = count_by_graph(patterns, collection, induced=self._counts_induced(), threads=self.threads)
        if self.values == "presence":
            return (counts > 0).astype(np.float64)
        if self.values == "count":
            return counts.astype(np.float64)
        nodes = np.maximum(np.diff(collection.graph_offsets), 1)  # a graph without nodes has no anchors either
        return np.asarray(counts / nodes[:, np.newaxis])

    def fit_transform(self, graphs: Any, y: Any = None, **fit_params: Any) -> NDArray[np.float64]:
        """:meth:`fit` and :meth:`transform`, with the graphs converted once."""
        matrix: NDArray[np.float64] = super().fit_transform(as_collection(graphs), y, **fit_params)
        return matrix

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:  # noqa: ARG002
        """The text forms of the patterns, in the order of the columns."""
        check_is_fitted(self)
        patterns = self.patterns_ if hasattr(self, "patterns_") else self._patterns()
        return np.array([pattern.text for pattern in patterns], dtype=object)

    def __sklearn_is_fitted__(self) -> bool:
        return not self._mines or hasattr(self, "patterns_")

    def __sklearn_tags__(self) -> Any:
        return _graph_tags(super().__sklearn_tags__())

    @property
    def _mines(self) -> bool:
        return self.motifs is None or hasattr(self.motifs, "fit")

    @property
    def _sought(self) -> Any:
        """The motifs that were given or mined."""
        return self.miner_.motifs_ if self._mines else self.motifs

    def _patterns(self) -> tuple[Pattern, ...]:
        if isinstance(self.motifs, str) or not self._sought:
            raise UsageError("motifs must be a list of at least one motif or pattern, or a miner")
        return tuple(_pattern(motif) for motif in self._sought)

    def _counts_induced(self) -> bool:
        if self.induced is not None:
            return self.induced
        sought = self._sought
        request = sought.request if isinstance(sought, MotifSet) else None
        return True if request is None else request.induced

    def _check_values(self) -> None:
        if self.values not in get_args(Values):
            raise UsageError(f"unknown values {self.values!r}; choose one of {', '.join(get_args(Values))}")


class NodeEmbedder(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Transforms graphs into points: a row for each node, or the mean of its nodes' points for each graph.

    The model is trained, so ``fit`` only reads its shape.

    Parameters
    ----------
    rows
        ``"nodes"``: a row for each node, in the order of the graphs. ``"graphs"``: a row for each graph.
    model, samples, sampling, repeats, threads, device
        As for :func:`spminer.embed_nodes`.
    random_state : int, RandomState instance or None, default 0
        Seed of everything drawn at random; ``None`` draws it, so that runs differ.

    Attributes
    ----------
    dimensions_
        Number of columns.

    Examples
    --------
    >>> import networkx as nx
    >>> graphs = [nx.star_graph(3), nx.cycle_graph(5)]
    >>> NodeEmbedder().fit_transform(graphs).shape
    (9, 128)
    >>> NodeEmbedder(rows="graphs").fit_transform(graphs).shape
    (2, 128)
    """

    def __init__(
        self,
        *,
        rows: Rows = "nodes",
        model: Any = "default",
        samples: str = "small",
        sampling: Any = "tree",
        repeats: int = 1,
        random_state: Any = 0,
        threads: int = 0,
        device: str = "auto",
    ) -> None:
        self.rows = rows
        self.model = model
        self.samples = samples
        self.sampling = sampling
        self.repeats = repeats
        self.random_state = random_state
        self.threads = threads
        self.device = device

    def fit(self, graphs: Any = None, y: Any = None) -> Self:  # noqa: ARG002 (the convention of scikit-learn)
        """Read the shape of the model; graphs are ignored."""
        self._check_rows()
        model = load_model(self.model) if isinstance(self.model, (str, Path)) else self.model
        self.dimensions_ = int(model.config.dimensions)
        return self

    def transform(self, graphs: Any) -> NDArray[np.float32]:
        """A row for each node or graph and a column for each coordinate."""
        check_is_fitted(self)
        self._check_rows()
        collection = as_collection(graphs)
        options = self.get_params(deep=False)
        del options["rows"]
        points = embed_nodes(collection, seed=_seed(options.pop("random_state")), **options).points
        if self.rows == "nodes":
            return points
        sizes = np.diff(collection.graph_offsets)
        means = np.zeros((len(sizes), self.dimensions_), dtype=np.float64)
        np.add.at(means, np.repeat(np.arange(len(sizes)), sizes), points)
        shares: NDArray[np.float32] = (means / np.maximum(sizes, 1)[:, np.newaxis]).astype(np.float32)
        return shares

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:  # noqa: ARG002
        """Names of the coordinates, in the order of the columns."""
        check_is_fitted(self)
        return np.array([f"x{index}" for index in range(self.dimensions_)], dtype=object)

    def __sklearn_tags__(self) -> Any:
        return _graph_tags(super().__sklearn_tags__())

    def _check_rows(self) -> None:
        if self.rows not in get_args(Rows):
            raise UsageError(f"unknown rows {self.rows!r}; choose one of {', '.join(get_args(Rows))}")


def _seed(random_state: Any) -> int:
    """The seed of a random state of scikit-learn."""
    if isinstance(random_state, int | np.integer):
        return int(random_state)
    try:
        return int(check_random_state(random_state).randint(2**31 - 1))
    except ValueError as error:
        raise UsageError(f"invalid random_state {random_state!r:.100}; give a number, a RandomState or None") from error


def _with_classes(graphs: GraphCollection, y: Any) -> GraphCollection:
    """The graphs with these classes; those that are text get numbers in sorted order."""
    values = [str(value) for value in np.asarray(y).ravel().tolist()]
    if len(values) != graphs.num_graphs:
        raise UsageError(f"y has {len(values)} classes for {graphs.num_graphs} graphs")
    try:
        classes, numbers = encode_classes(values)
    except InputError as error:
        raise UsageError(f"y {error.reason}; {error.remedy}") from None
    words = f"y ({numbers})" if numbers else "y"
    return replace(graphs, graph_labels=classes, reading=replace(graphs.reading, graph_labels=words))


def _pattern(motif: Motif | Pattern | str) -> Pattern:
    pattern = as_pattern(motif)
    check_connected(pattern)
    return pattern


def _graph_tags(tags: Any) -> Any:
    """The tags of an estimator whose input is no array, so that scikit-learn does not check it."""
    tags.no_validation = True
    tags.input_tags.two_d_array = False
    return tags
