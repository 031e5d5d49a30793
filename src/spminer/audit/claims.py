"""Claims of a result, and the verdicts on them.

A verdict is ``holds``, ``fails``, ``outside`` (an interval that misses the truth, which happens for some) or ``not
checked``. :class:`Audit` has all claims; :data:`UNCHECKED` names the fields that are never checked, with the reason.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from spminer._util.text_table import Column, format_table
from spminer.audit.brute_force import OutOfTimeError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spminer.audit.brute_force import Clock
    from spminer.results.frequency import Frequency

__all__ = [
    "NO_TIME",
    "UNCHECKED",
    "Audit",
    "Claim",
    "Verdict",
    "claim_columns",
    "frequency_claim",
    "in_time",
    "verdict",
]

Verdict = Literal["holds", "fails", "outside", "not checked"]
_WORDS: dict[Verdict, str] = {
    "holds": "hold",
    "fails": "do not",
    "outside": "are outside their 95 % interval",
    "not checked": "were not checked",
}
_CONFIDENCE = 0.95
_TOO_UNLIKELY = 0.001


def verdict(holds: bool, otherwise: Verdict = "fails") -> Verdict:
    """The verdict on a claim that was checked.

    >>> verdict(True), verdict(False)
    ('holds', 'fails')
    """
    return "holds" if holds else otherwise


NO_TIME = "the time was over"  # a reason why a claim was not checked
_HOW = "how the run was made, not what it found"
UNCHECKED: dict[str, str] = {
    "stop_reason": "only that a partial result has one",
    "config.examples": "only that no motif has more",
    "config.seed": _HOW,
    "config.threads": _HOW,
    "config.device": _HOW,
    "config.time_limit": _HOW,
    "config.memory_limit": _HOW,
    "config.method": _HOW,
    "config.engine": _HOW,
    "config.verify": _HOW,
    "config.settings": _HOW,
    "config.settings_given": _HOW,
    "config.command_line": _HOW,
    "plan": _HOW,
    "timing_s": _HOW,
    "peak_memory_bytes": _HOW,
    "versions": _HOW,
    "warnings": "sentences for readers",
    "motifs.score without against": "the estimate of the search, which a file does not define",
}
"""Fields of a result file that no check reads, and why; a name stands for all that is in it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a result says, and whether it is so.

    Attributes
    ----------
    about
        The motif's id, ``size 5``, or ``input``.
    what
        What is claimed: ``"anchored_frequency"``, ``"example 1"``, ``"proven"``, ...
    claimed, found
        What the result says and what the check found, in words; empty where there is nothing to say.
    verdict
        ``"holds"``, ``"fails"``, ``"outside"`` (the truth is not in a 95 % interval, as one in twenty may be), or
        ``"not checked"``.
    note
        Why something was not checked, or what is wrong.
    """

    about: str
    what: str
    verdict: Verdict
    claimed: str = ""
    found: str = ""
    note: str = ""


def in_time(clock: Clock, about: str, what: str, check: Callable[[], Claim]) -> Claim:
    """The claim of a check, or that there was no time for it."""
    try:
        clock.look()
        return check()
    except OutOfTimeError:
        return Claim(about, what, "not checked", note=NO_TIME)


def frequency_claim(about: str, name: str, frequency: Frequency, truth: int) -> Claim:
    """The verdict on a frequency that says how sure it is.

    >>> from spminer import Frequency
    >>> frequency_claim("0-1@0", "anchored_frequency", Frequency.lower_bound(3), 4).verdict
    'holds'
    """
    if frequency.kind == "exact":
        same = frequency.value == frequency.low == frequency.high == truth
        return Claim(about, name, verdict(same), f"{frequency.value:g}", str(truth))
    high = "" if frequency.high is None else f"{frequency.high:g}"
    within = frequency.low <= truth and (frequency.high is None or truth <= frequency.high)
    if frequency.kind == "estimate":
        return Claim(about, f"{name} interval", verdict(within, "outside"), f"{frequency.low:g} to {high}", str(truth))
    bound = f"{frequency.low:g} or more" if frequency.high is None else f"{frequency.low:g} to {high}"
    return Claim(about, f"{name} bound", verdict(within), bound, str(truth))


def claim_columns(claims: Sequence[Claim]) -> list[Column]:
    """The table of some claims."""
    return [
        Column("verdict", [claim.verdict for claim in claims]),
        Column("about", [claim.about for claim in claims], least=14, priority=1),
        Column("what", [claim.what for claim in claims]),
        Column("claimed", [claim.claimed for claim in claims]),
        Column("found", [claim.found for claim in claims]),
        Column("note", [claim.note for claim in claims], least=14, priority=2),
    ]


@dataclass(frozen=True, slots=True)
class Audit:
    """What a check of a result came to.

    Examples
    --------
    >>> print(Audit((Claim("0-1@0", "anchored_frequency", "fails", "4", "5"), Claim("0-1@0", "id", "holds"))))
    2 claims: 1 hold, 1 do not
    verdict  about  what                claimed  found  note
    fails    0-1@0  anchored_frequency  4        5
    """

    claims: tuple[Claim, ...]
    stop_reason: str | None = None

    def __repr__(self) -> str:
        return f"Audit({self.summary})"

    def __str__(self) -> str:
        """The numbers of verdicts, and the claims that do not hold."""
        doubtful = [claim for claim in self.claims if claim.verdict != "holds"]
        return "\n".join([self.summary, *(format_table(claim_columns(doubtful))[0] if doubtful else [])])

    @property
    def summary(self) -> str:
        """How many claims there are, and how many of each verdict."""
        numbers = [f"{len(found):,} {words}" for verdict, words in _WORDS.items() if (found := self.of(verdict))]
        return f"{len(self.claims):,} claims: {', '.join(numbers)}"

    def of(self, verdict: Verdict) -> tuple[Claim, ...]:
        """The claims that a check came to this of."""
        return tuple(claim for claim in self.claims if claim.verdict == verdict)

    @property
    def unchecked_fields(self) -> dict[str, str]:
        """Fields of a result file that are never checked, and why; a name stands for all that is in it."""
        return dict(UNCHECKED)

    @property
    def intervals_hold(self) -> bool:
        """Whether no more intervals miss the truth than chance explains."""
        tried = [claim for claim in self.claims if claim.what.endswith("interval") and claim.verdict != "not checked"]
        missed = len(self.of("outside"))
        miss = 1 - _CONFIDENCE
        chance = sum(
            math.comb(len(tried), n) * miss**n * (1 - miss) ** (len(tried) - n) for n in range(missed, len(tried) + 1)
        )
        return missed == 0 or chance >= _TOO_UNLIKELY

    @property
    def holds(self) -> bool:
        """Whether nothing that was checked is false."""
        return not self.of("fails") and self.intervals_hold

    def to_dict(self) -> dict[str, Any]:
        """The audit as plain values."""
        return {
            "holds": self.holds,
            "stop_reason": self.stop_reason,
            "verdicts": {verdict: len(self.of(verdict)) for verdict in _WORDS},
            "claims": [asdict(claim) for claim in self.claims],
            "unchecked_fields": self.unchecked_fields,
        }
