import csv
import io
import json

from spminer.experiments.spread import Spread
from spminer.experiments.tables import Table

TABLE = Table("t", "A title", ("name", "value"), (("a, b", 0.1234), ("c", None), ("d", 12345.6)))

SPREAD = Table(
    "s",
    "Seeds",
    ("method", "value"),
    (("exact", Spread((None,), (5.0,))), ("m", Spread((0, 1), (1.0, None))), ("p", 3.0)),
)


def test_csv_has_every_seed():
    rows = list(csv.reader(io.StringIO(SPREAD.to_csv())))
    assert rows == [
        ["method", "value", "seed"],
        ["exact", "5.0", ""],
        ["m", "1.0", "0"],
        ["m", "", "1"],
        ["p", "3.0", ""],
    ]


def test_markdown_shows_the_range():
    assert SPREAD.to_markdown().splitlines()[1:] == [
        "| --- | ---: |",
        "| exact | 5 |",
        "| m | 1, 1 of 2 |",
        "| p | 3 |",
    ]


def test_csv_has_the_full_numbers_and_empty_cells():
    rows = list(csv.reader(io.StringIO(TABLE.to_csv())))
    assert rows == [["name", "value"], ["a, b", "0.1234"], ["c", ""], ["d", "12345.6"]]


def test_markdown_is_short_and_aligned():
    assert TABLE.to_markdown().splitlines()[1:] == ["| --- | ---: |", "| a, b | 0.123 |", "| c | - |", "| d | 12346 |"]


def test_a_table_survives_json():
    for table in (TABLE, SPREAD):
        assert Table.from_dict(json.loads(json.dumps(table.to_dict()))) == table
