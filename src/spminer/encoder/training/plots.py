"""Pictures of training and of the embedding space. Needs matplotlib (extra ``train``)."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spminer.errors import InputError, UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["informative_dimensions", "plot_curves", "plot_embedding"]


def plot_curves(log: str | Path, path: str | Path) -> None:
    """Draw loss, accuracy and average precision of a training log (``log.csv``) over the steps."""
    with Path(log).open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    if not lines:
        raise InputError("the log has no lines yet", source=str(log), remedy="train for at least one validation")
    steps = [int(line["step"]) for line in lines]
    figure, (left, right) = _figure(2)
    left.plot(steps, [float(line["loss"]) for line in lines], color="#4269d0")
    left.set(xlabel="step", ylabel="loss", yscale="log")
    for name, color in (("accuracy", "#3ca951"), ("average_precision", "#ff725c")):
        right.plot(steps, [float(line[name]) for line in lines], color=color, label=name.replace("_", " "))
    right.set(xlabel="step", ylabel="on held-out pairs")
    right.legend(frameon=False)
    _save(figure, path)


def plot_embedding(embeddings: NDArray[np.floating], sizes: NDArray[np.integer], path: str | Path) -> None:
    """Draw two dimensions of the embedding space; subgraphs lie below and to the left of their supergraphs."""
    first, second = informative_dimensions(embeddings)
    figure, (axes,) = _figure(1)
    order = np.argsort(-sizes, kind="stable")  # small graphs on top
    points = axes.scatter(embeddings[order, first], embeddings[order, second], c=sizes[order], s=6, cmap="viridis")
    axes.set(xlabel=f"dimension {first}", ylabel=f"dimension {second}")
    figure.colorbar(points, ax=axes, label="nodes")
    _save(figure, path)


def informative_dimensions(embeddings: NDArray[np.floating]) -> tuple[int, int]:
    """The dimension of the largest variance, and the one with the largest variance that the first does not explain.

    >>> values = np.array([[3.0, 3.1, 0.0], [0.0, 0.0, 1.0], [-3.0, -3.1, 0.0]])
    >>> informative_dimensions(values)
    (1, 2)
    """
    if embeddings.shape[1] < 2 or len(embeddings) < 2:
        raise UsageError("a plot of the embedding needs at least two dimensions and two graphs")
    centered = embeddings.astype(np.float64) - embeddings.mean(axis=0)
    first = int(np.argmax(centered.var(axis=0)))
    axis = centered[:, first]
    slopes = centered.T @ axis / max(float(axis @ axis), np.finfo(np.float64).tiny)
    rest = (centered - np.outer(axis, slopes)).var(axis=0)
    rest[first] = -1
    return first, int(np.argmax(rest))


def _figure(panels: int) -> tuple[Any, Any]:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise UsageError("plots need matplotlib; install it with: pip install 'spminer[train]'") from error
    figure = Figure(figsize=(5.2 * panels, 4.2), layout="constrained")  # no pyplot: no global state, no window
    return figure, figure.subplots(1, panels, squeeze=False)[0]


def _save(figure: Any, path: str | Path) -> None:
    try:
        figure.savefig(path, dpi=150)
    except ValueError as error:  # matplotlib does not support the format
        raise UsageError(f"cannot draw {path}: {error}") from error
