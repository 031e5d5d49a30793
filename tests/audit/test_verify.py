"""Tests of audit/verify.py, audit/classes.py and audit/claims.py: what is true holds, what is not is found out."""

import json
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import spminer
from spminer import Audit, Frequency, MotifSet, Pattern
from spminer.audit.claims import Claim
from spminer.datasets import example
from support.builders import collection
from support.strategies import examples, labeled_graphs

OPTIONS = [
    {"method": "exact"},
    {"method": "grow"},
    {"method": "grow", "merge_anchors": True, "top": 2},
    {"method": "grow", "induced": False},
    {"method": "grow", "induced": False, "merge_anchors": True},
    {"method": "gspan", "induced": False, "frequency": "transactions"},
    {"method": "exact", "closed": True},
    {"method": "exact", "support": 2, "maximal": True, "frequency": "images"},
    {"method": "grow", "induced": False, "closed": True},
    {"method": "exact", "distinct": True},
    {"method": "exact", "distinct": True, "frequency": "graph"},
    {"method": "exact", "distinct": True, "frequency": "transactions"},
    {"frequency": "graph"},
    {"frequency": "images", "method": "exact"},
    {"frequency": "transactions", "method": "exact"},
]


@given(
    st.lists(labeled_graphs(max_nodes=7, labels=False, directed=False), min_size=1, max_size=2),
    st.sampled_from(OPTIONS),
)
@settings(max_examples=examples(60), deadline=None)
def test_what_a_run_claims_holds(parts, options):
    assume(len(parts) > 1 or options.get("frequency") != "transactions")
    graphs = spminer.from_networkx(parts)
    result = spminer.mine(graphs, "2-4", **{"top": 3, "examples": 2, **options})
    audit = spminer.verify(result, graphs)
    assert audit.of("fails") == ()
    assert audit.holds
    unchecked = {claim.note for claim in audit.of("not checked")}
    assert unchecked <= {
        "motifs were chosen by more than their frequency",
        "what is not called proven claims nothing",
        "other anchors may be less frequent",
        "others may be frequent enough",
        "node sets may become more along growth",
        "the run may have left them out",
    }


@given(labeled_graphs(max_nodes=7))
@settings(max_examples=examples(60), deadline=None)
def test_labels_and_direction_are_checked_too(graph):
    graphs = collection(graph)
    audit = spminer.verify(spminer.enumerate(graphs, "2-4", top=None), graphs)
    assert audit.holds
    assert {claim.what for claim in audit.of("not checked")} == set()


def changed(result, **changes):
    """The result with another first motif."""
    return replace(result, motifs=(replace(result[0], **changes), *result.motifs[1:]))


RESULT = spminer.mine(example(), "3-4", top=3)


@pytest.mark.parametrize(
    ("result", "what"),
    [
        (changed(RESULT, anchored_frequency=Frequency.exact(33)), "anchored_frequency"),
        (changed(RESULT, anchored_frequency=Frequency.lower_bound(35)), "anchored_frequency bound"),
        (changed(RESULT, anchored_frequency=Frequency.lower_bound(3, 33)), "anchored_frequency bound"),
        (changed(RESULT, graph_frequency=Frequency.exact(1)), "graph_frequency"),
        (changed(RESULT, image_support=Frequency.exact(9)), "image_support"),
        (changed(RESULT, transaction_support=Frequency.exact(2)), "transaction_support"),
        (changed(RESULT, examples=(("1", "2", "3"),)), "example 1"),
        (changed(RESULT, examples=(("1", "1", "2"),)), "example 1"),
        (changed(RESULT, examples=(("nobody", "1", "2"),)), "example 1"),
        (replace(RESULT, motifs=RESULT.motifs[1:]), "proven"),
        (replace(RESULT, motifs=(RESULT[1], RESULT[0], *RESULT.motifs[2:])), "proven"),
        (replace(RESULT, motifs=(RESULT[0], RESULT[0], *RESULT.motifs[2:])), "proven"),
        (replace(RESULT, input=replace(RESULT.input, edges=77)), "edges"),
    ],
)
def test_what_is_false_is_found_out(result, what):
    audit = spminer.verify(result, example())
    assert what in {claim.what for claim in audit.of("fails")}
    assert not audit.holds


