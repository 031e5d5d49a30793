"""The page of dependencies names every package of pyproject.toml, with the license that the package states itself."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# How packages word what the page says in one way.
_WORDS = {
    "BSD-3-Clause": r"BSD",
    "Apache-2.0": r"Apache",
    "GPL-2.0-or-later": r"GPL",
    "PSF-2.0": r"Python Software Foundation|PSF",
}


def section(title):
    text = (ROOT / "docs" / "dependencies.md").read_text()
    return re.search(rf"^## {title}\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)[1]


def packages(title):
    """Packages of a section with their license."""
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in section(title).splitlines() if line[:2] == "| "
    ]
    return {row[0].lower(): row[-2] for row in rows if row[0] not in {"package", "---"}}


def names(requirements):
    return {re.match(r"[\w.-]+", one)[0].lower() for one in requirements} - {"spminer"}


PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PYPROJECT["project"]["optional-dependencies"]
FOR_USERS = names(one for name, needed in EXTRAS.items() if name not in {"dev", "docs"} for one in needed)
FOR_DEVELOPERS = names([*EXTRAS["dev"], *EXTRAS["docs"]])
FOR_BUILDS = names(PYPROJECT["build-system"]["requires"]) | {"cmake", "ninja"}
STATED = {
    **packages("To run"),
    **packages("Extras"),
    **packages("To build"),
    **packages("To develop and to write docs"),
}


def test_nothing_is_missing_and_nothing_is_too_much():
    assert set(packages("To run")) == names(PYPROJECT["project"]["dependencies"])
    assert set(packages("Extras")) == FOR_USERS
    assert set(packages("To build")) == FOR_BUILDS
    assert set(packages("To develop and to write docs")) == FOR_DEVELOPERS - FOR_BUILDS


def stated_by_itself(package):
    try:
        known = metadata(package)
    except PackageNotFoundError:
        pytest.skip(f"{package} is not installed")
    classifiers = [one for one in known.get_all("Classifier", []) if one.startswith("License")]
    return " ".join([known.get("License-Expression") or "", known.get("License") or "", *classifiers])


@pytest.mark.parametrize("package", sorted(STATED))
def test_the_license_is_what_the_package_says(package):
    for license_id in re.split(r", ", STATED[package].partition(" (")[0]):
        wanted = _WORDS.get(license_id, re.escape(license_id))
        assert re.search(wanted, stated_by_itself(package)), f"{package}: {license_id}"


def test_what_runs_is_under_permissive_licenses():
    copyleft = {name for name in set(packages("To run")) | FOR_USERS if "GPL" in STATED[name]}
    assert copyleft == set()
