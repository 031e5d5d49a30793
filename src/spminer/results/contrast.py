"""A contrast: what a motif's frequency was compared with, and what the comparison says."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Contrast"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """What a motif's frequency was compared with, and what the comparison says; ``None`` where it is not defined.

    Attributes
    ----------
    with_
        The name of a null model, the source of another graph, or ``"class:A,B"``; ``"with"`` in the file.
    samples
        Samples of the null model that the motif was counted in.
    expected, spread
        Mean and standard deviation of its frequency over these samples.
    ratio, low, high
        The frequency divided by what it is compared with, and the 95 % interval of this ratio.
    z
        How many standard deviations the frequency lies above what is expected.
    p, q, p_max
        The p-value of this motif alone, that among all motifs of the run by Benjamini and Hochberg (share of false
        discoveries), and that by Westfall and Young (a single false discovery).
    share, other_share
        Shares of anchors or of graphs on this side and on the other.
    odds_ratio, odds_low, odds_high
        The ratio of the odds of these shares, and its 95 % interval.
    note
        Why a figure is missing or means little, in a few words.

    Examples
    --------
    >>> Contrast(with_="degree", samples=100, expected=7.5, spread=3.0, ratio=5.3, z=10.8, p=0.02).z
    10.8
    """

    with_: str
    samples: int | None = None
    expected: float | None = None
    spread: float | None = None
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    z: float | None = None
    p: float | None = None
    q: float | None = None
    p_max: float | None = None
    share: float | None = None
    other_share: float | None = None
    odds_ratio: float | None = None
    odds_low: float | None = None
    odds_high: float | None = None
    note: str | None = None
