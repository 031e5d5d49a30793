"""SMILES and SMARTS of a pattern whose labels are chemical elements and bonds: for reading, and for searching.

Both begin at the anchor. In SMILES, atoms with an aromatic bond are small letters, also in a part of a ring; there are
no hydrogens and no charges, since patterns have none. SMARTS has the element and the bond alone, so that it matches
where the pattern occurs: its matches are those of the pattern with edge-induced occurrences.

Reference: D. Weininger, "SMILES, a chemical language and information system", Journal of Chemical Information and
Computer Sciences 28 (1988).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spminer.patterns.pattern import Pattern

__all__ = ["is_molecule", "smarts_of", "smiles_of"]

_BONDS = {"single": "", "double": "=", "triple": "#", "aromatic": ":"}
_SMARTS_BONDS = {"single": "-", "double": "=", "triple": "#", "aromatic": ":"}
_BARE = frozenset(("B", "C", "N", "O", "P", "S", "F", "Cl", "Br", "I"))  # without brackets
_AROMATIC = frozenset("BCNOPS")
_NUMBERS = {
    element: number
    for number, element in enumerate(
        re.findall(
            "[A-Z][a-z]?",
            "HHeLiBeBCNOFNeNaMgAlSiPSClArKCaScTiVCrMnFeCoNiCuZnGaGeAsSeBrKrRbSrYZrNbMoTcRuRhPdAgCdInSnSbTeIXeCsBaLaCePrNdPm"
            "SmEuGdTbDyHoErTmYbLuHfTaWReOsIrPtAuHgTlPbBiPoAtRnFrRaAcThPaUNpPu",
        ),
        start=1,
    )
}


def smiles_of(pattern: Pattern) -> str | None:
    """The SMILES of a connected pattern; ``None`` if its labels are not elements and bonds.

    Examples
    --------
    >>> from spminer import Pattern
    >>> smiles_of(Pattern.parse("0-1:single,1-2:double,1-3:double;C,N,O,O@0"))
    'CN(=O)=O'
    >>> smiles_of(Pattern.parse("0-1:a,1-2:a;C,N,O@0"))
    """
    return _Writer(pattern.canonical()).text if is_molecule(pattern) else None


def smarts_of(pattern: Pattern) -> str | None:
    """The SMARTS of a connected pattern; ``None`` if its labels are not elements and bonds.

    >>> from spminer import Pattern
    >>> smarts_of(Pattern.parse("0-1:aromatic,1-2:single;C,C,O@0"))
    '[#6]:[#6]-[#8]'
    """
    return _SmartsWriter(pattern.canonical()).text if is_molecule(pattern) else None


def is_molecule(pattern: Pattern) -> bool:
    """Whether the labels of a pattern are elements and bonds.

    >>> from spminer import Pattern
    >>> is_molecule(Pattern.parse("0-1:single;C,O")), is_molecule(Pattern.parse("0-1;C,O"))
    (True, False)
    """
    labels, bonds = pattern.node_labels, pattern.edge_labels
    if pattern.directed or labels is None or bonds is None:
        return False
    return _NUMBERS.keys() >= set(labels) and _BONDS.keys() >= set(bonds)


class _Writer:
    """One walk from the anchor that finds the rings, and one that writes."""

    def __init__(self, pattern: Pattern) -> None:
        self.labels = pattern.node_labels or ()
        self.near: dict[int, dict[int, str]] = {node: {} for node in range(pattern.size)}
        for (a, b), bond in zip(pattern.edges, pattern.edge_labels or (), strict=True):
            self.near[a][b] = self.near[b][a] = bond
        ends = (node for node, near in self.near.items() if len(near) == 1)
        first = next(ends, 0) if pattern.anchor is None else pattern.anchor
        self.children: dict[int, list[int]] = {}
        self.heights: dict[int, int] = {}
        self.rings = [""] * pattern.size
        self._walk(first, -1, 0)
        self.text = self._written(first)

    def _walk(self, node: int, parent: int, rings: int) -> int:
        """Find what hangs from a node, and the rings that close there; how many rings there are by then."""
        below = self.children[node] = []
        for other in sorted(self.near[node]):
            if other not in self.children:
                below.append(other)
                rings = self._walk(other, node, rings)
            elif other != parent and other not in self.heights:
                rings += 1
                number = str(rings) if rings < 10 else f"%{rings}"
                self.rings[other] += number
                self.rings[node] += self._bond(node, other) + number
        below.sort(key=self.heights.__getitem__)  # the longest part comes last, without brackets
        self.heights[node] = 1 + max((self.heights[child] for child in below), default=0)
        return rings

    def _written(self, node: int) -> str:
        parts = [self._bond(node, child) + self._written(child) for child in self.children[node]]
        return self._atom(node) + self.rings[node] + "".join(f"({part})" for part in parts[:-1]) + "".join(parts[-1:])

    def _atom(self, node: int) -> str:
        element = self.labels[node]
        if element in _AROMATIC and "aromatic" in self.near[node].values():
            return element.lower()
        return element if element in _BARE else f"[{element}]"

    def _bond(self, one: int, other: int) -> str:
        sign = _BONDS[self.near[one][other]]
        both = self._atom(one).islower() and self._atom(other).islower()
        return {":": "", "": "-"}.get(sign, sign) if both else sign


class _SmartsWriter(_Writer):
    """The same with the number of each element, and every bond."""

    def _atom(self, node: int) -> str:
        return f"[#{_NUMBERS[self.labels[node]]}]"

    def _bond(self, one: int, other: int) -> str:
        return _SMARTS_BONDS[self.near[one][other]]
