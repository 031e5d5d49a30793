"""Data flows one way: a module imports from its own package and from packages below it, also lazily and for types.

The graph of imports is read from the sources, so that an import inside a function counts like one at the top.
"""

import ast
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

SOURCE = Path(__file__).parents[2] / "src"
ROOT = "spminer"

# The packages, lowest first: folders or single modules of spminer; "spminer" is the module of the public names.
PACKAGES = {
    "errors": "the family of errors, each with what to do next",
    "version": "the number of this version",
    "_util": "tools without domain knowledge: long runs and their states, files, locks, text, checks of values",
    "patterns": "small connected graphs as values: text, canonical form, names, parts",
    "graphs": "one collection type over CSR arrays, with readers, writers and converters",
    "cluster": "the same work on many machines, by Dask",
    "results": "frequencies, requests, motifs and sets of motifs, and the file that holds them",
    "audit": "independent check of results by separate, simple code",
    "counting": "how often: one pattern, all of a size, each node",
    "significance": "null models, comparisons with graphs and classes, and their statistics",
    "generate": "synthetic graphs, plain or with a planted pattern",
    "datasets": "the bundled example, and published data sets by name",
    "encoder": "the order embedding: model files, inference, scoring, training, evaluation",
    "methods": "the searches, one contract for all",
    "mining": "plan, search, verify and rank: the main job",
    "analysis": "whole networks by their motifs: significance profiles, clusters, distances",
    "features": "counts of motifs as columns for classifiers",
    "report": "a result as a page, a gallery or a figure",
    "sklearn": "mining and counting as scikit-learn estimators",
    "spminer": "the public names, gathered for users and for the programs above",
    "paper": "the experiments of the paper, and its prediction of motif counts",
    "cli": "the command line",
    "__main__": "the command line as ``python -m spminer``",
}

# Conveniences for users: methods that call a package above.
CONVENIENCES = {
    ("spminer.results.motif_set", "spminer.report"): "MotifSet.report, .plot and its gallery in notebooks",
    ("spminer.results.motif", "spminer.report.picture"): "Motif.save and its drawing in notebooks",
}

_RANKS = {name: rank for rank, name in enumerate(PACKAGES)}


def module_name(path):
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted((SOURCE / ROOT).rglob("*.py"))}


def package_of(module):
    return module.split(".")[min(1, module.count("."))]


def imported(node, package):
    """The modules of ours that a statement imports; a name that is no module is of the package it comes from."""
    if isinstance(node, ast.Import):
        return {name.name for name in node.names if name.name in MODULES}
    above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
    origin = ".".join([*above, *([node.module] if node.module else [])])
    names = [(f"{origin}.{name.name}", origin) for name in node.names if f"{origin}.{name.name}" != f"{ROOT}._core"]
    return {full if full in MODULES else package for full, package in names} & MODULES.keys()


@cache
def import_graph():
    """An edge for each module that another one imports."""
    graph = nx.DiGraph()
    graph.add_nodes_from(MODULES)
    for module, path in MODULES.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                graph.add_edges_from((module, other) for other in imported(node, package) - {module})
    return graph


def is_convenience(module, other):
    return any(module == below and f"{other}.".startswith(f"{above}.") for below, above in CONVENIENCES)


def test_the_graph_of_imports_sees_all_kinds():
    assert import_graph().has_edge("spminer.cli.main", "spminer.cli.commands")
    assert import_graph().has_edge("spminer.results.motif_set", "spminer.report"), "an import within a function"
    assert import_graph().has_edge("spminer._util.download", "spminer._util.monitor"), "an import for types alone"
    assert len(import_graph().edges) > len(MODULES)


@pytest.mark.parametrize(
    ("statement", "package", "expected"),
    [
        ("import spminer.errors", "spminer.cli", {"spminer.errors"}),
        ("from spminer._util import text, files", "spminer.cli", {"spminer._util.text", "spminer._util.files"}),
        ("from spminer._util.text import parse_sizes", "spminer.cli", {"spminer._util.text"}),
        ("from spminer import Pattern, _core", "spminer.cli", {"spminer"}),
        ("from spminer import _core", "spminer.cli", set()),
        ("from . import commands", "spminer.cli", {"spminer.cli.commands"}),
        ("from ..errors import InputError", "spminer.cli", {"spminer.errors"}),
        ("import numpy", "spminer.cli", set()),
    ],
)
def test_statements_are_understood(statement, package, expected):
    assert imported(ast.parse(statement).body[0], package) == expected


def test_every_module_is_in_a_package():
    assert {package_of(module) for module in MODULES} == PACKAGES.keys()


def test_no_module_imports_upward():
    upward = [
        f"{module} -> {other}"
        for module, other in sorted(import_graph().edges)
        if _RANKS[package_of(other)] > _RANKS[package_of(module)] and not is_convenience(module, other)
    ]
    assert not upward, "upward:\n" + "\n".join(upward)


def test_no_modules_of_a_package_import_each_other():
    """Those of different packages cannot, where nothing imports upward."""
    edges = [edge for edge in import_graph().edges if not is_convenience(*edge)]
    within = nx.DiGraph(edge for edge in edges if package_of(edge[0]) == package_of(edge[1]))
    knots = [sorted(knot) for knot in nx.strongly_connected_components(within) if len(knot) > 1]
    assert not knots, "knots:\n" + "\n\n".join("\n".join(knot) for knot in knots)


def test_every_convenience_is_used():
    assert import_graph().edges >= CONVENIENCES.keys()
