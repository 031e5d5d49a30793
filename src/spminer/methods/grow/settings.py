"""Settings of growth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spminer._util.validation import check_at_least

__all__ = ["GrowSettings"]


@dataclass(frozen=True, slots=True)
class GrowSettings:
    """How patterns are grown.

    What is ``None`` is chosen by whether the graphs are dense (more than 8 neighbors per node, or hubs, so that a
    neighbor has more than 64): those show every frequent pattern often, and each embedding and each search costs more.

    Examples
    --------
    >>> GrowSettings(beam=200).chosen(dense=True).embeddings
    4
    >>> GrowSettings(beam=0)
    Traceback (most recent call last):
    spminer.errors.UsageError: beam must be at least 1, not 0
    """

    beam: int | None = None
    """Patterns of each size that are grown further; ``None`` for 64, in dense graphs 32, and at least twice the motifs
    asked for."""
    embeddings: int | None = None
    """Embeddings kept per pattern and anchor: more find rarer continuations. ``None`` for 6, in dense graphs 4."""
    anchors: int | None = None
    """Nodes asked about; 0 for all. ``None`` takes up to 30,000 of sparse graphs, else 10,000, of dense 2000."""
    scouts: int | None = None
    """Anchors whose embeddings are searched for new patterns; 0 for all. ``None`` for 2048, in dense graphs 1000."""
    exact: int | None = None
    """Patterns of each size that are decided for every anchor; the others get estimates and bounds. ``None`` for 32,
    and at least twice the motifs asked for."""
    frontier: int = 96
    """Neighbors looked at per embedding, in equal shares for its nodes; longer rows of the graph are sampled."""
    steps: int | None = None
    """Search steps per anchor before it is left undecided; 0 for no limit. ``None`` for 20,000, or 1000."""
    effort: int | None = None
    """More search steps, in all, for the anchors of one pattern that stay undecided, so that its frequency becomes
    exact. ``None`` for 100 million, in dense graphs none."""
    probes: int | None = None
    """Anchors matched to estimate each candidate before the cut. ``None`` for 96, in dense graphs 16."""
    memory_limit: int | None = None
    """Bytes for lists of embeddings; lists are thinned to stay within, and the result says so."""

    def __post_init__(self) -> None:
        check_at_least(self, beam=1, embeddings=1, frontier=1, memory_limit=1)
        check_at_least(self, anchors=0, scouts=0, exact=0, steps=0, effort=0, probes=0)

    def chosen(self, *, dense: bool, top: int = 10) -> GrowSettings:
        """The settings with numbers for what is ``None``, apart from limits."""
        usual = _DENSE if dense else _SPARSE
        defaults = {**usual, "beam": max(usual["beam"], 2 * top), "exact": max(_EXACT, 2 * top)}
        return replace(self, **{name: value for name, value in defaults.items() if getattr(self, name) is None})


_EXACT = 32
_SPARSE = {"beam": 64, "embeddings": 6, "scouts": 2048, "steps": 20_000, "effort": 100_000_000, "probes": 96}
_DENSE = {"beam": 32, "embeddings": 4, "scouts": 1000, "steps": 1000, "effort": 0, "probes": 16}
