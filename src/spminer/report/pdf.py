"""A page of a report as PDF, printed by an installed Chromium, Chrome or Edge.

The browser is that of the variable ``CHROMIUM``, else the first that is found. It prints from a temporary folder with a
profile of its own; the page needs no network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from spminer.errors import UsageError

__all__ = ["find_browser", "page_as_pdf"]

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
_LIMIT_S = 120


def find_browser() -> str:
    """The browser that prints.

    Raises
    ------
    UsageError
        If there is none.

    Examples
    --------
    >>> os.environ["CHROMIUM"] = "/absent/chromium"
    >>> find_browser()
    Traceback (most recent call last):
    spminer.errors.UsageError: CHROMIUM names no program: '/absent/chromium'
    >>> del os.environ["CHROMIUM"]
    """
    named = os.environ.get("CHROMIUM")
    if named:
        if shutil.which(named) is None:
            raise UsageError(f"CHROMIUM names no program: {named!r}")
        return named
    found = next(filter(None, map(shutil.which, (*_NAMES, *_PLACES))), None)
    if found is None:
        raise UsageError(
            "a PDF is printed by Chromium, Chrome or Edge, and none is found: install one, or let the variable "
            "CHROMIUM name it; or write .html and print that"
        )
    return found


def page_as_pdf(page: str) -> bytes:
    """An HTML page as PDF.

    Raises
    ------
    UsageError
        If no browser is found, or it fails.
    """
    browser = find_browser()
    with tempfile.TemporaryDirectory(prefix="spminer-") as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_bytes(page.encode())
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            f"--user-data-dir={folder}/profile",
            "--no-pdf-header-footer",
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:  # the sandbox of Chromium does not work for root
            command.append("--no-sandbox")
        try:
            subprocess.run(
                [*command, f"--print-to-pdf={target}", source.as_uri()],
                capture_output=True,
                check=True,
                timeout=_LIMIT_S,
            )
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            reason = getattr(error, "stderr", b"") or str(error).encode()
            last = reason.decode(errors="replace").strip().rpartition("\n")[2][:200]
            raise UsageError(f"{browser} did not print the page ({last}); write .html and print that") from error
