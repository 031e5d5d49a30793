"""Tests of __init__.py, errors.py, version.py and datasets.py: public names and their lists."""

import ast
import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import networkx as nx
import public_api
import pytest

import spminer
from spminer import datasets
from spminer.errors import InputError, LimitError, NothingFoundError, SpminerError, UsageError
from spminer.version import __version__

DOOR = Path(spminer.__file__)


def seen_by_type_checkers():
    """Public names by where they come from, as the block for type checkers imports them."""
    block = next(node for node in ast.parse(DOOR.read_text()).body if isinstance(node, ast.If))
    return {
        alias.asname or alias.name: (statement.module, alias.name)
        for statement in block.body
        for alias in statement.names
    }


def test_type_checkers_see_what_python_loads():
    names = seen_by_type_checkers()
    assert names.keys() | {"__version__"} == set(spminer.__all__)
    for name, (module, there) in names.items():
        assert getattr(spminer, name) is getattr(importlib.import_module(module), there), name


def test_everything_public_is_offered():
    modules = {"analysis", "datasets", "errors", "features", "generate", "orca", "pyg", "sklearn"}
    assert set(dir(spminer)) == {*spminer.__all__, *modules}


def test_what_is_not_there_is_said():
    with pytest.raises(AttributeError, match="module 'spminer' has no attribute 'mime'"):
        _ = spminer.mime


def test_importing_loads_no_libraries():
    code = "import spminer, sys; sys.exit(bool({'numpy', 'click', 'spminer._core'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_one_family_with_an_exit_code_each():
    codes = {error: error.exit_code for error in (SpminerError, UsageError, InputError, NothingFoundError, LimitError)}
    assert list(codes.values()) == [1, 2, 3, 4, 5]
    assert all(issubclass(error, SpminerError) for error in codes)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "empty"),
        ({"source": "a.csv"}, "a.csv: empty"),
        ({"source": "a.csv", "line": 3}, "a.csv, line 3: empty"),
        ({"reason": "did you mean 'b.csv'?", "remedy": "check it"}, "did you mean 'b.csv'? Check it"),
        ({"source": "-", "remedy": "give a graph"}, "-: empty; give a graph"),
    ],
)
def test_unreadable_input_says_where_and_what_to_do(options, text):
    assert str(InputError(**{"reason": "empty", **options})) == text


def test_the_package_says_the_version_that_is_built():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert __version__ == spminer.__version__ == project["version"]


def test_the_example_is_the_karate_club():
    graphs = datasets.example()
    ours = nx.Graph()
    for node in range(graphs.num_nodes):
        row = graphs.indices[graphs.indptr[node] : graphs.indptr[node + 1]]
        ours.add_edges_from((graphs.name(node), graphs.name(int(other))) for other in row)
    names = {0: "Mr Hi", 33: "John A"} | {member: str(member + 1) for member in range(1, 33)}
    theirs = nx.relabel_nodes(nx.Graph(nx.karate_club_graph().edges), names)
    assert {frozenset(edge) for edge in ours.edges} == {frozenset(edge) for edge in theirs.edges}
    assert graphs.source == "karate club (bundled example)"


pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra learn)")


DOCS = Path(__file__).parents[2] / "docs"


RENEW = (
    "if the change is meant (docs/develop/releasing.md says when it may be), run: python docs/_scripts/public_api.py"
)


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
    assert any(line.startswith("class spminer.Frequency(self, value") for line in lines)
    assert any(line.startswith("$ spminer mine GRAPH --sizes/--size/-k --top") for line in lines)
    assert len(lines) < 190
    assert not any(" at 0x" in line for line in lines)


@pytest.mark.parametrize(
    ("value", "short"),
    [
        (spminer.count("triangle", datasets.example()), "CountResult('0-1,0-2,1-2', 45 node sets)"),
        (spminer.Pattern.parse("path:3@end"), "Pattern.parse('0-1,1-2@0')"),
        (spminer.describe(datasets.example()), "GraphInfo(1 undirected, 34 nodes, 78 edges)"),
        (spminer.profile(datasets.example(), "triangle"), "Profile(34 nodes, 1 position in 1 motif, all exact)"),
        (spminer.embed_nodes(datasets.example()), "NodePoints(34 nodes, 128 dimensions)"),
        (
            spminer.verify(spminer.enumerate(datasets.example(), 3, examples=0), datasets.example()),
            "Audit(42 claims: 42 hold)",
        ),
        (spminer.Contrast(with_="degree", z=2.5), "Contrast(with_='degree', z=2.5)"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_show_themselves_in_a_line(value, short):
    assert repr(value) == short
