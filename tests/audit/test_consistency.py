"""Tests of audit/consistency.py: whatever is changed in a result file is found out, or said to be unchecked."""

import copy
import json
from pathlib import Path

import networkx as nx
import pytest

import spminer
from spminer.audit.claims import UNCHECKED
from spminer.datasets import example
from spminer.errors import InputError
from spminer.results.schema import json_schema

LABELED = spminer.from_edges(
    [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "d"), ("f", "g")],
    node_labels=["x", "y", "x", "y", "x", "x", "y"],
    edge_labels=["s", "t", "s", "s", "t", "s", "s", "t"],
)
ARCS = spminer.from_edges(list(nx.gnm_random_graph(10, 24, seed=5, directed=True).edges), directed=True)
OTHER = spminer.from_networkx(nx.gnm_random_graph(30, 60, seed=4))
SMALL = spminer.from_networkx(nx.gnm_random_graph(9, 15, seed=2))
TWINS = spminer.from_networkx([nx.gnm_random_graph(6, 9, seed=seed) for seed in (2, 3)])
SPARSE = spminer.from_networkx(nx.gnp_random_graph(60, 0.08, seed=3))


def classes():
    parts = [nx.cycle_graph(4 + i % 3) for i in range(8)] + [nx.path_graph(5 + i % 2) for i in range(8)]
    for index, part in enumerate(parts):
        part.graph["label"] = 1 + (index >= 8)
    return spminer.from_networkx(parts)


def estimated():
    counted = spminer.count("0-1,1-2,2-3@0", SPARSE, anchors=20, seed=2).frequency
    return spminer.MotifSet((spminer.Motif(spminer.Pattern.parse("0-1,1-2,2-3@0"), 1, counted),))


def stopped():
    """A run that has ended between the search of two sizes."""
    found = spminer.enumerate(SMALL, 3, top=3)
    return found.from_dict({**found.to_dict(), "status": "partial", "stop_reason": "time limit"})


NULL = {"against": "degree", "null_samples": 30}
RESULTS = {
    "mine": (lambda: spminer.mine(SMALL, "3-4", top=3), SMALL, None),
    "grown": (lambda: spminer.mine(SMALL, "3-4", top=2, method="grow", merge_anchors=True), SMALL, None),
    "edge-induced": (lambda: spminer.mine(SMALL, "2-3", top=2, method="grow", induced=False), SMALL, None),
    "supported": (lambda: spminer.mine(SMALL, 3, top=2, method="grow", support=5), SMALL, None),
    "searched": (lambda: spminer.mine(SMALL, 3, top=2, method="beam"), SMALL, None),
    "enumerated": (lambda: spminer.enumerate(SMALL, "3-4", top=3, frequency="graph"), SMALL, None),
    "labeled": (lambda: spminer.enumerate(LABELED, 3, top=None, examples=2), LABELED, None),
    "arcs": (lambda: spminer.enumerate(ARCS, 3, top=4), ARCS, None),
    "null": (lambda: spminer.enumerate(SMALL, 3, top=None, frequency="graph", **NULL), SMALL, None),
    "null of mine": (lambda: spminer.mine(SMALL, 3, top=2, alternative="greater", **NULL), SMALL, None),
    "null of arcs": (lambda: spminer.enumerate(ARCS, 3, top=3, **{**NULL, "against": "reciprocal"}), ARCS, None),
    "other": (lambda: spminer.mine(SPARSE, 3, top=3, against=OTHER), SPARSE, OTHER),
    "classes": (lambda: spminer.enumerate(classes(), 3, top=None, against="class:1,2"), classes(), None),
    "closed": (lambda: spminer.mine(TWINS, "2-4", method="exact", closed=True), TWINS, None),
    "maximal": (lambda: spminer.mine(TWINS, "2-4", method="exact", maximal=True, support=5), TWINS, None),
    "distinct": (lambda: spminer.mine(TWINS, "2-4", method="exact", distinct=True), TWINS, None),
    "transactions": (lambda: spminer.mine(classes(), 3, frequency="transactions", method="exact"), classes(), None),
    "estimated": (estimated, SPARSE, None),
    "stopped": (stopped, SMALL, None),
}


def fields(schema, path=()):
    """The places of all values that a schema has names for."""
    found = set()
    for part in (*schema.get("anyOf", ()), *schema.get("allOf", ()), *([schema["then"]] if "then" in schema else ())):
        found |= fields(part, path)
    for name, inner in schema.get("properties", {}).items():
        found |= fields(inner, (*path, name)) or {(*path, name)}
    if "items" in schema:
        found |= fields(schema["items"], path) or {path}
    return found


