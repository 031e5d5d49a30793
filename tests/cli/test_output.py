import json

import pytest
import typer

import spminer
from spminer.cli.console import Console
from spminer.cli.invocation import Invocation
from spminer.cli.output import deliver
from spminer.datasets import example
from spminer.errors import NothingFoundError


@pytest.fixture
def deliver_to(capsys):
    """Deliver a result; what was printed, and the exit code."""

    def delivered(result, *, as_json=False, output=None, report=None):
        with pytest.raises(typer.Exit) as left:
            deliver(result, Invocation(["mine"]), Console(), output=output, report=report, as_json=as_json)
        return (left.value.exit_code, *capsys.readouterr())

    return delivered


@pytest.fixture(scope="module")
def result():
    return spminer.enumerate(example(), 3)


def test_a_table_with_both_frequencies_for_programs(deliver_to, result):
    code, out, err = deliver_to(result)
    header, *rows = out.splitlines()
    assert code == 0
    assert header.split() == ["size", "rank", "anchored", "graph", "pattern", "example"]
    assert [row.split()[4] for row in rows] == [motif.id for motif in result]
    assert err.startswith(f"{len(result)} patterns in ")


def test_files_and_json_say_the_same(deliver_to, result, tmp_path):
    output, report = tmp_path / "result.json", tmp_path / "report.html"
    code, out, err = deliver_to(result, as_json=True, output=output, report=report)
    assert code == 0
    assert json.loads(out) == json.loads(output.read_text())
    assert json.loads(out)["config"]["command_line"] == "spminer mine"
    assert report.read_text().startswith("<!DOCTYPE html>")
    assert f"result: {output}" in err
    assert f"report: {report}" in err


def test_a_stopped_run_has_its_own_code_and_says_why(deliver_to):
    monitor = spminer.Monitor()
    monitor.cancel()
    code, _, err = deliver_to(spminer.mine(example(), 5, method="grow", monitor=monitor))
    assert code == 130
    assert "stopped (interrupted)" in err


def test_no_motif_is_an_error_that_says_what_to_try():
    nothing = spminer.enumerate(spminer.from_edges([(0, 1)]), 5)
    with pytest.raises(NothingFoundError, match="no connected pattern of this size in 2 nodes; try"):
        deliver(nothing, Invocation([]), Console(), output=None, report=None, as_json=False)
