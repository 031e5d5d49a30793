"""Modules that not every system has are asked for where their absence is foreseen, and the package loads without."""

import ast
import subprocess
import sys
from pathlib import Path

import spminer

SOURCE = Path(spminer.__file__).parent
# Modules of Python that Windows does not have.
ONLY_POSIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
BARE = """
import os, sys, numpy
for name in {missing!r}:
    sys.modules[name] = None
for name in ("fork", "sysconf", "sched_getaffinity", "getuid"):
    if hasattr(os, name):
        delattr(os, name)
import spminer
from spminer.cli import main
from spminer.datasets import example
spminer.write(example(), "club.csv")
for line in (
    "info club.csv",
    "mine club.csv --sizes 3-5 --top 2 --output result.json --report report.html --quiet",
    "enumerate club.csv --size 4",
    "convert club.csv club.spm",
    "convert club.csv sorted.spm --memory-limit 500M",
    "mine club.spm --sizes 3 --checkpoint states --quiet",
    "verify result.json club.csv",
):
    assert main(line.split()) == 0, line
"""


def imported_at_the_top(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return {alias.name for node in plain if isinstance(node, ast.Import) for alias in node.names} | {
        node.module for node in plain if isinstance(node, ast.ImportFrom)
    }


def test_no_module_needs_what_only_posix_has():
    assert {path.name for path in SOURCE.rglob("*.py") if imported_at_the_top(path) & ONLY_POSIX} == set()


def test_verbs_run_without_what_only_posix_has(tmp_path):
    code = BARE.format(missing=sorted(ONLY_POSIX - {"pwd", "grp"}))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