def places(data, path=(), keys=()):
    """Every value of a file that is no object and no list of objects: its field, the keys to it, and what it is."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from places(value, (*path, name), (*keys, name))
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for index, value in enumerate(data):
            yield from places(value, path, (*keys, index))
    else:
        yield path, keys, data


def others(path, value, data):
    """What may stand there instead and is not so; what a field may lack is no claim, but a note is."""
    name = path[-1]
    if path in (("config", "top"), ("config", "induced"), ("config", "merge_anchors"), ("config", "frequency")):
        return []  # an option that would have led to the same result is no false claim; tests of their own are below
    if path == ("config", "direction") and data["config"]["against"] is not None:
        return []
    if name == "proven":  # the other way round it may be true
        return [False] if value else []
    if name == "id":
        return [next(one["id"] for one in [*data["motifs"], {"id": "0-1,1-2,2-3,3-4"}] if one["id"] != value)]
    if name in ("closed", "maximal", "covers"):
        return [] if value is None or not isinstance(value, bool) else [not value]
    if value is None:
        return {"note": ["few samples"], "anchor": [0], "score": [1.5], "stop_reason": ["time limit"]}.get(name, [])
    if name == "note":
        return [None, "few samples" if value != "few samples" else "no spread"]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, float):
        return [value * 9 + 0.01]
    if isinstance(value, list):
        return [value[1:], [*value, value[0]]] if value else []
    known = {
        "status": "partial" if value == "complete" else "complete",
        "kind": "exact" if value != "exact" else "estimate",
        "direction": "under" if value != "under" else "over",
        "with": "er",
        "against": "er",
        "engine": "census",
        "frequency": "graph" if value != "graph" else "anchored",
        "command": "enumerate" if value == "mine" else "mine",
        "edges": value + " 0-1" if not value.startswith("0-1 ") else value[4:],
    }
    return [known.get(name, f"{value}x")]


def listed(path, motif):
    """Whether a field is among those that are said to be unchecked in any result."""
    names = [".".join(path[:length]) for length in range(1, len(path) + 1)]
    if path == ("motifs", "score") and "against" not in motif:
        names.append("motifs.score without against")
    return any(name in UNCHECKED for name in names)


def covered(path, keys, data, audit):
    """Whether the audit says itself that it has not checked this very field."""
    unchecked = {(claim.about, claim.what) for claim in audit.of("not checked")}
    what = path[-1] if path[0] != "motifs" else path[1]
    if path[0] == "graph":
        return ("input", what) in unchecked
    if path[0] == "config":
        return ("result", what) in unchecked or (what == "top" and any(w == "proven" for _, w in unchecked))
    if path[0] != "motifs":
        return False
    motif = data["motifs"][keys[1]]
    about = {motif["id"], f"size {motif.get('size')}", "result"}
    names = {f"against: {path[2]}", "against"} if what == "against" else {what, "order" if what == "rank" else what}
    return any((one, name) in unchecked for one in about for name in names)


@pytest.mark.parametrize("kind", RESULTS)
def test_every_field_is_checked_or_listed(kind, tmp_path):
    make, graphs, other = RESULTS[kind]
    data = json.loads(make().to_json())
    path = tmp_path / "result.json"
    path.write_text(json.dumps(data))
    assert spminer.verify(path, graphs, against=other).holds
    passed = set()
    for field, keys, value in places(data):
        motif = data["motifs"][keys[1]] if field[0] == "motifs" else {}
        if listed(field, motif) or (field[0] == "motifs" and keys[1] > 2):
            continue
        for instead in others(field, value, data):
            changed = copy.deepcopy(data)
            inner = changed
            for key in keys[:-1]:
                inner = inner[key]
            inner[keys[-1]] = instead
            path.write_text(json.dumps(changed))
            try:
                audit = spminer.verify(path, graphs, against=other)
            except (InputError, spminer.UsageError):
                continue
            if audit.holds and not audit.of("outside") and not covered(field, keys, data, audit):
                passed.add((".".join(field), str(value)[:40], str(instead)[:40]))
    assert not passed, sorted(passed)


def test_bits_of_earlier_versions_are_not_checked():
    path = Path(__file__).parents[1] / "results" / "files" / "mine-against-0.1.json"
    audit = spminer.verify(path, example())
    assert audit.holds
    assert [claim.verdict for claim in audit.claims if claim.what == "bits"] == ["not checked"] * 2


def test_every_field_of_the_schema_is_changed_in_some_result():
    met = set()
    for make, _, _ in RESULTS.values():
        data = json.loads(make().to_json())
        met |= {path for path, _, value in places(data) if others(path, value, data)}
    # These have a test of their own, see others().
    met |= {("config", option) for option in ("top", "induced", "merge_anchors", "frequency")}
    missing = {path for path in fields(json_schema()) - met if not listed(path, {})}
    assert not missing, sorted(missing)


@pytest.mark.parametrize(
    ("kind", "option", "value"),
    [
        ("mine", "top", 2),
        ("enumerated", "top", 4),
        ("mine", "induced", False),
        ("edge-induced", "induced", True),
        ("mine", "merge_anchors", True),
        ("enumerated", "frequency", "anchored"),
        ("null of mine", "direction", "under"),
    ],
)
def test_options_that_would_have_led_elsewhere_are_found_out(kind, option, value):
    make, graphs, other = RESULTS[kind]
    data = json.loads(make().to_json())
    data["config"][option] = value
    assert not spminer.verify(spminer.MotifSet.from_dict(data), graphs, against=other).holds
