"""Models of chance: their names, what each of them keeps, and which graphs they make sense for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from spminer import _core
from spminer.errors import UsageError

if TYPE_CHECKING:
    from spminer.graphs import GraphCollection

__all__ = ["MODELS", "Model", "ModelName", "find_model"]

ModelName = Literal["degree", "reciprocal", "labels", "joint-degree", "clustering", "er"]


@dataclass(frozen=True, slots=True)
class Model:
    """One model of chance.

    Attributes
    ----------
    name
        What ``model=`` and ``--model`` call it.
    keeps
        What a shuffled graph has in common with the given one, in a few words.
    kind
        The same for the native core.
    needs_direction, needs_labels
        Whether it makes sense only for directed graphs, or for graphs with node labels.
    """

    name: ModelName
    keeps: str
    kind: _core.NullKind
    needs_direction: bool = False
    needs_labels: bool = False


MODELS: dict[str, Model] = {
    model.name: model
    for model in (
        Model("degree", "the degree of every node; in- and out-degree for arcs", _core.NullKind.DEGREE),
        Model(
            "reciprocal",
            "in- and out-degree of every node, and how many of its arcs have their opposite",
            _core.NullKind.RECIPROCAL,
            needs_direction=True,
        ),
        Model(
            "labels",
            "degrees, and how many edges (of each edge label) join each two node labels",
            _core.NullKind.LABELS,
            needs_labels=True,
        ),
        Model("joint-degree", "degrees, and how many edges join each two degrees", _core.NullKind.JOINT_DEGREE),
        Model("clustering", "degrees, and as nearly as possible the triangles", _core.NullKind.CLUSTERING),
        Model("er", "the number of nodes and edges", _core.NullKind.ERDOS_RENYI),
    )
}


def find_model(name: str, graphs: GraphCollection) -> Model:
    """The model of that name, if it makes sense for these graphs.

    Examples
    --------
    >>> import spminer
    >>> graphs = spminer.from_edges([(0, 1), (1, 2)])
    >>> find_model("degree", graphs).keeps
    'the degree of every node; in- and out-degree for arcs'
    >>> find_model("reciprocal", graphs)
    Traceback (most recent call last):
    spminer.errors.UsageError: the null model reciprocal keeps pairs of opposite arcs, but the graph is undirected; ...
    """
    if name not in MODELS:
        raise UsageError(f"unknown null model {name!r}; known are {', '.join(MODELS)}")
    model = MODELS[name]
    if model.needs_direction and not graphs.directed:
        raise UsageError(
            f"the null model {name} keeps pairs of opposite arcs, but the graph is undirected; "
            "use the model degree, or read the graph as directed"
        )
    if model.needs_labels and graphs.node_labels is None:
        raise UsageError(
            f"the null model {name} keeps which node labels edges join, but the nodes have no labels; "
            "use the model degree"
        )
    return model
