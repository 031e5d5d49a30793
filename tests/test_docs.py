"""The examples of README and docs run, and print what the text says.

Blocks are taken by their language. ``csv title="name"`` and ``toml title="name"`` are files to create; ``python`` is
run as a doctest; ``console`` is commands after ``$`` with what they print on standard output, checked if there is any;
``sh`` is commands, of which those of spminer are run.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^```(\w+)[ ]*([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


class Command(NamedTuple):
    line: str
    output: str | None


def page_name(path):
    return str(path.relative_to(ROOT))


def commands(language, text):
    """The commands of a block, each with the output that must follow."""
    if language == "sh":
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        return [Command(line, None) for line in lines if line.startswith("spminer ")]
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    pairs = [part.partition("\n")[::2] for part in parts]
    return [Command(line, output or None) for line, output in pairs]


def check_command(command, folder):
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command.line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command.line}\n{done.stderr}"
    if command.output is not None:
        assert done.stdout.rstrip() == command.output.rstrip(), command.line


def check_python(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=report.append)
    assert test.examples, "write Python examples with >>>"
    assert not report, "".join(report)


@pytest.mark.parametrize("path", [path for path in PAGES if _BLOCK.search(path.read_text())], ids=page_name)
def test_examples_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    samples = {"friends.csv": "source,target\nanna,bela\nbela,cleo\ncleo,anna\ncleo,dora\n"}
    for name, text in samples.items():
        Path(name).write_text(text)
    for language, options, text in _BLOCK.findall(path.read_text()):
        if language in {"csv", "toml"}:
            Path(re.fullmatch(r'title="([\w.]+)"', options)[1]).write_text(text)
        elif language == "python":
            check_python(text, page_name(path))
        elif language in {"console", "sh"}:
            for command in commands(language, text):
                check_command(command, tmp_path)


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_links_lead_somewhere(path):
    missing = [link for link in _LINK.findall(path.read_text()) if not (path.parent / link).exists()]
    assert missing == []


def test_every_verb_and_exit_code_is_documented():
    from spminer.cli.app import app

    text = (ROOT / "docs" / "cli.md").read_text()
    assert all(f"| `{command.name} " in text for command in app.registered_commands)
    assert all(f"| {code} | " in text for code in (0, 1, 2, 3, 4, 5, 130))
