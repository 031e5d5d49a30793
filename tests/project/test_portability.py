"""What not every system has (modules, calls, files, ends of lines) is asked for where its absence is foreseen alone."""

import ast
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

import spminer

SOURCE = Path(spminer.__file__).parent
# Modules of Python that Windows does not have.
ONLY_POSIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
# Of the modules that differ between systems, the names that all of them have.
EVERYWHERE = {
    "os": {
        *("O_CREAT", "O_RDONLY", "O_RDWR", "O_WRONLY", "SEEK_SET"),
        *("close", "devnull", "dup2", "fstat", "fsync", "lseek", "open"),
        *("DirEntry", "PathLike", "environ", "fspath", "name", "path", "scandir"),
        *("cpu_count", "get_terminal_size", "getpid"),
    },
    "signal": {"SIGINT", "SIGTERM", "SIG_DFL", "Signals", "default_int_handler", "getsignal", "signal"},
    "mmap": {"ACCESS_READ", "PAGESIZE", "mmap"},
    "socket": {"gaierror", "gethostname"},
    "time": {"monotonic", "perf_counter", "process_time", "sleep", "time"},
}
# What only some systems have, and the one place that asks for it and has an answer without.
FORESEEN = {
    "_util/locks.py": {"fcntl", "msvcrt"},
    "_util/files.py": {"/proc/sys/kernel/random/boot_id", "/proc/self/ns/pid"},
    "cluster/transfer.py": {"os.getuid"},
    "_util/system.py": {"/proc/self/statm", "os.sched_getaffinity", "os.sysconf", "resource"},
    "results/provenance.py": {"/proc/self/status"},
    "paper/report.py": {"/proc/cpuinfo"},
    "report/pdf.py": {"os.geteuid"},
}
# A page and a table for developers.
OF_NO_MATTER = {"paper/ablation.py"}
ONLY_SOMEWHERE = ONLY_POSIX | {"msvcrt", "winreg"}
BARE = """
import os, sys, numpy
for name in {missing!r}:
    sys.modules[name] = None
for name in ("fork", "sysconf", "sched_getaffinity", "getuid"):
    if hasattr(os, name):
        delattr(os, name)
import spminer
from spminer.cli.main import main
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


def asked_of_the_system(tree):
    """What a module asks for that not every system has: modules, names of modules, absolute paths of POSIX."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in ONLY_SOMEWHERE)
            case ast.ImportFrom(module=module, names=names) if module in EVERYWHERE:
                yield from (f"{module}.{alias.name}" for alias in names if alias.name not in EVERYWHERE[module])
            case ast.ImportFrom(module=module) if module in ONLY_SOMEWHERE:
                yield module
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in EVERYWHERE:
                if name not in EVERYWHERE[module]:
                    yield f"{module}.{name}"
            case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id=module), ast.Constant(value=name), *_]):
                if name not in EVERYWHERE.get(module, {name}):
                    yield f"{module}.{name}"
            case ast.Constant(value=str(text)) if text.startswith(("/proc/", "/sys/", "/dev/", "/etc/", "/tmp")):
                yield text


def as_the_system_likes(tree):
    """Lines in which a file is text in the system's own encoding, or written with its own ends of lines."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        given = {keyword.arg for keyword in node.keywords}
        modes = [a.value for a in node.args[:1] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        called = node.func.attr
        opens = called == "open" and not (isinstance(node.func.value, ast.Name) and node.func.value.id in {"os", "zip"})
        text = opens and all("b" not in mode for mode in modes) and (modes or not node.args)
        writes = called == "write_text" and "encoding" in given
        if ((text or called == "read_text") and "encoding" not in given) or (
            (writes or (text and any(set(mode) & set("wax") for mode in modes))) and "newline" not in given
        ):
            yield node.lineno


def test_what_some_systems_lack_is_asked_for_in_one_place():
    found = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        for asked in asked_of_the_system(ast.parse(path.read_text(encoding="utf-8"))):
            found[path.relative_to(SOURCE).as_posix()].add(asked)
    assert found == FORESEEN


def test_files_are_the_same_bytes_on_every_system():
    found = {
        path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8").splitlines()[line - 1].strip()
        for path in SOURCE.rglob("*.py")
        for line in as_the_system_likes(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert {place: line for place, line in found.items() if place not in OF_NO_MATTER} == {}
    assert all(source.read_bytes().isascii() for source in (SOURCE / "encoder" / "device").rglob("*.cu"))


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("import os; os.fork()", {"os.fork"}),
        ("from os import getuid", {"os.getuid"}),
        ("def later():\n    import fcntl", {"fcntl"}),
        ("from resource import getrusage", {"resource"}),
        ("signal.SIGKILL", {"signal.SIGKILL"}),
        ("getattr(os, 'sched_getaffinity', None)", {"os.sched_getaffinity"}),
        ("Path('/proc/self/maps')", {"/proc/self/maps"}),
        ("os.getpid(), getattr(os, 'name')", set()),
    ],
)
def test_what_is_looked_for_is_found(line, asked):
    assert set(asked_of_the_system(ast.parse(line))) == asked


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("path.open('w', encoding='utf-8')", True),
        ("path.open('w', encoding='utf-8', newline='')", False),
        ("path.open()", True),
        ("path.open('rb')", False),
        ("path.write_text('x', encoding='utf-8')", True),
        ("path.write_text('x', encoding='utf-8', newline='')", False),
        ("path.read_text()", True),
    ],
)
def test_text_files_that_differ_are_found(line, refused):
    assert bool(list(as_the_system_likes(ast.parse(line)))) == refused


def test_no_module_needs_what_only_posix_has():
    assert {path.name for path in SOURCE.rglob("*.py") if imported_at_the_top(path) & ONLY_POSIX} == set()


def test_verbs_run_without_what_only_posix_has(tmp_path):
    code = BARE.format(missing=sorted(ONLY_POSIX - {"pwd", "grp"}))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
