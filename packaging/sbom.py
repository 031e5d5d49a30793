"""The SBOM of a wheel (CycloneDX 1.6): what is compiled into it, what is bundled, and what it needs to run.

The build writes it into ``spminer-VERSION.dist-info/sboms/`` (PEP 770):

    python packaging/sbom.py --nanobind 3.1.0 --compiler "GNU 12.2.0" --output spminer.cdx.json

It depends on nothing but its input: equal builds write equal files, so there is no time and no random number in it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
MODELS = ROOT / "src" / "spminer" / "encoder" / "models"
_NAME = re.compile(r"[\w.-]+")


def sbom(nanobind: str, compiler: str) -> dict[str, Any]:
    """The document, for a version of nanobind and a compiler."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    itself = _package(project["name"], project["version"], project["license"])
    inside = [_package("nanobind", nanobind, "BSD-3-Clause"), *map(_model, sorted(MODELS.glob("*.safetensors")))]
    needed = [_needed(requirement) for requirement in project["dependencies"]]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": itself,
            "properties": [{"name": "spminer:compiler", "value": compiler}],
        },
        "components": inside + needed,
        "dependencies": [
            {"ref": itself["bom-ref"], "dependsOn": [component["bom-ref"] for component in inside + needed]}
        ],
    }


def _package(name: str, version: str, license_id: str) -> dict[str, Any]:
    address = f"pkg:pypi/{name}@{version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        "licenses": [{"license": {"id": license_id}}],
    }


def _model(path: Path) -> dict[str, Any]:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {
        "type": "machine-learning-model",
        "bom-ref": f"model:{path.stem}",
        "name": path.name,
        "hashes": [{"alg": "SHA-256", "content": digest}],
        "licenses": [{"license": {"id": "MIT"}}],
    }


def _needed(requirement: str) -> dict[str, Any]:
    """A package that is installed beside this one; which version is decided then, so there is a range instead."""
    name = _NAME.match(requirement)[0]  # type: ignore[index]
    return {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}",
        "name": name,
        "purl": f"pkg:pypi/{name}",
        "scope": "required",
        "properties": [{"name": "spminer:requirement", "value": requirement}],
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--nanobind", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    text = json.dumps(sbom(arguments.nanobind, arguments.compiler), indent=1) + "\n"
    arguments.output.write_text(text, encoding="utf-8")
