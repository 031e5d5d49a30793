"""Tests of paper/arxiv.py, paper/counts.py, paper/encoder.py, paper/large.py,
paper/planted.py, paper/runtime.py and paper/small.py: every experiment as a smoke run on the bundled
example.
"""

import json

import pytest

from spminer.paper.experiment import ExperimentContext, experiment_names, get_experiment
from spminer.paper.page import write_page, write_result
from spminer.paper.runs import Spread
from spminer.paper.runtime import linear_fit

pytest.importorskip("matplotlib")
NEEDS = {"counts": "torch", "encoder": "networkx"}


@pytest.fixture(scope="module")
def context(tmp_path_factory):
    """One for all tests, which thereby share cells."""
    return ExperimentContext(tmp_path_factory.mktemp("results"), quick=True, repeats=2)


@pytest.mark.parametrize("name", experiment_names())
def test_a_quick_run_gives_tables_figures_and_a_page(name, context):
    pytest.importorskip(NEEDS.get(name, "matplotlib"))
    experiment = get_experiment(name)
    result = experiment.run(context)
    write_result(context, experiment, result, seconds=1.0, command="spminer reproduce")
    page = write_page(context.out).read_text()
    assert result.figures
    for figure in result.figures:
        assert {path.suffix for path in context.out.glob(f"{figure}.*")} >= {".png", ".svg"}
        assert f"({figure}.png)" in page
    for table in result.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert (context.out / f"{table.name}.csv").read_text().startswith(table.columns[0])
        assert table.title in page
    assert json.loads((context.out / f"{name}.json").read_text())["tables"][0]["rows"]
    assert "smoke run" in page

    computed = []
    context.report = computed.append
    assert experiment.run(context).tables == result.tables
    assert computed == []
    context.report = lambda _line: None


def test_nothing_is_more_frequent_than_the_truth(context):
    result = get_experiment("small").run(context)
    medians = next(table for table in result.tables if table.name == "small-medians")
    exact, *others = (row[1:-1] for row in medians.rows)
    assert others
    assert all(mine.high <= true for row in others for mine, true in zip(row, exact, strict=True))


def test_the_planted_star_is_the_most_frequent(context):
    ranks = get_experiment("planted").run(context).tables[0]
    found = {row[1:3]: row[3] for row in ranks.rows}
    assert found["exact", "anchored"] == Spread((None,), (1,))
    assert found["greedy", "anchored"].seeds == (0, 1)


def test_a_line_that_explains_nothing_says_so():
    slope, share = linear_fit({5: 1.0, 6: 2.0, 7: 1.0})
    assert (slope, share) == pytest.approx((0.0, 0.0))