def test_intervals_may_miss_now_and_then_and_not_often():
    wide, narrow = Frequency(34, "estimate", 20, 34), Frequency(20, "estimate", 10, 20)
    missed, covered = (
        spminer.verify(MotifSet((replace(RESULT[0], anchored_frequency=said, proven=False),)), example())
        for said in (narrow, wide)
    )
    assert [claim.what for claim in missed.of("outside")] == ["anchored_frequency interval"]
    assert missed.of("fails") == covered.of("outside") == ()
    claims = [Claim("x", "interval", "outside")] * 8 + [Claim("x", "interval", "holds")] * 16
    assert Audit(tuple(claims[6:])).intervals_hold
    assert not Audit(tuple(claims)).holds
    assert Audit(()).holds


def test_sampled_frequencies_are_within_their_intervals():
    graph = spminer.from_networkx(nx.gnp_random_graph(60, 0.08, seed=3))
    counted = spminer.count("0-1,1-2,2-3@0", graph, anchors=20, seed=2).frequency
    result = MotifSet((spminer.Motif(Pattern.parse("0-1,1-2,2-3@0"), 1, counted),))
    audit = spminer.verify(result, graph)
    assert [claim.verdict for claim in audit.claims if "interval" in claim.what] == ["holds"]


STARS = spminer.from_edges([("a", "b"), ("a", "c"), ("a", "d"), ("k", "l"), ("k", "m"), ("k", "n")])


@pytest.mark.parametrize(("name", "options"), [("closed", {}), ("maximal", {"support": 2}), ("covers", {})])
def test_a_false_choice_is_found_out(name, options):
    wish = {"distinct" if name == "covers" else name: True}
    result = spminer.mine(STARS, "2-4", method="exact", **options, **wish)
    claims = [claim for claim in spminer.verify(result, STARS).claims if claim.what == name]
    assert {claim.verdict for claim in claims} == {"holds"}
    false = Frequency.exact(1) if name == "covers" else False
    for audit in (spminer.verify(changed(result, **{name: false}), STARS),):
        assert [(claim.about, claim.verdict) for claim in audit.of("fails")] == [(result[0].id, "fails")]
    path = spminer.Motif(Pattern.parse("0-1,1-2@0"), 1, **{name: Frequency.exact(3) if name == "covers" else True})
    assert spminer.verify(replace(result, motifs=(path,)), STARS).of("fails")  # a star is wherever a path ends


def test_what_cannot_be_checked_is_said():
    closed = spminer.mine(STARS, "2-4", closed=True)
    compared = spminer.mine(example(), 3, top=2, against="clustering", null_samples=20)
    audits = spminer.verify(closed, STARS), spminer.verify(compared, example())
    notes = {(claim.what, claim.note) for audit in audits for claim in audit.of("not checked")}
    assert ("against", "the model clustering promises no distribution that copies could have") in notes
    assert ("proven", "motifs were chosen by more than their frequency") in notes


def test_time_that_is_over_is_said_and_leaves_the_rest():
    result = spminer.mine(example(), "3-5", top=2)
    audit = spminer.verify(result, example(), time_limit=0)
    assert audit.stop_reason == "time limit"
    assert audit.holds
    assert {claim.note for claim in audit.of("not checked")} == {"the time was over"}
    assert all(claim.verdict == "holds" for claim in audit.claims if "example" in claim.what)


def test_an_audit_is_plain_values():
    audit = spminer.verify(RESULT, example())
    data = json.loads(json.dumps(audit.to_dict()))
    assert (data["holds"], data["verdicts"]["fails"], data["stop_reason"]) == (True, 0, None)
    assert len(data["claims"]) == len(audit.claims)


def test_labels_that_a_run_left_out_are_left_out():
    graphs = spminer.from_edges([(0, 1), (1, 2), (2, 0)], node_labels="abc")
    assert spminer.verify(spminer.enumerate(graphs.without_labels(), 3), graphs).holds
