"""The tutorial notebook runs, and prints what it shows."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed (extra dev)")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed (extra dev)")
pytest.importorskip("ipykernel", reason="ipykernel is not installed (extra dev)")

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.ipynb"


def printed(notebook):
    """What each cell prints, and how its values read as text; a slow machine sends the lines of a cell in parts."""
    return ["".join(map(text_of, cell.get("outputs", ()))) for cell in notebook.cells]


def text_of(output):
    return "".join(output.get("text") or output.get("data", {}).get("text/plain", ""))


def test_the_tutorial_runs_and_prints_what_it_shows(tmp_path):
    shown = nbformat.read(TUTORIAL, as_version=4)
    run = nbformat.read(TUTORIAL, as_version=4)
    place = {"metadata": {"path": tmp_path}}
    nbclient.NotebookClient(run, timeout=60, resources=place, coalesce_streams=True).execute()
    assert printed(run) == printed(shown)
    kinds = {kind for cell in run.cells for output in cell.get("outputs", ()) for kind in output.get("data", ())}
    assert {"text/html", "image/png"} <= kinds
    assert (tmp_path / "motifs.html").exists()
