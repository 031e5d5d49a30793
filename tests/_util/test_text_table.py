"""Tests of _util/text_table.py: what gives way where a table is wider than its room."""

import pytest

from spminer._util.text_table import Column, display_width, format_table

COLUMNS = [
    Column("n", ["1", "20"], right=True),
    Column("shape", ["star of 4, at a leaf", "path"], least=9),
    Column("example", ["anna, bela", "cleo"], priority=2),
    Column("code", ["0-1,0-2,0-3@1", "0-1"], least=4, priority=1),
]


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (None, [" n  shape                 example     code", " 1  star of 4, at a leaf  anna, bela  0-1,0-2,0-3@1"]),
        (40, [" n  shape                 code", " 1  star of 4, at a leaf  0-1,0-2,0-3@1"]),
        (32, [" n  shape                 code", " 1  star of 4, at a leaf  0-1,0…"]),
        (24, [" n  shape           code", " 1  star of 4, at…  0-1…"]),
        (16, [" n  shape", " 1  star of 4, …"]),
    ],
)
def test_columns_give_way_in_their_order_the_last_first(width, expected):
    lines, whole = format_table(COLUMNS, width)
    assert lines[:2] == expected
    assert whole == (width is None)


def test_a_column_comes_back_where_one_that_is_left_out_later_makes_room():
    columns = [Column("a", ["123456"]), Column("b", ["12"], right=True, priority=2), Column("c", ["12345"], priority=1)]
    assert format_table(columns, 12)[0] == ["a        b", "123456  12"]
    assert format_table([*columns[:2], columns[2]._replace(priority=3)], 12)[0] == ["a        b", "123456  12"]


def test_wide_letters_take_two_columns():
    assert display_width("\u540d\u524d") == 4
    assert format_table([Column("n", ["\u540d\u524d"]), Column("m", ["1"])])[0][1] == "\u540d\u524d  1"
