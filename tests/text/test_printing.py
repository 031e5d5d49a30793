import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.text.printing import printable


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_is_left_that_a_terminal_obeys(text):
    shown = printable(text)
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 or sign in "\u202e\u2066\u2028" for sign in shown)
    shown.encode()  # no halves of characters either
    if text.isprintable():
        assert shown == text


@pytest.mark.parametrize(("text", "shown"), [("Erdős 😀", "Erdős 😀"), ("a\tb", "a\\tb"), ("\u202eabc", "\\u202eabc")])
def test_what_is_shown(text, shown):
    assert printable(text) == shown
