"""The packages of the core: its include graph, read from the sources.

A package is a folder of ``core/src``, with the folder of the same name in ``core/include/spminer``. It includes from
itself and from packages before it in ``PACKAGES`` alone, so that each can be read knowing only those.
"""

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "core" / "src"
PUBLIC = ROOT / "core" / "include"
BINDINGS = ROOT / "src" / "bindings"
TESTS = ROOT / "core" / "tests"

PACKAGES = (
    *(
        "base",
        "graph",
        "nulls",
        "io",
        "pattern",
        "generate",
        "match",
        "copies",
        "order",
        "enumerate",
        "census",
        "cliques",
        "isomorphism",
        "sampling",
        "fragments",
    ),
    *("grow", "walk", "encoder"),
)

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def native_files(*folders: Path) -> list[Path]:
    """All C++ files below the folders."""
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in {".cc", ".hh"})


def included(path: Path, *roots: Path) -> Iterator[Path]:
    """The files of the core that a file includes; one that does not exist is a mistake of its own."""
    for name in INCLUDE.findall(path.read_text()):
        found = [root / name for root in roots if (root / name).is_file()]
        assert found, f"{path.relative_to(ROOT)} includes {name}, which is nowhere below {[str(r) for r in roots]}"
        yield found[0]


def package(path: Path) -> str:
    """The folder that a file of the core is in."""
    return path.relative_to(PUBLIC / "spminer" if path.is_relative_to(PUBLIC) else SOURCES).parts[0]


def test_every_folder_is_a_package() -> None:
    for folder in (SOURCES, PUBLIC / "spminer"):
        assert {path.name for path in folder.iterdir()} <= set(PACKAGES), f"{folder} has a folder that is no package"


@pytest.mark.parametrize("name", PACKAGES)
def test_packages_include_no_later_package(name: str) -> None:
    allowed = set(PACKAGES[: PACKAGES.index(name) + 1])
    upward = [
        f"{path.relative_to(ROOT)} includes {other.relative_to(ROOT)}"
        for path in native_files(SOURCES / name, PUBLIC / "spminer" / name)
        for other in included(path, SOURCES, PUBLIC)
        if package(other) not in allowed
    ]
    assert not upward


def test_files_do_not_include_each_other_in_a_circle() -> None:
    graph = {path: set(included(path, SOURCES, PUBLIC)) for path in native_files(SOURCES, PUBLIC)}
    assert len(list(TopologicalSorter(graph).static_order())) == len(graph)


def test_public_headers_do_not_include_private_ones() -> None:
    for path in native_files(PUBLIC):
        list(included(path, PUBLIC))


def test_public_headers_are_needed_outside() -> None:
    headers = set(native_files(PUBLIC))
    needed = {other for path in native_files(BINDINGS) for other in included(path, BINDINGS, PUBLIC)}
    for path in headers:
        needed |= set(included(path, PUBLIC))
    idle = sorted(str(path.relative_to(ROOT)) for path in headers - needed)
    assert not idle, f"no binding and no public header includes {idle}: they belong beside their sources"


def test_tests_and_benchmarks_mirror_the_packages() -> None:
    for folder in (BINDINGS, TESTS, ROOT / "core" / "benchmarks"):
        packages = {path.name for path in folder.iterdir() if path.is_dir()}
        assert packages <= set(PACKAGES), f"{folder} has folders that are no packages"


def test_every_source_has_its_test() -> None:
    """By path (``match/dense_test.cc`` for ``match/dense.hh``), or named at the head of a test of the same package."""
    heads = {name: " ".join(_head(path) for path in native_files(TESTS / name)) for name in PACKAGES}
    missing = []
    for path in native_files(SOURCES, PUBLIC):
        name = f"{package(path)}/{path.stem}"
        if not (TESTS / f"{name}_test.cc").is_file() and not re.search(rf"\b{name}\b", heads[package(path)]):
            missing.append(name)
    assert not missing, f"no test has the path or the name of {sorted(set(missing))}"


def _head(path: Path) -> str:
    """The comment that a file starts with."""
    lines = path.read_text().splitlines()
    end = next(number for number, line in enumerate(lines) if not line.startswith("//"))
    return "\n".join(lines[:end])
