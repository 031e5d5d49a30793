from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from spminer.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Answer(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Call the command line in this process."""

    def call(*arguments: object) -> Answer:
        code = main([str(argument) for argument in arguments])
        return Answer(code, *capsys.readouterr())

    return call


@pytest.fixture
def friends(tmp_path: Path) -> Path:
    """A triangle with a tail, with one self-loop: anna-bela-cleo, cleo-dora."""
    path = tmp_path / "friends.csv"
    path.write_text("source,target\nanna,bela\nbela,cleo\ncleo,anna\ncleo,dora\ndora,dora\n")
    return path
