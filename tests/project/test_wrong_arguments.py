"""Every public function refuses wrong arguments by an error of the package, whatever they are."""

import inspect
from contextlib import suppress

import networkx as nx
import numpy as np
import pytest

import spminer

KARATE = nx.karate_club_graph()
# What each function needs besides the argument that is wrong.
RIGHT = {
    "convert": ("absent.csv", "copy.spm"),
    "count": ("triangle", KARATE),
    "describe": (KARATE,),
    "embed_nodes": (KARATE,),
    "embed_patterns": (["0-1@0"],),
    "enumerate": (KARATE, 3),
    "estimate_subgraphs": (spminer.from_networkx(KARATE), 3),
    "copies_by_node": ("triangle", KARATE),
    "find_examples": ("triangle", KARATE),
    "from_edges": ([(0, 1)],),
    "from_igraph": (3,),
    "from_networkx": (KARATE,),
    "from_pandas": (3,),
    "from_pyg": (3,),
    "from_scipy": (np.eye(3),),
    "load": ("absent.json",),
    "mine": (KARATE, 3),
    "profile": (KARATE, "triangle"),
    "randomize": (KARATE,),
    "read": ("absent.csv",),
    "to_edges": (spminer.from_networkx(KARATE),),
    "to_igraph": (spminer.from_networkx(KARATE),),
    "to_networkx": (spminer.from_networkx(KARATE),),
    "to_pandas": (spminer.from_networkx(KARATE),),
    "to_pyg": (spminer.from_networkx(KARATE),),
    "to_scipy": (spminer.from_networkx(KARATE),),
    "verify": (spminer.enumerate(KARATE, 3), KARATE),
    "write": (spminer.from_networkx(KARATE), "absent/folder/graph.csv"),
}
FUNCTIONS = [name for name in spminer.__all__ if inspect.isfunction(getattr(spminer, name))]
# Wrong as the first argument of any function, and as its second.
VALUES = [
    None, 5, -1, 3.5, True, b"bytes", "no such thing", "", object(), object, [], {}, {"a": 1}, {1, 2}, [None], [1, 2],
    [[1, 2, 3]], ("a", "b", "c"), np.zeros((2, 3)), np.array("x"), float("nan"), nx.Graph, lambda: 3, 10**30,
]  # fmt: skip
NAMES = {
    "sizes": [0, -1, 1.5, "many", "5-3", [], [3, "4"], 10**6, None, True],
    "limit": [-1, 1.5, "ten", True, 10**30],
    "threads": [-1, "two", 1.5, True, 10**30],
    "seed": [-1, 2**64, "one", 0.5, True],
    "time_limit": [-1, 0, "soon", True, float("nan")],
    "frequency": ["often", 3, None, ["graph", "often"], ("graph", "anchored"), True],
    "induced": ["no", 2, "False"],
    "against": ["nothing", "class:1", "class:", 5, [], b""],
    "null_samples": [0, 1, -5, "all", 2.5],
    "alternative": ["over", "bigger", 1, True],
    "anchors": [0, -1, "some", True, 1.5],
    "list_anchors": ["yes", 1],
    "examples": [-1, "all", 1.5],
    "top": [-1, "all", 2.5],
    "method": ["exakt", 3, ""],
    "support": [0, -1, 1.5, "half"],
    "model": ["no such model", 3, ""],
    "samples": [-1, "all", 1.5],
    "cluster": ["nowhere", 3, "local:0"],
    "directed": ["yes", 3],
    "steps": [0, -1, "many"],
    "nodes": [["absent"], 3, "absent"],
    "no_such_option": [1],
}


def refused(function, *arguments, **options):
    """Call a function, which may raise an error of the package alone; a call that is right in spite of all is fine."""
    with suppress(spminer.SpminerError):
        function(*arguments, **options)


def test_all_functions_are_tried():
    assert sorted(RIGHT) == FUNCTIONS


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_wrong_values(name, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    function, right = getattr(spminer, name), RIGHT[name]
    refused(function, value, *right[1:])
    if len(right) > 1 and not (name == "mine" and value is None):  # sizes of the graph
        refused(function, right[0], value)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_options(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    function, right = getattr(spminer, name), RIGHT[name]
    for option, values in NAMES.items():
        if option in list(inspect.signature(function).parameters)[: len(right)]:
            continue
        if option in inspect.signature(function).parameters or option == "no_such_option":
            for value in values:
                refused(function, *right, **{option: value})


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: spminer.mine(KARATE, 3, against="degre"), "no null model and no file 'degre', did you mean 'degree'"),
        (lambda: spminer.count("triangle", KARATE, against="degre"), "did you mean 'degree'"),
        (lambda: spminer.randomize(KARATE, "degre"), "unknown null model 'degre', did you mean 'degree'"),
        (lambda: spminer.profile("example:karate", nodes=["Jhon A"]), "did you mean 'John A'"),
        (lambda: spminer.embed_nodes("example:karate", nodes=["Jhon A"]), "did you mean 'John A'"),
        (lambda: spminer.profile(KARATE).participations("333"), "did you mean '33'"),
        (lambda: spminer.read("edges.csv", source="regulators", target="gene"), "did you mean 'regulator'"),
        (lambda: spminer.from_networkx(KARATE, node_label="clubb"), "did you mean 'club'"),
        (lambda: spminer.from_networkx(KARATE, edge_label="wieght"), "did you mean 'weight'"),  # codespell:ignore
        (lambda: spminer.read("edge.csv"), "no such file or folder, did you mean 'edges.csv'"),
        (lambda: spminer.read("example:kerate"), "did you mean 'karate'"),
        (lambda: spminer.mine("example:molecules", 3, against="class:1,Z"), "no class 'Z'; the classes are 0, 1"),
    ],
)
def test_near_names(ask, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edges.csv").write_text("regulator,gene\na,b\nb,c\n")
    with pytest.raises(spminer.SpminerError, match=says):
        ask()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: spminer.mine(KARATE, 3, 5, "grow"), r"takes at most 3 arguments without a name \(graph, sizes, top\)"),
        (lambda: spminer.count("triangle"), r"needs 'graph': count\(pattern, graph\)"),
        (spminer.mine, r"needs 'graph': mine\(graph\)"),
        (lambda: spminer.mine(KARATE, 3, sizes=4), "two values for 'sizes'"),
        (lambda: spminer.convert("absent.csv"), r"needs 'path': convert\(source, path\)"),
    ],
)
def test_wrong_numbers_of_arguments(call, says):
    with pytest.raises(spminer.UsageError, match=says):
        call()
