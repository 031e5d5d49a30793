"""Tests of __init__.py: public names are loaded when first used, and type checkers see the same ones."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import spminer

DOOR = Path(spminer.__file__)


def seen_by_type_checkers():
    """Public names by where they come from, as the block for type checkers imports them."""
    block = next(node for node in ast.parse(DOOR.read_text()).body if isinstance(node, ast.If))
    return {
        alias.asname or alias.name: (statement.module, alias.name)
        for statement in block.body
        for alias in statement.names
    }


def test_type_checkers_see_what_python_loads():
    names = seen_by_type_checkers()
    assert names.keys() | {"__version__"} == set(spminer.__all__)
    for name, (module, there) in names.items():
        assert getattr(spminer, name) is getattr(importlib.import_module(module), there), name


def test_everything_public_is_offered():
    assert set(spminer.__all__) <= set(dir(spminer))


def test_what_is_not_there_is_said():
    with pytest.raises(AttributeError, match="module 'spminer' has no attribute 'mime'"):
        _ = spminer.mime


def test_importing_loads_no_libraries():
    code = "import spminer, sys; sys.exit(bool({'numpy', 'typer', 'spminer._core'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
