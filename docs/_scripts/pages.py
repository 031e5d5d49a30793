"""Code blocks of pages, and how their commands are run: for the tests, and for what writes outputs and pictures."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

__all__ = ["BLOCK", "Command", "commands", "drawn", "files_of", "run"]

BLOCK = re.compile(r"^```(\w*)[ ]*([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block: its language, the options after it, and its text."""

_PICTURE = re.compile(r"!\[[^\]]*\]\(pictures/([\w.-]+)\)")


class Command(NamedTuple):
    """A command of a page, with the output that must follow, if the page shows any."""

    line: str
    output: str | None


def commands(language: str, text: str) -> list[Command]:
    """The commands of a block, each with the output that must follow."""
    if language == "sh":
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        return [Command(line, None) for line in lines if line]
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    pairs = [re.split(r"(?<!\\)\n", part, maxsplit=1) for part in parts]  # a command may go on after a backslash
    return [Command(line, output or None) for line, output in pairs]


def run(line: str, folder: Path, programs: Path | None = None) -> str:
    """What a command prints on standard output; one that fails is an error. Programs may be those of a folder."""
    places = [programs or Path(sys.executable).parent, Path(sys.executable).parent]
    environment = {**os.environ, "PATH": os.pathsep.join([*map(str, places), os.environ["PATH"]])}
    done = subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{line}\n{done.stderr}"
    return done.stdout


def files_of(page: Path, folder: Path) -> None:
    """Put the files that a page works on into the folder where its commands run: those of ``data`` beside it.

    Guides work on the files of the stories.
    """
    data = (page.parent.with_name("stories") if page.parent.name == "guides" else page.parent) / "data"
    if data.is_dir():
        shutil.copytree(data, folder, dirs_exist_ok=True)


def drawn(page: Path) -> list[str]:
    """Names of the pictures that a page shows and that its commands draw: those of ``pictures`` beside it."""
    return _PICTURE.findall(page.read_text(encoding="utf-8"))
