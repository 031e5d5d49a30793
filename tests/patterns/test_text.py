"""Tests of patterns/text.py: what a text says, and the text of a pattern."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spminer import InputError, Pattern
from spminer.patterns.text import parse_pattern
from support.builders import pattern_of
from support.strategies import examples, labeled_graphs


@given(labeled_graphs(max_nodes=6), st.data())
@settings(max_examples=examples(200), deadline=None)
def test_text_is_read_back(graph, data):
    pattern = pattern_of(graph, data.draw(st.none() | st.integers(0, len(graph) - 1)))
    assert Pattern.parse(pattern.text) == pattern


SIGNS = st.text(st.sampled_from(',;@:"\\->0 1\n\t\u202eaé😀'), max_size=6) | st.text(max_size=8)


@given(st.data(), st.booleans(), st.none() | st.integers(0, 2))
@settings(max_examples=examples(500), deadline=None)
def test_every_string_can_be_a_label(data, directed, anchor):
    edges = [(0, 1), (1, 2)][: data.draw(st.integers(0, 2))]
    node_labels = data.draw(st.none() | st.lists(SIGNS, min_size=3, max_size=3))
    edge_labels = data.draw(st.none() | st.lists(SIGNS, min_size=len(edges), max_size=len(edges))) or None
    pattern = Pattern.from_edges(
        edges, size=3, anchor=anchor, directed=directed, node_labels=node_labels, edge_labels=edge_labels
    )
    assert Pattern.parse(pattern.text) == pattern
    assert pattern.text.isprintable()


@given(st.lists(SIGNS, min_size=4, max_size=4, unique=True))
@settings(max_examples=examples(300), deadline=None)
def test_different_labels_give_different_ids(labels):
    first, second = (Pattern.from_edges([(0, 1)], node_labels=pair).canonical() for pair in (labels[:2], labels[2:]))
    assert first.text != second.text


def parse_before_quotes(text):
    """The reader of texts as it was before labels could stand in quotes."""
    body, has_anchor, anchor = text.strip().rpartition("@")
    if not has_anchor:
        body, anchor = anchor, ""
    elif not anchor.strip().isdecimal():
        return None
    body, has_labels, labels = body.partition(";")
    items = [re.fullmatch(r"\s*(\d{1,9})\s*(?:([->])\s*(\d{1,9})\s*(?::(.*))?)?", item) for item in body.split(",")]
    if not all(items):
        return None
    edges = [item for item in items if item[2]]
    return {
        "edges": [(int(item[1]), int(item[3])) for item in edges],
        "size": 1 + max(int(node) for item in items for node in (item[1], item[3]) if node),
        "anchor": int(anchor) if has_anchor else None,
        "directed": any(item[2] == ">" for item in edges),
        "node_labels": [label.strip() for label in labels.split(",")] if has_labels else None,
        "edge_labels": [item[4] for item in edges if item[4] is not None] or None,
    }


PIECES = ["0", "1", "2", "-", ">", ",", ";", ":", "@", "a", 'b"', "c\n", "0-1", "1-2", "0>1", ":x", "@0", ";C,C", " "]


@given(st.lists(st.sampled_from(PIECES), max_size=9))
@example(["0-1", ";a", "@b,c", "@0"])
@settings(max_examples=examples(2000), deadline=None)
def test_texts_without_quotes_are_read_as_before(pieces):
    text = "".join(pieces)
    before = parse_before_quotes(text)
    try:
        now = parse_pattern(text)
    except InputError:
        now = None
    if before is not None and now is not None:
        assert now == before
    elif now is not None:
        assert re.search(r"\d\s*>\s*([,;@]|$)", text), "only the sign of a directed node is new"
    elif before is not None:
        with pytest.raises(InputError, match=r"listed alone|mixed|every edge"):
            parse_pattern(text)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ('0-1;"a, b",c@1', ("a, b", "c")),
        ('0-1; "a" , "@5" @ 0', ("a", "@5")),
        ('0-1;5" pipe,"\\u0041\\""', ('5" pipe', 'A"')),
        ('0-1;"a@b",c', ("a@b", "c")),
    ],
)
def test_labels_in_quotes(text, labels):
    assert Pattern.parse(text).node_labels == labels
    assert Pattern.parse('0-1:"x;y,z@2",1-2:p@1').edge_labels == ("x;y,z@2", "p")


def test_a_pattern_without_arcs_keeps_its_direction():
    assert Pattern.parse("0>@0") == Pattern.from_edges([], size=1, anchor=0, directed=True)
    assert Pattern.from_edges([], size=2, directed=True).text == "0>,1>"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not an edge"),
        ("0-0", "self-loop"),
        ("0-1,1-0", "listed twice"),
        ("0-1@5", "anchor 5"),
        ("0-1@x", "anchor 'x'"),
        ("0-1,1>2", "mixed"),
        ("0-1,,1-2", "not an edge"),
        ("0-1;C", "1 node labels for 2 nodes"),
        ("0-1:a,1-2", "every edge"),
        ("0-99", "1 to 64 nodes"),
        ("0-999999999999", "not an edge"),
        ("a-b", "not an edge"),
        ("0-1,2>", "mixed"),
        ("0-1@" + "1" * 5000, "anchor"),
        ('0-1;"C,N', "quotation mark"),
        ('0-1;"C"x,N', "quotation mark"),
        ('0-1;"\\x",N', "quotation mark"),
    ],
)
def test_bad_text_says_what_is_wrong(text, reason):
    with pytest.raises(InputError, match="invalid pattern") as error:
        Pattern.parse(text)
    assert reason in str(error.value)
    assert "write edges as" in str(error.value)


def test_spaces_do_not_matter():
    assert parse_pattern(" 0 - 1 , 1 - 2 ; C , C , O @ 2 ") == parse_pattern("0-1,1-2;C,C,O@2")


def test_fields_make_the_pattern():
    fields = parse_pattern("1>0:a,1>2:b,3;C,C,O,N@3")
    assert fields["size"] == 4
    assert Pattern.from_edges(**fields).text == "1>0:a,1>2:b,3;C,C,O,N@3"
