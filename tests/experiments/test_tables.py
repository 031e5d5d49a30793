import csv
import io

from spminer.experiments.tables import Table

TABLE = Table("t", "A title", ("name", "value"), (("a, b", 0.1234), ("c", None), ("d", 12345.6)))


def test_csv_has_the_full_numbers_and_empty_cells():
    rows = list(csv.reader(io.StringIO(TABLE.to_csv())))
    assert rows == [["name", "value"], ["a, b", "0.1234"], ["c", ""], ["d", "12345.6"]]


def test_markdown_is_short_and_aligned():
    assert TABLE.to_markdown().splitlines()[1:] == ["| --- | ---: |", "| a, b | 0.123 |", "| c | - |", "| d | 12346 |"]


def test_a_table_survives_json():
    assert Table.from_dict(TABLE.to_dict()) == TABLE
