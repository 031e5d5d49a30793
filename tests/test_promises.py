"""Promises of three pages and the tests that try to break them: tests/promises/table.toml is true of both."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROMISES = tomllib.loads((ROOT / "tests/promises/table.toml").read_text(encoding="utf-8"))["promise"]


def plain(text):
    """Words in one line, however they are wrapped."""
    return re.sub(r"\s+", " ", text)


@cache
def page(name):
    return plain((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8"))


@cache
def functions(path):
    return {node.name for node in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise["says"][:40])
def test_a_promise_stands_in_its_page_and_has_its_tests(promise):
    assert plain(promise["says"]) in page(promise["page"])
    assert promise["tests"]
    for test in promise["tests"]:
        path, _, name = test.partition("::")
        assert name in functions(path), test


def test_every_page_is_there_and_no_promise_twice():
    assert {promise["page"] for promise in PROMISES} == {"accuracy", "concepts", "formats"}
    said = [(promise["page"], promise["says"]) for promise in PROMISES]
    assert len(set(said)) == len(said)


def test_what_breaks_promises_is_in_the_table():
    named = {test for promise in PROMISES for test in promise["tests"]}
    for path in (ROOT / "tests/promises").glob("test_*.py"):
        relative = path.relative_to(ROOT).as_posix()
        for name in functions(relative):
            if name.startswith("test_"):
                assert f"{relative}::{name}" in named
