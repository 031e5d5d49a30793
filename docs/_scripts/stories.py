"""Outputs and pictures of stories and guides, as their commands give them today.

``python docs/_scripts/stories.py`` runs every page of ``docs/stories`` and ``docs/guides`` in an empty folder with its
files, writes what each command prints into the page, and keeps the pictures that the page shows. Read the difference
before you commit it: the sentences beside an output are not rewritten.
"""

from __future__ import annotations

import doctest
import os
import shutil
import sys
import tempfile
from pathlib import Path

from pages import BLOCK, commands, drawn, files_of, run

DOCS = Path(__file__).parent.parent


def rewritten(page: Path, folder: Path) -> str:
    """The text of a page, with what its commands print now; the folder has then what they leave."""
    text = page.read_text(encoding="utf-8")
    parts, end = [], 0
    for block in BLOCK.finditer(text):
        language, options, code = block.groups()
        if language == "console":
            shown = "".join(f"$ {command.line}\n{run(command.line, folder)}" for command in commands(language, code))
            parts += [text[end : block.start()], f"```console{f' {options}' if options else ''}\n{shown}```"]
            end = block.end()
        elif language in {"csv", "toml"}:
            (folder / options.split('"')[1]).write_text(code, encoding="utf-8")
        elif language == "python":
            run_python(code, folder)
    return "".join([*parts, text[end:]])


def run_python(code: str, folder: Path) -> None:
    """Run the examples of a block; what differs from the page is printed, and is to be corrected by hand."""
    test = doctest.DocTestParser().get_doctest(code, {}, "story", "story", 0)
    here = Path.cwd()
    os.chdir(folder)
    try:
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    finally:
        os.chdir(here)


def main(names: list[str]) -> None:
    """Rewrite the pages of these names, or all."""
    for page in sorted([*(DOCS / "stories").glob("*.md"), *(DOCS / "guides").glob("*.md")]):
        if names and page.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            files_of(page, Path(folder))
            page.write_text(rewritten(page, Path(folder)), encoding="utf-8")
            for name in drawn(page):
                shutil.copy(Path(folder) / name, page.parent / "pictures" / name)


if __name__ == "__main__":
    main(sys.argv[1:])
