"""One call of the command line: its words, and what was said before the verb."""

import shlex
from dataclasses import dataclass, field
from itertools import takewhile

from spminer._util.monitor import Monitor
from spminer._util.startup import program_start

__all__ = ["Invocation"]


@dataclass
class Invocation:
    """What the verbs know of the call that they belong to.

    Attributes
    ----------
    arguments
        All that stood after ``spminer``.
    started
        When the program began, by ``time.monotonic()``: time limits count from there.

    Examples
    --------
    >>> Invocation(["mine", "two words.csv"]).command_line
    "spminer mine 'two words.csv'"
    """

    arguments: list[str]
    started: float = field(default_factory=program_start)

    def monitor(self, time_limit: float | None) -> Monitor:
        """A monitor whose time counts from the start of the program, reading included."""
        return Monitor(time_limit=time_limit, since=self.started)

    @property
    def debug(self) -> bool:
        """Whether errors show their traceback, also those from before the arguments are understood.

        >>> Invocation(["--debug", "mine"]).debug, Invocation(["mine", "--debug"]).debug
        (True, False)
        """
        return "--debug" in takewhile(lambda word: word.startswith("-"), self.arguments)

    @property
    def command_line(self) -> str:
        """The call as it can be typed again."""
        return shlex.join(["spminer", *self.arguments])
