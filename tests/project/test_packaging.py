"""The release, its packages and their licenses."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
import yaml

from spminer import _core

ROOT = Path(__file__).parents[2]


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


LOCKS = sorted((ROOT / "packaging" / "requirements").glob("*.txt"))


_PIN = re.compile(r"^([\w.-]+)==([^\s;\\]+)", re.MULTILINE)


_LARGEST_WHEEL = 8_000_000


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(path):
    return {plain(name): version for name, version in _PIN.findall(path.read_text())}


def name_of(requirement):
    return plain(re.match(r"[\w.-]+", requirement)[0])


def test_every_place_says_the_same_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == PROJECT["version"]
    assert citation["cff-version"] == "1.2.0"
    assert citation.keys() >= {"message", "title", "authors", "license"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_pin_what_they_use_and_ask_for_little(path):
    text = path.read_text()
    workflow = yaml.safe_load(text)
    used = re.findall(r"uses: (\S+)(.*)", text)
    assert used
    assert [name for name, note in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name) or " # v" not in note] == []
    assert workflow["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job or "permissions" in job for job in workflow["jobs"].values())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_files_that_workflows_name_exist(path):
    named = re.findall(r"(?<![\w/])((?:\.ci|packaging/requirements)/[\w.-]+)", path.read_text())
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_everything_locked_has_hashes_and_the_version_of_the_constraints(path):
    known = pins(ROOT / "constraints.txt")
    locked = pins(path)
    other = {name: version for name, version in locked.items() if known.get(name, version) != version.partition("+")[0]}
    blocks = re.split(r"^(?=[\w.-]+==)", path.read_text(), flags=re.MULTILINE)[1:]
    assert locked
    assert other == {}
    assert [block for block in blocks if "--hash=sha256:" not in block] == []


def test_everything_that_the_project_names_is_locked():
    run, dev, build, torch = (
        pins(ROOT / "packaging" / "requirements" / f"{name}.txt") for name in ("run", "dev", "build", "torch")
    )
    extras = {name_of(one) for names in PROJECT["optional-dependencies"].values() for one in names} - {"spminer"}
    system = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]
    assert {name_of(one) for one in PROJECT["dependencies"]} - run.keys() == set()
    assert extras - dev.keys() - torch.keys() == set()
    assert {name_of(one) for one in system["requires"]} - build.keys() == set()


def test_release_notes_are_the_section_of_the_changelog(tmp_path):
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci" / "release-notes"
    script.write_text((ROOT / ".ci" / "release-notes").read_text())
    changes = "# Changelog\n\n## Unreleased\n\n- later\n\n## 0.2.0 - 2026-01-02\n\n- new\n\n## 0.1.0\n\n- first\n"
    (tmp_path / "CHANGELOG.md").write_text(changes)

    def notes(version):
        return subprocess.run([sys.executable, script, version], capture_output=True, text=True, check=False)

    assert notes("v0.2.0").stdout == "- new\n"
    assert notes("v0.1.0").stdout == "- first\n"
    assert notes("v0.3.0").returncode == 1
    assert "no section 0.3.0" in notes("v0.3.0").stderr


def test_the_list_of_contents_names_models_and_needs(tmp_path):
    program = [sys.executable, ROOT / "packaging" / "sbom.py", "--nanobind", "3.1.0", "--compiler", "GNU 12.2.0"]
    for name in ("one", "two"):
        subprocess.run([*program, "--output", tmp_path / name], check=True)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    made = json.loads((tmp_path / "one").read_text())
    names = {component["name"] for component in made["components"]}
    models = {path.name for path in (ROOT / "src" / "spminer").rglob("*.safetensors")}
    assert made["bomFormat"] == "CycloneDX"
    assert made["metadata"]["component"]["purl"] == f"pkg:pypi/spminer@{PROJECT['version']}"
    assert names == {"nanobind", *models, *(name_of(one) for one in PROJECT["dependencies"])}
    references = {component["bom-ref"] for component in made["components"]}
    assert set(made["dependencies"][0]["dependsOn"]) == references


def test_a_wheel_stays_small(tmp_path):
    """Measured on the files of the package, packed as a wheel is."""
    with zipfile.ZipFile(tmp_path / "wheel.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted((ROOT / "src" / "spminer").rglob("*")):
            if path.is_file() and path.suffix not in {".pyc", ".so", ".pyd"}:
                packed.write(path)
        packed.write(_core.__file__)
    assert (tmp_path / "wheel.zip").stat().st_size <= _LARGEST_WHEEL


# How packages word what the page says in one way.
_WORDS = {
    "BSD-3-Clause": r"BSD",
    "Apache-2.0": r"Apache",
    "GPL-2.0-or-later": r"GPL",
    "PSF-2.0": r"Python Software Foundation|PSF",
}


def section(title):
    text = (ROOT / "packaging" / "dependencies.md").read_text()
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
