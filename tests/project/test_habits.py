"""Every source module has a test file.

The tests of ``src/spminer/graphs/collection.py`` are in ``tests/graphs/test_collection.py``, or in a file whose
docstring begins with "Tests of graphs/collection.py and graphs/collection.py: ...".
"""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "spminer"
_MODULE = re.compile(r"(?<![\w/.])[\w/]+\.py\b")


def named(file):
    """The modules that a test file names in the first paragraph of its docstring."""
    head = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n\n")[0]
    return {Path(name) for name in _MODULE.findall(head)} if head.startswith("Tests of ") else set()


def test_every_module_has_a_test_file():
    files = {path.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    tested = set().union(*(named(TESTS / file) for file in files))
    modules = {path.relative_to(SOURCE) for path in SOURCE.rglob("*.py") if path.name != "__init__.py"}
    untested = {
        module for module in modules - tested if module.with_name(f"test_{module.stem.lstrip('_')}.py") not in files
    }
    untested.discard(Path("__main__.py"))
    assert not untested, sorted(map(str, untested))
    assert tested <= {path.relative_to(SOURCE) for path in SOURCE.rglob("*.py")}
