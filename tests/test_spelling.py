"""The spelling hook finds British words, also in the parts of names, and leaves alone what others have named."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("codespell_lib", reason="codespell is not installed (extra dev)")
ROOT = Path(__file__).parent.parent


def corrections(path):
    """What the hook, with the configuration of this project, would write instead."""
    command = [sys.executable, "-m", "codespell_lib", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert bool(done.stdout) == bool(done.returncode), done.stderr
    return [line.partition(" ==> ")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("text", "correction"),
    [
        ("find_neighbourhoods()", "neighborhoods"),  # codespell:ignore
        ("class ColouredGraph:", "Colored"),  # codespell:ignore
        ("MAX_NEIGHBOURS = 3", "NEIGHBORS"),  # codespell:ignore
        ("designated initialisers", "initializers"),  # codespell:ignore
        ("--randomise", "randomize"),  # codespell:ignore
        ("unlabelled", "unlabeled"),  # codespell:ignore
        ("recieve", "receive"),  # codespell:ignore
    ],
)
def test_words_and_parts_of_names_are_corrected(tmp_path, text, correction):
    path = tmp_path / "text.md"
    path.write_text(f"Before.\n{text}\nAfter.\n")
    assert corrections(path) == [correction]


def test_names_of_files_are_read_too(tmp_path):
    path = tmp_path / "graph_colour.py"  # codespell:ignore
    path.write_text("")
    assert corrections(path) == ["color"]


@pytest.mark.parametrize("text", ['data["neighbours"]', "convs.0.neighbour.weight", "array.flags.writeable", "NDArray"])
def test_names_that_others_have_set_stay(tmp_path, text):
    path = tmp_path / "text.md"
    path.write_text(text)
    assert corrections(path) == []
