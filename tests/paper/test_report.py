import csv
import io
import json

from spminer._util.system import usable_cores
from spminer.paper.report import Table, machine, merge_machines, versions
from spminer.paper.runs import Spread

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


def test_the_threads_of_a_run_are_told_where_they_are_fewer_than_the_cores():
    assert "a run" not in machine()
    assert "a run" not in machine(usable_cores())
    assert ("1 thread a run" in machine(1)) == (usable_cores() > 1)


def test_versions_of_what_runs_are_told():
    assert {"python", "numpy", "spminer"} <= versions().keys()


def test_what_is_the_same_everywhere_is_told_once():
    assert merge_machines([("A", {"numpy": "2"}), ("B", {"numpy": "2", "torch": "3"})]) == (
        "A and B",
        {"numpy": "2", "torch": "3"},
    )
