"""The docstring of the encoder names code that exists: its table "paper, code", and its list of modules."""

import importlib
import re
from operator import attrgetter
from pathlib import Path

import pytest

import spminer
from spminer import encoder

PACKAGE = Path(spminer.__file__).parent
ROOT = Path(__file__).parents[2]
# A file, or names in a file: `encoder/model.py: load_model, Calibration`.
_REFERENCE = re.compile(r"`((?:\w+/)*\w+\.\w+)(?:: ([^`]+))?`")


def table():
    """Rows of the table: the term of the paper, and the cell of the code."""
    rows = [line.strip("| ").split(" | ") for line in encoder.__doc__.splitlines() if line.startswith("| ")]
    assert rows[:2] == [["paper", "code"], ["---", "---"]]
    return rows[2:]


REFERENCES = [(path, names) for _, code in table() for path, names in _REFERENCE.findall(code)]


def test_every_row_names_code():
    assert len(table()) >= 20
    assert [row for row in table() if len(row) != 2 or not _REFERENCE.search(row[1])] == []


@pytest.mark.parametrize(("path", "names"), REFERENCES, ids=str)
def test_files_and_names_of_the_table_exist(path, names):
    if path.startswith("core/"):
        if not (ROOT / "core").is_dir():
            pytest.skip("the sources of the core are not there")
        assert (ROOT / path).is_file()
        return
    assert (PACKAGE / path).is_file()
    if names:
        if path in {"encoder/network.py"} or path.startswith(("encoder/training/", "encoder/gpu/", "paper/count")):
            pytest.importorskip("torch")
        module = importlib.import_module("spminer." + path.removesuffix(".py").replace("/", "."))
        for name in names.split(", "):
            assert attrgetter(name)(module) is not None


def test_the_list_of_modules_is_complete():
    listed = re.findall(r"^- `([\w/.]+)`", encoder.__doc__, re.MULTILINE)
    folder = Path(encoder.__file__).parent
    modules = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    assert set(listed) == modules | {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}
    assert len(listed) == len(set(listed))
