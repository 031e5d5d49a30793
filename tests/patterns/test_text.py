"""Tests of patterns/text.py and patterns/fields.py: what a text says, and the text of a pattern."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spminer import InputError, Pattern
from spminer.patterns.text import parse_pattern
from strategies import labeled_graphs, pattern_of


@given(labeled_graphs(max_nodes=6), st.data())
@settings(max_examples=200, deadline=None)
def test_text_is_read_back(graph, data):
    pattern = pattern_of(graph, data.draw(st.none() | st.integers(0, len(graph) - 1)))
    if pattern.edges or not pattern.directed:  # without an arc the text cannot show direction
        assert Pattern.parse(pattern.text) == pattern


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
    ],
)
def test_bad_text_says_what_is_wrong(text, reason):
    with pytest.raises(InputError, match="cannot read pattern") as error:
        Pattern.parse(text)
    assert reason in str(error.value)
    assert "write edges as" in str(error.value)


def test_spaces_do_not_matter():
    assert parse_pattern(" 0 - 1 , 1 - 2 ; C , C , O @ 2 ") == parse_pattern("0-1,1-2;C,C,O@2")


def test_fields_make_the_pattern():
    fields = parse_pattern("1>0:a,1>2:b,3;C,C,O,N@3")
    assert fields["size"] == 4
    assert Pattern.from_edges(**fields).text == "1>0:a,1>2:b,3;C,C,O,N@3"
