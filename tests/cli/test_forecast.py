import pytest

import spminer
from spminer import Frequency
from spminer.cli.console import Console
from spminer.cli.forecast import Forecast, forecast
from spminer.results.request import Work


def forecast_of(number, size=6, engine="esu", seconds=None):
    subgraphs = Frequency(number, "estimate", number / 2, number * 2)
    return Forecast({size: Work(subgraphs, engine, number / 1e7 if seconds is None else seconds)}, threads=2)


def test_what_is_only_counted_goes_without_saying(capsys):
    forecast_of(4e12, 5, "census", seconds=3.0).warn(10.0, Console())
    assert capsys.readouterr().err == ""


def test_a_census_that_takes_long_is_announced(capsys):
    forecast_of(4e12, 5, "census", seconds=300.0).warn(10.0, Console())
    assert "roughly 2.5 min: expect a partial result" in capsys.readouterr().err


def test_what_could_not_be_estimated_is_said_to_be_unknown(capsys):
    work = Work(Frequency.lower_bound(0), "esu", float("inf"))
    Forecast({9: work}, threads=2).warn(10.0, Console())
    assert "an unknown number of subgraphs of size 9, time unknown" in capsys.readouterr().err


def test_a_star_is_planned_for_the_census():
    graphs = spminer.from_edges([(0, i) for i in range(1, 2001)])
    works = forecast(graphs, [4, 5, 6], seed=0, threads=1).works
    assert {size: work.engine for size, work in works.items()} == {4: "census", 5: "census", 6: "esu"}


def test_work_beyond_the_limit_is_announced(capsys):
    forecast_of(4e10).warn(10.0, Console())
    assert "expect a partial result at the time limit" in capsys.readouterr().err


def test_long_work_without_a_limit_names_the_option(capsys):
    forecast_of(4e10).warn(None, Console())
    assert "--time-limit" in capsys.readouterr().err


@pytest.mark.parametrize("limit", [None, 10.0])
def test_short_work_goes_without_saying(capsys, limit):
    forecast_of(4e6).warn(limit, Console())
    assert capsys.readouterr().err == ""
