import pytest

from spminer import Frequency
from spminer.cli.console import Console
from spminer.cli.forecast import Forecast


def forecast_of(number):
    return Forecast({6: Frequency(number, "estimate", number / 2, number * 2)}, threads=2)


def test_work_beyond_the_limit_is_announced(capsys):
    forecast_of(4e9).warn(10.0, Console())
    assert "expect a partial result at the time limit" in capsys.readouterr().err


def test_long_work_without_a_limit_names_the_option(capsys):
    forecast_of(4e9).warn(None, Console())
    assert "--time-limit" in capsys.readouterr().err


@pytest.mark.parametrize("limit", [None, 10.0])
def test_short_work_goes_without_saying(capsys, limit):
    forecast_of(4e6).warn(limit, Console())
    assert capsys.readouterr().err == ""
