"""One call of the command line: its words, and what was said before the verb."""

import shlex
from dataclasses import dataclass

__all__ = ["Invocation"]


@dataclass
class Invocation:
    """What the verbs know of the call that they belong to.

    Attributes
    ----------
    arguments
        All that stood after ``spminer``.
    debug
        Whether errors show their traceback.

    Examples
    --------
    >>> Invocation(["mine", "two words.csv"]).command_line
    "spminer mine 'two words.csv'"
    """

    arguments: list[str]
    debug: bool = False

    @property
    def command_line(self) -> str:
        """The call as it can be typed again."""
        return shlex.join(["spminer", *self.arguments])
