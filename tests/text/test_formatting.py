import pytest

from spminer.text.formatting import did_you_mean, format_duration, format_number


def test_the_nearest_name_is_offered_and_none_that_is_far():
    known = ["grow", "greedy", "exact"]
    assert did_you_mean("gready", known) == ", did you mean 'greedy'?"
    assert did_you_mean("zzz", known) == "."
    assert did_you_mean("zzz", known, otherwise=";") == ";"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (7.0, "7"), (0.12345, "0.123"), (-2.5, "-2.5"), (1234.5, "1,234"), (10**9, "1,000,000,000")],
)
def test_numbers(value, text):
    assert format_number(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0009, "0 s"),
        (0.001, "0.001 s"),
        (9.99, "10 s"),
        (59.94, "59.9 s"),
        (60, "1.0 min"),
        (3600, "1.0 h"),
        (86_400, "1.0 days"),
        (86_400 * 12_345, "12,345.0 days"),
    ],
)
def test_durations_have_the_unit_that_suits_them(seconds, text):
    assert format_duration(seconds) == text
