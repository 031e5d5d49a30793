"""Definitions of the figures of a comparison, short enough to stand on the page; docs/against.md has the formulas."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DEFINITIONS", "Definition"]


class Definition(NamedTuple):
    """What a figure is called on a card, and what it says."""

    name: str
    text: str


DEFINITIONS = {
    "expected": Definition(
        "expected",
        "Mean frequency over the samples of the null model, ± their standard deviation; of another graph its frequency "
        "per node, at the size of this one.",
    ),
    "share": Definition(
        "share",
        "How many of the nodes can be the anchor, or how many of the graphs contain the pattern, on each side.",
    ),
    "ratio": Definition(
        "ratio",
        "What was found divided by what it is compared with, with its 95 % interval: how well both are known, not how "
        "much single samples differ. Not defined if the other side has no occurrence.",
    ),
    "odds_ratio": Definition(
        "odds ratio", "The odds of having the pattern here divided by those there, with its 95 % interval."
    ),
    "surprise": Definition(
        "surprise",
        "The score that ranks: the signed root of a Poisson deviance, which grows with the frequency and with the "
        "ratio. Below 0 is less than expected. It is no test.",
    ),
    "z": Definition(
        "z",
        "Standard deviations of the samples above what is expected. Left out where it means nothing: all samples are "
        "equal, few occurrences are expected, or the samples are far from normal.",
    ),
    "p": Definition(
        "p",
        "Probability of a frequency this far from what is expected, for this motif alone: by its rank among the "
        "samples (never below 2 / (samples + 1)), or by Fisher's exact test. Between two graphs it describes, as "
        "anchors are not independent.",
    ),
    "q": Definition(
        "q", "p corrected for many motifs: the share of false ones among those with this q or less, on average."
    ),
    "p_max": Definition(
        "p max", "Probability that chance makes any motif of the run as surprising as this one (Westfall and Young)."
    ),
}
