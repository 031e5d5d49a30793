import pytest

from spminer.errors import InputError, LimitError, NothingFoundError, SpminerError, UsageError


def test_one_family_with_an_exit_code_each():
    codes = {error: error.exit_code for error in (SpminerError, UsageError, InputError, NothingFoundError, LimitError)}
    assert list(codes.values()) == [1, 2, 3, 4, 5]
    assert all(issubclass(error, SpminerError) for error in codes)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "empty"),
        ({"source": "a.csv"}, "a.csv: empty"),
        ({"source": "a.csv", "line": 3}, "a.csv, line 3: empty"),
        ({"source": "-", "remedy": "give a graph"}, "-: empty; give a graph"),
    ],
)
def test_unreadable_input_says_where_and_what_to_do(options, text):
    assert str(InputError("empty", **options)) == text
