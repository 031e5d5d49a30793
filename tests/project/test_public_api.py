"""What others rely on changes on purpose only: the listed interface and the published schema are those of the code."""

from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra learn)")

import public_api

DOCS = Path(__file__).parents[2] / "docs"
RENEW = "if the change is meant (docs/versioning.md says when it may be), run: python docs/_scripts/public_api.py"


@pytest.mark.parametrize("name", public_api.FILES)
def test_the_interface_is_the_listed_one(name):
    kept = (DOCS / name).read_text(encoding="utf-8").splitlines()
    now = public_api.FILES[name]().splitlines()
    gone, new = [line for line in kept if line not in now], [line for line in now if line not in kept]
    assert kept == now, f"{name}: gone {gone}, new {new}; {RENEW}"


def test_the_list_has_functions_methods_fields_and_options():
    lines = (DOCS / "api-list.txt").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("spminer.mine(graph") for line in lines)
    assert any(line.startswith("spminer.MotifSet.to_json(self") for line in lines)
    assert any(line.startswith("spminer.Frequency.__init__(self, value") for line in lines)
    assert "$ spminer mine --sizes --size -k" in lines
    assert not any(" at 0x" in line for line in lines)
