"""Tests of report/pdf.py: a real browser where there is one, and programs in its place that fail."""

import os
import shutil
import sys
from pathlib import Path

import pytest

import spminer
from spminer import UsageError
from spminer.cli.main import main
from spminer.datasets import example
from spminer.report import pdf

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture
def browser(tmp_path, monkeypatch):
    """A program in the place of the browser, which does what the given lines of Python do."""

    def made(lines):
        path = tmp_path / "chromium"
        path.write_text(f"#!{sys.executable}\nimport sys\n{lines}\n")
        path.chmod(0o755)
        monkeypatch.setenv("CHROMIUM", str(path))
        return path

    return made


def test_a_report_is_printed(tmp_path, monkeypatch):
    if not CHROMIUM:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no chromium found")
    path = tmp_path / "report.pdf"
    spminer.enumerate(example(), 3).report(path)
    assert path.read_bytes().startswith(b"%PDF-")
    assert path.stat().st_size > 10_000  # an empty page has 1,000


@pytest.mark.only_with("posix")
def test_the_page_is_handed_over_and_the_folder_removed(browser, tmp_path):
    browser(
        "target = next(word.partition('=')[2] for word in sys.argv if word.startswith('--print-to-pdf='))\n"
        "page = open(sys.argv[-1].removeprefix('file://')).read()\n"
        "open(target, 'w').write('%PDF-' + page + target)"
    )
    printed = pdf.page_as_pdf("<p>hello</p>").decode()
    assert printed.startswith("%PDF-<p>hello</p>")
    assert not Path(printed.removeprefix("%PDF-<p>hello</p>")).parent.exists()


@pytest.mark.only_with("posix")
@pytest.mark.parametrize("lines", ["sys.exit('crashed here')", "pass", "import time; time.sleep(60)"])
def test_a_browser_that_fails_leaves_no_file(browser, tmp_path, monkeypatch, lines):
    program = browser(lines)
    monkeypatch.setattr(pdf, "_LIMIT_S", 1)
    path = tmp_path / "report.pdf"
    with pytest.raises(UsageError, match=f"{program} did not print the page .*write .html and print that") as caught:
        spminer.enumerate(example(), 3).report(path)
    assert ("crashed here" in str(caught.value)) == ("crashed" in lines)
    assert not path.exists()


def test_without_a_browser_the_remedy_is_said_before_any_work(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(pdf, "_PLACES", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert main(["mine", "absent.csv", "--report", str(tmp_path / "r.pdf")]) == 2
    assert "install one, or let the variable CHROMIUM name it; or write .html" in capsys.readouterr().err
