"""Sightings: patterns that a search by contrast met, and what those that it does not propose could be worth."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from spminer.methods.base import Candidate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spminer.patterns import Pattern
    from spminer.results.request import Direction

__all__ = ["Sighting", "Sightings"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A pattern with its estimated surprise.

    Attributes
    ----------
    score
        The estimate; negative for what is rarer than on the other side.
    most
        For each sign, what its surprise in that direction cannot exceed; infinite if nothing is known.
    asked
        How many anchors the estimate is of.
    """

    pattern: Pattern
    score: float
    most: Mapping[int, float] = field(default_factory=lambda: {1: math.inf, -1: math.inf})
    asked: int = 0

    @property
    def bounded(self) -> bool:
        """Whether anything is known but the estimate."""
        return min(self.most.values()) < math.inf


@dataclass
class Sightings:
    """All patterns of one size.

    Attributes
    ----------
    unseen
        For each sign, what the surprise of a pattern that was not met cannot exceed; infinite unless a search was
        complete.
    """

    met: dict[Pattern, Sighting] = field(default_factory=dict)
    unseen: dict[int, float] = field(default_factory=lambda: {1: math.inf, -1: math.inf})

    def add(self, sighting: Sighting) -> None:
        """Keep what is known best of a pattern: a score with bounds, or of more anchors, else the larger one."""
        known = self.met.get(sighting.pattern)
        if known is not None:
            best = max(sighting, known, key=lambda one: (one.bounded, one.asked, abs(one.score)))
            most = {sign: min(known.most[sign], sighting.most[sign]) for sign in (1, -1)}
            sighting = replace(best, most=most)
        self.met[sighting.pattern] = sighting

    def best(self, sign: int, number: int) -> list[Pattern]:
        """The most surprising in a direction."""
        return [one.pattern for one in self._ranked(sign)[:number]]

    def proposals(self, direction: Direction, wanted: int) -> tuple[tuple[Candidate, ...], dict[int, float]]:
        """The most surprising in the directions asked for, and what the surprise of any other cannot exceed.

        If both directions are asked for, each has half the room, and what the other leaves: a shuffled graph has
        countless patterns of its own, which would leave no room for those of the target.
        """
        ranked = {sign: self._ranked(sign) for sign in (1, -1)}
        if len(self.met) <= wanted:  # judgment tells which way each goes
            every = sorted(self.met.values(), key=lambda one: (-abs(one.score), one.pattern.text))
            return tuple(Candidate(one.pattern, one.score) for one in every), dict(self.unseen)
        room = _room({sign: len(found) for sign, found in ranked.items()}, direction, wanted)
        proposed = [one for sign in (1, -1) for one in ranked[sign][: room[sign]]]
        proposed.sort(key=lambda one: -abs(one.score))
        equal = sorted((one for one in self.met.values() if one.score == 0), key=lambda one: one.pattern.text)
        proposed += equal[: wanted - len(proposed)]  # as frequent here as there, as far as the scouts tell
        chosen = {one.pattern for one in proposed}
        # A pattern that seems to go one way by the scouts may go the other way after all: bounds tell, not scores. One
        # without a bound of its own is bounded like those that were not met.
        others = [one.most for one in self.met.values() if one.pattern not in chosen]
        bounds = {sign: [most[sign] for most in others if most[sign] < math.inf] for sign in (1, -1)}
        rest = {sign: max([self.unseen[sign], *bounds[sign]]) for sign in (1, -1)}
        return tuple(Candidate(one.pattern, one.score) for one in proposed), rest

    def _ranked(self, sign: int) -> list[Sighting]:
        """Those of a direction, the most surprising first."""
        return sorted(
            (one for one in self.met.values() if one.score * sign > 0),
            key=lambda one: (-abs(one.score), one.pattern.text),
        )


def _room(found: dict[int, int], direction: Direction, wanted: int) -> dict[int, int]:
    if direction != "both":
        return {1: wanted if direction == "over" else 0, -1: wanted if direction == "under" else 0}
    under = min(found[-1], max(wanted // 2, wanted - found[1]))
    return {1: wanted - under, -1: under}
