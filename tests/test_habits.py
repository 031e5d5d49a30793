"""Tests mirror the tree, so that a name finds its test, and docstrings of modules start with the noun.

The tests of ``src/spminer/graphs/collection.py`` are in ``tests/graphs/test_collection.py``, or in a file whose
docstring names it: "Tests of graphs/collection.py and graphs/select.py: ...". Test files directly in ``tests/`` may be
about the project as a whole, and one about the native core names ``_core`` instead of a module.
"""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "spminer"
_NO_NOUN = re.compile(r"(What|Which|Where|Whether|When|Who|Why|How)(ever)?\b")
_MODULE = re.compile(r"(?<![\w/.])[\w/]+\.py\b")


def docstring(path):
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def defines_something(path):
    """Whether there is more in a module than names of others, as in the door of a room."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return path.name != "__init__.py" or any(isinstance(node, kinds) for node in ast.parse(path.read_text()).body)


def mirrored(module):
    """Where the tests of a module are by its path; a leading underscore is left out."""
    name = module.stem if module.name in {"__init__.py", "__main__.py"} else module.stem.lstrip("_")
    return module.with_name(f"test_{name}.py")


def named(file):
    """The modules that a file of tests says it is about: "Tests of a.py and b.py: ..."."""
    head = docstring(file).partition("\n\n")[0]
    return {Path(name) for name in _MODULE.findall(head)} if head.startswith("Tests of ") else set()


MODULES = {path.relative_to(SOURCE) for path in SOURCE.rglob("*.py")}
TEST_FILES = {path.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
NAMED = {file: named(TESTS / file) for file in TEST_FILES}


def lines(paths):
    return "\n".join(sorted(map(str, paths)))


def test_every_module_has_its_test():
    shared = set().union(*NAMED.values())
    without = {
        module
        for module in MODULES - shared
        if mirrored(module) not in TEST_FILES and defines_something(SOURCE / module)
    }
    assert not without, lines(without)


def test_every_test_in_a_room_says_what_it_tests():
    by_path = {mirrored(module) for module in MODULES}
    inside = {file for file in TEST_FILES - by_path if len(file.parts) > 1}
    lost = {file for file in inside if not NAMED[file] and "_core" not in docstring(TESTS / file)}
    assert not lost, lines(lost)


def test_what_a_file_of_tests_names_exists():
    assert set().union(*NAMED.values()) - MODULES == set()


def test_modules_say_first_what_they_are():
    without = {module for module in MODULES if _NO_NOUN.match(docstring(SOURCE / module))}
    assert not without, lines(without)


def test_paths_are_mirrored():
    assert mirrored(Path("graphs/convert/_optional.py")) == Path("graphs/convert/test_optional.py")
    assert mirrored(Path("__main__.py")) == Path("test___main__.py")
