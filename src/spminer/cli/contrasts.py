"""Contrasts in the terminal: columns of a table of motifs, and lines about one pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer._util.text import format_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spminer.results import Contrast

__all__ = ["contrast_columns", "contrast_lines"]

_COLUMNS = {  # fields of a contrast and the heads of their columns
    "share": "share",
    "other_share": "other",
    "expected": "expected",
    "ratio": "ratio",
    "z": "z",
    "p": "p",
    "q": "q",
    "p_max": "p max",
}


def contrast_columns(contrasts: Sequence[Contrast | None], samples: int | None = None) -> dict[str, list[str]]:
    """What motifs were compared with, and what that says, if they were; a dash stands for what is not defined.

    The number of samples is shown where a comparison was stopped before as many as were asked for (``samples``).
    """

    def column(name: str) -> list[str]:
        values = [None if one is None else getattr(one, name) for one in contrasts]
        return ["-" if value is None else _figure(value) for value in values]

    known = [name for name in _COLUMNS if any(getattr(one, name, None) is not None for one in contrasts)]
    if "share" in known:  # says more than what is expected of another number of nodes or graphs
        known.remove("expected")
    used = [one.samples for one in contrasts if one is not None and one.samples is not None]
    few = samples is not None and min(used, default=samples) < samples
    return {**({"samples": column("samples")} if few else {}), **{_COLUMNS[name]: column(name) for name in known}}


def contrast_lines(contrast: Contrast) -> list[tuple[str, str]]:
    """The same of one pattern, with spread and intervals; q and p max say nothing of one alone."""
    compared = contrast.with_ + ("" if contrast.samples is None else f", {format_number(contrast.samples)} samples")
    shares = [("share", contrast.share), ("other share", contrast.other_share)]
    lines = [("compared with", compared)]
    lines += [(name, f"{100 * value:.3g} %") for name, value in shares if value is not None]
    if contrast.expected is not None:
        spread = "" if contrast.spread is None else f" \N{PLUS-MINUS SIGN} {_figure(contrast.spread)}"
        lines.append(("expected", _figure(contrast.expected) + spread))
    lines += _with_interval("ratio", contrast.ratio, contrast.low, contrast.high)
    lines += _with_interval("odds ratio", contrast.odds_ratio, contrast.odds_low, contrast.odds_high)
    lines += [(name, _figure(value)) for name in ("z", "p") if (value := getattr(contrast, name)) is not None]
    return lines + ([] if contrast.note is None else [("note", contrast.note)])


def _with_interval(name: str, value: float | None, low: float | None, high: float | None) -> list[tuple[str, str]]:
    if value is None:
        return []
    bounds = ["?" if bound is None else _figure(bound) for bound in (low, high)]
    return [(name, f"{_figure(value)} ({bounds[0]} to {bounds[1]})")]


def _figure(value: float) -> str:
    """Three digits that matter; whole thousands as such."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
