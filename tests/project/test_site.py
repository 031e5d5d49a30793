"""The documentation site builds without a warning, needs no other server, and documents every public name."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from inspect import isroutine
from pathlib import Path
from types import ModuleType

import pytest

import spminer

pytest.importorskip("mkdocs", reason="mkdocs is not installed (extra docs)")
pytest.importorskip("latex2mathml", reason="latex2mathml is not installed (extra docs)")

ROOT = Path(__file__).parents[2]
_LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}


class Page(HTMLParser):
    """What a page loads by itself when it is opened, its anchors, and the text that formulas consist of."""

    def __init__(self, text):
        super().__init__()
        self.loaded, self.ids, self.formulas = [], set(), []
        self._formula = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids.add(values.get("id"))
        # A link of these kinds tells where the page or its neighbors are; nothing is loaded.
        if values.get("rel") not in {"canonical", "next", "prev"}:
            self.loaded.append(values.get(_LOADED.get(tag), "") or "")
        self.loaded += [part.strip() for part in (values.get("srcset") or "").split(",")]
        if tag == "math":
            self._formula = True
            self.formulas.append("")

    def handle_endtag(self, tag):
        self._formula = self._formula and tag != "math"

    def handle_data(self, data):
        if self._formula:
            self.formulas[-1] += data


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Every page of the site by its path."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def pages(site):
    return {str(path.relative_to(site)): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_nothing_is_loaded_from_another_server(site):
    foreign = {
        (name, address)
        for name, page in pages(site).items()
        for address in page.loaded
        if address.startswith(("http:", "https:", "//"))
    }
    styles = {str(path) for path in site.rglob("*.css") if "url(http" in path.read_text(encoding="utf-8")}
    assert foreign == set()
    assert styles == set()


def test_every_public_name_is_in_the_reference(site):
    documented = pages(site)["reference/api/index.html"].ids
    modules = {name: value for name in spminer.__all__ if isinstance(value := getattr(spminer, name), ModuleType)}
    names = {f"spminer.{name}" for name in spminer.__all__ if name != "__version__" and name not in modules}
    parts = {
        f"spminer.{name}.{part}"
        for name, module in modules.items()
        for part in dir(module)
        if part in module.__all__ and isroutine(getattr(module, part))
    }
    assert parts
    assert (names | parts) - documented == set()


def test_references_of_docstrings_are_no_raw_text(site):
    text = (site / "reference" / "api" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r":\w+:<code>[^<]+", text) == []
    assert 'href="#spminer.read"><code>' in text


def test_formulas_are_drawn_by_the_browser(site):
    page = pages(site)["theory/method/index.html"]
    assert len(page.formulas) > 20
    assert [formula for formula in page.formulas if "\\" in formula] == []
    assert "arithmatex" not in (site / "theory" / "method" / "index.html").read_text(encoding="utf-8")


def test_the_notebook_is_a_page_with_its_drawings(site):
    text = (site / "tutorial" / "index.html").read_text(encoding="utf-8")
    assert 'class="spminer-gallery"' in text
    assert "data:image/png;base64," in text
    assert not (site / "tutorial.ipynb").exists()
