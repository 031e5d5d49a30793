"""Tests of methods/base.py: the contract, for every method that there is."""

import re
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spminer
from spminer import Frequency, Monitor, Pattern, UsageError
from spminer._util.checkpoint import States
from spminer.datasets import example
from spminer.methods.base import Candidate, Method, Task, pack_candidates, unpack_candidates
from spminer.methods.registry import get_method, method_names
from spminer.results.request import MiningRequest, Stage

DOCS = Path(__file__).parents[2] / "docs"


ARCS = spminer.from_edges([(0, 1), (1, 2), (2, 0), (2, 3)], directed=True)


PAIR = spminer.from_networkx([nx.lollipop_graph(3, 1), nx.path_graph(3)])


@pytest.fixture(params=method_names())
def method(request):
    return get_method(request.param)


def request_for(method, **options):
    """A request that the method can serve, apart from the options."""
    possible = {
        "sizes": (method.sizes[1],),
        "frequency": method.frequency_names[0],
        "induced": method.induced[0],
        "method": method.name,
        "against": "degree" if method.compares else None,
    }
    return MiningRequest(**{**possible, **options})


def test_what_a_method_declares_it_can_do(method):
    small = {"walks": 3, "neighborhoods": 20, "samples": 50, "simulations": 4}
    fields = method.settings.__dataclass_fields__
    settings = {name: value for name, value in small.items() if name in fields and fields[name].type == "int"}
    for frequency_name in method.frequency_names:
        for induced in method.induced:
            compared = {"against": PAIR[1]} if method.name == "contrast" else {}
            result = spminer.mine(
                PAIR,
                3,
                method=method.name,
                frequency=frequency_name,
                induced=induced,
                verify=False,
                examples=0,
                **settings,
                **compared,
            )
            assert len(result) > 0


@pytest.mark.parametrize("side", ["too small", "too large"])
def test_sizes_outside_are_refused(method, side):
    size = method.sizes[0] - 1 if side == "too small" else method.sizes[-1] + 1
    with pytest.raises(UsageError, match=f"searches sizes {method.sizes[0]} to {method.sizes[-1]}, not {size}"):
        method.check(request_for(method, sizes=(size,)), PAIR)


def test_other_frequencies_are_refused(method):
    for frequency_name in ("anchored", "graph", "transactions", "images"):
        if frequency_name in method.frequency_names:
            method.check(request_for(method, frequency=frequency_name), PAIR)
        else:
            with pytest.raises(UsageError, match=f"not by {frequency_name}"):
                method.check(request_for(method, frequency=frequency_name), PAIR)


def test_direction_is_refused_where_it_is_not_known(method):
    if method.directed:
        method.check(request_for(method), ARCS)
    else:
        with pytest.raises(UsageError, match="does not support directed graphs"):
            method.check(request_for(method), ARCS)


def test_labels_are_refused_where_they_are_not_known():
    method = Method("plain", "for tests", dict, lambda *_: None, labels=False)
    labeled = spminer.from_edges([(0, 1)], node_labels=["a", "b"])
    with pytest.raises(UsageError, match="does not support labels"):
        method.check(MiningRequest(sizes=(2,)), labeled)
    method.check(MiningRequest(sizes=(2,)), labeled.without_labels())


def test_planning_checks_the_contract():
    with pytest.raises(UsageError, match="searches sizes 2 to 16, not 17"):
        spminer.mine(example(), 17, method="exact", monitor=Monitor())


def test_a_stage_takes_its_part_of_the_task():
    task = Task.of(example(), sizes=(3, 4, 5), top=7, states=States())
    part = task.of_stage(Stage("exact", (4, 5), "few", costs={4: "work"}))
    assert (part.request.sizes, part.request.top, part.costs) == ((4, 5), 7, {4: "work"})
    assert task.of_size(3).request.sizes == (3,)


def test_the_documentation_lists_what_the_methods_declare():
    text = (DOCS / "guides" / "methods.md").read_text(encoding="utf-8")
    table = text[text.index("## What each one answers") :]
    rows = {line.split("|")[1].strip(): line for line in table.splitlines() if line.startswith("| `")}
    expected = {f"`{name}`": row for name, row in documented_rows().items()}
    assert {name: rows.get(name) for name in expected} == expected


def documented_rows():
    """A row of the table in docs/guides/methods.md for every method."""
    rows = {}
    for name in method_names():
        one = get_method(name)
        kinds = {(True, False): "both", (True,): "node-induced", (False,): "edge-induced"}[one.induced]
        frequency_names = "all four" if len(one.frequency_names) == 4 else ", ".join(one.frequency_names)
        arcs = "yes" if one.directed else "no"
        labels = "yes" if one.labels else "no"
        sizes = f"to {one.sizes[-1]}"
        rows[name] = f"| `{name}` | {kinds} | {frequency_names} | {sizes} | {arcs} | {labels} | {one.guarantee} |"
    return rows


def test_every_method_says_what_it_is():
    for name in method_names():
        assert re.match(r"\w", get_method(name).summary)
        assert get_method(name).name == name


LABELS = st.text(min_size=1, max_size=5)


FREQUENCIES = st.one_of(
    st.builds(Frequency.exact, st.integers(0, 2**60)),
    st.builds(Frequency.lower_bound, st.integers(0, 9)),
    st.builds(Frequency, st.floats(0, 1e9), st.just("estimate"), st.floats(0, 1e3), st.floats(0, 1e9)),
)


@given(LABELS, LABELS, LABELS, FREQUENCIES, st.floats(allow_nan=False, allow_infinity=False))
def test_candidates_come_back_whatever_their_labels(a, b, c, frequency, score):
    labeled = Pattern.from_edges([(0, 1)], anchor=1, node_labels=[a, b], edge_labels=[c])
    arcs = Pattern.from_edges([(0, 1), (1, 0)], directed=True)
    candidates = (
        Candidate(labeled, score, {"anchored": frequency}, node_sets=2.5),
        Candidate(arcs, 0.0, {"graph": frequency, "images": Frequency.exact(1)}),
    )
    assert unpack_candidates(pack_candidates(candidates)) == candidates


def test_none_are_none():
    assert unpack_candidates(pack_candidates(())) == ()
