"""Notebooks become pages when the site is built, with the outputs that they hold; nothing is run."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

_ENDING = ".ipynb"
_LINK = re.compile(r"\]\(([\w/.-]+)\.ipynb\b")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Called by mkdocs with all files: each notebook gives its place to a page of the same name."""
    for file in list(files):
        if file.src_uri.endswith(_ENDING):
            files.remove(file)
            name = file.src_uri.removesuffix(_ENDING) + ".md"
            files.append(File.generated(config, name, content=page(file.content_string)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs with every page: links to a notebook, right in the repository, become links to its page."""
    return _LINK.sub(r"](\1.md", markdown)


def page(notebook: str) -> str:
    """The notebook as Markdown.

    >>> cell = {"cell_type": "code", "source": ["1 + 1"], "outputs": [{"data": {"text/plain": ["2"]}}]}
    >>> print(page(json.dumps({"cells": [cell]})))
    ```python
    1 + 1
    ```
    <BLANKLINE>
    ```text
    2
    ```
    <BLANKLINE>
    """
    return "".join(block + "\n\n" for cell in json.loads(notebook)["cells"] for block in _blocks(cell)).rstrip() + "\n"


def _blocks(cell: dict[str, Any]) -> list[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    return [_fenced(source, "python"), *map(_output, cell["outputs"])]


def _output(output: dict[str, Any]) -> str:
    """The richest form of an output."""
    data = {kind: "".join(value) for kind, value in output.get("data", {"text/plain": output.get("text", "")}).items()}
    if "text/html" in data:
        lines = (line.strip() for line in data["text/html"].splitlines())
        return f'<div class="output">{"".join(lines)}</div>'  # one line, so that Markdown leaves it alone
    if "image/png" in data:
        return f'<img class="output" alt="what the cell draws" src="data:image/png;base64,{data["image/png"].strip()}">'
    return _fenced(data["text/plain"].rstrip("\n"), "text")


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text}\n```"
