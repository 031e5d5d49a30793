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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not those of notebooks and of tests
            stream.reconfigure(errors="backslashreplace")
            if sys.platform == "win32" and not stream.isatty() and not os.environ.get("PYTHONIOENCODING"):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
