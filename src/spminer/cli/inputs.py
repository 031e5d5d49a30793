"""Reading what the user named, with one warning line for what was dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.cli.running import shown

if TYPE_CHECKING:
    from spminer.cli.console import Console
    from spminer.graphs import GraphCollection

__all__ = ["read_graphs"]


def read_graphs(source: str, format: str | None, directed: bool | None, console: Console) -> GraphCollection:
    """Read a graph file, a folder or standard input."""
    import spminer

    with shown(f"reading {source}", console):
        return spminer.read(source, format=format, directed=directed)
