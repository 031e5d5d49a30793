"""Find the roles of nodes: groups of nodes whose neighborhoods look alike, wherever in the graph they are.

    python examples/node_roles.py                                # the bundled karate club
    python examples/node_roles.py friends.csv --roles 5 --picture roles.png

Every node's neighborhood becomes a point (``spminer.embed_nodes``, with the model that was trained on real graphs), and
points are grouped by Ward's method. The table has a row for each role: how many nodes, their mean degree, and the nodes
that are nearest to the role's mean. The picture shows the graph in the colors of the roles, and beside it the points,
as a principal component analysis flattens them.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.cluster import AgglomerativeClustering
from sklearn.decomposition import PCA

import spminer
from spminer.datasets import example

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from spminer.encoder.nodes import NodePoints

SHOWN = 8  # names of a role in the table
CLOSE = 0.035  # of the picture, where points are one to the eye


def main() -> None:
    options = _options()
    graphs = example() if options.file is None else spminer.read(options.file)
    found = spminer.embed_nodes(graphs, samples="large", repeats=options.repeats, model="real")
    degrees = np.diff(graphs.indptr)[found.nodes]
    roles = by_degree(AgglomerativeClustering(options.roles).fit_predict(found.points), degrees)
    print("| role | nodes | mean degree | for example |\n| --- | --- | --- | --- |")
    for role in range(options.roles):
        members = np.flatnonzero(roles == role)
        away = np.linalg.norm(found.points[members] - found.points[members].mean(axis=0), axis=1)
        names = ", ".join(found.node_names[row] for row in members[np.argsort(away, kind="stable")][:SHOWN])
        print(f"| {role + 1} | {len(members)} | {degrees[members].mean():.1f} | {names} |")
    if options.picture is not None:
        draw(graphs, found, roles, options.picture)


def by_degree(groups: NDArray[np.int64], degrees: NDArray[np.integer]) -> NDArray[np.int64]:
    """The groups numbered again, those of the highest mean degree first."""
    means = [degrees[groups == group].mean() for group in range(groups.max() + 1)]
    return np.argsort(np.argsort(-np.array(means), kind="stable"))[groups]


def draw(graphs: spminer.GraphCollection, found: NodePoints, roles: NDArray[np.int64], path: Path) -> None:
    """The graph and the points in the colors of the roles; a name goes beside a node."""
    import matplotlib as mpl
    import networkx as nx

    mpl.use("agg")
    from matplotlib import pyplot as plt

    network: Any = nx.disjoint_union_all(spminer.to_networkx(graphs))
    colors = [plt.get_cmap("tab10")(int(role)) for role in roles]
    places = nx.kamada_kawai_layout(network)
    flat = PCA(2).fit_transform(found.points)
    figure, (left, right) = plt.subplots(1, 2, figsize=(14, 7), layout="constrained")
    nx.draw_networkx_edges(network, places, ax=left, edge_color="#bbbbbb")
    spots = np.array([places[node] for node in network])
    for axes, at, title in ((left, spots, "the graph"), (right, flat, "points of its nodes")):
        axes.scatter(*at.T, c=colors, s=60, zorder=2)
        for rows in together(at, roles):
            names = ", ".join(found.node_names[row] for row in rows)
            below = len(rows) > 1  # where a list does not run into the next point
            axes.annotate(names, at[rows[0]], (5, -12 if below else 4), textcoords="offset points", fontsize=8)
        axes.set_title(title)
        axes.set_axis_off()
    for role in range(roles.max() + 1):
        right.scatter([], [], color=plt.get_cmap("tab10")(role), label=f"role {role + 1}")
    right.legend(frameon=False, loc="best")
    figure.savefig(path, dpi=110)


def together(at: NDArray[Any], roles: NDArray[np.int64]) -> list[list[int]]:
    """Nodes of one role that lie on each other, whose names are written once, as a list."""
    at = (at - at.min(axis=0)) / np.ptp(at, axis=0)
    groups: list[list[int]] = []
    for row, place in enumerate(at):
        near = [g for g in groups if roles[g[0]] == roles[row] and np.linalg.norm(at[g[0]] - place) < CLOSE]
        if near:
            near[0].append(row)
        else:
            groups.append([row])
    return groups


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Find groups of nodes whose neighborhoods look alike.")
    parser.add_argument("file", nargs="?", help="a graph in any format; without it, the karate club")
    parser.add_argument("--roles", type=int, default=4, help="number of groups (4)")
    parser.add_argument("--repeats", type=int, default=4, help="neighborhoods of each node (4)")
    parser.add_argument("--picture", type=Path, help="draw the graph and the points into this file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
