import math
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spminer.cli.toml import toml_table, toml_value

SCALARS = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text()


@given(SCALARS | st.lists(SCALARS))
def test_a_reader_gets_back_what_was_written(value):
    back = tomllib.loads(f"key = {toml_value(value)}")["key"]
    assert back == value
    assert type(back) is type(value)


@pytest.mark.parametrize("value", [math.inf, -math.inf])
def test_numbers_without_end(value):
    assert tomllib.loads(f"key = {toml_value(value)}")["key"] == value


def test_what_is_not_set_is_a_comment():
    text = toml_table("a.b", [("x-y", 1)], [("z", "NAME")])
    assert text == "[a.b]\nx-y = 1\n# z = NAME\n"
    assert tomllib.loads(text) == {"a": {"b": {"x-y": 1}}}
