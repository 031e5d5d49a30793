"""A result in words: a sentence, warnings, lists of facts, and the names of what was compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from spminer._util.text import counted, format_duration, format_number, format_sizes
from spminer.report.pattern_drawing import shortened
from spminer.results.frequency import UNITS
from spminer.results.provenance import versions
from spminer.significance.null_models import NULL_MODELS

if TYPE_CHECKING:
    from spminer.results import MotifSet
    from spminer.results.motif import Contrast

__all__ = [
    "Facts",
    "axis_names",
    "describe_reference",
    "direction_words",
    "has_samples",
    "ranked_by_surprise",
    "side_names",
]


def summary(result: MotifSet) -> str:
    """The result in one sentence.

    >>> from spminer.results.frequency import Frequency
    >>> from spminer.results import Motif, MotifSet
    >>> from spminer.results.provenance import InputFacts
    >>> from spminer.patterns import Pattern
    >>> edge = Motif(Pattern.parse("0-1@0"), 1, anchored_frequency=Frequency.exact(3))
    >>> summary(MotifSet((edge,), input=InputFacts(graphs=1, nodes=3, edges=2), timing_s={"total": 0.5}))
    '1 motif of size 2 in a graph of 3 nodes and 2 edges, ranked by number of nodes (1 exact), in 0.5 s.'
    """
    if not result.motifs:
        return "No motif was found."
    text = f"{counted(len(result), 'motif')} of {format_sizes(sorted({motif.size for motif in result}))}"
    known = result.input
    if known.nodes is not None and known.edges is not None:
        where = "a graph" if known.graphs in (None, 1) else f"{known.graphs:,} graphs"
        text += f" in {where} of {known.nodes:,} nodes and {known.edges:,} edges"
    surprise = "the surprise of its " if len(result) == 1 else "the surprise of their "
    what = f"number of {UNITS[result.frequency_name][1]} ({_certainty(result)})"
    text += f", ranked by {surprise * ranked_by_surprise(result)}{what}"
    if "total" in result.timing_s:
        text += f", in {format_duration(result.timing_s['total'])}"
    return text + "."


def _certainty(result: MotifSet) -> str:
    """How many motifs are proven, and how many of the others have an exact frequency, an estimate or a bound."""
    kinds = Counter("proven" if motif.proven else _kind(result, index) for index, motif in enumerate(result))
    order = ("proven", "exact", "estimate", "lower bound", "not counted")
    named = [(kinds[kind], kind + "s" * (kinds[kind] > 1 and kind in order[2:4])) for kind in order if kinds[kind]]
    if len(named) == 1 and len(result) > 1:
        return f"all {named[0][1]}"
    return ", ".join(f"{number:,} {kind}" for number, kind in named)


def _kind(result: MotifSet, index: int) -> str:
    frequency = result[index].frequency(result.frequency_name)
    return "not counted" if frequency is None else frequency.kind.replace("_", " ")


def warnings(result: MotifSet) -> list[str]:
    """Warnings that a reader of the result needs."""
    found = [f"{text[:1].upper()}{text[1:].rstrip('.')}." for text in result.warnings]
    if result.status == "partial":
        reason = result.stop_reason or "stopped early"
        found.append(f"Partial result ({reason}): frequencies may be lower bounds, and patterns may be missing.")
    if not result.motifs:
        found.append("No motif was found.")
    return found


Facts = list[tuple[str, str]]


def facts(values: Mapping[str, Any], prefix: str = "") -> Facts:
    """Nested values as names and texts; empty values are left out.

    >>> facts({"top": 5, "verify": {"both": False}, "memory_limit": None})
    [('top', '5'), ('verify both', 'no')]
    """
    found: Facts = []
    for key, value in values.items():
        name = f"{prefix}{key}".replace("_", " ")
        if isinstance(value, Mapping):
            found += facts(value, f"{name} ")
        elif value is not None and value != "":
            found.append((name, _text(value)))
    return found


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return format_number(value)
    if isinstance(value, list | tuple):
        if len(value) > 2 and all(isinstance(item, int) for item in value) and _consecutive(value):
            return f"{value[0]} to {value[-1]}"
        return ", ".join(_text(item) for item in value)
    return str(value)


def _consecutive(numbers: Any) -> bool:
    return list(numbers) == list(range(numbers[0], numbers[-1] + 1))


def input_facts(result: MotifSet) -> Facts:
    """Facts of the input."""
    return facts(result.graph)


def input_name(result: MotifSet) -> str:
    """A short name of the input: of a file without its folders.

    >>> from spminer.results import MotifSet
    >>> from spminer.results.provenance import InputFacts
    >>> input_name(MotifSet((), input=InputFacts(source="data/friends.csv")))
    'friends.csv'
    """
    return short_name(result.input.source or "graph")


def short_name(source: str) -> str:
    """The source of a graph without folders.

    >>> short_name("data/friends.csv"), short_name("x/a.csv, y/b.csv")
    ('friends.csv', 'a.csv, b.csv')
    """
    return re.sub(r"\S*/(?=[^/\s])", "", source)


def settings(result: MotifSet) -> Facts:
    """Every option, with the settings that the methods ran with."""
    return facts({key: value for key, value in result.config.items() if key not in ("command_line", "settings_given")})


def plan_lines(result: MotifSet) -> list[str]:
    """How each size was searched, without the forecasts of time."""
    return [stage.title for stage in result.plan.stages]


def timing(result: MotifSet) -> Facts:
    """Seconds of each stage, without those of 0, and the memory."""
    found = [
        (stage.replace("_", " "), format_duration(seconds)) for stage, seconds in result.timing_s.items() if seconds
    ]
    if result.peak_memory_bytes is not None:
        found.append(("peak memory", f"{result.peak_memory_bytes / 2**20:,.0f} MiB"))
    return found


def version_facts(result: MotifSet) -> Facts:
    """The software that made the result, else the software that makes the report."""
    return facts(result.versions or versions())


_CLASSES = "class:"
_LONGEST = 26  # characters of a name beside an axis


def describe_reference(result: MotifSet) -> str | None:
    """The reference of the motifs, and the least possible ``p``; ``None`` if they were not compared.

    >>> import spminer
    >>> from spminer.datasets import example
    >>> describe_reference(spminer.mine(example(), 3, against="er", null_samples=20))
    'Compared with 20 samples of the null model er: shuffled copies that keep the number of nodes and edges. No p ...'
    """
    contrasts = _contrasts(result)
    if not contrasts:
        return None
    name, samples = contrasts[0].with_, [contrast.samples for contrast in contrasts if contrast.samples is not None]
    if samples:
        number = counted(max(samples), "sample")
        fewer = "" if min(samples) == max(samples) else f" (some motifs with {min(samples):,})"
        keeps = f": shuffled copies that keep {NULL_MODELS[name].keeps}" if name in NULL_MODELS else ""
        least = f"No p below {2 / (min(samples) + 1):.3g}."
        return f"Compared with {number}{fewer} of the null model {name}{keeps}. {least}"
    here, there = side_names(result)
    if name.startswith(_CLASSES):
        return f"{here[0].upper()}{here[1:]} compared with {there} of the same collection, by shares of graphs."
    of = "nodes" if result.frequency_name in ("anchored", "images") else "graphs"
    how = (
        f"by shares of {of}" if any(contrast.share is not None for contrast in contrasts) else "by occurrences per node"
    )
    return f"Compared with {there}, {how}."


def has_samples(result: MotifSet) -> bool:
    """Whether the reference is a null model, and no graph or class."""
    return any(contrast.samples is not None for contrast in _contrasts(result))


def direction_words(result: MotifSet) -> dict[str, str]:
    """Words for motifs that are more, less or equally frequent compared with the reference.

    >>> from spminer import Contrast, Motif, MotifSet, Pattern
    >>> direction_words(MotifSet((Motif(Pattern.parse("0-1"), 1, against=Contrast(with_="class:a,b")),)))
    {'over': 'more in class a', 'under': 'less in class a', 'equal': 'equal'}
    """
    if has_samples(result):
        return {"over": "more than expected", "under": "less than expected", "equal": "as expected"}
    here = shortened(side_names(result)[0], _LONGEST)
    return {"over": f"more in {here}", "under": f"less in {here}", "equal": "equal"}


def side_names(result: MotifSet) -> tuple[str, str]:
    """Short names of the target and the reference: of classes, or of files without their folders.

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
    """Names of the axes of a chart: what is expected, and what was found.

    >>> from spminer import Contrast, Motif, MotifSet, Pattern
    >>> axis_names(MotifSet((Motif(Pattern.parse("0-1"), 1, against=Contrast(with_="degree", samples=100)),)))
    ('expected: mean of 100 samples', 'frequency (nodes)')
    """
    here, there = (shortened(name, _LONGEST) for name in side_names(result))
    contrasts = _contrasts(result)
    if any(contrast.share is not None for contrast in contrasts):
        return f"share in {there}", f"share in {here}"
    samples = max((contrast.samples or 0 for contrast in contrasts), default=0)
    expected = f"mean of {samples:,} samples" if samples else f"as in {there}"
    return f"expected: {expected}", f"frequency ({UNITS[result.frequency_name][1]})"


def ranked_by_surprise(result: MotifSet) -> bool:
    """Whether surprise, which is the score then, ranks the motifs."""
    if not _contrasts(result):
        return False
    scores = [[abs(motif.score or 0.0) for motif in of_size] for _, of_size in groupby(result, lambda one: one.size)]
    return all(first >= second for group in scores for first, second in pairwise(group))


def _contrasts(result: MotifSet) -> list[Contrast]:
    return [motif.against for motif in result if motif.against is not None]
