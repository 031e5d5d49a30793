"""Mixing of one shuffled copy: how far the walk that made it went, and whether it had anywhere to go."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Mixing", "standstill"]


@dataclass(frozen=True, slots=True)
class Mixing:
    """How well one sample of a null model was mixed.

    Attributes
    ----------
    attempted, accepted
        Steps of the walk, and those that changed the graph. Both 0 for ``er``, which draws instead.
    autocorrelation
        What is left of where the walk began, from 0 (nothing) to 1: the autocorrelation of a statistic (the sum over
        edges of random signs of their two nodes) at the lag of the whole walk. It is extrapolated from values along the
        walk, and ``None`` where they did not vary.
    rigid
        Whether nothing can be shuffled, since there is only this graph that has all that the model keeps (a star, a
        clique); edge labels that can be dealt out anew make others. ``None`` if no step changes the graph, and others
        that no step leads to are not excluded.
    rigid_graphs
        In how many graphs of the collection nothing can be shuffled, as far as that is proven.
    triangles, wanted_triangles
        For ``clustering``, how many triangles the sample has and how many it should have; else ``None``.

    Examples
    --------
    >>> Mixing(attempted=200, accepted=100, autocorrelation=0.0, rigid=False).acceptance
    0.5
    """

    attempted: int
    accepted: int
    autocorrelation: float | None
    rigid: bool | None
    rigid_graphs: int = 0
    triangles: int | None = None
    wanted_triangles: int | None = None

    @property
    def acceptance(self) -> float | None:
        """Share of the steps that changed the graph; ``None`` if there were none."""
        return self.accepted / self.attempted if self.attempted else None


def standstill(mixing: Mixing, model: str) -> str:
    """Why all copies are the graph itself; empty if they are not.

    >>> standstill(Mixing(attempted=512, accepted=0, autocorrelation=None, rigid=True), "degree")
    "what 'degree' keeps determines this graph"
    """
    if mixing.rigid is None:
        return f"no step of the null model {model!r} changes this graph"
    return f"what {model!r} keeps determines this graph" if mixing.rigid else ""
