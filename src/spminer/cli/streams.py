"""Standard streams made fit for any text: a system may have given them an encoding that lacks most characters."""

from __future__ import annotations

import io
import os
import sys

__all__ = ["prepare_streams"]


def prepare_streams() -> None:
    r"""Let no name of a node end a run: what an encoding lacks is written out, such as ``\u540d``.

    Windows gives files and pipes an encoding of the country and ends of lines of its own; there they become what
    files written with ``--output`` are, unless ``PYTHONIOENCODING`` says otherwise.
    """
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not those of notebooks and of tests
            stream.reconfigure(errors="backslashreplace")
            if sys.platform == "win32" and not stream.isatty() and not os.environ.get("PYTHONIOENCODING"):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _open_closed() -> None:
    """Put the null device where a standard stream is closed, before a file of ours gets its number.

    Input is empty then, notes go nowhere, and what is written to standard output fails: it is opened to be read.
    """
    for number, name, flags in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_RDONLY), (2, "stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
