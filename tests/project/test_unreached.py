"""Tests of .ci/unreached.py: lines that no test reaches need a reason, and reasons need such lines."""

import json
import runpy
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / ".ci" / "unreached.py"


@pytest.fixture
def script():
    return runpy.run_path(str(SCRIPT))


def report(**counts):
    """Runs of lines of one file, by number; a list has one entry for each instance of a template."""
    lines = [
        {"line_number": int(number.removeprefix("at")), "count": count}
        for number, several in counts.items()
        for count in (several if isinstance(several, list) else [several])
    ]
    return {"files": [{"file": "a.cc", "lines": lines}]}


def test_lines_that_no_instance_reaches_are_found(script, tmp_path):
    (tmp_path / "a.cc").write_text("one();\n  two();\nthree();\nfour();\n")
    found = script["unreached"](report(at1=3, at2=0, at3=[0, 2], at4=[0, 0]), tmp_path)
    assert found == {"a.cc": {2: "two();", 4: "four();"}}
    excluded = {"files": [{"file": "a.cc", "lines": [{"line_number": 2, "count": 0, "gcovr/excluded": True}]}]}
    assert script["unreached"](excluded, tmp_path) == {}


def test_lines_that_state_nothing_need_no_reason(script, tmp_path):
    silent = ["}", "});", "};", "class Sink {", "struct State final : Base {", "Target(Target&&) = default;"]
    silent += ["Census::Census(Census&&) noexcept = default;", "virtual ~Tree() = default;", "} // namespace"]
    stated = ["return 1;", "int size = 0;", "f({});", "struct Found found{};", "throw Error();"]
    (tmp_path / "a.cc").write_text("\n".join([*silent, *stated]))
    counts = {f"at{number}": 0 for number in range(1, len(silent) + len(stated) + 1)}
    found = script["unreached"](report(**counts), tmp_path)
    assert list(found["a.cc"].values()) == ["} // namespace", *stated]


def test_lines_and_reasons_need_each_other(script):
    found = {"a.cc": {2: "two();", 9: "two();", 4: "four();"}}
    two = {"file": "a.cc", "lines": ["two();"], "reason": "no such disk"}
    assert [text.partition(" ")[0] for text in script["complaints"](found, [two])] == ["a.cc:4:"]
    four = {"file": "a.cc", "lines": ["four();"], "reason": "no such memory"}
    assert script["complaints"](found, [two, four]) == []
    assert len(script["complaints"](found, [two, {**four, "reason": " "}])) == 1
    assert script["complaints"](found, [two, four, {**four, "file": "b.cc"}]) == [
        "b.cc: every line is reached that reads: four();"
    ]


def test_the_script_ends_with_1_for_a_line_without_a_reason(script, tmp_path, monkeypatch, capsys):
    path = tmp_path / "coverage.json"
    path.write_text(json.dumps({"files": [{"file": "CMakeLists.txt", "lines": [{"line_number": 1, "count": 0}]}]}))
    assert script["main"]([str(path)]) == 1
    assert "CMakeLists.txt:1: not reached" in capsys.readouterr().out
    assert script["main"]([str(path), "--list"]) == 0
    assert capsys.readouterr().out.startswith("CMakeLists.txt:1: # spminer")


def test_reasons_name_lines_that_exist():
    for entry in tomllib.loads((ROOT / "core" / "unreached.toml").read_text(encoding="utf-8")).get("unreached", []):
        lines = {line.strip() for line in (ROOT / entry["file"]).read_text(encoding="utf-8").splitlines()}
        assert set(entry["lines"]) <= lines, entry["file"]
        assert entry["reason"].strip()
