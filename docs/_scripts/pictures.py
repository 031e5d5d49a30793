"""Pictures of the documentation that the program draws, as it draws them today.

``python docs/_scripts/pictures.py`` writes ``docs/images/nitrobenzene.svg`` and, with playwright and a chromium (as the
tests of the report need them; ``CHROMIUM`` may name it), screenshots of a report, ``docs/images/report.png`` and
``report-page.png``. The
other files of that folder are diagrams, whose source is the SVG itself; pictures of the stories belong to
``docs/_scripts/stories.py``, those of surprising motifs to ``benchmarks/bench_surprising.py`` and those of the paper's
experiments to ``spminer reproduce``.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import spminer
from spminer.datasets import yeast

IMAGES = Path(__file__).parent.parent / "images"
RING = "1-4:aromatic,1-5:aromatic,4-6:aromatic,5-7:aromatic,6-8:aromatic,7-8:aromatic"
NITROBENZENE = f"0-1:single,0-2:single,0-3:double,{RING};N,C,O,O,C,C,C,C,C@0"


def draw_molecule(path: Path) -> None:
    """The example of a drawing with labels."""
    spminer.Motif(spminer.Pattern.parse(NITROBENZENE), 1).save(path)


def draw_report(path: Path, cards: Path) -> None:
    """A report, as the page on reports explains it, and its cards alone."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page = Path(folder) / "report.html"
        result = spminer.enumerate(yeast(), 4, frequency="graph", against="degree", alternative="greater", top=4)
        result.report(page, title="Gene regulation of yeast")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1080, "height": 1340})
        tab.goto(page.as_uri())
        tab.screenshot(path=path)
        tab.locator("main section").first.screenshot(path=cards)
        browser.close()


if __name__ == "__main__":
    draw_molecule(IMAGES / "nitrobenzene.svg")
    draw_report(IMAGES / "report-page.png", IMAGES / "report.png")
