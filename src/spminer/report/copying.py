"""Copies of a pattern: the texts that a reader can take from a report into other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.graphs.pattern_files import pattern_to_graph6

if TYPE_CHECKING:
    from spminer.patterns import Pattern

__all__ = ["copied_forms"]


def copied_forms(pattern: Pattern) -> list[tuple[str, str]]:
    r"""The pattern in the forms that other programs read: their names and texts.

    >>> from spminer import Pattern
    >>> copied_forms(Pattern.parse("0-1,1-2"))[:3]
    [('Edge list', '0 1\n1 2\n'), ('Text', '0-1,1-2'), ('graph6', 'Bg')]
    """
    labels = (
        [""] * len(pattern.edges) if pattern.edge_labels is None else [f" {label}" for label in pattern.edge_labels]
    )
    lines = "".join(f"{a} {b}{label}\n" for (a, b), label in zip(pattern.edges, labels, strict=True))
    graph6 = pattern_to_graph6(pattern)
    python = f"import spminer\n\npattern = spminer.Pattern.parse({pattern.text!r})\ngraph = pattern.to_networkx()\n"
    forms = [("Edge list", lines), ("Text", pattern.text), ("graph6", graph6 or ""), ("Python", python)]
    return [(name, text) for name, text in forms if text]
