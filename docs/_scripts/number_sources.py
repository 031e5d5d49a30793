"""Where the numbers of the documentation come from.

``python docs/_scripts/number_sources.py [PAGE ...]`` lists the numbers of three and more digits, and those with a
fraction, of the text and tables of pages. The third column is where the same number stands: in what an example
prints, which a test runs (``printed in PAGE``), in the record of measurements with the scripts that made them
(``RESULTS.md:LINE``), or in a file of ``docs/results`` or ``docs/models``. ``-`` is a setting, a year, a sum, or a
figure to look up by hand. A short number may stand there by coincidence.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from pages import BLOCK

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_NUMBER = re.compile(r"(?<![\w.@/:-])\d[\d,]*(?:\.\d+)?(?![\w/:-])")
_LINK = re.compile(r"\]\([^)]*\)|`[^`]*`")
_LEAST_DIGITS = 3


def numbers(text: str) -> list[str]:
    """The numbers of a text that are long enough to look up, without separators, each once.

    >>> numbers("1,403 arcs, 2.18 times, in 3 of 100 runs, with `--samples 400`")
    ['1403', '2.18', '100']
    """
    found = (match.rstrip(",").replace(",", "") for match in _NUMBER.findall(_LINK.sub("", text)))
    return list(dict.fromkeys(one for one in found if "." in one or len(one) >= _LEAST_DIGITS))


@cache
def recorded() -> dict[str, str]:
    """Numbers of the records, with the first place of each."""
    places: dict[str, str] = {}
    results = ROOT / "benchmarks" / "RESULTS.md"
    for line, text in enumerate(results.read_text(encoding="utf-8").splitlines(), start=1):
        for number in numbers(text):
            places.setdefault(number, f"RESULTS.md:{line}")
    for path in sorted([*DOCS.glob("results/*.csv"), *DOCS.glob("models/*/*.json"), *DOCS.glob("models/*/*.md")]):
        for number in re.findall(r"\d+(?:\.\d+)?", path.read_text(encoding="utf-8")):
            places.setdefault(number, str(path.relative_to(ROOT)))
    return places


@cache
def printed() -> dict[str, str]:
    """Numbers that examples print, with the first page of each."""
    places: dict[str, str] = {}
    for page in sorted(DOCS.rglob("*.md")):
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            for number in _NUMBER.findall(block[3]):
                places.setdefault(number.replace(",", ""), f"printed in {page.relative_to(DOCS)}")
    return places


def sources(page: Path) -> dict[str, str]:
    """Each number of the text of a page with its source."""
    places = recorded() | printed()
    return {one: places.get(one, "-") for one in numbers(BLOCK.sub("", page.read_text(encoding="utf-8")))}


def main(names: list[str]) -> None:
    """Print the numbers of the pages of these names, or of all that are written by hand."""
    for page in sorted(DOCS.rglob("*.md")):
        parts = page.relative_to(DOCS).parts
        if (names and page.stem not in names) or parts[0] in {"decisions", "models"} or parts == ("results.md",):
            continue
        for number, source in sources(page).items():
            print(f"{page.relative_to(DOCS)}\t{number}\t{source}")


if __name__ == "__main__":
    main(sys.argv[1:])
