"""Door: one kind of input, and the error of what cannot be an input at all."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class NoInputError(Exception):
    """Bytes that the harness itself cannot make an input of."""


@dataclass(frozen=True)
class Door:
    """One kind of input.

    ``enter`` gets the path of a file with the bytes. It returns if they are taken and all that must hold then holds;
    an error of spminer's own family is a refusal, and everything else is a finding.
    """

    name: str
    seeds: Callable[[], list[bytes]]
    enter: Callable[[Path], None]
