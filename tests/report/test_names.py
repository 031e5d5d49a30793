import pytest

from spminer.report.names import short_name


@pytest.mark.parametrize(
    ("source", "name"),
    [("/a/b.csv", "b.csv"), ("tu:ENZYMES", "tu:ENZYMES"), ("club (bundled example)", "club (bundled example)")],
)
def test_folders_are_left_out_and_nothing_else(source, name):
    assert short_name(source) == name
