"""The head of a comparison: what a result was compared with, in words."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from spminer.report.drawing import shortened
from spminer.report.names import short_name
from spminer.significance.null_models import MODELS

if TYPE_CHECKING:
    from spminer.results import MotifSet
    from spminer.results.motif import Contrast

__all__ = ["axis_names", "compared_with", "direction_words", "has_samples", "ranked_by_surprise", "side_names"]

_CLASSES = "class:"
_LONGEST = 26  # characters of a name beside an axis


def compared_with(result: MotifSet) -> str | None:
    """What the motifs were compared with, and the least ``p`` of so many samples; ``None`` if they were not.

    >>> import spminer
    >>> from spminer.datasets import example
    >>> compared_with(spminer.mine(example(), 3, against="er", null_samples=20))
    'Compared with 20 samples of the null model er: shuffled copies that keep the number of nodes and edges. No p ...'
    """
    contrasts = _contrasts(result)
    if not contrasts:
        return None
    name, samples = contrasts[0].with_, [contrast.samples for contrast in contrasts if contrast.samples is not None]
    if samples:
        number = f"{max(samples):,} sample{'s' * (max(samples) != 1)}"
        fewer = "" if min(samples) == max(samples) else f" (some motifs with {min(samples):,})"
        keeps = f": shuffled copies that keep {MODELS[name].keeps}" if name in MODELS else ""
        least = f"No p below {2 / (min(samples) + 1):.3g}."
        return f"Compared with {number}{fewer} of the null model {name}{keeps}. {least}"
    here, there = side_names(result)
    if name.startswith(_CLASSES):
        return f"{here[0].upper()}{here[1:]} compared with {there} of the same collection, by shares of graphs."
    of = "nodes" if result.objective in ("anchored", "images") else "graphs"
    how = (
        f"by shares of {of}" if any(contrast.share is not None for contrast in contrasts) else "by occurrences per node"
    )
    return f"Compared with {there}, {how}."


def has_samples(result: MotifSet) -> bool:
    """Whether the other side is samples of a null model, so that it is what one expects, and not just another side."""
    return any(contrast.samples is not None for contrast in _contrasts(result))


def direction_words(result: MotifSet) -> dict[str, str]:
    """What it is called to be more, less or as frequent as on the other side.

    >>> from spminer import Contrast, Motif, MotifSet, Pattern
    >>> direction_words(MotifSet((Motif(Pattern.parse("0-1"), 1, against=Contrast(with_="class:a,b")),)))
    {'over': 'more here', 'under': 'less here', 'equal': 'equal'}
    """
    if has_samples(result):
        return {"over": "more than expected", "under": "less than expected", "equal": "as expected"}
    return {"over": "more here", "under": "less here", "equal": "equal"}


def side_names(result: MotifSet) -> tuple[str, str]:
    """Short names of this side and of the other: those of classes, or those of files without their folders.

    >>> from spminer import Contrast, Motif, MotifSet, Pattern
    >>> side_names(MotifSet((Motif(Pattern.parse("0-1"), 1, against=Contrast(with_="class:toxic,harmless")),)))
    ('class toxic', 'class harmless')
    """
    name = next((motif.against.with_ for motif in result if motif.against is not None), "")
    if name.startswith(_CLASSES) and name.count(",") == 1:
        first, second = name.removeprefix(_CLASSES).split(",")
        return f"class {first.strip()}", f"class {second.strip()}"
    return short_name(result.input.source or "graph"), short_name(name)


def axis_names(result: MotifSet) -> tuple[str, str]:
    """Names of what is expected and of what was found, for the axes of a chart.

    >>> from spminer import Contrast, Motif, MotifSet, Pattern
    >>> axis_names(MotifSet((Motif(Pattern.parse("0-1"), 1, against=Contrast(with_="degree", samples=100)),)))
    ('expected: mean of 100 samples', 'anchored frequency')
    """
    here, there = (shortened(name, _LONGEST) for name in side_names(result))
    contrasts = _contrasts(result)
    if any(contrast.share is not None for contrast in contrasts):
        return f"share in {there}", f"share in {here}"
    samples = max((contrast.samples or 0 for contrast in contrasts), default=0)
    expected = f"mean of {samples:,} samples" if samples else f"as in {there}"
    return f"expected: {expected}", f"{result.objective} frequency"


def ranked_by_surprise(result: MotifSet) -> bool:
    """Whether the motifs of each size are in the order of their surprise, which is what they score then."""
    if not _contrasts(result):
        return False
    scores = [[abs(motif.score or 0.0) for motif in of_size] for _, of_size in groupby(result, lambda one: one.size)]
    return all(first >= second for group in scores for first, second in pairwise(group))


def _contrasts(result: MotifSet) -> list[Contrast]:
    return [motif.against for motif in result if motif.against is not None]
