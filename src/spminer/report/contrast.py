"""The comparison of one motif as a card shows it: figures in words, and their definitions.

:func:`contrast_view` makes a :class:`ContrastView` of a motif. docs/theory/statistics.md has the formulas.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from spminer._util.text import format_small

if TYPE_CHECKING:
    from spminer.results import Motif
    from spminer.results.frequency import FrequencyName
    from spminer.results.motif import Contrast

__all__ = ["FIGURE_HELP", "ContrastView", "Definition", "FoundAndExpected", "contrast_view", "found_and_expected"]

UNDEFINED = "-"  # as in the table of the command line
_LEVEL = 0.05

Direction = Literal["over", "under", "equal"]


def contrast_view(
    motif: Motif, frequency_name: FrequencyName, names: tuple[str, str], graphs: int | None = None
) -> ContrastView | None:
    """The comparison of a motif in words, if it was compared; ``names`` are those of the two sides.

    ``graphs`` is the number of graphs of the target; a share of a class is then also shown as a number of graphs.

    Examples
    --------
    >>> from spminer import Contrast, Frequency, Motif, Pattern
    >>> contrast = Contrast(with_="degree", samples=100, expected=7.5, spread=3.0, ratio=5.3, low=5.0, high=5.7, p=0.02)
    >>> motif = Motif(Pattern.parse("0-1@0"), 1, Frequency.exact(40), score=8.0, against=contrast)
    >>> view = contrast_view(motif, "anchored", ("here", "there"))
    >>> [(figure.name, figure.value, figure.doubt) for figure in view.lines]
    [('expected', '7.5', '± 3'), ('ratio', '5.3', '[5, 5.7]'), ('surprise', '8', '')]
    >>> [(figure.name, figure.value) for figure in view.tests]
    [('z', '-'), ('p', '0.02')]
    """
    contrast = motif.against
    if contrast is None:
        return None
    return ContrastView(
        lines=[*_both(contrast, names, graphs), *_ratios(contrast), *_surprise(motif)],
        tests=_tests(contrast),
        note=contrast.note,
        sides=found_and_expected(motif, frequency_name),
        not_significant=contrast.p_max is not None and contrast.p_max > _LEVEL,
        sort_keys=_sorted_by(motif, contrast, found_and_expected(motif, frequency_name)),
    )


@dataclass(frozen=True)
class ContrastView:
    """A comparison as a card shows it.

    Attributes
    ----------
    lines
        Both sides, their ratio, and what does not depend on tests.
    tests
        Short figures that stand side by side.
    note
        Why a figure is missing or means little.
    sides
        Both sides as numbers, if they are known.
    not_significant
        Whether p max is known and above the level of significance.
    sort_keys
        Numbers that cards are sorted by, largest first.
    """

    lines: list[Figure]
    tests: list[Figure]
    note: str | None
    sides: FoundAndExpected | None
    not_significant: bool
    sort_keys: dict[str, float]

    @property
    def direction(self) -> Direction | None:
        """Whether the motif is more or less frequent than expected; ``None`` if unknown."""
        return None if self.sides is None else self.sides.direction

    @property
    def main_figure(self) -> Figure:
        """The one figure of a small card: what is expected, else the ratio."""
        return next(figure for figure in self.lines if figure.key in ("expected", "ratio"))

    @property
    def ratio(self) -> str:
        """The ratio without its interval."""
        return next(figure.value for figure in self.lines if figure.key == "ratio")

    @property
    def keys(self) -> list[str]:
        """The definitions that the figures need."""
        return [figure.key for figure in (*self.lines, *self.tests)]


@dataclass(frozen=True)
class FoundAndExpected:
    """What was found and what was expected, both as frequencies or both as shares.

    ``spread`` is the standard deviation of single samples. Without samples, ``low`` and ``high`` are the interval of
    the ratio on the scale of what was found.
    """

    found: float
    expected: float
    spread: float | None = None
    low: float | None = None
    high: float | None = None
    shares: bool = False

    @property
    def direction(self) -> Direction:
        """Whether more or less was found than expected.

        >>> FoundAndExpected(3, 1.5).direction, FoundAndExpected(3, 3.0).direction
        ('over', 'equal')
        """
        return "over" if self.found > self.expected else "under" if self.found < self.expected else "equal"

    @property
    def texts(self) -> tuple[str, str]:
        """Both sides in words.

        >>> FoundAndExpected(0.25, 0.125, shares=True).texts
        ('25 %', '12.5 %')
        """
        write = _percent if self.shares else format_small
        return write(self.found), write(self.expected)


def found_and_expected(motif: Motif, frequency_name: FrequencyName) -> FoundAndExpected | None:
    """Both sides of a comparison: shares if it has them, else the frequency that ranks and the expected one.

    Classes are compared by shares of graphs, whatever frequency ranks.

    Examples
    --------
    >>> from spminer import Contrast, Frequency, Motif, Pattern
    >>> contrast = Contrast(with_="degree", samples=100, expected=7.5, spread=3.0)
    >>> found_and_expected(Motif(Pattern.parse("0-1@0"), 1, Frequency.exact(40), against=contrast), "anchored")
    FoundAndExpected(found=40, expected=7.5, spread=3.0, low=None, high=None, shares=False)
    """
    contrast, frequency = motif.against, motif.frequency(frequency_name)
    if contrast is None:
        return None
    if contrast.share is not None and contrast.other_share is not None:
        interval = _left_open(contrast, contrast.other_share)
        return FoundAndExpected(contrast.share, contrast.other_share, None, *interval, shares=True)
    if frequency is None or contrast.expected is None:
        return None
    interval = (None, None) if contrast.spread is not None else _left_open(contrast, contrast.expected)
    return FoundAndExpected(frequency.value, contrast.expected, contrast.spread, *interval)


class Figure(NamedTuple):
    """A number of a comparison: ``key`` leads to its definition, ``doubt`` is its spread or interval."""

    key: str
    name: str
    value: str
    doubt: str = ""

    @property
    def definition(self) -> str:
        """The explanation of the figure."""
        return FIGURE_HELP[self.key].text


def _left_open(contrast: Contrast, expected: float) -> tuple[float | None, float | None]:
    """The interval of the ratio on the scale of what was found."""
    if contrast.low is None or contrast.high is None or expected <= 0 or contrast.low == contrast.high:
        return None, None
    return contrast.low * expected, contrast.high * expected


def _both(contrast: Contrast, names: tuple[str, str], graphs: int | None) -> list[Figure]:
    if contrast.share is not None or contrast.other_share is not None:
        counted = ""
        if contrast.with_.startswith("class:") and contrast.share is not None and graphs:
            counted = f"{round(contrast.share * graphs):,} of {graphs:,} graphs"
        shares = zip(names, (contrast.share, contrast.other_share), (counted, ""), strict=True)
        return [Figure("share", name, _percent(share), count) for name, share, count in shares]
    spread = "" if contrast.spread is None else f"± {format_small(contrast.spread)}"
    return [_figure("expected", contrast.expected, spread)]


def _ratios(contrast: Contrast) -> list[Figure]:
    found = [_figure("ratio", contrast.ratio, _interval(contrast.low, contrast.high))]
    if contrast.odds_ratio is not None:
        found.append(_figure("odds_ratio", contrast.odds_ratio, _interval(contrast.odds_low, contrast.odds_high)))
    return found


def _surprise(motif: Motif) -> list[Figure]:
    return [] if motif.score is None else [_figure("surprise", motif.score)]


def _tests(contrast: Contrast) -> list[Figure]:
    """The figures of this kind of comparison; with samples always z, even if it is undefined."""
    z = [_figure("z", contrast.z)] if contrast.samples is not None or contrast.z is not None else []
    values = (("p", contrast.p), ("q", contrast.q), ("p_max", contrast.p_max))
    return z + [_figure(key, value) for key, value in values if value is not None]


def _sorted_by(motif: Motif, contrast: Contrast, sides: FoundAndExpected | None) -> dict[str, float]:
    """Surprise and z count by their absolute value; a motif that the reference lacks has the largest ratio."""
    ratio = contrast.ratio
    if ratio is None and sides is not None and sides.expected == 0 < sides.found:
        ratio = sys.float_info.max  # finite, which JavaScript can read
    found = {
        "surprise": None if motif.score is None else abs(motif.score),
        "ratio": ratio,
        "rarity": None if ratio is None else -ratio,
        "z": None if contrast.z is None else abs(contrast.z),
    }
    return {name: value for name, value in found.items() if value is not None}


def _figure(key: str, value: float | None, doubt: str = "") -> Figure:
    return Figure(key, FIGURE_HELP[key].name, UNDEFINED if value is None else format_small(value), doubt)


def _interval(low: float | None, high: float | None) -> str:
    """An interval with enough digits to tell its ends apart; empty for one of no width."""
    if low == high:
        return ""
    for digits in range(3, 8):
        ends = ["?" if end is None else format_small(end, digits=digits) for end in (low, high)]
        if ends[0] != ends[1]:
            break
    return f"[{', '.join(ends)}]"


def _percent(share: float | None) -> str:
    return UNDEFINED if share is None else f"{format_small(round(100 * share, 3))} %"


class Definition(NamedTuple):
    """The name of a figure on a card, and its explanation."""

    name: str
    text: str


FIGURE_HELP = {
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
