import json
import shlex
import time

from spminer.cli.invocation import Invocation


def test_the_command_line_can_be_typed_again():
    arguments = ["mine", "my graph.csv", "--set", "beam=8;x", "$HOME"]
    assert shlex.split(Invocation(arguments).command_line) == ["spminer", *arguments]


def test_a_result_remembers_it(run, friends, tmp_path):
    output = tmp_path / "two words.json"
    arguments = ["enumerate", str(friends), "--size", "3", "--output", str(output), "--quiet"]
    run(*arguments)
    line = json.loads(output.read_text())["config"]["command_line"]
    assert shlex.split(line) == ["spminer", *arguments]


def test_time_limits_count_from_the_start():
    invocation = Invocation([], started=time.monotonic() - 4)
    assert 5 < invocation.monitor(10).remaining <= 6
    assert invocation.monitor(None).remaining is None
